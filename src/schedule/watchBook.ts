import type { Config } from '../config/config.ts';
import { withOwnWatches } from '../config/ownWatches.ts';
import { listOwnWatches, ownWatchesGeneration } from '../store/ownWatches.ts';
import type { Store } from '../store/store.ts';

/** The config in force: what the file said at the start, with the watches of the page as they are now. */
export interface WatchBook {
  /** As it was when last looked at; another object exactly when the watches changed. */
  readonly config: Config;
  /** Looks whether somebody edited them, here or in another process. @throws ConfigError when what is stored cannot be used; then the config stays. */
  look(): Promise<Config>;
}

/** What works with the config takes it from here at its start (a check, a pass of delivery, a request), and keeps it to its end. */
export function openWatchBook({ db }: Pick<Store, 'db'>, config: Config): WatchBook {
  let current = config;
  let known: number | undefined;
  return {
    get config() {
      return current;
    },
    async look() {
      const generation = await ownWatchesGeneration(db);
      if (generation === known) return current;
      const own = await listOwnWatches(db);
      if (own.length > 0 || current.ownWatches !== undefined) current = withOwnWatches(current, own);
      known = generation;
      return current;
    },
  };
}
