import { type Selectable, sql } from 'kysely';
import type { LastCost, LastPage, Query } from '../../records/query.ts';
import type { QueriesTable } from '../schema/outboxTables.ts';
import type { Db } from '../schema/tables.ts';

export interface LastResult {
  /** The parser version of this result. A program with another version compares the result once more. */
  readonly parser: string;
  readonly pages: readonly LastPage[];
  /** Digest of the query's records as this result showed them. Without it no later result counts as the same. */
  readonly members?: string | undefined;
  /** True if two readings showed these pages: fewer hits than the service counts. */
  readonly isShort?: boolean | undefined;
}

export interface StoredQuery extends Query {
  /** Consecutive earlier checks that began but never ended, because their process died. */
  readonly begun: number;
  readonly failures: number; // Consecutive checks that failed or were cut short.
  readonly lastResult: LastResult | undefined;
  readonly lastCheck: number | null;
  readonly lastCompleteCheck: number | null;
}

export async function loadQuery(db: Db, id: string): Promise<StoredQuery | undefined> {
  const row = await db.selectFrom('queries').selectAll().where('id', '=', id).executeTakeFirst();
  return row && toStoredQuery(row);
}

export async function loadQueries(db: Db, ids: readonly string[]): Promise<Map<string, StoredQuery>> {
  const rows = await db.selectFrom('queries').selectAll().where('id', 'in', ids).execute();
  return new Map(rows.map((row) => [row.id, toStoredQuery(row)]));
}

export function toStoredQuery(row: Selectable<QueriesTable>): StoredQuery {
  const { id, operation, begun, failures, lastCheck, lastCompleteCheck } = row;
  const body = JSON.parse(row.body) as Query['body'];
  const lastResult = row.lastResult === null ? undefined : (JSON.parse(row.lastResult) as LastResult);
  return { id, operation, body, begun, failures, lastResult, lastCheck, lastCompleteCheck };
}

export interface CheckNote {
  readonly checkId: number;
  readonly complete: boolean;
  readonly failures: number;
  readonly lastResult?: LastResult | undefined; // undefined keeps the stored one.
  readonly begun?: number | undefined;
}

export async function noteCheck(
  db: Db,
  queryId: string,
  { checkId, failures, complete, lastResult, begun }: CheckNote,
): Promise<void> {
  const columns = {
    lastCheck: checkId,
    failures,
    begun,
    // By now the ledger has what the check spent.
    reserved: null,
    lastCompleteCheck: complete ? checkId : undefined,
    lastResult: lastResult && JSON.stringify(lastResult),
  };
  await db.updateTable('queries').set(columns).where('id', '=', queryId).execute();
}

export type WatchQuery = Readonly<Awaited<ReturnType<typeof loadWatchQueries>>[number]>;
export type WatchBaseline = Pick<WatchQuery, 'watchId' | 'queryId' | `baseline${'StartedAt' | 'Tries' | 'At'}`>;

export async function loadWatchQueries(db: Db, queryIds: readonly string[]) {
  return (await selectWatchQueries(db).where('queryId', 'in', queryIds).execute()).map(watchQueryFrom);
}

export async function loadQueriesOfWatch(db: Db, watchId: string): Promise<WatchQuery[]> {
  return (await selectWatchQueries(db).where('watchId', '=', watchId).execute()).map(watchQueryFrom);
}

function watchQueryFrom<Row extends { readonly isPaused: unknown; readonly isAnnounced: number }>(from: Row) {
  const { isPaused, isAnnounced, ...row } = from;
  return { ...row, isChecked: !isPaused, isAnnounced: isAnnounced === 1 };
}

function selectWatchQueries(db: Db) {
  return db
    .selectFrom('watchQueries')
    .select(['watchId', 'queryId', 'schedule', 'timezone', 'nextDueAt', 'isAnnounced'])
    .select(['baselineStartedAt', 'baselineTries', 'baselineAt'])
    .select((eb) => eb('watchId', 'in', pausedWatches(db)).as('isPaused'))
    .orderBy('watchId')
    .orderBy('queryId');
}

export function pausedWatches(db: Db) {
  const pauses = db.selectFrom('holds').where('isChecked', '=', 0).where('endedAt', 'is', null);
  return pauses.select((eb) => eb.ref('watchId').$notNull().as('id')).where('watchId', 'is not', null);
}

export async function noteBaseline(db: Db, { watchId, queryId, ...baseline }: WatchBaseline): Promise<void> {
  const { baselineStartedAt, baselineTries, baselineAt } = baseline;
  const ofWatch = db.updateTable('watchQueries').where('watchId', '=', watchId).where('queryId', '=', queryId);
  await ofWatch.set({ baselineStartedAt, baselineTries, baselineAt }).execute();
}

export async function noteAnnounced(db: Db, watchId: string): Promise<void> {
  await db.updateTable('watchQueries').set({ isAnnounced: 1 }).where('watchId', '=', watchId).execute();
}

export async function lastCosts(db: Db, ids?: readonly string[]): Promise<Map<string, LastCost>> {
  const queries = db.selectFrom('queries').select(['id', (eb) => eb.ref('lastResult').$notNull().as('result')]);
  const read = queries.where('lastResult', 'is not', null);
  const rows = await read.$if(ids !== undefined, (query) => query.where('id', 'in', ids ?? [])).execute();
  return new Map(rows.map(({ id, result }) => [id, costOf((JSON.parse(result) as LastResult).pages)]));
}

export function costOf(pages: readonly LastPage[]): LastCost {
  const charged = pages.flatMap(({ pointCost }) => pointCost ?? []);
  if (charged.length === 0) return { pages: pages.length };
  const sum = charged.reduce((credits, one) => credits + one, 0);
  return { pages: pages.length, chargedPerPage: sum / charged.length, highestPerPage: Math.max(...charged) };
}

export function isFree(now: string) {
  return sql<boolean>`(queries.claimed_by is null or queries.lease_until <= ${now})`;
}

/** True while somebody holds a row. On Postgres a claim is a pg-boss job, and its lease has no end. */
export function isHeld(table: 'queries' | 'alerts', now: Date) {
  const until = sql.ref(`${table}.lease_until`);
  const isInForce = sql`(${until} is null or ${until} > ${now.toISOString()})`;
  return sql<boolean>`(${sql.ref(`${table}.claimed_by`)} is not null and ${isInForce})`;
}

export async function reservedByOthers(db: Db, own: { readonly queryId: string } | undefined, now: Date) {
  const held = db.selectFrom('queries').select('reserved').where(isHeld('queries', now));
  const rows = await held
    .where('id', '!=', own?.queryId ?? '')
    .where('reserved', 'is not', null)
    .execute();
  const sums = new Map<string, number>();
  for (const { reserved } of rows) {
    const parts = Object.entries(JSON.parse(reserved ?? '{}') as Readonly<Record<string, number>>);
    for (const [account, credits] of parts) sums.set(account, (sums.get(account) ?? 0) + credits);
  }
  return sums;
}
