import type { Db } from '../database/store.ts';
import type { Outcome } from './checksTable.ts';

/** A line of the log of checks. The watches that ask its query are found by `queryId`. */
export interface LoggedCheck {
  readonly id: number;
  readonly queryId: string;
  readonly endedAt: string;
  readonly outcome: Outcome;
  readonly reason: string | null;
  readonly hits: number;
  readonly requests: number;
  readonly credits: number;
}

/** The checks of these queries, newest first. */
export async function checkLog(
  db: Db,
  filter: {
    readonly queryIds: readonly string[];
    readonly outcome?: Outcome | undefined;
    readonly limit: number;
    readonly offset?: number | undefined;
    /** Only those with a lower id. */
    readonly before?: number | undefined;
  },
): Promise<LoggedCheck[]> {
  if (filter.queryIds.length === 0) return [];
  let query = db
    .selectFrom('checks')
    .select(['id', 'query_id', 'ended_at', 'outcome', 'reason', 'hits', 'requests', 'credits'])
    .where('query_id', 'in', [...filter.queryIds])
    .orderBy('id', 'desc')
    .limit(filter.limit)
    .offset(filter.offset ?? 0);
  if (filter.before !== undefined) query = query.where('id', '<', filter.before);
  if (filter.outcome !== undefined) query = query.where('outcome', '=', filter.outcome);
  return (await query.execute()).map(({ query_id: queryId, ended_at: endedAt, ...row }) => ({
    ...row,
    queryId,
    endedAt,
  }));
}
