import type { Outcome } from '../ledger/checks.ts';
import type { Db } from '../store.ts';

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
  /** Records that the query holds, and how many of them the whole-word reading filters out. */
  readonly records: number;
  readonly filteredOut: number;
  /** It held a record once, whether or not it still does. */
  readonly everFound: boolean;
}

export async function listWatchStatus(db: Db): Promise<WatchQueryStatus[]> {
  const rows = await db
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
    .orderBy('watch_id')
    .execute();
  const counts = await countMembers(db);
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
    ...(counts.get(row.query_id) ?? { records: 0, filteredOut: 0, everFound: false }),
  }));
}

type MemberCounts = Pick<WatchQueryStatus, 'records' | 'filteredOut' | 'everFound'>;

async function countMembers(db: Db): Promise<Map<string, MemberCounts>> {
  const rows = await db
    .selectFrom('memberships')
    .select((eb) => [
      'query_id',
      eb.fn.sum(eb.case().when('gone_check', 'is', null).then(1).else(0).end()).as('records'),
      eb.fn.sum(eb.case().when('gone_check', 'is', null).then(eb.ref('whole_word')).else(0).end()).as('whole'),
    ])
    .groupBy('query_id')
    .execute();
  return new Map(
    rows.map((row) => {
      const records = Number(row.records);
      return [row.query_id, { records, filteredOut: records - Number(row.whole), everFound: true }];
    }),
  );
}
