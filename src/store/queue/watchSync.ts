import type { Query } from '../../search/query.ts';
import { chunks } from '../chunks.ts';
import type { Db, Trx } from '../store.ts';

export interface StoredWatch {
  readonly id: string;
  readonly name: string;
  readonly matter: string | null;
  readonly removed: boolean;
}

/** A watch's tie to one of its queries. */
export interface StoredTie {
  readonly watchId: string;
  readonly queryId: string;
  readonly schedule: string;
  readonly timezone: string;
  readonly nextDueAt: string | null;
  readonly hasBaseline: boolean;
}

type ScheduledTie = Omit<StoredTie, 'hasBaseline'>;

/** What brings the stored watches in line with the config's; empty lists when they are. */
export interface WatchSync {
  readonly watches: readonly Omit<StoredWatch, 'removed'>[];
  readonly removedWatches: readonly string[];
  readonly queries: readonly Query[];
  readonly newTies: readonly ScheduledTie[];
  readonly changedTies: readonly ScheduledTie[];
  readonly removedTies: readonly { readonly watchId: string; readonly queryId: string }[];
}

/** Every watch, tie and query id in the store, removed watches included. */
export async function loadWatches(
  db: Db,
): Promise<{ watches: StoredWatch[]; ties: StoredTie[]; queryIds: ReadonlySet<string> }> {
  const watches = await db.selectFrom('watches').select(['id', 'name', 'matter', 'removed_at']).execute();
  const ties = await db
    .selectFrom('watch_queries')
    .select(['watch_id', 'query_id', 'schedule', 'timezone', 'next_due_at', 'baseline_at'])
    .execute();
  const queries = await db.selectFrom('queries').select('id').execute();
  return {
    watches: watches.map((row) => ({
      id: row.id,
      name: row.name,
      matter: row.matter,
      removed: row.removed_at !== null,
    })),
    ties: ties.map((row) => ({
      watchId: row.watch_id,
      queryId: row.query_id,
      schedule: row.schedule,
      timezone: row.timezone,
      nextDueAt: row.next_due_at,
      hasBaseline: row.baseline_at !== null,
    })),
    queryIds: new Set(queries.map((row) => row.id)),
  };
}

/** Whether the config has, or ever had, such a watch. */
export async function isKnownWatch(db: Db, id: string): Promise<boolean> {
  return (await db.selectFrom('watches').select('id').where('id', '=', id).executeTakeFirst()) !== undefined;
}

/** Writes a sync: in bulk, but for ties that go, which are few. A tie that goes takes its baseline along. */
export async function applySync(trx: Trx, sync: WatchSync, now: Date): Promise<void> {
  await writeWatches(trx, sync.watches, now.toISOString());
  for (const ids of chunks(sync.removedWatches)) {
    await trx.updateTable('watches').set({ removed_at: now.toISOString() }).where('id', 'in', ids).execute();
  }
  for (const rows of chunks(sync.queries, 3)) {
    const values = rows.map(({ id, operation, body }) => ({ id, operation, body: JSON.stringify(body) }));
    await trx.insertInto('queries').values(values).execute();
  }
  for (const tie of sync.removedTies) {
    await trx
      .deleteFrom('watch_queries')
      .where('watch_id', '=', tie.watchId)
      .where('query_id', '=', tie.queryId)
      .execute();
  }
  await writeTies(trx, [...sync.newTies, ...sync.changedTies]);
}

async function writeWatches(trx: Trx, watches: WatchSync['watches'], seenAt: string): Promise<void> {
  for (const rows of chunks(watches, 5)) {
    await trx
      .insertInto('watches')
      .values(rows.map((watch) => ({ ...watch, seen_at: seenAt, removed_at: null })))
      .onConflict((conflict) =>
        conflict.column('id').doUpdateSet((eb) => ({
          name: eb.ref('excluded.name'),
          matter: eb.ref('excluded.matter'),
          seen_at: eb.ref('excluded.seen_at'),
          removed_at: null,
        })),
      )
      .execute();
  }
}

async function writeTies(trx: Trx, ties: readonly ScheduledTie[]): Promise<void> {
  for (const rows of chunks(ties, 5)) {
    await trx
      .insertInto('watch_queries')
      .values(
        rows.map((tie) => ({
          watch_id: tie.watchId,
          query_id: tie.queryId,
          schedule: tie.schedule,
          timezone: tie.timezone,
          next_due_at: tie.nextDueAt,
        })),
      )
      .onConflict((conflict) =>
        conflict.columns(['watch_id', 'query_id']).doUpdateSet((eb) => ({
          schedule: eb.ref('excluded.schedule'),
          timezone: eb.ref('excluded.timezone'),
          next_due_at: eb.ref('excluded.next_due_at'),
        })),
      )
      .execute();
  }
}
