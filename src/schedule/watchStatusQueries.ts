import type { Expression, SqlBool } from 'kysely';
import { type Config, type WatchConfig, watchesById } from '../config/config.ts';
import { pausedWatches } from '../store/claims/queries.ts';
import type { EndedCheck } from '../store/snapshot/checksTable.ts';
import { loadPhases } from '../store/snapshot/entriesTable.ts';
import { alsoFoundBy, counts, heldNow, soleRecords } from '../store/snapshot/membershipsTable.ts';
import { loadRecords } from '../store/snapshot/recordsTable.ts';
import { allOf, type Db, firstOf, isAny } from '../store/store.ts';
import { runningHolds } from './holds/holdsTable.ts';
import { queriesOf } from './syncWatches.ts';

/** One query of a watch, with the end of its last check for the watch; null if it was never checked. */
export type WatchedSearch = Awaited<ReturnType<ReturnType<typeof searches>['execute']>>[number];

function searches(db: Db) {
  return db
    .selectFrom('watchQueries')
    .innerJoin('queries', 'queries.id', 'watchQueries.queryId')
    .leftJoin('checks as last', (join) =>
      join.onRef('last.id', '=', 'queries.lastCheck').onRef('last.endedAt', '>=', 'beganAt'),
    )
    .leftJoin('checks as complete', (join) =>
      join.onRef('complete.id', '=', 'queries.lastCompleteCheck').onRef('complete.endedAt', '>=', 'beganAt'),
    )
    .select(['watchQueries.watchId', 'watchQueries.queryId', 'operation'])
    .select(['schedule', 'timezone', 'nextDueAt', 'last.outcome as lastOutcome'])
    .select(['last.cause as lastCause', 'last.reason as lastReason', 'complete.endedAt as lastCompleteAt'])
    .orderBy('watchQueries.watchId')
    .orderBy('watchQueries.queryId');
}

export interface WatchQueryStatus extends WatchedSearch {
  readonly baselineAt: string | null;
  readonly failures: number;
  readonly lastEndedAt: string | null;
  /** Current records of the query, and how many of these the watch's filter excludes. */
  readonly records: number;
  readonly filteredOut: number;
  readonly everCounted: boolean; // True if the query ever held a record that passes the filter.
}

export async function listWatchStatus(db: Db, watchIds?: readonly string[]): Promise<WatchQueryStatus[]> {
  let query = searches(db).select(['baselineAt', 'failures', 'last.endedAt as lastEndedAt']);
  if (watchIds !== undefined) query = query.where('watchId', 'in', watchIds);
  const rows = await query.execute();
  const members = await countMembers(db, watchIds);
  return rows.map((row) => ({ ...row, ...(members.get(`${row.watchId} ${row.queryId}`) ?? noMembers) }));
}

const noMembers = { records: 0, filteredOut: 0, everCounted: false };

async function countMembers(db: Db, watchIds: readonly string[] | undefined) {
  let query = db
    .selectFrom('memberships')
    .innerJoin('watchQueries', 'watchQueries.queryId', 'memberships.queryId')
    .select(['watchId', 'memberships.queryId'])
    .select((eb) => {
      const countOf = (what: Expression<SqlBool>) => eb.fn.sum<number>(eb.case().when(what).then(1).else(0).end());
      const isPresent = eb('goneCheck', 'is', null);
      const isFilteredOut = eb.and([isPresent, eb.not(counts)]);
      return [
        countOf(isPresent).as('records'),
        countOf(isFilteredOut).as('filteredOut'),
        countOf(counts).as('everCounted'),
      ];
    })
    .groupBy(['watchId', 'memberships.queryId']);
  if (watchIds !== undefined) query = query.where('watchId', 'in', watchIds);
  const rows = await query.execute();
  return new Map(
    rows.map(({ watchId, queryId, everCounted, ...numbers }) => {
      return [`${watchId} ${queryId}`, { ...numbers, everCounted: everCounted > 0 }] as const;
    }),
  );
}

/** Counts each record once per watch, even if several queries find it, and those that pass the filter. */
export async function countFoundByWatch(db: Db, watchIds?: readonly string[]) {
  let query = heldNow(db)
    .select((eb) => [
      'watchId',
      eb.fn.count<number>('recordId').distinct().as('records'),
      eb.fn
        .count<number>(eb.case().when(counts).then(eb.ref('recordId')).end())
        .distinct()
        .as('passing'),
    ])
    .groupBy('watchId');
  if (watchIds !== undefined) query = query.where('watchId', 'in', watchIds);
  return new Map((await query.execute()).map(({ watchId, ...counts }) => [watchId, counts]));
}

export async function watchedSince(db: Db, watchId: string): Promise<string | undefined> {
  const began = db.selectFrom('watchQueries').select(db.fn.min('baselineStartedAt').as('since'));
  return firstOf(began.where('watchId', '=', watchId), 'since');
}

