import { setTimeout as sleep } from 'node:timers/promises';
import { type Store, writeSetting } from '../database/store.ts';

/** Anybody may ask for /readyz, as often as they like: they cause no more than one write in so many milliseconds. */
const keptMs = 5_000;

/** Whoever asks waits no longer for a write; orchestrators give a probe some seconds. */
const patienceSeconds = 2;

const tables = ['watch_queries', 'queries', 'checks', 'records', 'memberships', 'changes', 'alerts'] as const;

export type ProbeStore = (now: Date) => Promise<void>;

/**
 * @returns a probe that reads the tables which checks use and writes: a full, read-only or locked database can still be
 * read.
 */
export function startStoreProbe(store: Store): ProbeStore {
  let last: Promise<void> | undefined;
  let waiting = false;
  let lastAtMs = 0;
  return async (now) => {
    // The file can go at any moment, and to look costs nothing.
    await store.ping();
    if (last === undefined || (!waiting && performance.now() - lastAtMs > keptMs)) {
      lastAtMs = performance.now();
      waiting = true;
      last = probe(store, now).finally(() => {
        waiting = false;
      });
      last.catch(() => {
        last = undefined;
      });
    }
    await Promise.race([last, tooLate()]);
  };
}

async function tooLate(): Promise<never> {
  await sleep(patienceSeconds * 1000, undefined, { ref: false });
  throw new Error(`a write has waited for ${patienceSeconds} seconds; another process may have locked it`);
}

async function probe(store: Store, now: Date): Promise<void> {
  await store.transaction(async (trx) => {
    for (const table of tables) await trx.selectFrom(table).selectAll().limit(1).executeTakeFirst();
    await writeSetting(trx, 'ready-probe', now.toISOString());
  });
}
