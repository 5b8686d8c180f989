import { hash } from 'node:crypto';
import { passesFilter } from '../../diff/hitFilter.ts';
import { compareMembership, findSuspicion, type MembershipNews, type MembershipRules } from '../../diff/membership.ts';
import { otherKeyOf } from '../../records/design.ts';
import { type BriefRecord, briefOf } from '../../records/record.ts';
import type { SearchResult } from '../../search/paging/searchResult.ts';
import type { Query } from '../../search/query.ts';
import { loadCheck } from '../../store/ledger/checks.ts';
import type { StoredQuery } from '../../store/queue/queries.ts';
import { findKnown, type KnownRecord } from '../../store/snapshot/knownRecords.ts';
import {
  admitWholeWord,
  deleteMembers,
  insertMembers,
  type Member,
  noteAbsence,
  type ShownHashes,
} from '../../store/snapshot/memberships.ts';
import { loadRecords } from '../../store/snapshot/records.ts';
import type { Trx } from '../../store/store.ts';
import type { BaselineStep } from './baseline.ts';
import type { ComparedRecord } from './compareRecords.ts';

/** The stored records among those that a result shows, by the key shown. */
export function loadKnown(trx: Trx, query: Query, result: SearchResult): Promise<Map<string, KnownRecord>> {
  const shown = [...result.records.values()].map(({ record }) => ({
    key: record.key,
    otherKey: record.type === 'design' ? otherKeyOf(record) : undefined,
  }));
  return findKnown(trx, query.operation === 'pacer' ? 'docket' : 'design', shown);
}

/** The stored keys of what a result showed. A design that gained or lost its ID keeps the key that we know. */
export function keysShown(
  result: SearchResult,
  known: ReadonlyMap<string, KnownRecord>,
  members: readonly Member[],
): ReadonlySet<string> {
  return new Set(
    result.unchanged
      ? members.filter((member) => member.missed === 0).map((member) => member.key)
      : [...result.records.keys()].map((key) => known.get(key)?.key ?? key),
  );
}

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
 * When the query's last complete check was, and which records it showed. Failed and partial
 * checks do not prove what was absent.
 */
export async function lastShown(trx: Trx, query: StoredQuery, result: SearchResult, members: readonly Member[]) {
  const isCompared = query.lastCompleteCheck !== null && !result.unchanged;
  const last = isCompared ? await loadCheck(trx, query.lastCompleteCheck) : undefined;
  const shownThen = members.filter((member) => member.missed === 0).map((member) => member.recordId);
  return { lastCheckedOn: last?.endedAt.slice(0, 10), shownThen: new Set(shownThen) };
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
 * Digest of the records that a query holds, as the service last showed them. Another query's check may change these
 * records. A page that comes again is without news only while this digest is the same too.
 */
export function digestOfShown(hashes: ShownHashes): string {
  const shown = Array.from(hashes, ([key, shownHash]) => `${key} ${shownHash}`).sort();
  return hash('sha256', shown.join('\n'), 'base64url').slice(0, 22);
}

/**
 * The stored keys of records that another query's check changed while this result was on the way. What this
 * result shows of them may be older than what is stored, and storing it would report a change that never
 * happened. The next check compares them.
 */
export function supersededSince(atStart: ShownHashes, now: readonly Member[]): ReadonlySet<string> {
  return new Set(
    now.filter(({ key, shownHash }) => (atStart.get(key) ?? shownHash) !== shownHash).map((member) => member.key),
  );
}

/** What a check moved in a query's membership. */
export interface MembershipMoves {
  /** Found by this query for the first time, or passing its filter for the first time. */
  readonly arrived: readonly { recordId: number; record: BriefRecord; wholeWord: boolean; admitted: boolean }[];
  readonly gone: readonly Member[];
  readonly returned: readonly Member[];
}

/**
 * The members that a check starts with. If this is the first check of every watch that has the query, what an
 * earlier watch knew belongs to nobody any more. Only what is shown now stays: the rest would be reported as
 * gone to watches that never had it.
 */
export async function membersToday(
  trx: Trx,
  query: Query,
  found: { held: readonly Member[]; shownKeys: ReadonlySet<string>; steps: readonly BaselineStep[] },
): Promise<readonly Member[]> {
  const { held, shownKeys, steps } = found;
  if (steps.some((step) => step.was !== 'first')) return held;
  const [shown, left] = [held.filter(({ key }) => shownKeys.has(key)), held.filter(({ key }) => !shownKeys.has(key))];
  await deleteMembers(
    trx,
    query.id,
    left.map((member) => member.recordId),
  );
  return shown;
}

interface MembershipRule extends MembershipRules {
  readonly checkId: number;
}

/** The members of a query before a check, and what its result showed. */
interface ShownMembers {
  readonly members: readonly Member[];
  /** Stored keys of everything that it showed. */
  readonly shownKeys: ReadonlySet<string>;
  /** The records that were compared; none when the result is the same as the last one. */
  readonly compared: readonly ComparedRecord[];
}

/** Brings a query's membership up to what a result showed. */
export async function applyMembership(
  trx: Trx,
  query: Query,
  { members, shownKeys, compared }: ShownMembers,
  rule: MembershipRule,
): Promise<MembershipMoves> {
  const news = compareMembership(members, shownKeys, rule);
  const byKey = new Map(members.map((member) => [member.key, member]));
  const arrivedKeys = new Set(news.arrived);
  const arrived = compared
    .filter((record) => arrivedKeys.has(record.key))
    .map(({ recordId, record }) => ({
      recordId,
      record,
      wholeWord: passesFilter(query, record),
      admitted: false,
    }));
  await insertMembers(trx, query.id, arrived, rule.checkId);
  await noteAbsences(trx, query, byKey, news, rule);
  const admitted = await admitRenamed(trx, query, byKey, compared);
  const find = (keys: readonly string[]) => keys.flatMap((key) => byKey.get(key) ?? []);
  return {
    arrived: [...arrived, ...admitted],
    gone: find(news.gone),
    returned: find(news.returned),
  };
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
 * Records that were filtered out and pass the filter now, with a new holder or party. They are
 * new to the watches that filter.
 */
async function admitRenamed(
  trx: Trx,
  query: Query,
  byKey: ReadonlyMap<string, Member>,
  compared: readonly ComparedRecord[],
): Promise<MembershipMoves['arrived']> {
  const passing = compared.filter(
    ({ key, record }) => byKey.get(key)?.wholeWord === false && passesFilter(query, record),
  );
  // A response may lack the name, which cannot be decided and passes: what counts is the name that we know.
  const stored = await loadRecords(
    trx,
    passing.map(({ recordId }) => recordId),
  );
  const admitted = passing.filter(({ recordId }) => {
    const known = stored.get(recordId)?.record;
    return known !== undefined && passesFilter(query, briefOf(known));
  });
  await admitWholeWord(
    trx,
    query.id,
    admitted.map(({ recordId }) => recordId),
  );
  return admitted.map(({ recordId, record }) => ({ recordId, record, wholeWord: true, admitted: true }));
}
