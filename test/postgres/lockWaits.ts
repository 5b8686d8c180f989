import { sql } from 'kysely';
import type { Store } from '../../src/store/store.ts';
import { eventually } from '../eventually.ts';

/** Resolves when this many connections to the store's database wait for another one's lock. */
export async function lockWaits(store: Store, count: number): Promise<void> {
  const waiting = sql<{ pid: number }>`select pid from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`;
  await eventually(async () => {
    const { rows } = await waiting.execute(store.db);
    if (rows.length < count) throw new Error(`${rows.length} of ${count} connections wait for a lock`);
  });
}
