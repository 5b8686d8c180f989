import type { Config, OwnWatch, WatchConfig } from '../config/config.ts';
import { watchesOfFile } from '../config/config.ts';
import { configDigest } from '../config/configDigest.ts';
import { lockWatchQueries } from '../store/claims/due.ts';
import {
  addGeneration,
  type Generation,
  newestGeneration,
  runningProcesses,
  wasBrought,
  watchesOfGeneration,
} from '../store/processes.ts';
import { chunks, oneAtATime, type Store, type Trx } from '../store/store.ts';
import { setAsideDue } from './holds/heldWatchesTable.ts';
import { withOwnWatches } from './ownWatches.ts';
import { listOwnWatches } from './ownWatchesTable.ts';
import { planSync, type SyncRule } from './planSync.ts';
import { countWatches, loadStoredWatches, type StoredWatch, type StoredWatches } from './watchesTable.ts';
import { applySync, type WatchSync } from './watchSyncQueries.ts';

/**
 * A process starts; a running one was given another config; or one looks whether watches were edited, which brings only
 * the very first config.
 */
export type Moment = 'start' | 'reload' | 'look';

interface SyncedWatches {
  /** New watches, and those that returned or were changed. */
  readonly changed: number;
  readonly removed: number;
  /** Searches that will take a baseline. */
  readonly baselines: number;
  /** The config in force, where it is a newer one than that given: the watches of its file stayed as they are. */
  readonly newer?: Generation | undefined;
}

/**
 * Brings the config into force (see `bringConfig`) and its watches into the store (see `planSync` for the rules), those
 * of the page as they are at that moment: a process that read them earlier removes none that was added since. An older
 * config removes nothing of a newer one: all it stores is what was edited on the page. Whole or not at all, and
 * harmless to repeat: a config that did not change writes nothing. 10,000 watches take about a second the first time.
 * @param config or a list of watches, which is stored as it is
 * @param options.moment what brings it; see `bringConfig`. Default `start`.
 */
export async function syncWatches(
  store: Store,
  config: Config | Pick<Config, 'watches' | 'spreadSeconds'>,
  now: Date,
  { moment = 'start' }: { readonly moment?: Moment } = {},
): Promise<SyncedWatches> {
  return store.transaction(async (trx) => {
    await oneAtATime(trx, 'watches');
    const rule = { now, spreadSeconds: config.spreadSeconds };
    if (!('defaults' in config)) return write(trx, planSync(await lockStored(trx), config.watches, rule), now);
    const { generation, isOurs } = await bringConfig(trx, config, { now, moment });
    const own = await listOwnWatches(trx);
    const { watches } = withOwnWatches(config, own);
    if (isOurs) {
      const sync = (await isStored(trx, watches, rule)) ? undefined : planSync(await lockStored(trx), watches, rule);
      return write(trx, sync, now);
    }
    const stored = await lockStored(trx);
    const edited = editedOnPage(own, stored.watches, await watchesOfGeneration(trx, generation));
    const ofThese = watches.filter(({ id }) => edited.has(id));
    return { ...(await write(trx, planSync(onlyOf(stored, edited), ofThese, rule), now)), newer: generation };
  });
}

/** A check that ends meanwhile moves none of what is planned. */
async function lockStored(trx: Trx): Promise<StoredWatches> {
  await lockWatchQueries(trx);
  return loadStoredWatches(trx);
}

/**
 * Whether the store holds exactly these watches, so that there is nothing to write, as at most starts. Compared part by
 * part: all of 10,000 at once would be megabytes that a daemon keeps.
 */
async function isStored(trx: Trx, watches: readonly WatchConfig[], rule: SyncRule): Promise<boolean> {
  let seen = 0;
  for (const part of chunks(watches)) {
    const stored = await loadStoredWatches(
      trx,
      part.map(({ id }) => id),
    );
    const {
      watches: changed,
      newWatchQueries,
      changedWatchQueries,
      removedWatchQueries,
    } = planSync(stored, part, rule);
    if ([changed, newWatchQueries, changedWatchQueries, removedWatchQueries].some((list) => list.length > 0))
      return false;
    seen += stored.watchQueries.length;
  }
  const { inForce, watchQueries } = await countWatches(trx);
  return inForce === watches.length && watchQueries === seen;
}

/** @param sync undefined: there is nothing to write. */
async function write(trx: Trx, sync: WatchSync | undefined, now: Date): Promise<SyncedWatches> {
  if (sync !== undefined) await applySync(trx, sync, now);
  await setAsideDue(trx);
  return {
    changed: sync?.watches.length ?? 0,
    removed: sync?.removedWatches.length ?? 0,
    baselines: sync?.newWatchQueries.length ?? 0,
  };
}

/**
 * The watches of the page that were added, changed or removed since they were stored. @param ofFile those of the config
 * in force are its file's.
 */
function editedOnPage(
  own: readonly OwnWatch[],
  stored: readonly StoredWatch[],
  ofFile: ReadonlySet<string>,
): ReadonlySet<string> {
  const inForce = new Map(stored.filter(({ removedAt }) => removedAt === null).map((watch) => [watch.id, watch]));
  const changed = own.filter(({ id, changedAt }) => (inForce.get(id)?.seenAt ?? '') < changedAt).map(({ id }) => id);
  const kept = new Set(own.map(({ id }) => id));
  const removed = [...inForce.keys()].filter((id) => !kept.has(id));
  return new Set([...changed, ...removed].filter((id) => !ofFile.has(id)));
}

function onlyOf(stored: StoredWatches, ids: ReadonlySet<string>): StoredWatches {
  return {
    watches: stored.watches.filter(({ id }) => ids.has(id)),
    watchQueries: stored.watchQueries.filter(({ watchId }) => ids.has(watchId)),
    queryIds: stored.queryIds,
  };
}

/**
 * Brings a process's config into force, in the transaction that stores its watches: one that was never in force is
 * newer than the one that is. One that was in force before, and was replaced, returns (somebody restored it) once no
 * daemon runs with its replacement; while such a daemon runs, this process has only not been given the new config yet.
 * One that a running process was given just now is the newest in any case.
 * @returns the generation in force, and whether it is this config's.
 */
async function bringConfig(
  trx: Trx,
  config: Config,
  { now, moment }: { readonly now: Date; readonly moment: Moment },
): Promise<{ readonly generation: Generation; readonly isOurs: boolean }> {
  const digest = configDigest(config);
  const newest = await newestGeneration(trx);
  if (newest?.digest === digest) return { generation: newest, isOurs: true };
  const brings = moment === 'reload' || (moment === 'start' && (await mayReplace(trx, digest, newest, now)));
  if (newest !== undefined && !brings) {
    return { generation: newest, isOurs: false };
  }
  const generation = { number: (newest?.number ?? 0) + 1, digest, broughtAt: now.toISOString() };
  const watchIds = watchesOfFile(config).map(({ id }) => id);
  await addGeneration(trx, generation, watchIds);
  return { generation, isOurs: true };
}

async function mayReplace(trx: Trx, digest: string, newest: Generation | undefined, now: Date): Promise<boolean> {
  if (!(await wasBrought(trx, digest))) return true;
  return !(await runningProcesses(trx, now)).some((process) => process.config === newest?.digest);
}
