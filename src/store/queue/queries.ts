import type { Selectable } from 'kysely';
import type { KnownPage } from '../../search/paging/searchResult.ts';
import type { Query } from '../../search/query.ts';
import { chunks } from '../chunks.ts';
import type { Db } from '../store.ts';
import type { QueriesTable, WatchQueriesTable } from '../tables.ts';

/** The last complete answer of a query, page by page, by which the next one is recognised. */
export interface KnownAnswer {
  /** Which way of reading answers it was compared with; another program version reads anew. */
  readonly reading: string;
  readonly pages: readonly KnownPage[];
}

export interface StoredQuery extends Query {
  /** Failed checks in a row. */
  readonly failures: number;
  readonly knownAnswer: KnownAnswer | undefined;
  readonly lastCheck: number | null;
  readonly lastCompleteCheck: number | null;
  /**
   * True while the store holds every record as the known answer showed it, and the query no other that is not gone: then the
   * same answer once more leaves nothing to do. False after a check of another query has changed one of them.
   */
  readonly settled: boolean;
}

export async function loadQuery(db: Db, id: string): Promise<StoredQuery | undefined> {
  const row = await db.selectFrom('queries').selectAll().where('id', '=', id).executeTakeFirst();
  return row && toStoredQuery(row);
}

export function toStoredQuery(row: Selectable<QueriesTable>): StoredQuery {
  return {
    id: row.id,
    operation: row.operation,
    body: JSON.parse(row.body) as Query['body'],
    failures: row.failures,
    knownAnswer: row.known_answer === null ? undefined : (JSON.parse(row.known_answer) as KnownAnswer),
    lastCheck: row.last_check,
    lastCompleteCheck: row.last_complete_check,
    settled: row.settled === 1,
  };
}

/** What a check leaves behind at its query. */
interface CheckNote {
  readonly checkId: number;
  readonly complete: boolean;
  readonly failures: number;
  /** null forgets it; undefined leaves it as it is. */
  readonly knownAnswer?: KnownAnswer | null | undefined;
  /** undefined leaves it as it is. */
  readonly settled?: boolean | undefined;
}

export async function noteCheck(db: Db, queryId: string, note: CheckNote): Promise<void> {
  const { checkId, failures, complete, knownAnswer, settled } = note;
  await db
    .updateTable('queries')
    .set({
      last_check: checkId,
      failures,
      ...(complete ? { last_complete_check: checkId } : {}),
      ...(knownAnswer === undefined ? {} : { known_answer: knownAnswer && JSON.stringify(knownAnswer) }),
      ...(settled === undefined ? {} : { settled: Number(settled) }),
    })
    .where('id', '=', queryId)
    .execute();
}

/** Whether a query is settled now: while its answer was on the way, another's check may have changed what it holds. */
export async function isSettled(db: Db, queryId: string): Promise<boolean> {
  const row = await db.selectFrom('queries').select('settled').where('id', '=', queryId).executeTakeFirst();
  return row?.settled === 1;
}

/** A check changed records that these queries hold too: what their known answers showed is no longer what is stored. */
export async function unsettle(db: Db, queryIds: readonly string[]): Promise<void> {
  for (const part of chunks(queryIds)) {
    await db.updateTable('queries').set({ settled: 0 }).where('id', 'in', part).execute();
  }
}

/** Notes by what the known answer is recognised from now on: some of its pages moved, though nothing on them was news. */
export async function noteKnownPages(db: Db, query: StoredQuery, pages: readonly KnownPage[]): Promise<void> {
  const known = JSON.stringify({ ...query.knownAnswer, pages });
  await db.updateTable('queries').set({ known_answer: known }).where('id', '=', query.id).execute();
}

/** A watch's watchQuery to a query: where its baseline stands. */
export interface WatchQuery {
  readonly watchId: string;
  readonly queryId: string;
  readonly baselineStartedAt: string | null;
  readonly baselineTries: number;
  readonly baselineAt: string | null;
}

export async function loadWatchQueries(db: Db, queryIds: readonly string[]): Promise<WatchQuery[]> {
  if (queryIds.length === 0) return [];
  return (await selectWatchQueries(db).where('query_id', 'in', queryIds).execute()).map(toWatchQuery);
}

export async function loadQueriesOfWatch(db: Db, watchId: string): Promise<WatchQuery[]> {
  return (await selectWatchQueries(db).where('watch_id', '=', watchId).execute()).map(toWatchQuery);
}

function selectWatchQueries(db: Db) {
  return db
    .selectFrom('watch_queries')
    .select(['watch_id', 'query_id', 'baseline_started_at', 'baseline_tries', 'baseline_at']);
}

type WatchQueryRow = Omit<Selectable<WatchQueriesTable>, 'schedule' | 'timezone' | 'next_due_at'>;

function toWatchQuery(row: WatchQueryRow): WatchQuery {
  return {
    watchId: row.watch_id,
    queryId: row.query_id,
    baselineStartedAt: row.baseline_started_at,
    baselineTries: row.baseline_tries,
    baselineAt: row.baseline_at,
  };
}

export async function noteBaseline(db: Db, watchQuery: WatchQuery): Promise<void> {
  await db
    .updateTable('watch_queries')
    .set({
      baseline_started_at: watchQuery.baselineStartedAt,
      baseline_tries: watchQuery.baselineTries,
      baseline_at: watchQuery.baselineAt,
    })
    .where('watch_id', '=', watchQuery.watchId)
    .where('query_id', '=', watchQuery.queryId)
    .execute();
}
