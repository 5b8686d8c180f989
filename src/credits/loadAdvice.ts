import type { Config, WatchConfig } from '../config/config.ts';
import type { Db } from '../database/store.ts';
import { adaptiveBounds } from '../fields/schedule.ts';
import type { VisibleWatch } from '../people/viewer.ts';
import { type Forecast, loadForecast, loadForecasts, type WatchForecast } from '../schedule/forecast.ts';
import { queriesOf, siblingsAmong } from '../schedule/planSync.ts';
import { type Query, queryOf, requestOf } from '../service/query.ts';
import { quietWatches } from '../snapshot/gaugesQueries.ts';
import { weekMs } from '../time.ts';
import { type Advice, type AdvisedWatch, adviseOn } from './advice.ts';

/** So far back it is looked whether a watch found anything. */
const weeksLookedAt = 13;

type Named = Pick<VisibleWatch, 'watch' | 'title'>;

/** What would save credits among these watches. @param plan of the whole config, by watch, where it is known already */
export async function loadAdvice(
  db: Db,
  config: Config,
  watches: readonly Named[],
  now: Date,
  plan?: ReadonlyMap<string, WatchForecast>,
): Promise<Advice[]> {
  const forecasts = plan ?? byWatch(await loadForecast(db, config, now));
  const quiet = await quietWatches(db, new Date(now.getTime() - weekMs).toISOString());
  const siblings = siblingsAmong(config.watches);
  const stored = siblings.size === 0 ? undefined : await loadForecasts(db, config, now);
  /** Where other watches send the same request: what it costs that this one is due at other times. */
  const added = (watch: WatchConfig, query: Query) => {
    if (stored === undefined || !siblings.has(query.id)) return undefined;
    const searches = watch.searches.filter((search) => queryOf(search, watch).id === query.id);
    return stored.added({ ...watch, searches });
  };
  /** Of ten thousand watches nothing can be said of most. */
  const maybe = watches.filter(
    ({ watch }) =>
      quiet.has(watch.id) ||
      watch.searches.some(({ type }) => type === 'designs') ||
      (siblings.size > 0 && queriesOf(watch).some(({ id }) => siblings.has(id))),
  );
  return adviseOn(
    maybe.flatMap(({ watch, title }) => {
      const planned = forecasts.get(watch.id);
      if (planned === undefined || planned.paused !== undefined) return [];
      const quietSince = quiet.get(watch.id);
      const weeksWithout = quietSince === undefined ? undefined : weeksFrom(quietSince, now);
      return [{ ...advised(watch, title, planned, added), weeksWithout }];
    }),
  );
}

export function byWatch({ watches }: Forecast): ReadonlyMap<string, WatchForecast> {
  return new Map(watches.map((one) => [one.watch, one]));
}

function weeksFrom(since: string, now: Date): number {
  return Math.min(weeksLookedAt, Math.floor((now.getTime() - Date.parse(since)) / weekMs));
}

function advised(
  watch: WatchConfig,
  title: string,
  { creditsPerRun, creditsPerMonth, queries }: WatchForecast,
  added: (watch: WatchConfig, query: Query) => number | undefined,
): Omit<AdvisedWatch, 'weeksWithout'> {
  const runsPerMonth = creditsPerRun === 0 ? 0 : creditsPerMonth / creditsPerRun;
  const costs = new Map(queries.map((one) => [one.query, one.credits * runsPerMonth]));
  return {
    id: watch.id,
    title,
    isAdaptive: adaptiveBounds(watch.schedule) !== undefined,
    runsPerMonth,
    registers: [...new Set(watch.searches.flatMap((search) => (search.type === 'designs' ? [search.source] : [])))],
    queries: queriesOf(watch).map((query) => ({
      request: requestOf(query),
      hasCourts: query.filter !== undefined,
      creditsPerMonth: added(watch, query) ?? costs.get(query.id) ?? 0,
    })),
  };
}
