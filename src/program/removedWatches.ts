import { openName } from '../config/config.ts';
import { watchesOfFile } from '../config/ownWatches.ts';
import { beginIncident, endIncident } from '../outbox/incidents.ts';
import { closeIncident, openIncidents } from '../outbox/incidentsTable.ts';
import { watchIdsInForce } from '../schedule/watchesTable.ts';
import { withCommas } from '../words/sentence.ts';
import type { Program } from './program.ts';

type Parts = Pick<Program, 'store' | 'config' | 'clock' | 'log'>;

const kind = 'watches-removed';

const mostNames = 20;

/**
 * A process that shares the database, and whose config lacks a watch, removes it at its start (see `planSync`). Then
 * the watch no longer falls due in a daemon that has it, and the operators of that daemon are notified; again when a
 * process that has the watch restores it.
 * @param before what the last call of this process returned
 * @returns the watches that are removed, as the incident names them; undefined where there is none
 */
export async function noteRemovedWatches(
  { store, config, clock, log }: Parts,
  before?: string | undefined,
): Promise<string | undefined> {
  return store.transaction(async (trx) => {
    const inForce = await watchIdsInForce(trx);
    // Watches of the page are the same for every process: no other config removes them.
    const removed = watchesOfFile(config).filter(({ id }) => !inForce.has(id));
    const names = [...new Set(removed.map(openName))];
    const subject = names.join(', ') || undefined;
    const now = clock();
    if (subject === undefined) {
      const detail = 'Every watch of the config is in the database again, and is checked.';
      if (before !== undefined) await endIncident(trx, { config, log }, { kind, subject: before, detail }, now);
      return undefined;
    }
    // The new incident names the watches that are still removed.
    if (before !== undefined && before !== subject)
      await closeIncident(trx, { kind, subject: before, now: now.toISOString() });
    const label =
      names.length > mostNames
        ? `${names.slice(0, mostNames).join(', ')} and ${withCommas(names.length - mostNames)} more`
        : subject;
    const detail =
      `Another Tipstaff, with a config without ${label}, started on this database: these are no longer ` +
      'checked. Give all processes on one database the same watches, then restart this one; it takes new baselines, ' +
      'and what was filed meanwhile is not reported.';
    await beginIncident(trx, { config, log }, { kind, subject, label, detail }, now);
    return subject;
  });
}

/** Call it after the watches of this config were stored. A process whose watches these removed notes that itself. */
export async function endRemovedWatches({ store, config, clock, log }: Parts): Promise<void> {
  const detail = 'Tipstaff was started, and checks every watch of its config.';
  await store.transaction(async (trx) => {
    for (const { subject } of await openIncidents(trx, kind)) {
      await endIncident(trx, { config, log }, { kind, subject, detail }, clock());
    }
  });
}
