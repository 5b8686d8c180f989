import { hash } from 'node:crypto';
import { passesFilter } from '../../records/diff/matched.ts';
import {
  compareMembership,
  findSuspicion,
  type MembershipNews,
  type MembershipRules,
} from '../../records/diff/membership.ts';
import { type BriefRecord, briefOf } from '../../records/record.ts';
import type { SearchResult } from '../../service/paging/searchResult.ts';
import type { Query } from '../../service/query.ts';
import {
  admitWholeWord,
  insertMembers,
  type Member,
  noteAbsence,
  type ShownHashes,
} from '../../store/snapshot/membershipsTable.ts';
import { loadRecords } from '../../store/snapshot/recordsTable.ts';
import { chunks, type Trx } from '../../store/store.ts';
import type { ComparedRecord } from './compareRecords.ts';

/** Why a complete result is not believed at once. A partial one proves nothing either way. */
export function suspicionOf(
  result: SearchResult,
  shownKeys: ReadonlySet<string>,
  members: readonly Member[],
): string | undefined {
  if (result.outcome !== 'complete') return undefined;
  const known = members.filter((member) => !member.gone);
  return findSuspicion(known.length, known.filter((member) => shownKeys.has(member.key)).length);
}

/**
 * How many of the shown records the watches' filters leave out, because the words of the query occur only inside longer
 * words or the court is another. Undefined where nothing was compared.
 */
export function countHitsFilteredOut(
  query: Query,
  result: SearchResult,
  members: readonly Member[],
): number | undefined {
  if (result.unchanged) return undefined;
  const admitted = new Set(members.filter((member) => member.wholeWord).map((member) => member.key));
  return [...result.records].filter(([key, { record }]) => !admitted.has(key) && !passesFilter(query, record)).length;
}

/**
 * Digest of the records in a query, as the service last showed them. Another query's check may change these records. A
 * page that comes again is without news only while this digest is the same too.
 */
export function digestOfShown(hashes: ShownHashes): string {
  const shown = Array.from(hashes, ([key, shownHash]) => `${key} ${shownHash}`).sort();
  return hash('sha256', shown.join('\n'), 'base64url').slice(0, 22);
}

/**
 * The stored keys of records that another query's check changed while this result was on the way. What this result
 * shows of them may be older than what is stored, and storing it would report a change that never happened. The next
 * check compares them.
 */
export function supersededSince(atStart: ShownHashes, now: readonly Member[]): ReadonlySet<string> {
  return new Set(
    now.filter(({ key, shownHash }) => (atStart.get(key) ?? shownHash) !== shownHash).map((member) => member.key),
  );
}

/** A record that is new to a query or to its filter. */
interface MovedRecord {
  readonly recordId: number;
  readonly record: BriefRecord;
  readonly wholeWord: boolean;
  /** It was in the query, and it passes the filter for the first time. */
  readonly admitted: boolean;
}

export interface MembershipMoves {
  /** Found by this query for the first time, or passing its filter for the first time. */
  readonly arrived: readonly MovedRecord[];
  readonly gone: readonly Member[];
  readonly returned: readonly Member[];
}

interface MembershipRule extends MembershipRules {
  readonly checkId: number;
}

interface ShownMembers {
  readonly members: readonly Member[];
  readonly shownKeys: ReadonlySet<string>;
  /** The records that were compared; none when the result is the same as the last one. */
  readonly compared: readonly ComparedRecord[];
}

export async function applyMembership(
  trx: Trx,
  query: Query,
  { members, shownKeys, compared }: ShownMembers,
  rule: MembershipRule,
): Promise<MembershipMoves> {
  const news = compareMembership(members, shownKeys, rule);
  const byKey = new Map(members.map((member) => [member.key, member]));
  const arrivedKeys = new Set(news.arrived);
  const came = compared.filter(({ key }) => arrivedKeys.has(key));
  const filteredOut = compared.filter(({ key }) => byKey.get(key)?.wholeWord === false);
  const passing = await passingOf(trx, query, [...came, ...filteredOut]);
  const arrived = came.map(({ recordId, record }) => ({
    recordId,
    record,
    wholeWord: passing.has(recordId),
    admitted: false,
  }));
  // With a new holder or party a record may pass: it is new to the watches that filter.
  const admitted = filteredOut
    .filter(({ recordId }) => passing.has(recordId))
    .map(({ recordId, record }) => ({ recordId, record, wholeWord: true, admitted: true }));
  await insertMembers(trx, query.id, arrived, rule.checkId);
  await noteAbsences(trx, query, byKey, news, rule);
  await admitWholeWord(
    trx,
    query.id,
    admitted.map(({ recordId }) => recordId),
  );
  const find = (keys: readonly string[]) => keys.flatMap((key) => byKey.get(key) ?? []);
  return { arrived: [...arrived, ...admitted], gone: find(news.gone), returned: find(news.returned) };
}

async function noteAbsences(
  trx: Trx,
  { id }: Query,
  byKey: ReadonlyMap<string, Member>,
  { reappeared, returned, missed, gone }: MembershipNews,
  { checkId, goneAfterChecks }: MembershipRule,
): Promise<void> {
  const idsOf = (keys: readonly string[]) => keys.flatMap((key) => byKey.get(key)?.recordId ?? []);
  await noteAbsence(trx, id, idsOf([...reappeared, ...returned]), { missed: 0, goneCheck: null });
  for (const [times, absent] of Map.groupBy(missed, (member) => member.missed)) {
    await noteAbsence(trx, id, idsOf(absent.map((member) => member.key)), { missed: times, goneCheck: null });
  }
  await noteAbsence(trx, id, idsOf(gone), { missed: goneAfterChecks, goneCheck: checkId });
}

/**
 * The records that pass the query's filter, by all that we know of them: where a response leaves out the name or the
 * court, nothing could be decided, and every record would pass.
 */
async function passingOf(trx: Trx, query: Query, compared: readonly ComparedRecord[]): Promise<ReadonlySet<number>> {
  const asShown = compared.filter(({ record }) => passesFilter(query, record));
  const passing = new Set<number>();
  for (const part of chunks(asShown)) {
    const stored = await loadRecords(
      trx,
      part.map(({ recordId }) => recordId),
    );
    for (const { id, record } of stored.values()) if (passesFilter(query, briefOf(record))) passing.add(id);
  }
  return passing;
}