/** Returns for each check which of these watches it was made for: those that had its query when it ended. */
export async function watchesOfChecks(
  db: Db,
  watches: readonly WatchConfig[],
  checks: readonly Pick<EndedCheck, 'id' | 'queryId' | 'endedAt'>[],
): Promise<ReadonlyMap<number, WatchConfig[]>> {
  const queryIds = [...new Set(checks.map(({ queryId }) => queryId))];
  const uses = db.selectFrom('watchQueries').select(['watchId', 'queryId', 'beganAt']).where('queryId', 'in', queryIds);
  const usesOf = Map.groupBy(await uses.orderBy('watchId').execute(), ({ queryId }) => queryId);
  const byId = watchesById(watches);
  return new Map(
    checks.map(({ id, queryId, endedAt }) => {
      const had = (usesOf.get(queryId) ?? []).filter(({ beganAt }) => beganAt <= endedAt);
      return [id, had.flatMap(({ watchId }) => byId.get(watchId) ?? [])] as const;
    }),
  );
}

export async function searchesBegun(db: Db, watchIds: readonly string[]) {
  const rows = db.selectFrom('watchQueries').select(['watchId', 'queryId', 'beganAt']);
  return Map.groupBy(await rows.where('watchId', 'in', watchIds).execute(), (row) => row.watchId);
}

export async function watchesNotComplete(db: Db): Promise<ReadonlySet<string>> {
  const rows = searches(db).where((eb) =>
    eb.or([eb('last.outcome', 'is', null), eb('last.outcome', '!=', 'complete')]),
  );
  return new Set(await allOf(rows, 'watchId'));
}

/** Returns the oldest time (ISO) of a watch's queries; null if one of these was never checked completely. */
export async function lastCompletePerWatch(db: Db): Promise<ReadonlyMap<string, string | null>> {
  const oldest = new Map<string, string | null>();
  for (const { watchId, lastCompleteAt: at } of await searches(db).execute()) {
    const before = oldest.get(watchId);
    if (before === undefined || (before !== null && (at === null || at < before))) oldest.set(watchId, at);
  }
  return oldest;
}

/** Checks that ended for these causes say nothing about the service. */
const provesNothing = ['stopped', 'superseded'] as const;

export interface WatchedQuery extends WatchedSearch {
  /** End of the first check after the last complete one, not counting stopped and superseded checks; null if none. */
  readonly blindSince: string | null;
  readonly partialCheck: number | null;
}

/** True if a partial check, or another query of the watch, showed something. */
export function isSeenInPart(queries: readonly WatchedQuery[]): boolean {
  return queries.some((query) => query.partialCheck !== null || query.lastOutcome === 'complete');
}

/** Returns the few watches to examine, among them those of `watchIds` that the store does not know. */
export async function maybeUnwatched(db: Db, watchIds: readonly string[], dueBefore: string) {
  const notComplete = db
    .selectFrom('queries')
    .select('id')
    .where((eb) =>
      eb.or([
        eb('lastCompleteCheck', 'is', null),
        eb('lastCheck', 'is', null),
        eb('lastCheck', '!=', eb.ref('lastCompleteCheck')),
      ]),
    );
  const stored = db.selectFrom('watchQueries').select('watchId as id');
  // As a union, each part uses an index. One combined condition would scan every query.
  const late = stored.where('nextDueAt', '<', dueBefore);
  const suspects = await allOf(late.union(stored.where('queryId', 'in', notComplete)), 'id');
  const known = new Set(await allOf(stored, 'id'));
  return new Set([...suspects, ...watchIds.filter((id) => !known.has(id))]);
}

export async function loadWatchedQueries(db: Db, watchIds: readonly string[]): Promise<WatchedQuery[]> {
  return searches(db)
    .select((eb) => {
      const since = eb
        .selectFrom('checks')
        .whereRef('checks.queryId', '=', 'queries.id')
        .whereRef('checks.endedAt', '>=', 'beganAt')
        .where('checks.id', '>', (inner) => inner.fn.coalesce('queries.lastCompleteCheck', inner.lit(0)))
        .where((check) => check(check.fn.coalesce('checks.cause', check.val('')), 'not in', provesNothing));
      return [
        since.select((inner) => inner.fn.min('checks.endedAt').as('first')).as('blindSince'),
        since
          .where('checks.outcome', '=', 'partial')
          .select((inner) => inner.fn.min('checks.id').as('first'))
          .as('partialCheck'),
      ];
    })
    .where('watchId', 'in', watchIds)
    .execute();
}

export async function countFound(db: Db, watchIds: readonly string[]): Promise<{ cases: number; designs: number }> {
  const rows = await heldNow(db)
    .innerJoin('queries', 'queries.id', 'memberships.queryId')
    .select((eb) => ['operation', eb.fn.count<number>('recordId').distinct().as('records')])
    .where('watchId', 'in', watchIds)
    .where(counts)
    .groupBy('operation')
    .execute();
  const held = (operation: 'pacer' | 'wipo') => rows.find((row) => row.operation === operation)?.records ?? 0;
  return { cases: held('pacer'), designs: held('wipo') };
}

