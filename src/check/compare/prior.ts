import { otherKeyOf } from '../../records/record.ts';
import { betterCopy, type FoundRecord, type SearchResult } from '../../service/paging/pass.ts';
import { loadWatchQueries, type StoredQuery, type WatchQuery } from '../../store/claims/queries.ts';
import { loadCheck } from '../../store/snapshot/checksTable.ts';
import { deleteMembers, loadMembers, type Member } from '../../store/snapshot/membershipsTable.ts';
import { findKnown, type KnownRecord, lockRecords } from '../../store/snapshot/recordsTable.ts';
import { hasOneWriter, type Trx } from '../../store/store.ts';
import type { ReadEnd } from '../checkParts.ts';

type Prior = Awaited<ReturnType<typeof loadPrior>>;

export async function lockPrior(trx: Trx, query: StoredQuery, read: ReadEnd, now: string): Promise<Prior> {
  const locked = new Set<number>();
  for (;;) {
    const prior = await loadPrior(trx, query, read, now);
    const unlocked = hasOneWriter(trx) ? [] : recordsToLock(prior).filter((id) => !locked.has(id));
    if (unlocked.length === 0) return prior;
    await lockRecords(trx, unlocked);
    for (const id of unlocked) locked.add(id);
  }
}

async function loadPrior(trx: Trx, query: StoredQuery, { result, shownAtStart }: ReadEnd, now: string) {
  const watchQueries = await loadWatchQueries(trx, [query.id]);
  const steps = watchQueries
    // A watch that is not to be checked does not begin its baseline before that ends.
    .filter((watchQuery) => watchQuery.isChecked || watchQuery.baselineStartedAt !== null)
    .map((watchQuery) => baselineStep(watchQuery, result.outcome, now));
  const memberships = await loadMembers(trx, query.id);
  const found = [...result.records.values()];
  const keys = found.map(({ record }) => ({ key: record.key, otherKey: otherKeyOf(record) }));
  const known = await findKnown(trx, query.operation === 'pacer' ? 'docket' : 'design', keys);
  const shown = eachOnce(found, known);
  const shownKeys: ReadonlySet<string> = new Set(
    result.unchanged
      ? memberships.filter((member) => member.missed === 0).map((member) => member.key)
      : shown.map(({ record }) => known.get(record.key)?.key ?? record.key),
  );
  // What another check changed meanwhile may be older here, and no change. The next check compares it.
  const superseded: ReadonlySet<string> = new Set(
    memberships.flatMap(({ key, shownHash }) => ((shownAtStart.get(key) ?? shownHash) === shownHash ? [] : [key])),
  );
  const watchIds = watchQueries.map(({ watchId }) => watchId);
  const members = await membersToday(trx, query, memberships, shownKeys, steps);
  return { watchIds, steps, shown, memberships, members, known, shownKeys, superseded };
}

/** If this is the first check of every watch of the query, what an earlier watch knew belongs to nobody any more. */
async function membersToday(
  trx: Trx,
  query: StoredQuery,
  memberships: readonly Member[],
  shownKeys: ReadonlySet<string>,
  steps: readonly BaselineStep[],
): Promise<readonly Member[]> {
  if (steps.some((step) => step.was !== 'first')) return memberships;
  const left = memberships.flatMap(({ key, recordId }) => (shownKeys.has(key) ? [] : [recordId]));
  await deleteMembers(trx, query.id, left);
  return memberships.filter(({ key }) => shownKeys.has(key));
}

/** A design that one result shows with and without its ID is one record: that with the ID. */
function eachOnce(found: readonly FoundRecord[], known: ReadonlyMap<string, KnownRecord>): FoundRecord[] {
  const hasId = ({ record }: FoundRecord) => record.key !== otherKeyOf(record);
  const withId = Map.groupBy(found.filter(hasId), ({ record }) => otherKeyOf(record));
  const ordered = [...found.filter(hasId), ...found.filter((each) => !hasId(each))];
  const copies = Map.groupBy(ordered, ({ record: { key } }) => {
    const [same, another] = withId.get(key) ?? [];
    const only = another === undefined ? same?.record.key : undefined;
    return known.get(key)?.key ?? only ?? key;
  });
  return [...copies.values()].map((each) => each.reduce(betterCopy));
}

/** What is shown differently, for the first time, again, or no more: another check may find it at this moment too. */
function recordsToLock({ shown, known, memberships, shownKeys }: Prior): number[] {
  const own = memberships.filter((member) => !member.gone);
  const ownIds = new Set(own.map((member) => member.recordId));
  const absent = own.filter((member) => !shownKeys.has(member.key)).map((member) => member.recordId);
  const moved = shown.flatMap(({ record, shownHash }) => {
    const stored = known.get(record.key);
    return stored === undefined || (stored.shownHash === shownHash && ownIds.has(stored.id)) ? [] : [stored.id];
  });
  return [...moved, ...absent];
}

/** Failed and partial checks do not prove what was absent. */
export async function lastShown(trx: Trx, query: StoredQuery, result: SearchResult, { members }: Prior) {
  const isCompared = query.lastCompleteCheck !== null && !result.unchanged;
  const last = isCompared ? await loadCheck(trx, query.lastCompleteCheck) : undefined;
  const shownThen = members.filter((member) => member.missed === 0).map((member) => member.recordId);
  return { lastCheckedOn: last?.endedAt.slice(0, 10), shownThen: new Set(shownThen) };
}

/** After this many partial first checks the baseline is taken as it is. */
const baselineTriesAtMost = 3;

export interface BaselineStep {
  readonly watchQuery: WatchQuery;
  readonly was: 'complete' | 'first' | 'going-on';
  readonly completes: boolean;
  readonly lacking: boolean;
}

function baselineStep(watchQuery: WatchQuery, outcome: 'complete' | 'partial', now: string): BaselineStep {
  if (watchQuery.baselineAt !== null) return { watchQuery, was: 'complete', completes: false, lacking: false };
  const tries = watchQuery.baselineTries + 1;
  const lacking = outcome === 'partial' && tries >= baselineTriesAtMost;
  const completes = outcome === 'complete' || lacking;
  return {
    was: watchQuery.baselineStartedAt === null ? 'first' : 'going-on',
    completes,
    lacking,
    watchQuery: {
      ...watchQuery,
      baselineStartedAt: watchQuery.baselineStartedAt ?? now,
      baselineTries: tries,
      baselineAt: completes ? now : null,
    },
  };
}
