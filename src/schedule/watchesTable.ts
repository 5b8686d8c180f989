import type { Selectable } from 'kysely';
import type { WatchConfig } from '../config/config.ts';
import { type HitFilter, passesFilter } from '../records/diff/searchMatch.ts';
import type { Query } from '../records/query.ts';
import { briefOf } from '../records/record.ts';
import type { Tables } from '../store/schema/tables.ts';
import { admit, leaveOut, loadMembers } from '../store/snapshot/membershipsTable.ts';
import { loadRecords } from '../store/snapshot/recordsTable.ts';
import { allOf, type Db, isAny, putRows, type Trx } from '../store/store.ts';
import { endHoldsOfRemoved, loadUnchecked } from './holds/holdsTable.ts';

/** What a process needs to report changes of a watch that is missing in its own config. */
export type WatchSettings = Omit<WatchConfig, 'schedule' | 'timezone'>;

export type StoredWatches = Awaited<ReturnType<typeof loadStoredWatches>>;
/** `priority`: 0 low, 1 normal, 2 high. */
export type StoredWatchQuery = StoredWatches['watchQueries'][number];

/** `settings`: `WatchSettings` as JSON. `removedAt`: null while the watch is in force. */
export async function loadStoredWatches(db: Db) {
  const watches = await db.selectFrom('watches').select(['id', 'settings', 'removedAt']).orderBy('id').execute();
  const watchQueries = await db
    .selectFrom('watchQueries')
    .select(['watchId', 'queryId', 'schedule', 'timezone', 'priority', 'nextDueAt', 'baselineAt'])
    .orderBy('watchId')
    .orderBy('queryId')
    .execute();
  return { watches, watchQueries };
}

export async function loadWatchSettings(db: Db, ids: readonly string[]): Promise<Map<string, WatchSettings>> {
  const inForce = db.selectFrom('watches').select(['id', 'settings']).where('removedAt', 'is', null);
  const rows = await inForce.where('id', 'in', ids).execute();
  return new Map(rows.map(({ id, settings }) => [id, JSON.parse(settings) as WatchSettings]));
}

export async function watchIdsInForce(db: Db): Promise<ReadonlySet<string>> {
  return new Set(await allOf(db.selectFrom('watches').select('id').where('removedAt', 'is', null), 'id'));
}

export async function removedAmong(db: Db, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const removed = db.selectFrom('watches').select('id').where('removedAt', 'is not', null);
  return new Set(await allOf(removed.where('id', 'in', ids), 'id'));
}

/** Returns watches and queries that no hold pauses. Only these can begin an incident. */
export async function watchedSubjects(db: Db) {
  const unchecked = await loadUnchecked(db);
  const rows = await db.selectFrom('watchQueries').select(['watchId', 'queryId']).execute();
  const asking = rows.filter((row) => !unchecked.has(row.watchId));
  const watchIds = [...(await watchIdsInForce(db))].filter((id) => !unchecked.has(id));
  return { watchIds: new Set(watchIds), queryIds: new Set(asking.map((row) => row.queryId)) };
}

/** True if the config has, or ever had, a watch with this id. */
export async function isKnownWatch(db: Db, id: string): Promise<boolean> {
  return isAny(db.selectFrom('watches').where('id', '=', id));
}

export async function watchesByMatter(db: Db): Promise<Map<string, string[]>> {
  const ofMatters = db.selectFrom('watches').select(['id', 'matter']).where('matter', 'is not', null);
  const rows = await ofMatters.orderBy('id').execute();
  const groups = Map.groupBy(rows, (row) => row.matter ?? '');
  return new Map([...groups].map(([matter, watches]) => [matter, watches.map((watch) => watch.id)]));
}

/** True if a removed watch of another matter had this id: its findings are still stored under the id. */
export async function wasOfOtherMatter(db: Db, id: string, matter: string | undefined): Promise<boolean> {
  const removed = db.selectFrom('watches').select('matter').where('removedAt', 'is not', null);
  const row = await removed.where('id', '=', id).executeTakeFirst();
  return row !== undefined && (row.matter ?? undefined) !== matter;
}

/** Makes other transactions that announce these watches wait until this one ends. */
export async function lockWatches(trx: Trx, ids: readonly string[]): Promise<void> {
  await trx.selectFrom('watches').select('id').where('id', 'in', ids).orderBy('id').forNoKeyUpdate().execute();
}

