import type { Config, WatchConfig } from '../config/config.ts';
import type { Db } from '../database/store.ts';
import { adaptiveBounds } from '../fields/schedule.ts';
import type { VisibleWatch } from '../people/viewer.ts';
import { bulletinDaysOf } from '../records/design.ts';
import { type Forecast, loadForecast, loadForecasts, type WatchForecast } from '../schedule/forecast.ts';
import { queriesOf, siblingsAmong } from '../schedule/planSync.ts';
import { type Query, queryOf, requestOf } from '../service/query.ts';
import { quietWatches } from '../snapshot/gaugesQueries.ts';
import { roundedCredits } from '../snapshot/spendingTable.ts';
import { weekMs } from '../time.ts';
import { counted, listed } from '../words/sentence.ts';

/** A watch as advice on its credits sees it. */
export interface AdvisedWatch {
  readonly id: string;
  /** As the reader of the advice may know it. */
  readonly title: string;
  /** It looks when news is likely, and needs no advice on how often. */
  readonly isAdaptive: boolean;
  /** In the coming 30 days, on average a month. */
  readonly runsPerMonth: number;
  /** Registers that it asks; none: courts. */
  readonly registers: readonly string[];
  /** Whole weeks since its baseline in which nothing was found; undefined: less than one, or nothing is known. */
  readonly weeksWithout: number | undefined;
  readonly queries: readonly AdvisedQuery[];
}

interface AdvisedQuery {
  /** What is sent to the service: equal for queries that only count other hits of it. */
  readonly request: string;
  readonly hasCourts: boolean;
  /** That it adds in the coming 30 days; 0 where another watch pays. */
  readonly creditsPerMonth: number;
}

/** What would cost less, in words, and how many credits a month it would save. */
export interface Advice {
  readonly watch: string;
  readonly title: string;
  readonly kind: 'same-search' | 'found-nothing' | 'weekly-register';
  readonly words: string;
  readonly saves: number;
}

const mostAdvice = 10;
const weeksWithoutNews = 3;
const weeklyRuns = 30 / 7;
/** Below that a watch is asked about weekly already. */
const oftenerThanWeekly = 1.5 * weeklyRuns;

/** The ten pieces of advice that save most, one for each watch. Pure. */
export function adviseOn(watches: readonly AdvisedWatch[]): Advice[] {
  const all = [...sameSearches(watches), ...watches.flatMap(foundNothing), ...watches.flatMap(weeklyRegisters)];
  const largest = all.filter(({ saves }) => saves >= 1).sort((a, b) => b.saves - a.saves);
  const ofEach = [...Map.groupBy(largest, ({ watch }) => watch).values()].flatMap(([first]) => first ?? []);
  return ofEach.slice(0, mostAdvice);
}

/** Searches that send the same request, and differ only in the courts that count. */
function sameSearches(watches: readonly AdvisedWatch[]): Advice[] {
  // The same request is another query only where a court is asked for.
  if (!watches.some(({ queries }) => queries.some(({ hasCourts }) => hasCourts))) return [];
  const asked = watches.flatMap((watch) => watch.queries.map((query) => ({ watch, query })));
  const groups = [...Map.groupBy(asked, ({ query }) => query.request).values()];
  const twins = groups.flatMap((group) => {
    const paid = group.filter(({ query }) => query.creditsPerMonth > 0);
    // The one that counts every court could do the work of the others.
    const [first, ...others] = paid.sort((a, b) => Number(a.query.hasCourts) - Number(b.query.hasCourts));
    return first === undefined ? [] : others.map((other) => ({ ...other, like: first }));
  });
  return [...Map.groupBy(twins, ({ watch }) => watch).entries()].flatMap(([watch, some]) => {
    const [{ like } = { like: undefined }] = some;
    if (like === undefined) return [];
    const anywhere = like.query.hasCourts ? '' : ' anywhere';
    const whose = like.watch === watch ? 'another search of its own' : like.watch.title;
    const saves = some.reduce((sum, { query }) => sum + query.creditsPerMonth, 0);
    return [adviceFor(watch, 'same-search', `same search as ${whose}${anywhere} but for its court`, saves)];
  });
}

function foundNothing(watch: AdvisedWatch): Advice[] {
  const { weeksWithout, isAdaptive, runsPerMonth } = watch;
  if (isAdaptive || weeksWithout === undefined || weeksWithout < weeksWithoutNews) return [];
  if (runsPerMonth < oftenerThanWeekly) return [];
  const words = `found nothing in ${counted(weeksWithout, 'week')}; asked weekly, it would cost less`;
  return [adviceFor(watch, 'found-nothing', words, savedByWeekly(watch))];
}

function weeklyRegisters(watch: AdvisedWatch): Advice[] {
  const { registers, isAdaptive, runsPerMonth } = watch;
  const isWeekly = registers.length > 0 && registers.every((source) => bulletinDaysOf(source).length === 1);
  if (!isWeekly || isAdaptive || runsPerMonth < oftenerThanWeekly) return [];
  const often = runsPerMonth > 35 ? 'several times a day' : runsPerMonth > 15 ? 'daily' : 'more often';
  const which = registers.length === 1 ? 'a weekly register' : 'weekly registers';
  const words =
    `${which} asked ${often}: ${listed(registers, 'and')} ` +
    `${registers.length === 1 ? 'publishes' : 'publish'} once a week`;
  return [adviceFor(watch, 'weekly-register', words, savedByWeekly(watch))];
}

function savedByWeekly({ queries, runsPerMonth }: AdvisedWatch): number {
  const perMonth = queries.reduce((sum, query) => sum + query.creditsPerMonth, 0);
  return perMonth * (1 - weeklyRuns / runsPerMonth);
}

function adviceFor({ id, title }: AdvisedWatch, kind: Advice['kind'], words: string, saves: number): Advice {
  return { watch: id, title, kind, words, saves: Math.floor(roundedCredits(saves)) };
}

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
