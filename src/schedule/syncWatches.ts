import { statSync } from 'node:fs';
import { hostname } from 'node:os';
import { madeOnce } from '../base/calls.ts';
import { type Config, configDigest, filtersHits, idsOf, type WatchConfig } from '../config/config.ts';
import { whileEnded } from '../config/fields/schedule.ts';
import { queryOf } from '../config/searchWords.ts';
import type { Query } from '../records/query.ts';
import { lockWatchQueries } from '../store/claims/due.ts';
import { type ConfigInForce, configInForce, configSetting, runningProcesses } from '../store/processes.ts';
import { oneAtATime, type Store, type Trx, writeSetting } from '../store/store.ts';
import { rankOf } from './budget.ts';
import { setAsideDue } from './holds/holdsTable.ts';
import { nextDue, spreadMs } from './nextDue.ts';
import { withOwnWatches } from './ownWatches.ts';
import { listOwnWatches } from './ownWatchesTable.ts';
import {
  applySync,
  loadStoredWatches,
  type StoredWatches,
  type StoredWatchQuery,
  type WatchSettings,
  type WatchSync,
} from './watchesTable.ts';

/**
 * `look`: a running process syncs edited watches. It can bring a config only if the store has none. `command`: beside
 * a daemon it brings only a config that the daemon then reads by itself.
 */
export type Moment = 'start' | 'reload' | 'look' | 'command';

interface SyncedWatches {
  readonly changed: number;
  readonly removed: number;
  readonly baselines: number;
  /** The config in force, if it is a different one. Nothing was stored then. */
  readonly newer?: ConfigInForce | undefined;
}

/** A process with an older list removes no watch that was added since. @param config or only a list of watches */
export async function syncWatches(
  store: Store,
  config: Config | Pick<Config, 'watches' | 'spreadSeconds'>,
  now: Date,
  { moment = 'start' }: { readonly moment?: Moment } = {},
): Promise<SyncedWatches> {
  return store.transaction(async (trx) => {
    await oneAtATime(trx, 'watches');
    const rule = { now, spreadSeconds: config.spreadSeconds };
    if (!('defaults' in config)) return write(trx, config.watches, rule);
    const newer = await bringConfig(trx, config, { now, moment });
    if (newer !== undefined) return { changed: 0, removed: 0, baselines: 0, newer };
    return write(trx, withOwnWatches(config, await listOwnWatches(trx)).watches, rule);
  });
}

async function write(trx: Trx, watches: readonly WatchConfig[], rule: SyncRule): Promise<SyncedWatches> {
  // Locks the rows, so that no check that ends meanwhile changes what is planned.
  await lockWatchQueries(trx);
  const sync = planSync(await loadStoredWatches(trx), watches, rule);
  await applySync(trx, sync, rule.now);
  await setAsideDue(trx);
  return { changed: sync.watches.length, removed: sync.removedWatches.length, baselines: sync.newQueries.length };
}

/** A config that was replaced more than this number of configs ago counts as new. */
const formerAtMost = 20;

/** Refuses a replaced config, and some of commands, beside a daemon. @returns the config that stays in force */
async function bringConfig(trx: Trx, config: Config, { now, moment }: { readonly now: Date; readonly moment: Moment }) {
  const digest = configDigest(config);
  const known = await configInForce(trx);
  if (known?.digest === digest) return undefined;
  if (known !== undefined && moment !== 'reload') {
    if (moment === 'look') return known;
    const isRefused = known.former.includes(digest) || (moment === 'command' && !isEdited(config.file, known));
    if (isRefused && (await runningProcesses(trx, now)).some((process) => process.config === known.digest))
      return known;
  }
  const former = known === undefined ? [] : [known.digest, ...known.former].slice(0, formerAtMost);
  const from = { file: config.file, host: hostname() };
  const brought: ConfigInForce = { digest, broughtAt: now.toISOString(), ...from, former };
  await writeSetting(trx, configSetting, brought);
  return undefined;
}

/** True for the file of the config in force, edited since. With the same text, only variables can differ. */
function isEdited(file: string, { broughtAt, ...known }: ConfigInForce): boolean {
  const editedMs = statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  return known.file === file && known.host === hostname() && editedMs > Date.parse(broughtAt);
}

type SyncRule = Readonly<{ now: Date; spreadSeconds: number }>;