export interface WatchSync {
  readonly watches: readonly Pick<Selectable<Tables['watches']>, 'id' | 'name' | 'matter' | 'settings'>[];
  readonly removedWatches: readonly string[];
  readonly newQueries: readonly Query[];
  readonly watchQueries: readonly Omit<StoredWatchQuery, 'baselineAt'>[];
  readonly removedWatchQueries: readonly Pick<StoredWatchQuery, 'watchId' | 'queryId'>[];
  /** Watches and queries whose former result must pass a new filter. */
  readonly filters: readonly { readonly watch: WatchConfig; readonly query: Query }[];
}

/** Writes in bulk. Only removed queries, which are few, are written one by one; their baselines are deleted too. */
export async function applySync(trx: Trx, sync: WatchSync, now: Date): Promise<void> {
  const removed = trx.updateTable('watches').set({ removedAt: now.toISOString() });
  await removed.where('id', 'in', sync.removedWatches).execute();
  await endHoldsOfRemoved(trx, now);
  const watches = sync.watches.map((watch) => ({ ...watch, removedAt: null }));
  await putRows(trx, 'watches', watches, { key: ['id'], set: ['name', 'matter', 'settings', 'removedAt'] });
  await keepQueries(trx, sync.newQueries);
  const set = ['schedule', 'timezone', 'nextDueAt', 'priority'] as const;
  const beganAt = now.toISOString();
  const watchQueries = sync.watchQueries.map((watchQuery) => ({ ...watchQuery, beganAt }));
  await putRows(trx, 'watchQueries', watchQueries, { key: ['watchId', 'queryId'], set });
  for (const watchQuery of sync.removedWatchQueries) await removeWatchQuery(trx, watchQuery, now);
  await applyFilters(trx, sync.filters);
}

async function applyFilters(trx: Trx, filters: WatchSync['filters']): Promise<void> {
  const ids = filters.map(({ query }) => query.id);
  const memberships = trx.selectFrom('memberships').select('queryId').distinct().where('queryId', 'in', ids);
  const withRecords = new Set(await allOf(memberships, 'queryId'));
  for (const { watch, query } of filters) {
    if (!withRecords.has(query.id)) continue;
    await admit(trx, { queryId: query.id, watchId: watch.id });
    const members = (await loadMembers(trx, query.id)).map(({ recordId }) => recordId);
    const passing = await passingAmong(trx, members, watch, query);
    const excluded = members.filter((recordId) => !passing.has(recordId));
    await leaveOut(
      trx,
      excluded.map((recordId) => ({ queryId: query.id, recordId, watchId: watch.id })),
    );
  }
}

export async function passingAmong(
  trx: Trx,
  recordIds: readonly number[],
  filter: HitFilter,
  { body }: Pick<Query, 'body'>,
): Promise<ReadonlySet<number>> {
  const records = [...(await loadRecords(trx, recordIds)).values()];
  return new Set(records.flatMap(({ id, record }) => (passesFilter(filter, body, briefOf(record)) ? id : [])));
}

/** A period (ISO times) in which a watch used a query; `until` is exclusive, and null while it does. */
export type QueryUse = Readonly<{ id: Query['id']; from: string; until: string | null }>;

/** Also records in `pastQueries` when the watch used the query. */
async function removeWatchQuery(trx: Trx, { watchId, queryId }: WatchSync['removedWatchQueries'][number], now: Date) {
  const ofWatch = trx.selectFrom('watches').select('pastQueries').where('id', '=', watchId);
  const past = JSON.parse((await ofWatch.executeTakeFirstOrThrow()).pastQueries) as QueryUse[];
  const used = trx.deleteFrom('watchQueries').where('watchId', '=', watchId).where('queryId', '=', queryId);
  const { beganAt } = await used.returning('beganAt').executeTakeFirstOrThrow();
  const use: QueryUse = { id: queryId, from: beganAt, until: now.toISOString() };
  const pastQueries = JSON.stringify([...past, use]);
  await trx.updateTable('watches').set({ pastQueries }).where('id', '=', watchId).execute();
  await admit(trx, { watchId, queryId });
}

export async function keepQueries(db: Db, queries: readonly Query[]): Promise<void> {
  const rows = queries.map(({ id, operation, body }) => ({ id, operation, body: JSON.stringify(body) }));
  await putRows(db, 'queries', rows, 'keep');
}
