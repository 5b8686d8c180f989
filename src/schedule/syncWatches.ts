import type { Config, WatchConfig } from '../config/config.ts';
import { configDigest } from '../config/secrets.ts';
import { lockWatchQueries } from '../store/claims/due.ts';
import { type ConfigInForce, configInForce, configSetting, runningProcesses } from '../store/processes.ts';
import { chunks, oneAtATime, type Store, type Trx, writeSetting } from '../store/store.ts';
import { setAsideDue } from './holds/holdsTable.ts';
import { withOwnWatches } from './ownWatches.ts';
import { listOwnWatches } from './ownWatchesTable.ts';
import { planSync, type SyncRule } from './planSync.ts';
import { applySync, countWatches, loadStoredWatches, type StoredWatches, type WatchSync } from './watchesTable.ts';

/** `look`: a running process reads whether watches were edited, which brings only the very first config. */
export type Moment = 'start' | 'reload' | 'look';

interface SyncedWatches {
  readonly changed: number;
  readonly removed: number;
  readonly baselines: number;
  /** The config in force, where that is another one: then nothing was stored. */
  readonly newer?: ConfigInForce | undefined;
}

/** A process that read them earlier removes none added since. @param config or a list of watches, stored as it is */
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
    const newer = await bringConfig(trx, config, { now, moment });
    if (newer !== undefined) return { changed: 0, removed: 0, baselines: 0, newer };
    const { watches } = withOwnWatches(config, await listOwnWatches(trx));
    const sync = (await isStored(trx, watches, rule)) ? undefined : planSync(await lockStored(trx), watches, rule);
    return write(trx, sync, now);
  });
}

/** A check that ends meanwhile moves none of what is planned. */
async function lockStored(trx: Trx): Promise<StoredWatches> {
  await lockWatchQueries(trx);
  return loadStoredWatches(trx);
}

/** Part by part: all of 10,000 watches would be megabytes that a daemon keeps. */
async function isStored(trx: Trx, watches: readonly WatchConfig[], rule: SyncRule): Promise<boolean> {
  let seen = 0;
  for (const part of chunks(watches)) {
    const ids = part.map(({ id }) => id);
    const stored = await loadStoredWatches(trx, ids);
    const plan = planSync(stored, part, rule);
    const lists = [plan.watches, plan.newWatchQueries, plan.changedWatchQueries, plan.removedWatchQueries];
    if (lists.some((list) => list.length > 0)) return false;
    seen += stored.watchQueries.length;
  }
  const { inForce, watchQueries } = await countWatches(trx);
  return inForce === watches.length && watchQueries === seen;
}

async function write(trx: Trx, sync: WatchSync | undefined, now: Date): Promise<SyncedWatches> {
  if (sync !== undefined) await applySync(trx, sync, now);
  await setAsideDue(trx);
  return {
    changed: sync?.watches.length ?? 0,
    removed: sync?.removedWatches.length ?? 0,
    baselines: sync?.newWatchQueries.length ?? 0,
  };
}

/** Restoring one that was replaced longer ago is a new config. */
const formerAtMost = 20;

/** One that was replaced returns only once no daemon runs with its replacement. @returns the config that stays */
async function bringConfig(trx: Trx, config: Config, { now, moment }: { readonly now: Date; readonly moment: Moment }) {
  const digest = configDigest(config);
  const known = await configInForce(trx);
  if (known?.digest === digest) return undefined;
  if (known !== undefined && moment !== 'reload') {
    if (moment === 'look') return known;
    const isOld = known.former.includes(digest);
    if (isOld && (await runningProcesses(trx, now)).some((process) => process.config === known.digest)) return known;
  }
  const former = known === undefined ? [] : [known.digest, ...known.former].slice(0, formerAtMost);
  const brought: ConfigInForce = { digest, broughtAt: now.toISOString(), former };
  await writeSetting(trx, configSetting, brought);
  return undefined;
}
