import { type Expression, expressionBuilder, type SqlBool, sql } from 'kysely';
import type { SearchRecord } from '../../records/record.ts';
import type { Tables } from '../schema/tables.ts';
import { type Db, type isAmong, isAny, putRows } from '../store.ts';
import { loadRecords } from './recordsTable.ts';

export async function loadMembers(db: Db, queryId: string) {
  const rows = await db
    .selectFrom('memberships')
    .innerJoin('records', 'records.id', 'memberships.record_id')
    .leftJoin('checks', 'checks.id', 'memberships.gone_check')
    .where('memberships.query_id', '=', queryId)
    .select(['memberships.record_id as recordId', 'records.key', 'shown_hash as shownHash', 'missed'])
    .select(['absent_since as absentSince', 'gone_check', 'ended_at as goneAt'])
    .orderBy('memberships.record_id')
    .execute();
  return rows.map(({ gone_check, ...row }) => ({ ...row, gone: gone_check !== null }));
}

/** `missed`: consecutive complete checks without the record. `shownHash`: of what any query last showed. */
export type Member = Readonly<Awaited<ReturnType<typeof loadMembers>>[number]>;

export type ShownHashes = ReadonlyMap<string, string>;

export async function insertMembers(
  db: Db,
  queryId: string,
  members: readonly { recordId: number }[],
  checkId: number,
): Promise<void> {
  const rows = members.map((member) => ({
    query_id: queryId,
    record_id: member.recordId,
    found_check: checkId,
    missed: 0,
    absent_since: null,
    gone_check: null,
  }));
  await putRows(db, 'memberships', rows);
}

export async function deleteMembers(db: Db, queryId: string, recordIds: readonly number[]): Promise<void> {
  for (const table of ['left_out', 'memberships'] as const)
    await db.deleteFrom(table).where('query_id', '=', queryId).where('record_id', 'in', recordIds).execute();
}

export async function noteAbsence(
  db: Db,
  queryId: string,
  recordIds: readonly number[],
  { missed, goneCheck, startedAt }: { missed: number; goneCheck: number | null; startedAt: string },
): Promise<void> {
  await db
    .updateTable('memberships')
    .set({ missed, gone_check: goneCheck })
    .set(({ fn, val }) => ({ absent_since: missed === 0 ? null : fn.coalesce('absent_since', val(startedAt)) }))
    .where('query_id', '=', queryId)
    .where('record_id', 'in', recordIds)
    .execute();
}

/** Returns the queries that hold these records now (not gone). */
export async function loadMemberships(db: Db, recordIds: readonly number[]) {
  const shown = db.selectFrom('memberships').where('gone_check', 'is', null).orderBy('record_id').orderBy('query_id');
  const pairs = shown.select(['record_id as recordId', 'query_id as queryId']);
  return pairs.where('record_id', 'in', recordIds).execute();
}

/** Returns those of these records that are gone for a watch. */
export async function goneForSome(db: Db, recordIds: readonly number[]): Promise<ReadonlySet<number>> {
  if (recordIds.length === 0) return new Set();
  const gone = db.selectFrom('memberships').select('record_id').where('gone_check', 'is not', null);
  const ofWatches = gone.innerJoin('watch_queries', 'watch_queries.query_id', 'memberships.query_id');
  const rows = await ofWatches.where('record_id', 'in', recordIds).execute();
  return new Set(rows.map((row) => row.record_id));
}

export async function soleRecords(db: Db, watchIds: readonly string[]): Promise<Map<string, number>> {
  const rows = await heldNow(db)
    .select((eb) => ['watch_id', eb.fn.min('record_id').as('id')])
    .where('watch_id', 'in', watchIds)
    .where(counts)
    .groupBy('watch_id')
    .having((eb) => eb.fn.count('record_id').distinct(), '=', 1)
    .execute();
  return new Map(rows.map((row) => [row.watch_id, row.id]));
}

/** Returns docket key → query ids. */
export async function queriesFinding(db: Db, docketKeys: readonly string[]): Promise<Map<string, string[]>> {
  const rows = await db
    .selectFrom('records')
    .innerJoin('memberships', 'memberships.record_id', 'records.id')
    .select(['records.key', 'query_id'])
    .where('type', '=', 'docket')
    .where('records.key', 'in', docketKeys)
    .where('gone_check', 'is', null)
    .execute();
  const groups = Map.groupBy(rows, (row) => row.key);
  return new Map([...groups].map(([key, some]) => [key, some.map((row) => row.query_id)]));
}

export async function isWatched(db: Db, recordId: number): Promise<boolean> {
  return isAny(heldNow(db).where('record_id', '=', recordId));
}

/** A hit of a query that a watch's filter (`court`, `wholeWord`) excludes. */
export type LeftOut = Readonly<{ queryId: string; recordId: number; watchId: string }>;

export type IsLeftOut = (one: LeftOut) => boolean;

export function leftOutOf(rows: readonly LeftOut[]): IsLeftOut {
  const known = new Set(rows.map(keyOf));
  return (one) => known.has(keyOf(one));
}

const keyOf = ({ queryId, recordId, watchId }: LeftOut) => `${queryId} ${recordId} ${watchId}`;

const columns = ['query_id as queryId', 'record_id as recordId', 'watch_id as watchId'] as const;

export async function leftOutOfQuery(db: Db, queryId: string): Promise<LeftOut[]> {
  return db.selectFrom('left_out').select(columns).where('query_id', '=', queryId).execute();
}

export async function leftOutRecords(db: Db, recordIds: readonly number[]): Promise<LeftOut[]> {
  return db.selectFrom('left_out').select(columns).where('record_id', 'in', recordIds).execute();
}

