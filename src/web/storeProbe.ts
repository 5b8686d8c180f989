import { type Store, writeSetting } from '../store/store.ts';

/** Anybody may ask for /readyz, as often as they like: they cause no more than one write in so many milliseconds. */
const keptMs = 5_000;

const tables = ['watch_queries', 'queries', 'checks', 'records', 'memberships', 'changes', 'alerts'] as const;

/** Rejects with what the database refuses with. */
export type ProbeStore = (now: Date) => Promise<void>;

/** @returns a probe that reads the tables which checks use and writes: a full or read-only disk lets itself be read. */
export function startStoreProbe(store: Store): ProbeStore {
  let last: Promise<void> | undefined;
  let lastAtMs = 0;
  return async (now) => {
    // The file can go at any moment, and to look costs nothing.
    await store.ping();
    if (last === undefined || performance.now() - lastAtMs > keptMs) {
      lastAtMs = performance.now();
      last = probe(store, now);
      last.catch(() => {
        last = undefined;
      });
    }
    await last;
  };
}

async function probe(store: Store, now: Date): Promise<void> {
  await store.transaction(async (trx) => {
    for (const table of tables) await trx.selectFrom(table).selectAll().limit(1).executeTakeFirst();
    await writeSetting(trx, 'ready-probe', now.toISOString());
  });
}
