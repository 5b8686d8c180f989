import type { Config, WatchConfig } from '../config/config.ts';
import { queriesOf } from '../schedule/planSync.ts';
import { syncWatches } from '../schedule/syncWatches.ts';
import { openWatchBook } from '../schedule/watchBook.ts';
import { deliveredBy } from './delivery.ts';
import { endObsoleteIncidents } from './obsoleteIncidents.ts';
import type { Program } from './program.ts';

/** The watches in force, as the parts of the daemon need them. Never changed: an edit makes another one. */
export interface WatchesInForce {
  readonly config: Config;
  readonly watches: ReadonlyMap<string, WatchConfig>;
  /** Each with the name of the service that it asks; undefined: the default one. */
  readonly queryIds: ReadonlyMap<string, string | undefined>;
  readonly delivered: ReturnType<typeof deliveredBy>;
}

export interface FollowedWatches {
  /** To be taken at the start of a check or a pass, and kept to its end: nothing under way is disturbed. */
  readonly now: WatchesInForce;
  /** Brings what was edited meanwhile into force. @returns whether something was. @throws ConfigError when it cannot be used; what was in force stays. */
  follow(): Promise<boolean>;
}

export function followWatches(program: Program): FollowedWatches {
  const { store, clock, log } = program;
  const book = openWatchBook(store, program.config);
  let now = inForce(program.config);
  return {
    get now() {
      return now;
    },
    async follow() {
      const config = await book.look();
      if (config === now.config) return false;
      const synced = await syncWatches(store, config, clock());
      now = inForce(config);
      await endObsoleteIncidents({ ...program, config });
      log.info(synced, 'watches edited, in force from now on');
      return true;
    },
  };
}

function inForce(config: Config): WatchesInForce {
  return {
    config,
    watches: new Map(config.watches.map((watch) => [watch.id, watch])),
    queryIds: new Map(
      config.watches.flatMap((watch) => queriesOf(watch).map(({ id, service }) => [id, service] as const)),
    ),
    delivered: deliveredBy(config),
  };
}
