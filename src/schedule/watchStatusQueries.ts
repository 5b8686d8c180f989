import type { Db } from '../database/store.ts';
import type { Outcome } from '../snapshot/checksTable.ts';

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
    .select([
      'watch_id',
      'watch_queries.query_id',
      'operation',
      'next_due_at',
      'baseline_at',
      'failures',
      'last.outcome',
      'last.reason',
      'last.ended_at as last_ended_at',
      'complete.ended_at as complete_ended_at',
    ])
    .orderBy('watch_id');
  if (watchIds !== undefined) query = query.where('watch_id', 'in', [...watchIds, '']);
  const rows = await query.execute();
  const counts = await countMembers(db, watchIds && rows.map((row) => row.query_id));
  return rows.map((row) => ({
    watchId: row.watch_id,
    queryId: row.query_id,
    operation: row.operation,
    nextDueAt: row.next_due_at,
    baselineAt: row.baseline_at,
    failures: row.failures,
    lastOutcome: row.outcome,
    lastReason: row.reason,
    lastEndedAt: row.last_ended_at,
    lastCompleteAt: row.complete_ended_at,
    ...(counts.get(row.query_id) ?? { records: 0, filteredOut: 0, everFound: false, everPassed: false }),
  }));
}

type MemberCounts = Pick<WatchQueryStatus, 'records' | 'filteredOut' | 'everFound' | 'everPassed'>;

async function countMembers(db: Db, queryIds: readonly string[] | undefined): Promise<Map<string, MemberCounts>> {
  let query = db
    .selectFrom('memberships')
    .select((eb) => [
      'query_id',
      eb.fn.sum(eb.case().when('gone_check', 'is', null).then(1).else(0).end()).as('records'),
      eb.fn.sum(eb.case().when('gone_check', 'is', null).then(eb.ref('whole_word')).else(0).end()).as('whole'),
      eb.fn.max('whole_word').as('passed'),
    ])
    .groupBy('query_id');
  if (queryIds !== undefined) query = query.where('query_id', 'in', [...queryIds, '']);
  const rows = await query.execute();
  return new Map(
    rows.map((row) => {
      const records = Number(row.records);
      const everPassed = Number(row.passed) === 1;
      return [row.query_id, { records, filteredOut: records - Number(row.whole), everFound: true, everPassed }];
    }),
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
      eb.fn.count('record_id').distinct().as('records'),
      eb.fn
        .count(eb.case().when('whole_word', '=', 1).then(eb.ref('record_id')).end())
        .distinct()
        .as('passing'),
    ])
    .where('gone_check', 'is', null)
    .groupBy('watch_id');
  if (watchIds !== undefined) query = query.where('watch_id', 'in', [...watchIds, '']);
  const rows = await query.execute();
  return new Map(rows.map((row) => [row.watch_id, { records: Number(row.records), passing: Number(row.passing) }]));
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
