import type { WatchConfig } from '../config/config.ts';
import { type Query, queryOf } from '../search/query.ts';
import {
  askedBy,
  type MovedWatchQuery,
  type StoredWatch,
  type StoredWatches,
  type StoredWatchQuery,
  type WatchSync,
} from '../store/queue/watchSync.ts';
import { nextDue, spreadMs } from './nextDue.ts';

/**
 * What must be written so that the store holds the watches of the config, and when each falls due. Pure; everything that is
 * as it should be is left out, so that a config read again writes nothing.
 *
 * - A new watch, or one whose query changed, has no baseline yet and is due at once, many of them a second apart on average.
 * - One that only asks another service goes on with what it holds, and is due at once too: what happened meanwhile is reported then.
 * - A changed schedule or time zone moves the due time; one that is due already, or waits for its baseline, stays so.
 */
export function planSync(
  stored: StoredWatches,
  watches: readonly WatchConfig[],
  rule: { now: Date; spreadSeconds: number },
): WatchSync {
  const wanted = watches.flatMap((watch) => queriesOf(watch).map((query) => ({ watch, query })));
  const watchQueries = new Map(
    stored.watchQueries.map((watchQuery) => [watchQueryKey(watchQuery.watchId, watchQuery.queryId), watchQuery]),
  );
  const wantedKeys = new Set(wanted.map(({ watch, query }) => watchQueryKey(watch.id, query.id)));
  const removedWatchQueries = stored.watchQueries.filter(
    (watchQuery) => !wantedKeys.has(watchQueryKey(watchQuery.watchId, watchQuery.queryId)),
  );
  const wantedIds = new Set(watches.map((watch) => watch.id));
  const fresh = wanted.filter(({ watch, query }) => !watchQueries.has(watchQueryKey(watch.id, query.id)));
  const freshSpreadMs = 1000 * Math.min(rule.spreadSeconds, fresh.length - 1);
  const newQueries = new Map(
    fresh.filter(({ query }) => !stored.queryIds.has(query.id)).map((w) => [w.query.id, w.query]),
  );

  return {
    watches: changedWatches(stored.watches, watches),
    removedWatches: stored.watches
      .filter((watch) => !watch.removed && !wantedIds.has(watch.id))
      .map((watch) => watch.id),
    queries: [...newQueries.values()],
    newWatchQueries: fresh.map(({ watch, query }) => ({
      ...watchQueryOf(watch, query),
      nextDueAt: new Date(rule.now.getTime() + spreadMs(query.id, freshSpreadMs)).toISOString(),
    })),
    changedWatchQueries: wanted.flatMap(({ watch, query }) => {
      const watchQuery = watchQueries.get(watchQueryKey(watch.id, query.id));
      if (
        watchQuery === undefined ||
        (watchQuery.schedule === watch.schedule && watchQuery.timezone === watch.timezone)
      )
        return [];
      return [{ ...watchQueryOf(watch, query), nextDueAt: movedDue(watchQuery, watch, rule) }];
    }),
    removedWatchQueries,
    movedWatchQueries: movedOf(removedWatchQueries, wanted),
  };
}

interface Wanted {
  readonly watch: WatchConfig;
  readonly query: Query;
}

/**
 * Of each watch the queries that ask the same as one that goes, of another service. Only where all who will ask the query come from the
 * same one: what others hold by it may be less or more, and would be reported to nobody.
 */
function movedOf(removed: readonly StoredWatchQuery[], wanted: readonly Wanted[]): MovedWatchQuery[] {
  if (removed.length === 0) return [];
  const before = new Map(removed.map(({ watchId, asks, queryId }) => [`${watchId} ${asks}`, queryId]));
  const moves = wanted.map(({ watch, query }) => ({
    watchId: watch.id,
    from: before.get(`${watch.id} ${askedBy(query)}`),
    to: query.id,
  }));
  return [...Map.groupBy(moves, ({ to }) => to).values()].flatMap((all) => {
    const [from, ...others] = new Set(all.map((move) => move.from));
    return from === undefined || others.length > 0 ? [] : all.map((move) => ({ ...move, from }));
  });
}

/** Those of the config's watches that the store has with the same settings and searches. Pure. */
export function storedAlike(
  stored: StoredWatches,
  watches: readonly WatchConfig[],
  rule: { now: Date; spreadSeconds: number },
): WatchConfig[] {
  const sync = planSync(stored, watches, rule);
  const others = new Set([...sync.watches.map(({ id }) => id), ...sync.newWatchQueries.map(({ watchId }) => watchId)]);
  return watches.filter(({ id }) => !others.has(id));
}

/** The distinct queries of a watch, in the order of its searches. */
export function queriesOf(watch: WatchConfig): Query[] {
  return [
    ...new Map(watch.searches.map((search) => queryOf(search, watch)).map((query) => [query.id, query])).values(),
  ];
}

function movedDue(
  watchQuery: StoredWatchQuery,
  watch: WatchConfig,
  rule: { now: Date; spreadSeconds: number },
): string | null {
  const pending =
    watchQuery.nextDueAt !== null && (!watchQuery.hasBaseline || watchQuery.nextDueAt <= rule.now.toISOString());
  if (pending) return watchQuery.nextDueAt;
  const { schedule, timezone } = watch;
  const { now: after, spreadSeconds } = rule;
  return nextDue({ schedule, timezone, after, spreadKey: watchQuery.queryId, spreadSeconds })?.toISOString() ?? null;
}

function changedWatches(stored: readonly StoredWatch[], watches: readonly WatchConfig[]): WatchSync['watches'] {
  const known = new Map(stored.map((watch) => [watch.id, watch]));
  return watches
    .map((watch) => ({ id: watch.id, name: watch.name, matter: watch.matter ?? null, settings: settingsOf(watch) }))
    .filter((watch) => {
      const before = known.get(watch.id);
      const isSame =
        before?.name === watch.name && before.matter === watch.matter && before.settings === watch.settings;
      return before === undefined || before.removed || !isSame;
    });
}

/** The keys in a fixed order, so that equal settings are equal texts. */
function settingsOf({ schedule: _, timezone: __, ...settings }: WatchConfig): string {
  return JSON.stringify(settings);
}

function watchQueryOf(watch: WatchConfig, query: Query) {
  return { watchId: watch.id, queryId: query.id, schedule: watch.schedule, timezone: watch.timezone };
}

function watchQueryKey(watchId: string, queryId: string): string {
  return `${watchId} ${queryId}`;
}
