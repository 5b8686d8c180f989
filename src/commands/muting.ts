import { pageTimezone } from '../config/config.ts';
import { TipstaffError } from '../errors.ts';
import { type Mute, putMute } from '../outbox/mutesTable.ts';
import { endAndReport, mutesOf } from '../outbox/muting.ts';
import { noteAudit } from '../people/auditTable.ts';
import type { Program } from '../program/program.ts';
import { labelOf, titleOf } from '../records/record.ts';
import { syncWatches } from '../schedule/syncWatches.ts';
import { findRecordsCalled } from '../snapshot/namedRecordsQueries.ts';
import { loadRecords } from '../snapshot/recordsTable.ts';
import { alsoWatchedWords } from './editingWatches.ts';
import { untilAsked, zonedMinute } from './momentAsked.ts';
import { userName } from './users.ts';

export interface MuteOptions {
  readonly until: string;
  readonly why: string;
  readonly author?: string;
  readonly json?: boolean;
}

/** What was done, in words and as JSON. */
export interface Done {
  readonly words: string;
  readonly json: object;
}

/**
 * Mutes a watch or a record, or changes the mute that it has.
 * @throws TipstaffError `usage.mute` for a moment that is past or invalid, and for a subject that names nothing or several things.
 */
export async function mute(program: Program, subject: string, options: MuteOptions): Promise<Done> {
  const now = program.clock();
  const timezone = pageTimezone(program.config);
  const until = untilAsked(options.until, { code: 'usage.mute', timezone, now });
  const found = await findSubject(program, subject);
  const made: Omit<Mute, 'id'> = {
    ...found,
    author: options.author ?? userName(),
    reason: options.why,
    beganAt: now.toISOString(),
    until,
  };
  await program.store.transaction(async (trx) => {
    await putMute(trx, made);
    const detail = `until ${made.until}: ${made.reason}`;
    await noteAudit(trx, { at: made.beganAt, who: made.author, ...auditedAs(found, 'mute'), detail });
  });
  const { label, author, reason, beganAt } = made;
  const others = await alsoWatchedWords(program, found.watchId);
  const words = `Muted ${label} until ${zonedMinute(until, timezone)}. What is muted is reported then, or with: tipstaff unmute ${subject}`;
  return {
    words: [words, ...(others ? [others.words] : [])].join('\n'),
    json: { muted: label, until: made.until, author, reason, beganAt, alsoWatchedBy: others?.watchIds ?? [] },
  };
}

/** Ends the mutes of a watch or a record now. @throws TipstaffError `usage.mute` as `mute` does. */
export async function unmute(program: Program, subject: string): Promise<Done> {
  const found = await findSubject(program, subject);
  return program.store.transaction(async (trx) => {
    const running = await mutesOf(trx, found);
    for (const each of running) await endAndReport(trx, program.config, each, program.clock());
    const json = { unmuted: found.label, ended: running.length };
    if (running.length > 0) {
      const at = program.clock().toISOString();
      await noteAudit(trx, { at, who: userName(), ...auditedAs(found, 'unmute'), detail: '' });
    }
    if (running.length === 0) return { words: `${found.label} is not muted.`, json };
    return { words: `${found.label} is no longer muted. What was muted goes out with the next delivery.`, json };
  });
}

/** As the page notes it: a watch by its id, a record by its number and name. */
function auditedAs({ watchId, label }: Pick<Mute, 'watchId' | 'label'>, verb: 'mute' | 'unmute') {
  return watchId === null ? { what: `record.${verb}`, subject: label } : { what: `watch.${verb}`, subject: watchId };
}

async function findSubject(program: Program, subject: string): Promise<Pick<Mute, 'watchId' | 'recordId' | 'label'>> {
  const watch = program.config.watches.find((each) => each.id === subject);
  if (watch !== undefined) {
    await syncWatches(program.store, program.config, program.clock());
    return { watchId: watch.id, recordId: null, label: watch.name };
  }
  const ids = await findRecordsCalled(program.store.db, subject);
  const [first, another] = [...(await loadRecords(program.store.db, ids)).values()];
  if (first === undefined) {
    throw new TipstaffError('usage.mute', `There is no watch and no known record called ${JSON.stringify(subject)}.`);
  }
  if (another !== undefined) {
    throw new TipstaffError(
      'usage.mute',
      `${JSON.stringify(subject)} names ${ids.length} records. Use the key of one: tipstaff explain --record ${subject}`,
    );
  }
  const { record, id } = first;
  return { watchId: null, recordId: id, label: `${labelOf(record)} ${titleOf(record)}`.trim() };
}
