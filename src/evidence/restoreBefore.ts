import type { BeforeRecord } from '../check/compare/compareRecords.ts';
import type { BeforeState } from '../check/evidence/checkEvidence.ts';
import { noteBaseline, noteCheck } from '../database/claims/queries.ts';
import type { Trx } from '../database/store.ts';
import type { StoredEntry } from '../diff/comparableEntry.ts';
import { TipstaffError } from '../errors.ts';
import type { Entry } from '../records/record.ts';
import { labelOf, type SearchRecord, shownHash } from '../records/record.ts';
import { applySync, type WatchSync } from '../schedule/watchSyncQueries.ts';
import type { SearchResult } from '../service/paging/searchResult.ts';
import { insertCheck } from '../snapshot/checksTable.ts';
import { insertEntries } from '../snapshot/entriesTable.ts';
import { insertMembers, noteAbsence } from '../snapshot/membershipsTable.ts';
import { insertRecord } from '../snapshot/recordsTable.ts';
import type { ReplayBundle } from './replayBundle.ts';

/** Puts the store into the state before the check: what its response showed unchanged is taken from the response. */
export async function restoreBefore(
  trx: Trx,
  { query, before, check }: ReplayBundle,
  result: SearchResult,
): Promise<void> {
  await applySync(trx, syncOf(query, before), new Date(check.startedAt));
  if (before === undefined) return;
  for (const watchQuery of before.watchQueries) await noteBaseline(trx, watchQuery);
  if (before.lastCheckedOn !== undefined) await restoreLastCheck(trx, query.id, before.lastCheckedOn);
  const ids = new Map<string, number>();
  for (const stored of before.records) {
    const { record, firstSeenAt, changedAt = check.startedAt } = stored;
    const id = await insertRecord(trx, record, '', firstSeenAt ?? changedAt, changedAt);
    await insertEntries(trx, [{ recordId: id, after: 0, entries: entriesOf(stored, result) }], null);
    ids.set(record.key, id);
  }
  const known = before.members.filter((member) => !ids.has(member.key));
  for (const member of known) {
    // Of a member that the response does not show only the key is known, which is enough for its absence.
    const record = result.records.get(member.key)?.record ?? nameless(query.operation, member.key);
    const id = await insertRecord(trx, record, shownHash(record), check.startedAt);
    const entries = record.type === 'docket' ? (record.entries ?? []) : [];
    await insertEntries(trx, [{ recordId: id, after: 0, entries }], null);
    ids.set(member.key, id);
  }
  await restoreMembers(trx, query.id, before, ids);
}

/**
 * For an entry that the response showed unchanged, versions before 0.2.0 kept only its place in the response.
 * @throws TipstaffError `usage.replay` where the response has no such place today.
 */
function entriesOf({ record, entries }: BeforeRecord, result: SearchResult): Entry[] {
  const shown = result.records.get(record.key)?.record;
  const today = shown?.type === 'docket' ? (shown.entries ?? []) : [];
  return entries.map((stored: StoredEntry | number) => {
    const entry = typeof stored === 'number' ? today[stored] : stored.entry;
    if (entry !== undefined) return entry;
    const what = `Of ${labelOf(record)} the response shows fewer entries today than it did then`;
    throw new TipstaffError('usage.replay', `${what}: what was known of it cannot be made out any more.`);
  });
}

function nameless(operation: ReplayBundle['query']['operation'], key: string): SearchRecord {
  return operation === 'pacer' ? { type: 'docket', key } : { type: 'design', key, source: '' };
}

async function restoreLastCheck(trx: Trx, queryId: string, day: string): Promise<void> {
  const at = `${day}T00:00:00.000Z`;
  const none = { requests: 0, credits: 0, hits: 0, total: null, evidence: {}, reason: null };
  const checkId = await insertCheck(trx, { queryId, startedAt: at, endedAt: at, outcome: 'complete', ...none });
  await noteCheck(trx, queryId, { checkId, complete: true, failures: 0 });
}

/** The query and the watches that had it; none of them ever falls due. */
function syncOf(query: ReplayBundle['query'], before: BeforeState | undefined): WatchSync {
  const watchQueries = before?.watchQueries ?? [];
  return {
    watches: watchQueries.map(({ watchId }) => ({ id: watchId, name: watchId, matter: null, settings: null })),
    removedWatches: [],
    queries: [query],
    newWatchQueries: watchQueries.map(({ watchId, queryId }) => ({
      watchId,
      queryId,
      schedule: '0 0 1 1 *',
      timezone: 'UTC',
      nextDueAt: null,
    })),
    changedWatchQueries: [],
    movedWatchQueries: [],
    removedWatchQueries: [],
  };
}

async function restoreMembers(
  trx: Trx,
  queryId: string,
  before: BeforeState,
  ids: ReadonlyMap<string, number>,
): Promise<void> {
  for (const member of before.members) {
    const recordId = ids.get(member.key);
    if (recordId === undefined) continue;
    await insertMembers(trx, queryId, [{ recordId, wholeWord: member.wholeWord }], 0);
    await noteAbsence(trx, queryId, [recordId], { missed: member.missed, goneCheck: member.gone ? 0 : null });
  }
}
