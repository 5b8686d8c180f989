import type { Config, WatchConfig } from '../config/config.ts';
import { configDigest } from '../config/configDigest.ts';
import { openLiveConfig } from '../schedule/ownWatches.ts';
import { queriesOf, type Siblings, siblingsAmong, storedAlike } from '../schedule/planSync.ts';
import { type Moment, syncWatches } from '../schedule/syncWatches.ts';
import { loadStoredWatches } from '../schedule/watchesTable.ts';
import { type Generation, newestGeneration } from '../store/processes.ts';
import { deliveredBy } from './delivery.ts';
import { endObsoleteIncidents } from './obsoleteIncidents.ts';
import type { Program } from './program.ts';

/** Never changed: an edit makes another one. */
export interface WatchesInForce {
  readonly config: Config;
  /**
   * By id. Where another process brought a newer config, only those that both configs have alike: for the others, the
   * store has the settings in force.
   */
  readonly watches: ReadonlyMap<string, WatchConfig>;
  readonly queryIds: ReadonlySet<string>;
  readonly siblings: Siblings;
  readonly delivered: ReturnType<typeof deliveredBy>;
  /** The config in force, where that is another process's newer one. */
  readonly newer: Generation | undefined;
}

export interface FollowedWatches {
  /** Take it at the start of a check or a pass, and keep it to the end, so that nothing under way is disturbed. */
  readonly now: WatchesInForce;
  /**
   * Brings what was edited meanwhile into force, and sees whether another process brought a newer config. @returns
   * whether anything changed.
   * @throws ConfigError when it cannot be used; what was in force stays.
   */
  follow(): Promise<boolean>;
}

/** Stores the watches of the config (`syncWatches`), then follows edits of watches and newer configs. */
export async function followWatches(program: Program, first: Moment = 'start'): Promise<FollowedWatches> {
  const { store, clock, log } = program;
  const live = openLiveConfig(store, program.config);
  const digest = configDigest(program.config);
  const sync = async (config: Config, moment: Moment, before?: Config) => {
    const { newer, ...synced } = await syncWatches(store, config, clock(), { moment });
    if (moment !== 'look') log.info(synced, 'watches read from the config');
    else if (before !== undefined && config !== before) log.info(synced, 'watches edited, in force from now on');
    if (newer !== undefined) log.warn({ newer: newer.number, broughtAt: newer.broughtAt }, words);
    await endObsoleteIncidents({ ...program, config }, { isOlder: newer !== undefined });
    return inForce(program, config, newer);
  };
  let now = await sync(await live.look(), first);
  return {
    get now() {
      return now;
    },
    async follow() {
      const config = await live.look();
      const newest = await newestGeneration(store.db);
      const newer = newest?.digest === digest ? undefined : newest;
      if (config === now.config && newer?.number === now.newer?.number) return false;
      now = await sync(config, 'look', now.config);
      return true;
    },
  };
}

const words =
  'another process has brought a newer config: this one checks only what both have until its own file is that one';

async function inForce({ store, clock }: Program, config: Config, newer: Generation | undefined) {
  const { spreadSeconds } = config;
  const known = newer
    ? storedAlike(await loadStoredWatches(store.db), config.watches, { now: clock(), spreadSeconds })
    : config.watches;
  return {
    config,
    watches: new Map(known.map((watch) => [watch.id, watch])),
    queryIds: new Set(config.watches.flatMap((watch) => queriesOf(watch).map(({ id }) => id))),
    siblings: siblingsAmong(known),
    delivered: deliveredBy(config),
    newer,
  };
}
