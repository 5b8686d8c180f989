import { type RawBuilder, sql } from 'kysely';
import { anyOf, type Db, inParts } from '../store.ts';
import { counts, leftOutRecords } from './leftOutTable.ts';

/** A watch that found a record through one of its queries, and since when. */
export interface FoundBy {
  readonly recordId: number;
  readonly watchId: string;
  readonly queryId: string;
  readonly foundCheck: number | null;
  /** When the check that found it ended. */
  readonly foundAt: string | null;
  readonly baselineAt: string | null;
  /** The filter of the watch excludes it. */
  readonly isLeftOut: boolean;
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
      .select(['gone_check as goneCheck', counts.as('doesCount')])
      .where('record_id', 'in', part)
      .orderBy('watch_id')
      .orderBy('record_id')
      .orderBy('memberships.query_id')
      .execute(),
  );
  return rows.map(({ doesCount, ...row }) => ({ ...row, isLeftOut: !doesCount }));
}

/** The other watches for which records count that count for this one, in no order. */
export async function alsoFoundBy(db: Db, watchId: string): Promise<{ watchId: string; recordId: number }[]> {
  const counting = db
    .selectFrom('memberships')
    .innerJoin('watch_queries', 'watch_queries.query_id', 'memberships.query_id')
    .where('gone_check', 'is', null)
    .where(counts);
  return counting
    .select(['watch_id as watchId', 'record_id as recordId'])
    .distinct()
    .where('watch_id', '!=', watchId)
    .where('record_id', 'in', counting.select('record_id').where('watch_id', '=', watchId))
    .execute();
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

/** Where records of watches are looked up. */
export interface InQueries {
  /** Queries of watches without a filter: all that they found counts. */
  readonly any: readonly string[];
  /** Watches with a filter, and their queries: what the filter of the watch excludes does not count. */
  readonly filtered: { readonly watches: readonly string[]; readonly queries: readonly string[] };
}

/** A membership of one of these counts. The statement has `memberships`. */
export function isFiltered(db: Db, { watches }: InQueries['filtered']): RawBuilder<boolean> {
  return sql<boolean>`exists (select 1 from watch_queries
    where watch_queries.query_id = memberships.query_id and watch_id in ${anyOf(db, watches)} and ${counts})`;
}

/** A query in which a record is, or was until it was gone. */
export interface FindingQuery {
  readonly queryId: string;
  /** The watches whose filter excludes it. */
  readonly leftOutOf: ReadonlySet<string>;
  /** ISO time, UTC, of the check that found it gone; null: it is still shown. */
  readonly goneSince: string | null;
}

export async function findingQueries(db: Db, recordId: number): Promise<FindingQuery[]> {
  const rows = await db
    .selectFrom('memberships')
    .leftJoin('checks', 'checks.id', 'memberships.gone_check')
    .select(['memberships.query_id as queryId', 'gone_check', 'checks.ended_at'])
    .where('record_id', '=', recordId)
    .execute();
  const leftOut = Map.groupBy(await leftOutRecords(db, [recordId]), ({ queryId }) => queryId);
  return rows.map(({ queryId, gone_check, ended_at }) => ({
    queryId,
    leftOutOf: new Set((leftOut.get(queryId) ?? []).map(({ watchId }) => watchId)),
    goneSince: gone_check === null ? null : (ended_at ?? ''),
  }));
}