/** Leaves out paused watches, and queries whose last check was stopped or superseded unless they are due. */
export async function blindSearches(db: Db, since: string, now: Date, queryId?: string) {
  let query = searches(db)
    .where('watchQueries.watchId', 'not in', pausedWatches(db))
    .where((eb) => {
      const failed = [
        eb('last.outcome', '!=', 'complete'),
        eb('last.endedAt', '>=', since),
        eb(eb.fn.coalesce('last.cause', eb.val('')), 'not in', provesNothing),
      ];
      return eb.or([eb('nextDueAt', '<=', now.toISOString()), eb.and(failed)]);
    });
  if (queryId !== undefined) query = query.where('queries.id', '=', queryId);
  return query.execute();
}

export async function isCompleteSince(db: Db, checkId: number): Promise<boolean> {
  return isAny(db.selectFrom('checks').where('checks.id', '>', checkId).where('outcome', '=', 'complete'));
}

/** Returns the end (ISO) of the latest complete check, of these queries or of any; undefined if there was none. */
export async function lastCompleteCheckAt(db: Db, queryIds?: readonly string[]): Promise<string | undefined> {
  let latest = db.selectFrom('queries').select((eb) => eb.fn.max('lastCompleteCheck').as('id'));
  if (queryIds !== undefined) latest = latest.where('id', 'in', queryIds);
  return firstOf(db.selectFrom('checks').select('endedAt').where('id', '=', latest), 'endedAt');
}

export async function neverFoundRows(db: Db) {
  const rows = await db
    .selectFrom('watchQueries as own')
    .innerJoin('queries', 'queries.id', 'own.queryId')
    .select((eb) => {
      const unproved = eb.or([eb('baselineAt', 'is', null), eb('lastCompleteCheck', 'is', null)]);
      return [
        'own.watchId',
        eb.fn.min('baselineAt').as('since'),
        eb.fn.max(eb.case().when(unproved).then(1).else(0).end()).as('unproved'),
      ];
    })
    .where(({ not, exists, selectFrom }) => {
      const found = selectFrom('watchQueries').innerJoin('memberships', 'memberships.queryId', 'watchQueries.queryId');
      return not(exists(found.select('recordId').whereRef('watchQueries.watchId', '=', 'own.watchId').where(counts)));
    })
    .groupBy('own.watchId')
    .orderBy('own.watchId')
    .execute();
  return rows.flatMap(({ watchId, since, unproved }) => (since === null || unproved === 1 ? [] : [{ watchId, since }]));
}

/** Returns the phase for watches that found exactly one case. `phaseSince`: ISO day, '' if unknown. */
export async function phasesOfWatches(db: Db, watches: readonly WatchConfig[]) {
  const isOneSearch = (watch: WatchConfig) => {
    const [query, another] = queriesOf(watch);
    return query?.operation === 'pacer' && another === undefined;
  };
  const asking = watches.filter(isOneSearch).map(({ id }) => id);
  const sole = await soleRecords(db, asking);
  const recordIds = [...new Set(sole.values())];
  const records = await loadRecords(db, recordIds);
  const phaseOf = await loadPhases(db, recordIds);
  return new Map(
    asking.flatMap((watchId) => {
      const id = sole.get(watchId);
      const record = id === undefined ? undefined : records.get(id)?.record;
      if (id === undefined || record?.type !== 'docket') return [];
      const { phase, since, entry } = phaseOf(id, record);
      const phaseEntry = entry === undefined ? null : { documentNumber: entry.documentNumber, dateFiled: entry.filed };
      return [[watchId, { phase, phaseSince: since, phaseEntry }] as const];
    }),
  );
}

/** Returns the records of a watch that other watches found and report too; undefined if there are none. */
export async function alsoWatched(db: Db, { watches }: Pick<Config, 'watches'>, watchId: string | null) {
  const byId = watchesById(watches);
  const watch = byId.get(watchId ?? '');
  if (watch === undefined) return undefined;
  // A hold on one record does not silence its watch.
  const held = new Set(
    (await runningHolds(db)).flatMap((hold) => (hold.recordId === null ? (hold.watchId ?? []) : [])),
  );
  const shared = (await alsoFoundBy(db, watch.id)).filter(({ watchId: id }) => {
    const other = byId.get(id);
    return other !== undefined && other.notify.length > 0 && !held.has(id);
  });
  const recordIds = new Set(shared.map((one) => one.recordId));
  const firstId = Math.min(...recordIds);
  const first = recordIds.size === 0 ? undefined : (await loadRecords(db, [firstId])).get(firstId)?.record;
  if (first === undefined) return undefined;
  const { cases, designs } = await countFound(db, [watch.id]);
  const watchIds = [...new Set(shared.map((one) => one.watchId))].sort();
  return { records: recordIds.size, ofRecords: cases + designs, first, watchIds };
}