/** Pure. A changed schedule moves the due time, unless it has passed, is a retry, or the watch has no baseline. */
export function planSync(stored: StoredWatches, watches: readonly WatchConfig[], rule: SyncRule): WatchSync {
  const wanted = new Set(idsOf(watches));
  const known = new Map(stored.watches.map((watch) => [watch.id, watch]));
  const edited = watches.flatMap((watch) => {
    const before = known.get(watch.id);
    const settings = settingsOf(watch);
    return before?.settings === settings && before.removedAt === null ? [] : [{ watch, settings, before }];
  });
  const refiltered = edited.filter(
    ({ before, settings }) => before && filterOf(before.settings) !== filterOf(settings),
  );
  const { fresh, changed, removed } = compareWatchQueries(stored.watchQueries, watches, rule);
  return {
    watches: edited.map(({ watch: { id, name, matter = null }, settings }) => ({ id, name, matter, settings })),
    removedWatches: stored.watches.flatMap(({ id, removedAt }) => (removedAt === null && !wanted.has(id) ? id : [])),
    newQueries: fresh.map(({ query }) => query),
    watchQueries: [...firstDue(fresh, rule), ...changed],
    removedWatchQueries: removed,
    filters: [
      ...refiltered.flatMap(({ watch }) => queriesOf(watch).map((query) => ({ watch, query }))),
      ...fresh.filter(({ watch }) => filtersHits(watch)),
    ],
  };
}

/** The keys are in a fixed order, so equal settings give equal texts. */
function settingsOf({ schedule: _, timezone: __, ...kept }: WatchConfig): string {
  return JSON.stringify(kept satisfies WatchSettings);
}

function filterOf(settings: string): string {
  const { courts, wholeWord } = JSON.parse(settings) as WatchSettings;
  return JSON.stringify([courts, wholeWord]);
}

function firstDue(fresh: WatchSync['filters'], { now, spreadSeconds }: SyncRule): WatchSync['watchQueries'] {
  const mostMs = 1000 * Math.min(spreadSeconds, fresh.length - 1);
  return fresh.map(({ watch, query }) => ({
    ...watchQueryOf(watch, query),
    nextDueAt: new Date(now.getTime() + spreadMs(query.id, mostMs)).toISOString(),
  }));
}

function compareWatchQueries(stored: readonly StoredWatchQuery[], watches: readonly WatchConfig[], rule: SyncRule) {
  const ofWatch = Map.groupBy(stored, (watchQuery) => watchQuery.watchId);
  const fresh: WatchSync['filters'][number][] = [];
  const changed: WatchSync['watchQueries'][number][] = [];
  // One watch at a time, so that for 10,000 watches only the rows to write stay in memory.
  for (const watch of watches) {
    const former = new Map(ofWatch.get(watch.id)?.map((watchQuery) => [watchQuery.queryId, watchQuery]));
    ofWatch.delete(watch.id);
    for (const query of queriesOf(watch)) {
      const before = former.get(query.id);
      former.delete(query.id);
      if (before === undefined) fresh.push({ watch, query });
      else if (whileEnded(before.schedule, false) !== watch.schedule || before.timezone !== watch.timezone)
        changed.push({ ...watchQueryOf(watch, query), nextDueAt: movedDue(before, watch, rule) });
      else if (before.priority !== rankOf(watch))
        changed.push({ ...watchQueryOf(watch, query), nextDueAt: before.nextDueAt });
    }
    if (former.size > 0) ofWatch.set(watch.id, [...former.values()]);
  }
  return { fresh, changed, removed: [...ofWatch.values()].flat() };
}

export const queriesOf = madeOnce((watch: WatchConfig): readonly Query[] => {
  const queries = watch.searches.map(queryOf);
  return [...new Map(queries.map((query) => [query.id, query])).values()];
});

export const watchesByQuery = madeOnce((watches: readonly WatchConfig[]): ReadonlyMap<string, WatchConfig[]> => {
  const pairs = watches.flatMap((watch) => queriesOf(watch).map(({ id }) => ({ id, watch })));
  const byQuery = Map.groupBy(pairs, ({ id }) => id);
  return new Map([...byQuery].map(([id, some]) => [id, some.map(({ watch }) => watch)]));
});

function movedDue(watchQuery: StoredWatchQuery, watch: WatchConfig, rule: SyncRule): string | null {
  const { nextDueAt, baselineAt, queryId } = watchQuery;
  const pending = nextDueAt !== null && (baselineAt === null || nextDueAt <= rule.now.toISOString());
  if (pending) return nextDueAt;
  const { now: after, spreadSeconds } = rule;
  const slotOf = ({ schedule, timezone }: Pick<WatchConfig, 'schedule' | 'timezone'>) =>
    nextDue({ schedule, timezone, after, spreadKey: queryId, spreadSeconds })?.toISOString() ?? null;
  const [former, next] = [slotOf(watchQuery), slotOf(watch)];
  // An earlier due time is a retry, or the spread of a former slot, and stays.
  const isLeft = nextDueAt !== null && (former === null || nextDueAt < former);
  return isLeft && (next === null || nextDueAt < next) ? nextDueAt : next;
}

function watchQueryOf(watch: WatchConfig, query: Query) {
  const { id: watchId, schedule, timezone } = watch;
  return { watchId, queryId: query.id, schedule, timezone, priority: rankOf(watch) };
}
