import { type Expression, expressionBuilder, type SqlBool, sql } from 'kysely';
import type { SearchRecord } from '../../records/record.ts';
import type { Tables } from '../schema/tables.ts';
import { allOf, type Db, type isAmong, isAny, putRows } from '../store.ts';
import { loadRecords } from './recordsTable.ts';

export async function loadMembers(db: Db, queryId: string) {
  const rows = await db
    .selectFrom('memberships')
    .innerJoin('records', 'records.id', 'memberships.recordId')
    .leftJoin('checks', 'checks.id', 'memberships.goneCheck')
    .where('memberships.queryId', '=', queryId)
    .select(['memberships.recordId', 'records.key', 'shownHash', 'changedAt', 'missed', 'absentSince'])
    .select(['goneCheck', 'endedAt as goneAt'])
    .orderBy('memberships.recordId')
    .execute();
  return rows.map(({ goneCheck, ...row }) => ({ ...row, gone: goneCheck !== null }));
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
  const rows = members.map(({ recordId }) => ({ queryId, recordId, foundCheck: checkId }));
  await putRows(db, 'memberships', rows);
}

export async function deleteMembers(db: Db, queryId: string, recordIds: readonly number[]): Promise<void> {
  for (const table of ['leftOut', 'memberships'] as const)
    await db.deleteFrom(table).where('queryId', '=', queryId).where('recordId', 'in', recordIds).execute();
}

export async function noteAbsence(
  db: Db,
  queryId: string,
  recordIds: readonly number[],
  { missed, goneCheck, startedAt }: { missed: number; goneCheck: number | null; startedAt: string },
): Promise<void> {
  await db
    .updateTable('memberships')
    .set({ missed, goneCheck })
    .set(({ fn, val }) => ({ absentSince: missed === 0 ? null : fn.coalesce('absentSince', val(startedAt)) }))
    .where('queryId', '=', queryId)
    .where('recordId', 'in', recordIds)
    .execute();
}

/** Returns the queries that hold these records now (not gone). */
export async function loadMemberships(db: Db, recordIds: readonly number[]) {
  const shown = db.selectFrom('memberships').where('goneCheck', 'is', null).orderBy('recordId').orderBy('queryId');
  return shown.select(['recordId', 'queryId']).where('recordId', 'in', recordIds).execute();
}

export async function goneForSome(db: Db, recordIds: readonly number[]): Promise<ReadonlySet<number>> {
  const gone = db.selectFrom('memberships').select('recordId').where('goneCheck', 'is not', null);
  const ofWatches = gone.innerJoin('watchQueries', 'watchQueries.queryId', 'memberships.queryId');
  return new Set(await allOf(ofWatches.where('recordId', 'in', recordIds), 'recordId'));
}

export async function soleRecords(db: Db, watchIds: readonly string[]): Promise<Map<string, number>> {
  const rows = await heldNow(db)
    .select((eb) => ['watchId', eb.fn.min('recordId').as('id')])
    .where('watchId', 'in', watchIds)
    .where(counts)
    .groupBy('watchId')
    .having((eb) => eb.fn.count('recordId').distinct(), '=', 1)
    .execute();
  return new Map(rows.map((row) => [row.watchId, row.id]));
}

/** Returns docket key → query ids. */
export async function queriesFinding(db: Db, docketKeys: readonly string[]): Promise<Map<string, string[]>> {
  const rows = await db
    .selectFrom('records')
    .innerJoin('memberships', 'memberships.recordId', 'records.id')
    .select(['records.key', 'queryId'])
    .where('type', '=', 'docket')
    .where('records.key', 'in', docketKeys)
    .where('goneCheck', 'is', null)
    .execute();
  const groups = Map.groupBy(rows, (row) => row.key);
  return new Map([...groups].map(([key, some]) => [key, some.map((row) => row.queryId)]));
}

export async function isWatched(db: Db, recordId: number): Promise<boolean> {
  return isAny(heldNow(db).where('recordId', '=', recordId));
}

/** A hit of a query that a watch's filter (`court`, `wholeWord`) excludes. */
export type LeftOut = Readonly<Tables['leftOut']>;

export type IsLeftOut = (one: LeftOut) => boolean;

export function leftOutOf(rows: readonly LeftOut[]): IsLeftOut {
  const known = new Set(rows.map(keyOf));
  return (one) => known.has(keyOf(one));
}

const keyOf = ({ queryId, recordId, watchId }: LeftOut) => `${queryId} ${recordId} ${watchId}`;

export async function leftOutOfQuery(db: Db, queryId: string): Promise<LeftOut[]> {
  return db.selectFrom('leftOut').selectAll().where('queryId', '=', queryId).execute();
}

export async function leftOutRecords(db: Db, recordIds: readonly number[]): Promise<LeftOut[]> {
  return db.selectFrom('leftOut').selectAll().where('recordId', 'in', recordIds).execute();
}

export async function leaveOut(db: Db, rows: readonly LeftOut[]): Promise<void> {
  await putRows(db, 'leftOut', rows, 'keep');
}

