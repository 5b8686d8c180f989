import { hash } from 'node:crypto';
import { compareMembership, findSuspicion, type MembershipRules } from '../../records/diff/change.ts';
import { type HitFilter, passesFilter } from '../../records/diff/searchMatch.ts';
import type { Query } from '../../records/query.ts';
import { passingAmong } from '../../schedule/watchesTable.ts';
import type { SearchResult } from '../../service/paging/pass.ts';
import {
  admit,
  insertMembers,
  type LeftOut,
  leaveOut,
  leftOutOf,
  type Member,
  noteAbsence,
  type ShownHashes,
} from '../../store/snapshot/membershipsTable.ts';
import type { Trx } from '../../store/store.ts';
import type { Stored } from './compareRecords.ts';

export function suspicionOf(result: SearchResult, shownKeys: ReadonlySet<string>, members: readonly Member[]) {
  if (result.outcome !== 'complete') return undefined;
  const known = members.filter((member) => !member.gone);
  return findSuspicion(known.length, known.filter((member) => shownKeys.has(member.key)).length);
}

/** Digests the records as last shown. An unchanged page is without news only if this digest is unchanged too. */
export function digestOfShown(hashes: ShownHashes): string {
  const shown = Array.from(hashes, ([key, shownHash]) => `${key} ${shownHash}`).sort();
  return hash('sha256', shown.join('\n'), 'base64url').slice(0, 22);
}

export type MovedRecord = Pick<Stored, 'recordId' | 'record'>;

export interface MembershipMoves {
  readonly arrived: readonly MovedRecord[];
  /** Records that pass a watch's filter for the first time, and are new to this watch. */
  readonly admitted: readonly (MovedRecord & { readonly watchId: string })[];
  readonly gone: readonly Member[];
  readonly returned: readonly Member[];
  readonly reappeared: readonly Member[];
  /** True if the record passes the recipient's filter and this check did not just admit it. */
  readonly counts: (recordId: number) => (recipient: { readonly watchId: string }) => boolean;
}

interface ShownMembers {
  readonly members: readonly Member[];
  readonly shownKeys: ReadonlySet<string>;
  readonly compared: readonly Stored[];
}

export async function applyMembership(
  trx: Trx,
  query: Query,
  { members, shownKeys, compared }: ShownMembers,
  filtering: Filtering,
  rule: MembershipRules & { readonly checkId: number; readonly startedAt: string },
): Promise<MembershipMoves> {
  const { returned, reappeared, missed, gone, ...news } = compareMembership(members, shownKeys, rule);
  const arrivedKeys = new Set(news.arrived);
  const arrived = compared.filter(({ key }) => arrivedKeys.has(key));
  await insertMembers(trx, query.id, arrived, rule.checkId);
  const again = [...reappeared, ...returned].map((member) => ({ ...member, missed: 0 }));
  for (const [count, some] of Map.groupBy([...again, ...missed], (member) => member.missed)) {
    const ids = some.map((member) => member.recordId);
    const goneCheck = count >= rule.goneAfterChecks ? rule.checkId : null;
    await noteAbsence(trx, query.id, ids, { missed: count, goneCheck, startedAt: rule.startedAt });
  }
  const moves = { arrived, gone, returned, reappeared };
  return { ...moves, ...(await applyFilters(trx, query, filtering, { arrived, compared })) };
}

interface Filtering {
  readonly filters: readonly { readonly watchId: string; readonly filter: HitFilter }[];
  readonly leftOut: readonly LeftOut[];
}

export function countHitsFilteredOut(
  { id: queryId, body }: Query,
  result: SearchResult,
  members: readonly Member[],
  { filters, leftOut }: Filtering,
): number | undefined {
  if (result.unchanged || filters.length === 0) return undefined;
  const ids = new Map(members.map((member) => [member.key, member.recordId]));
  const isLeftOut = leftOutOf(leftOut);
  return [...result.records].filter(([key, { record }]) => {
    const recordId = ids.get(key);
    return filters.some(({ watchId, filter }) => {
      const counted = recordId !== undefined && !isLeftOut({ queryId, recordId, watchId });
      return !counted && !passesFilter(filter, body, record);
    });
  }).length;
}

async function applyFilters(
  trx: Trx,
  query: Query,
  { filters, leftOut: before }: Filtering,
  { arrived, compared }: Pick<MembershipMoves, 'arrived'> & Pick<ShownMembers, 'compared'>,
): Promise<Pick<MembershipMoves, 'admitted' | 'counts'>> {
  const wasLeftOut = leftOutOf(before);
  const isNew = new Set(arrived.map(({ recordId }) => recordId));
  const admitted: MembershipMoves['admitted'][number][] = [];
  const excluded: LeftOut[] = [];
  for (const { watchId, filter } of filters) {
    const rowOf = ({ recordId }: MovedRecord) => ({ queryId: query.id, recordId, watchId });
    const judged = compared.filter((one) => isNew.has(one.recordId) || wasLeftOut(rowOf(one)));
    const asShown = judged.flatMap((one) => (passesFilter(filter, query.body, one.record) ? one.recordId : []));
    // By the stored records too, because a response that omits the name or the court would always pass.
    const passing = await passingAmong(trx, asShown, filter, query);
    const now = judged.filter(({ recordId }) => !isNew.has(recordId) && passing.has(recordId));
    admitted.push(...now.map((one) => ({ ...one, watchId })));
    excluded.push(...judged.filter(({ recordId }) => isNew.has(recordId) && !passing.has(recordId)).map(rowOf));
    const ids = now.map(({ recordId }) => recordId);
    if (ids.length > 0) await admit(trx, { queryId: query.id, watchId }, ids);
  }
  await leaveOut(trx, excluded);
  const isLeftOut = leftOutOf([...before, ...excluded]);
  const counts: MembershipMoves['counts'] =
    (recordId) =>
    ({ watchId }) =>
      !isLeftOut({ queryId: query.id, recordId, watchId });
  return { admitted, counts };
}
