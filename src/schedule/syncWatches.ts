import { madeOnce } from '../base/calls.ts';
import { type Config, configDigest, filtersHits, type WatchConfig } from '../config/config.ts';
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
  type StoredWatch,
  type StoredWatches,
  type StoredWatchQuery,
  type WatchSync,
} from './watchesTable.ts';

/** `look`: a running process syncs edited watches. It can bring a config only if the store has none. */
export type Moment = 'start' | 'reload' | 'look';

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
  return {
    changed: sync.watches.length,
    removed: sync.removedWatches.length,
    baselines: sync.newWatchQueries.length,
  };
}

/** A config that was replaced more than this number of configs ago counts as new. */
const formerAtMost = 20;

/** Refuses a replaced config while a daemon runs with its replacement. @returns the config that stays in force */
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

type SyncRule = Readonly<{ now: Date; spreadSeconds: number }>;

/** Pure. A changed schedule moves the due time, unless it has passed, is a retry, or the watch has no baseline. */
export function planSync(stored: StoredWatches, watches: readonly WatchConfig[], rule: SyncRule): WatchSync {
  const wantedIds = new Set(watches.map((watch) => watch.id));
  const unwanted = stored.watches.filter((watch) => watch.removedAt === null && !wantedIds.has(watch.id));
  const { fresh, changed, removed } = compareWatchQueries(stored.watchQueries, watches, rule);
  const freshSpreadMs = 1000 * Math.min(rule.spreadSeconds, fresh.length - 1);
  return {
    watches: changedWatches(stored.watches, watches),
    removedWatches: unwanted.map((watch) => watch.id),
    queries: distinct(fresh.map(({ query }) => query)),
    newWatchQueries: fresh.map(({ watch, query }) => ({
      ...watchQueryOf(watch, query),
      nextDueAt: new Date(rule.now.getTime() + spreadMs(query.id, freshSpreadMs)).toISOString(),
    })),
    changedWatchQueries: changed,
    removedWatchQueries: removed,
    filters: changedFilters(stored, watches, fresh),
  };
}

function changedFilters(
  { watches: stored }: StoredWatches,
  watches: readonly WatchConfig[],
  fresh: readonly { readonly watch: WatchConfig; readonly query: Query }[],
): WatchSync['filters'] {
  const known = new Map(stored.map((watch) => [watch.id, watch]));
  const others = watches.filter((watch) => {
    const before = known.get(watch.id);
    return before !== undefined && filterOf(before.settings) !== filterOf(JSON.stringify(watch));
  });
  const all = [...others.flatMap((watch) => queriesOf(watch).map((query) => ({ watch, query }))), ...fresh];
  return [...new Map(all.map((one) => [`${one.watch.id} ${one.query.id}`, one])).values()]
    .filter(({ watch }) => known.has(watch.id) || filtersHits(watch))
    .map(({ watch: { id, courts, wholeWord }, query }) => ({ watchId: id, query, filter: { courts, wholeWord } }));
}

function filterOf(settings: string): string {
  const { courts, wholeWord } = JSON.parse(settings) as Pick<WatchConfig, 'courts' | 'wholeWord'>;
  return JSON.stringify([courts, wholeWord]);
}

function compareWatchQueries(stored: readonly StoredWatchQuery[], watches: readonly WatchConfig[], rule: SyncRule) {
  const ofWatch = Map.groupBy(stored, (watchQuery) => watchQuery.watchId);
  const wantedIds = new Set(watches.map((watch) => watch.id));
  const fresh: { watch: WatchConfig; query: Query }[] = [];
  const changed: WatchSync['changedWatchQueries'][number][] = [];
  const removed = stored.filter(({ watchId }) => !wantedIds.has(watchId));
  // One watch at a time, so that for 10,000 watches only the rows to write stay in memory.
  for (const watch of watches) {
    const queries = queriesOf(watch);
    const known = ofWatch.get(watch.id) ?? [];
    for (const query of queries) {
      const before = known.find((watchQuery) => watchQuery.queryId === query.id);
      if (before === undefined) fresh.push({ watch, query });
      else if (whileEnded(before.schedule, false) !== watch.schedule || before.timezone !== watch.timezone)
        changed.push({ ...watchQueryOf(watch, query), nextDueAt: movedDue(before, watch, rule) });
      else if (before.priority !== rankOf(watch))
        changed.push({ ...watchQueryOf(watch, query), nextDueAt: before.nextDueAt });
    }
    removed.push(...known.filter(({ queryId }) => !queries.some((query) => query.id === queryId)));
  }
  return { fresh, changed, removed };
}

export const queriesOf = madeOnce((watch: WatchConfig): readonly Query[] =>
  distinct(watch.searches.map((search) => queryOf(search))),
);

export const watchesByQuery = madeOnce((watches: readonly WatchConfig[]): ReadonlyMap<string, WatchConfig[]> => {
  const pairs = watches.flatMap((watch) => queriesOf(watch).map(({ id }) => ({ id, watch })));
  const byQuery = Map.groupBy(pairs, ({ id }) => id);
  return new Map([...byQuery].map(([id, some]) => [id, some.map(({ watch }) => watch)]));
});

function distinct(queries: readonly Query[]): Query[] {
  return [...new Map(queries.map((query) => [query.id, query])).values()];
}

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

function changedWatches(stored: readonly StoredWatch[], watches: readonly WatchConfig[]): WatchSync['watches'] {
  const known = new Map(stored.map((watch) => [watch.id, watch]));
  return watches.flatMap((watch) => {
    const before = known.get(watch.id);
    const { schedule: _, timezone: __, ...kept } = watch;
    // The keys are in a fixed order, so equal settings give equal texts.
    const settings = JSON.stringify(kept);
    const isSame =
      before?.name === watch.name && before.matter === (watch.matter ?? null) && before.settings === settings;
    if (isSame && before.removedAt === null) return [];
    return [{ id: watch.id, name: watch.name, matter: watch.matter ?? null, settings }];
  });
}

function watchQueryOf(watch: WatchConfig, query: Query) {
  const { id: watchId, schedule, timezone } = watch;
  return { watchId, queryId: query.id, schedule, timezone, priority: rankOf(watch) };
}