/** Makes left-out records count for a watch. @param recordIds absent: all that the query found */
export async function admit(db: Db, { queryId, watchId }: Omit<LeftOut, 'recordId'>, recordIds?: readonly number[]) {
  const rows = db.deleteFrom('leftOut').where('queryId', '=', queryId).where('watchId', '=', watchId);
  await (recordIds === undefined ? rows : rows.where('recordId', 'in', recordIds)).execute();
}

/** True when the record counts for the watch. The statement must have `watchQueries` beside `memberships`. */
export const counts = sql<boolean>`not exists (
  select 1 from left_out
  where left_out.query_id = memberships.query_id and left_out.record_id = memberships.record_id
    and left_out.watch_id = watch_queries.watch_id)`;

/** Selects what queries hold now, with each watch of the query. */
export function heldNow(db: Db) {
  return db
    .selectFrom('memberships')
    .innerJoin('watchQueries', 'watchQueries.queryId', 'memberships.queryId')
    .where('goneCheck', 'is', null);
}

export async function excludedRecords(db: Db, watchId: string): Promise<SearchRecord[]> {
  const excluded = db
    .selectFrom('leftOut')
    .innerJoin('memberships', (join) =>
      join.onRef('memberships.queryId', '=', 'leftOut.queryId').onRef('memberships.recordId', '=', 'leftOut.recordId'),
    )
    .innerJoin('watchQueries', (join) =>
      join.onRef('watchQueries.queryId', '=', 'leftOut.queryId').onRef('watchQueries.watchId', '=', 'leftOut.watchId'),
    )
    .select('leftOut.recordId')
    .distinct()
    .where('leftOut.watchId', '=', watchId)
    .where('goneCheck', 'is', null)
    .orderBy('leftOut.recordId');
  const records = await loadRecords(db, await allOf(excluded, 'recordId'));
  return [...records.values()].map(({ record }) => record);
}

export async function loadFoundBy(db: Db, recordIds: readonly number[]) {
  if (recordIds.length === 0) return [];
  const rows = await db
    .selectFrom('memberships')
    .innerJoin('watchQueries', 'watchQueries.queryId', 'memberships.queryId')
    .leftJoin('checks', 'checks.id', 'memberships.foundCheck')
    .leftJoin('checks as gone', 'gone.id', 'memberships.goneCheck')
    .select(['recordId', 'watchId', 'memberships.queryId', 'missed', 'absentSince', 'foundCheck', 'goneCheck'])
    .select(['baselineAt', 'baselineStartedAt', 'checks.endedAt as foundAt', 'gone.endedAt as goneAt'])
    .select(counts.as('doesCount'))
    .where('recordId', 'in', recordIds)
    .orderBy('watchId')
    .orderBy('recordId')
    .orderBy('memberships.queryId')
    .execute();
  return rows.map(({ doesCount, ...row }) => ({ ...row, isLeftOut: !doesCount }));
}

/** `foundAt` is the end of the check that found the record. `isLeftOut` means that the watch's filter excludes it. */
export type FoundBy = Readonly<Awaited<ReturnType<typeof loadFoundBy>>[number]>;

export async function alsoFoundBy(db: Db, watchId: string): Promise<{ watchId: string; recordId: number }[]> {
  const counting = heldNow(db).where(counts);
  return counting
    .select(['watchId', 'recordId'])
    .distinct()
    .where('watchId', '!=', watchId)
    .where('recordId', 'in', counting.select('recordId').where('watchId', '=', watchId))
    .execute();
}

export async function isDocketWatched(db: Db, key: string): Promise<boolean> {
  const held = db
    .selectFrom('records')
    .innerJoin('memberships', 'memberships.recordId', 'records.id')
    .innerJoin('watchQueries', 'watchQueries.queryId', 'memberships.queryId');
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
    .selectFrom('watchQueries')
    .select('watchId')
    .whereRef('watchQueries.queryId', '=', 'memberships.queryId')
    .where('watchId', 'in', watches)
    .where(counts);
  // One condition for filtered queries and one for the rest: SQLite refuses a condition of a thousand parts.
  const isFound = any.length === 0 ? [] : [isOneOf('memberships.queryId', any)];
  const passes = queries.length === 0 ? [] : [eb.and([isOneOf('memberships.queryId', queries), eb.exists(passing)])];
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
    .leftJoin('checks', 'checks.id', 'memberships.goneCheck')
    .select(['memberships.queryId', 'goneCheck', 'checks.endedAt'])
    .where('recordId', '=', recordId)
    .execute();
  const leftOut = Map.groupBy(await leftOutRecords(db, [recordId]), ({ queryId }) => queryId);
  return rows.map(({ queryId, goneCheck, endedAt }) => ({
    queryId,
    leftOutOf: new Set((leftOut.get(queryId) ?? []).map(({ watchId }) => watchId)),
    goneSince: goneCheck === null ? null : (endedAt ?? ''),
  }));
}