export async function leaveOut(db: Db, rows: readonly LeftOut[]): Promise<void> {
  const columns = ({ queryId, recordId, watchId }: LeftOut) => {
    return { query_id: queryId, record_id: recordId, watch_id: watchId };
  };
  await putRows(db, 'left_out', rows.map(columns), 'keep');
}

/** Makes left-out records count for a watch. @param recordIds absent: all that the query found */
export async function admit(db: Db, { queryId, watchId }: Omit<LeftOut, 'recordId'>, recordIds?: readonly number[]) {
  const rows = db.deleteFrom('left_out').where('query_id', '=', queryId).where('watch_id', '=', watchId);
  await (recordIds === undefined ? rows : rows.where('record_id', 'in', recordIds)).execute();
}

/** True when the record counts for the watch. The statement must have `watch_queries` beside `memberships`. */
export const counts = sql<boolean>`not exists (
  select 1 from left_out
  where left_out.query_id = memberships.query_id and left_out.record_id = memberships.record_id
    and left_out.watch_id = watch_queries.watch_id)`;

/** Selects what queries hold now, with each watch of the query. */
export function heldNow(db: Db) {
  return db
    .selectFrom('memberships')
    .innerJoin('watch_queries', 'watch_queries.query_id', 'memberships.query_id')
    .where('gone_check', 'is', null);
}

export async function excludedRecords(db: Db, watchId: string): Promise<SearchRecord[]> {
  const rows = await db
    .selectFrom('left_out')
    .innerJoin('memberships', (join) =>
      join
        .onRef('memberships.query_id', '=', 'left_out.query_id')
        .onRef('memberships.record_id', '=', 'left_out.record_id'),
    )
    .innerJoin('watch_queries', (join) =>
      join
        .onRef('watch_queries.query_id', '=', 'left_out.query_id')
        .onRef('watch_queries.watch_id', '=', 'left_out.watch_id'),
    )
    .select('left_out.record_id as recordId')
    .distinct()
    .where('left_out.watch_id', '=', watchId)
    .where('gone_check', 'is', null)
    .orderBy('left_out.record_id')
    .execute();
  const ids = rows.map(({ recordId }) => recordId);
  const records = await loadRecords(db, ids);
  return [...records.values()].map(({ record }) => record);
}

export async function loadFoundBy(db: Db, recordIds: readonly number[]) {
  if (recordIds.length === 0) return [];
  const rows = await db
    .selectFrom('memberships')
    .innerJoin('watch_queries', 'watch_queries.query_id', 'memberships.query_id')
    .leftJoin('checks', 'checks.id', 'memberships.found_check')
    .leftJoin('checks as gone', 'gone.id', 'memberships.gone_check')
    .select(['record_id as recordId', 'watch_id as watchId', 'memberships.query_id as queryId', 'missed'])
    .select(['found_check as foundCheck', 'checks.ended_at as foundAt', 'baseline_at as baselineAt'])
    .select(['baseline_started_at as baselineStartedAt', counts.as('doesCount')])
    .select(['absent_since as absentSince', 'gone_check as goneCheck', 'gone.ended_at as goneAt'])
    .where('record_id', 'in', recordIds)
    .orderBy('watch_id')
    .orderBy('record_id')
    .orderBy('memberships.query_id')
    .execute();
  return rows.map(({ doesCount, ...row }) => ({ ...row, isLeftOut: !doesCount }));
}

/** `foundAt` is the end of the check that found the record. `isLeftOut` means that the watch's filter excludes it. */
export type FoundBy = Readonly<Awaited<ReturnType<typeof loadFoundBy>>[number]>;

export async function alsoFoundBy(db: Db, watchId: string): Promise<{ watchId: string; recordId: number }[]> {
  const counting = heldNow(db).where(counts);
  return counting
    .select(['watch_id as watchId', 'record_id as recordId'])
    .distinct()
    .where('watch_id', '!=', watchId)
    .where('record_id', 'in', counting.select('record_id').where('watch_id', '=', watchId))
    .execute();
}

export async function isDocketWatched(db: Db, key: string): Promise<boolean> {
  const held = db
    .selectFrom('records')
    .innerJoin('memberships', 'memberships.record_id', 'records.id')
    .innerJoin('watch_queries', 'watch_queries.query_id', 'memberships.query_id');
  return isAny(held.where('records.type', '=', 'docket').where('records.key', '=', key));
}

export interface InQueries {
  readonly any: readonly string[]; // Queries of watches without a filter: everything found counts.
  /** Watches with a filter, and their queries. A record that the watch's filter excludes does not count. */
  readonly filtered: { readonly watches: readonly string[]; readonly queries: readonly string[] };
}

/** True when a membership of one of these queries counts. The statement must have `memberships`. */
export function countsIn({ any, filtered }: InQueries, isOneOf: typeof isAmong): Expression<SqlBool> {
  const { watches, queries } = filtered;
  const eb = expressionBuilder<Tables, 'memberships'>();
  const passing = eb
    .selectFrom('watch_queries')
    .select('watch_id')
    .whereRef('watch_queries.query_id', '=', 'memberships.query_id')
    .where('watch_id', 'in', watches)
    .where(counts);
  // One condition for filtered queries and one for the rest: SQLite refuses a condition of a thousand parts.
  const isFound = any.length === 0 ? [] : [isOneOf('memberships.query_id', any)];
  const passes = queries.length === 0 ? [] : [eb.and([isOneOf('memberships.query_id', queries), eb.exists(passing)])];
  return eb.or([...isFound, ...passes]);
}

export interface FindingQuery {
  readonly queryId: string;
  readonly leftOutOf: ReadonlySet<string>;
  readonly goneSince: string | null; // ISO time, UTC, of the check that found the record gone; null while shown.
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
