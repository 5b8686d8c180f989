import type { ExpressionBuilder } from 'kysely';
import type { Tables } from '../store/schema/tables.ts';
import type { Outcome } from '../store/snapshot/checksTable.ts';
import { counts } from '../store/snapshot/leftOutTable.ts';
import type { Db } from '../store/store.ts';

/** The status of a watch for one of its queries. */
export interface WatchQueryStatus {
  readonly watchId: string;
  readonly queryId: string;
  readonly operation: 'pacer' | 'wipo';
  readonly nextDueAt: string | null;
  readonly baselineAt: string | null;
  readonly failures: number;
  readonly lastOutcome: Outcome | null;
  readonly lastReason: string | null;
  readonly lastEndedAt: string | null;
  readonly lastCompleteAt: string | null;
  /** Records that are in the query now, and how many of them the filter of the watch leaves out. */
  readonly records: number;
  readonly filteredOut: number;
  /** It has held a record that counts for the watch. */
  readonly everCounted: boolean;
}

/** @param watchIds only these; absent: all */
export async function listWatchStatus(db: Db, watchIds?: readonly string[]): Promise<WatchQueryStatus[]> {
  let query = db
    .selectFrom('watch_queries')
    .innerJoin('queries', 'queries.id', 'watch_queries.query_id')
    .leftJoin('checks as last', 'last.id', 'queries.last_check')
    .leftJoin('checks as complete', 'complete.id', 'queries.last_complete_check')
    .select(['watch_id as watchId', 'watch_queries.query_id as queryId', 'operation', 'next_due_at as nextDueAt'])
    .select(['baseline_at as baselineAt', 'failures', 'last.outcome as lastOutcome', 'last.reason as lastReason'])
    .select(['last.ended_at as lastEndedAt', 'complete.ended_at as lastCompleteAt'])
    .orderBy('watch_id');
  if (watchIds !== undefined) query = query.where('watch_id', 'in', [...watchIds, '']);
  const rows = await query.execute();
  const counts = await countMembers(db, watchIds && rows.map((row) => row.queryId));
  const leftOut = await countLeftOut(db, watchIds);
  return rows.map((row) => {
    const { records, ever } = counts.get(row.queryId) ?? { records: 0, ever: 0 };
    const left = leftOut.get(`${row.watchId} ${row.queryId}`) ?? { records: 0, ever: 0 };
    return { ...row, records, filteredOut: left.records, everCounted: ever > left.ever };
  });
}

/** Now, and at any time. */
interface MemberCounts {
  readonly records: number;
  readonly ever: number;
}

async function countMembers(db: Db, queryIds: readonly string[] | undefined): Promise<Map<string, MemberCounts>> {
  let query = db
    .selectFrom('memberships')
    .select((eb) => ['query_id', present(eb).as('records'), eb.fn.countAll<number>().as('ever')])
    .groupBy('query_id');
  if (queryIds !== undefined) query = query.where('query_id', 'in', [...queryIds, '']);
  const rows = await query.execute();
  return new Map(rows.map(({ query_id, ...counts }) => [query_id, counts]));
}

/** What the filters of watches exclude: watch and query → counts. */
async function countLeftOut(db: Db, watchIds: readonly string[] | undefined): Promise<Map<string, MemberCounts>> {
  let query = db
    .selectFrom('left_out')
    .innerJoin('memberships', (join) =>
      join
        .onRef('memberships.query_id', '=', 'left_out.query_id')
        .onRef('memberships.record_id', '=', 'left_out.record_id'),
    )
    .select((eb) => ['watch_id', 'left_out.query_id', present(eb).as('records'), eb.fn.countAll<number>().as('ever')])
    .groupBy(['watch_id', 'left_out.query_id']);
  if (watchIds !== undefined) query = query.where('watch_id', 'in', [...watchIds, '']);
  const rows = await query.execute();
  return new Map(rows.map(({ watch_id, query_id, ...counts }) => [`${watch_id} ${query_id}`, counts]));
}

function present(eb: ExpressionBuilder<Tables, 'memberships'>) {
  return eb.fn.sum<number>(eb.case().when('gone_check', 'is', null).then(1).else(0).end());
}

/**
 * How many records each watch found, each counted once however many of its queries find it, and how many of them pass
 * its filter.
 */
export async function countFoundByWatch(
  db: Db,
  watchIds?: readonly string[],
): Promise<Map<string, { records: number; passing: number }>> {
  let query = db
    .selectFrom('memberships')
    .innerJoin('watch_queries', 'watch_queries.query_id', 'memberships.query_id')
    .select((eb) => [
      'watch_id',
      eb.fn.count<number>('record_id').distinct().as('records'),
      eb.fn
        .count<number>(eb.case().when(counts).then(eb.ref('record_id')).end())
        .distinct()
        .as('passing'),
    ])
    .where('gone_check', 'is', null)
    .groupBy('watch_id');
  if (watchIds !== undefined) query = query.where('watch_id', 'in', [...watchIds, '']);
  const rows = await query.execute();
  return new Map(rows.map(({ watch_id, ...counts }) => [watch_id, counts]));
}

/** When the first check of any of a watch's queries began; undefined before that. */
export async function watchedSince(db: Db, watchId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('watch_queries')
    .select((eb) => eb.fn.min('baseline_started_at').as('since'))
    .where('watch_id', '=', watchId)
    .executeTakeFirst();
  return row?.since ?? undefined;
}

/** The ids of the watches whose last check was not complete, or that were never checked. */
export async function watchesNotComplete(db: Db): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('watch_queries')
    .innerJoin('queries', 'queries.id', 'watch_queries.query_id')
    .leftJoin('checks', 'checks.id', 'queries.last_check')
    .select('watch_id')
    .distinct()
    .where((eb) => eb.or([eb('outcome', 'is', null), eb('outcome', '!=', 'complete')]))
    .execute();
  return new Set(rows.map((row) => row.watch_id));
}
