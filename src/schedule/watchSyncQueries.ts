import { type HitFilter, passesFilter } from '../records/diff/searchMatch.ts';
import { briefOf } from '../records/record.ts';
import type { Query } from '../service/query.ts';
import { admit, leaveOut } from '../store/snapshot/foundByQueries.ts';
import { loadMembers } from '../store/snapshot/membershipsTable.ts';
import { loadRecords } from '../store/snapshot/recordsTable.ts';
import { bulks, chunks, type Trx } from '../store/store.ts';
import { endHoldsOfRemoved } from './holds/heldWatchesTable.ts';
import type { StoredWatch, StoredWatchQuery } from './watchesTable.ts';

/** What brings the stored watches in line with the config; all lists are empty when they are. */
export interface WatchSync {
  readonly watches: readonly Omit<StoredWatch, 'removedAt'>[];
  readonly removedWatches: readonly string[];
  readonly queries: readonly Query[];
  readonly newWatchQueries: readonly ScheduledWatchQuery[];
  readonly changedWatchQueries: readonly ScheduledWatchQuery[];
  readonly removedWatchQueries: readonly { readonly watchId: string; readonly queryId: string }[];
  /** Watches with a query that is new to them, or with another filter than before. */
  readonly filters: readonly WatchFilter[];
}

interface WatchFilter {
  readonly watchId: string;
  readonly query: Query;
  readonly filter: HitFilter;
}

type ScheduledWatchQuery = Omit<StoredWatchQuery, 'baselineAt'>;

/**
 * Writes a sync: in bulk, except for removed queries, which are few. The baseline of a removed query goes with it.
 */
export async function applySync(trx: Trx, sync: WatchSync, now: Date): Promise<void> {
  for (const ids of chunks(sync.removedWatches)) {
    await trx.updateTable('watches').set({ removed_at: now.toISOString() }).where('id', 'in', ids).execute();
  }
  await endHoldsOfRemoved(trx, now);
  await writeWatches(trx, sync.watches, now.toISOString());
  await writeQueries(trx, sync.queries);
  await writeWatchQueries(trx, [...sync.newWatchQueries, ...sync.changedWatchQueries]);
  for (const watchQuery of sync.removedWatchQueries) await removeWatchQuery(trx, watchQuery, now);
  for (const part of chunks(sync.filters)) await applyFilters(trx, part);
}

/** What the queries found so far is filtered anew. That is no news: only what a check finds is. */
async function applyFilters(trx: Trx, filters: readonly WatchFilter[]): Promise<void> {
  const found = await trx
    .selectFrom('memberships')
    .select('query_id')
    .distinct()
    .where(
      'query_id',
      'in',
      filters.map(({ query }) => query.id),
    )
    .execute();
  const withRecords = new Set(found.map((row) => row.query_id));
  for (const { watchId, query, filter } of filters) {
    if (!withRecords.has(query.id)) continue;
    await admit(trx, { queryId: query.id, watchId });
    const members = (await loadMembers(trx, query.id)).map(({ recordId }) => recordId);
    for (const part of chunks(members)) {
      const records = [...(await loadRecords(trx, part)).values()];
      const excluded = records.filter(({ record }) => !passesFilter(filter, query.body, briefOf(record)));
      await leaveOut(
        trx,
        excluded.map(({ id }) => ({ queryId: query.id, recordId: id, watchId })),
      );
    }
  }
}

/** It is remembered that the watch asked it until now. */
async function removeWatchQuery(
  trx: Trx,
  { watchId, queryId }: WatchSync['removedWatchQueries'][number],
  now: Date,
): Promise<void> {
  const ended_at = now.toISOString();
  await trx
    .insertInto('past_watch_queries')
    .values({ watch_id: watchId, query_id: queryId, ended_at })
    .onConflict((conflict) => conflict.columns(['watch_id', 'query_id']).doUpdateSet({ ended_at }))
    .execute();
  await trx.deleteFrom('watch_queries').where('watch_id', '=', watchId).where('query_id', '=', queryId).execute();
  await admit(trx, { watchId, queryId });
}

async function writeWatches(trx: Trx, watches: WatchSync['watches'], seenAt: string): Promise<void> {
  for (const rows of bulks(trx, watches, 6)) {
    await trx
      .insertInto('watches')
      .values(rows.map((watch) => ({ ...watch, seen_at: seenAt, removed_at: null })))
      .onConflict((conflict) =>
        conflict.column('id').doUpdateSet((eb) => ({
          name: eb.ref('excluded.name'),
          matter: eb.ref('excluded.matter'),
          settings: eb.ref('excluded.settings'),
          seen_at: eb.ref('excluded.seen_at'),
          removed_at: null,
        })),
      )
      .execute();
  }
}

async function writeQueries(trx: Trx, queries: readonly Query[]): Promise<void> {
  for (const rows of bulks(trx, queries, 3)) {
    const values = rows.map((query) => ({
      id: query.id,
      operation: query.operation,
      body: JSON.stringify(query.body),
    }));
    await trx
      .insertInto('queries')
      .values(values)
      .onConflict((conflict) => conflict.column('id').doNothing())
      .execute();
  }
}

async function writeWatchQueries(trx: Trx, watchQueries: readonly ScheduledWatchQuery[]): Promise<void> {
  for (const rows of bulks(trx, watchQueries, 6)) {
    await trx
      .insertInto('watch_queries')
      .values(
        rows.map((watchQuery) => ({
          watch_id: watchQuery.watchId,
          query_id: watchQuery.queryId,
          schedule: watchQuery.schedule,
          timezone: watchQuery.timezone,
          next_due_at: watchQuery.nextDueAt,
          priority: watchQuery.priority,
        })),
      )
      .onConflict((conflict) =>
        conflict.columns(['watch_id', 'query_id']).doUpdateSet((eb) => ({
          schedule: eb.ref('excluded.schedule'),
          timezone: eb.ref('excluded.timezone'),
          next_due_at: eb.ref('excluded.next_due_at'),
          priority: eb.ref('excluded.priority'),
        })),
      )
      .execute();
  }
}
