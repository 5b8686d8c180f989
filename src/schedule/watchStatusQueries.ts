import type { Outcome } from '../store/snapshot/checksTable.ts';
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
  /** Records that are in the query now, and how many of them its filter leaves out. */
  readonly records: number;
  readonly filteredOut: number;
  /** It has held a record at some time. */
  readonly everFound: boolean;
  /** It has held a record that passes its filter (whole words, courts). */
  readonly everPassed: boolean;
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
  return rows.map((row) => ({ ...row, ...(counts.get(row.queryId) ?? noMembers) }));
}

const noMembers = { records: 0, filteredOut: 0, everFound: false, everPassed: false };
type MemberCounts = Pick<WatchQueryStatus, 'records' | 'filteredOut' | 'everFound' | 'everPassed'>;

async function countMembers(db: Db, queryIds: readonly string[] | undefined): Promise<Map<string, MemberCounts>> {
  let query = db
    .selectFrom('memberships')
    .select((eb) => [
      'query_id',
      eb.fn.sum<number>(eb.case().when('gone_check', 'is', null).then(1).else(0).end()).as('records'),
      eb.fn.sum<number>(eb.case().when('gone_check', 'is', null).then(eb.ref('whole_word')).else(0).end()).as('whole'),
      eb.fn.max('whole_word').as('passed'),
    ])
    .groupBy('query_id');
  if (queryIds !== undefined) query = query.where('query_id', 'in', [...queryIds, '']);
  const rows = await query.execute();
  return new Map(
    rows.map(({ query_id, records, whole, passed }) => [
      query_id,
      { records, filteredOut: records - whole, everFound: true, everPassed: passed === 1 },
    ]),
  );
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
        .count<number>(eb.case().when('whole_word', '=', 1).then(eb.ref('record_id')).end())
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
