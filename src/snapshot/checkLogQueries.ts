import { chunks, type Db } from '../database/store.ts';
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

/** When the last complete check of any query, or of any of these, ended; undefined before the first. */
export async function lastEndOfCheck(db: Db, queryIds?: readonly string[]): Promise<string | undefined> {
  let last: string | undefined;
  for (const part of queryIds === undefined ? [undefined] : chunks(queryIds)) {
    const row = await db
      .selectFrom('queries')
      .innerJoin('checks', 'checks.id', 'queries.last_complete_check')
      .select((eb) => eb.fn.max('checks.ended_at').as('at'))
      .$if(part !== undefined, (all) => all.where('queries.id', 'in', part ?? []))
      .executeTakeFirst();
    if (row?.at && (last === undefined || row.at > last)) last = row.at;
  }
  return last;
}
