import type { Config } from '../config/config.ts';
import { withOwnWatches } from '../config/ownWatches.ts';
import { listOwnWatches, ownWatchesGeneration } from '../config/ownWatchesTable.ts';
import type { Store } from '../database/store.ts';

/** The config in force: what the file said at the start, with the watches of the page as they are now. */
export interface LiveConfig {
  /** As of the last look; another object exactly when the watches changed. */
  readonly config: Config;
  /**
   * Looks whether they were edited, here or in another process. @throws ConfigError when the stored watches cannot be
   * used; then the config stays.
   */
  look(): Promise<Config>;
}

/** A check, a pass of delivery or a request takes the config from here when it begins, and keeps it to its end. */
export function openLiveConfig({ db }: Pick<Store, 'db'>, config: Config): LiveConfig {
  let current = config;
  let known: number | undefined;
  let [begun, latest] = [0, 0];
  return {
    get config() {
      return current;
    },
    async look() {
      begun += 1;
      const nth = begun;
      const generation = await ownWatchesGeneration(db);
      if (generation === known) return current;
      const own = await listOwnWatches(db);
      // Several requests look at once: one that began later has seen more.
      if (nth < latest) return current;
      latest = nth;
      if (own.length > 0 || current.ownWatches !== undefined) current = withOwnWatches(current, own);
      known = generation;
      return current;
    },
  };
}
