import type { Config } from '../config/config.ts';
import { applySync, loadWatches } from '../store/queue/watchSync.ts';
import type { Store } from '../store/store.ts';
import { planSync } from './planSync.ts';

export interface SyncedWatches {
  /** New watches, and those that returned or were changed. */
  readonly changed: number;
  readonly removed: number;
  /** Searches that will take a baseline. */
  readonly baselines: number;
}

/**
 * Brings the config's watches into the store (see `planSync` for the rules). Whole or not at all, and harmless to repeat: a
 * config that did not change writes nothing. 10,000 watches take about a second the first time.
 */
export async function syncWatches(
  store: Store,
  config: Pick<Config, 'watches' | 'spreadSeconds'>,
  now: Date,
): Promise<SyncedWatches> {
  return store.transaction(async (trx) => {
    const sync = planSync(await loadWatches(trx), config.watches, { now, spreadSeconds: config.spreadSeconds });
    await applySync(trx, sync, now);
    return {
      changed: sync.watches.length,
      removed: sync.removedWatches.length,
      baselines: sync.newWatchQueries.length,
    };
  });
}
