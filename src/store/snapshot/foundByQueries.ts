import { type Db, inParts } from '../store.ts';

/** A watch that found a record through one of its queries, and since when. */
export interface FoundBy {
  readonly recordId: number;
  readonly watchId: string;
  readonly queryId: string;
  readonly foundCheck: number | null;
  /** When the check that found it ended. */
  readonly foundAt: string | null;
  readonly baselineAt: string | null;
  readonly wholeWord: boolean;
  readonly missed: number;
  readonly goneCheck: number | null;
}

/** The watches that found these records, including those for which they are gone, ordered by watch. */
export async function loadFoundBy(db: Db, recordIds: readonly number[]): Promise<FoundBy[]> {
  const rows = await inParts(recordIds, (part) =>
    db
      .selectFrom('memberships')
      .innerJoin('watch_queries', 'watch_queries.query_id', 'memberships.query_id')
      .leftJoin('checks', 'checks.id', 'memberships.found_check')
      .select(['record_id as recordId', 'watch_id as watchId', 'memberships.query_id as queryId', 'missed'])
      .select(['found_check as foundCheck', 'ended_at as foundAt', 'baseline_at as baselineAt'])
      .select(['gone_check as goneCheck', 'whole_word as wholeWord'])
      .where('record_id', 'in', part)
      .orderBy('watch_id')
      .orderBy('record_id')
      .orderBy('memberships.query_id')
      .execute(),
  );
  return rows.map((row) => ({ ...row, wholeWord: row.wholeWord === 1 }));
}

/**
 * The other watches that found records of these queries, in no order, and whether the record passes the other's filter.
 * @param filters of one's own only what passes its filter counts
 */
export async function alsoFoundBy(
  db: Db,
  { watchId, queryIds, filters }: { watchId: string; queryIds: readonly string[]; filters: boolean },
): Promise<{ watchId: string; recordId: number; passes: boolean }[]> {
  if (queryIds.length === 0) return [];
  const rows = await db
    .selectFrom('memberships as own')
    .innerJoin('memberships as other', 'other.record_id', 'own.record_id')
    .innerJoin('watch_queries', 'watch_queries.query_id', 'other.query_id')
    .select(['watch_id as watchId', 'other.record_id as recordId', 'other.whole_word as passes'])
    .where('own.query_id', 'in', [...queryIds])
    .where('own.gone_check', 'is', null)
    .$if(filters, (query) => query.where('own.whole_word', '=', 1))
    .where('other.gone_check', 'is', null)
    .where('watch_id', '!=', watchId)
    .execute();
  return rows.map((row) => ({ ...row, passes: row.passes === 1 }));
}

/** Whether this docket is in any watch, or was until it was gone. */
export async function isDocketWatched(db: Db, key: string): Promise<boolean> {
  const row = await db
    .selectFrom('records')
    .innerJoin('memberships', 'memberships.record_id', 'records.id')
    .innerJoin('watch_queries', 'watch_queries.query_id', 'memberships.query_id')
    .select('records.id')
    .where('records.type', '=', 'docket')
    .where('records.key', '=', key)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Queries of watches, by id. In those of `strict` only records count that pass the filter of the watch. */
export interface InQueries {
  readonly any: readonly string[];
  readonly strict: readonly string[];
}

/** A query in which a record is, or was until it was gone. */
export interface FindingQuery {
  readonly queryId: string;
  /** The record passes the filter of the query. */
  readonly wholeWord: boolean;
  /** ISO time, UTC, of the check that found it gone; null: it is still shown. */
  readonly goneSince: string | null;
}

export async function findingQueries(db: Db, recordId: number): Promise<FindingQuery[]> {
  const rows = await db
    .selectFrom('memberships')
    .leftJoin('checks', 'checks.id', 'memberships.gone_check')
    .select(['memberships.query_id as queryId', 'whole_word', 'gone_check', 'checks.ended_at'])
    .where('record_id', '=', recordId)
    .execute();
  return rows.map(({ queryId, whole_word, gone_check, ended_at }) => ({
    queryId,
    wholeWord: whole_word === 1,
    goneSince: gone_check === null ? null : (ended_at ?? ''),
  }));
}
