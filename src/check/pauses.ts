import type { Config } from '../config/config.ts';
import { briefOf } from '../records/record.ts';
import { noteAudit } from '../store/audit.ts';
import { closeIncident } from '../store/incidents.ts';
import { listPauses, type Pause, removePause, savePause, takePausedChanges } from '../store/queue/pauses.ts';
import { listChanges } from '../store/snapshot/changes.ts';
import type { Store, Trx } from '../store/store.ts';
import { knownWatches, type ReportedChange } from './audience/recipients.ts';
import { writeAlerts } from './audience/route.ts';

/** Pauses a watch: it is not checked until it is resumed, or its time comes. In the audit log. */
export async function pauseWatch(trx: Trx, pause: Pause): Promise<void> {
  const { watchId, author, reason, beganAt, until } = pause;
  await savePause(trx, pause);
  // Its readers were notified that it could not be looked at; from now on it need not be.
  await closeIncident(trx, { kind: 'watch-unwatched', subject: watchId, now: beganAt });
  const detail = [until === null ? 'until it is resumed' : `until ${until}`, reason].filter(Boolean).join(': ');
  await noteAudit(trx, { at: beganAt, who: author, what: 'watch.pause', subject: watchId, detail });
}

/**
 * Resumes a watch: it is due again as after a downtime, and what the checks of others found for it meanwhile is reported now.
 * @returns whether it was paused
 */
export async function resumeWatch(
  trx: Trx,
  config: Config,
  watchId: string,
  { who, now }: { readonly who: string; readonly now: Date },
): Promise<boolean> {
  if (!(await endPause(trx, config, watchId, now))) return false;
  await noteAudit(trx, { at: now.toISOString(), who, what: 'watch.resume', subject: watchId, detail: '' });
  return true;
}

/** Ends the pauses whose time has come. @returns how many. */
export async function endDuePauses(store: Store, config: Config, now: Date): Promise<number> {
  const isOver = ({ until }: Pause) => until !== null && until <= now.toISOString();
  if (![...(await listPauses(store.db)).values()].some(isOver)) return 0;
  return store.transaction(async (trx) => {
    // Another process may have ended some meanwhile, or somebody made them longer.
    const over = [...(await listPauses(trx)).values()].filter(isOver);
    for (const { watchId } of over) await endPause(trx, config, watchId, now);
    return over.length;
  });
}

async function endPause(trx: Trx, config: Config, watchId: string, now: Date): Promise<boolean> {
  if (!(await removePause(trx, watchId))) return false;
  const changes: ReportedChange[] = [];
  for (const id of await takePausedChanges(trx, watchId)) {
    for (const change of await listChanges(trx, { id, limit: 1 })) {
      const { recordId, record, kind, fields, entry, entries, note, rule } = change;
      const draft = { kind, fields, entry, entries, note, rule };
      changes.push({ changeId: id, recordId, record: briefOf(record), draft, watchIds: [watchId], shared: true });
    }
  }
  const ours = new Map(config.watches.map((watch) => [watch.id, watch]));
  await writeAlerts(trx, config, await knownWatches(trx, ours, [watchId]), changes, now);
  return true;
}
