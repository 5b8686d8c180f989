import { type Config, everyService, serviceOf, type WatchConfig } from '../config/config.ts';
import { lastCosts } from '../database/claims/queries.ts';
import type { Db } from '../database/store.ts';
import type { Hold } from '../holds/holds.ts';
import { loadUnchecked } from '../holds/holdsTable.ts';
import { madeOnce } from '../madeOnce.ts';
import type { LastCost } from '../service/paging/searchResult.ts';
import { type Query, requestOf } from '../service/query.ts';
import { looksPerWeek } from './adaptive/lookQueries.ts';
import { estimateCredits } from './budget.ts';
import { describeSchedule } from './describeSchedule.ts';
import { slotsAfter } from './nextDue.ts';
import { queriesOf } from './planSync.ts';
import { beginOf, cachedRuns, daysAhead, type Rule, type RunsAhead } from './runsAhead.ts';

interface QueryForecast {
  readonly query: string;
  /** The name of the service that is asked; undefined: the default one. */
  readonly service?: string | undefined;
  readonly operation: Query['operation'];
  /** Pages of its last complete check; undefined when there was none, and one is assumed. */
  readonly pages: number | undefined;
  /** Credits per run; 0 where `sharedWith` pays. */
  readonly credits: number;
  /**
   * The watch, listed before, whose query sends the same request: one call serves both when they are due together, and
   * its cost is counted there.
   */
  readonly sharedWith?: string | undefined;
}

export interface WatchForecast {
  readonly watch: string;
  readonly schedule: string;
  readonly timezone: string;
  readonly words: string;
  /** The next three slots, without the spread. */
  readonly next: readonly Date[];
  readonly queries: readonly QueryForecast[];
  readonly creditsPerRun: number;
  /** On average over the coming 30 days. */
  readonly creditsPerDay: number;
  /** Over the coming 30 days. */
  readonly creditsPerMonth: number;
  /** A paused watch costs nothing; `until`: ISO, null: until somebody resumes it. Absent: it is not paused. */
  readonly paused?: { readonly until: string | null } | undefined;
}

/** What a service with a name of its own will cost, a part of the whole. */
export interface ServiceForecast {
  readonly service: string;
  readonly creditsPerMonth: number;
  readonly creditsOnBusiestDay: number;
}

export interface Forecast {
  readonly watches: readonly WatchForecast[];
  readonly services: readonly ServiceForecast[];
  readonly creditsPerDay: number;
  readonly creditsPerMonth: number;
  /** On the costliest of the coming 30 days: what `budget.perDay` must allow. */
  readonly creditsOnBusiestDay: number;
}

const neverChecked: LastCost = { pages: 1 };

type Priced = Pick<Config, 'service'> & Partial<Pick<Config, 'services'>>;
type Costs = ReadonlyMap<string, LastCost>;
type Holds = ReadonlyMap<string, Pick<Hold, 'until'>>;

/**
 * What one check of a watch costs, as far as is known: a page for each search that was never checked.
 * @param otherWatches those whose queries are asked already, and cost nothing more; default: all of its queries are
 * asked
 */
export function creditsPerRun(
  watch: WatchConfig,
  lastCosts: Costs,
  config: Priced,
  otherWatches: readonly WatchConfig[] = [],
): number {
  const asked = new Set(otherWatches.flatMap(queriesOf).map(({ id }) => id));
  const { prices } = serviceOf(config, watch.service);
  const queries = queriesOf(watch).filter(({ id }) => !asked.has(id));
  return sum(queries.map((query) => estimateCredits(query, lastCosts.get(query.id) ?? neverChecked, prices)));
}

/**
 * What a watch adds to the coming 30 days: what it shares with others is paid once. A hold on itself does not count.
 */
export function creditsAdded(
  watch: WatchConfig,
  config: Priced & Pick<Config, 'watches'>,
  lastCosts: Costs,
  now: Date,
  holds: Holds = new Map(),
): number {
  const own = new Set(queriesOf(watch).map(requestOf));
  const sharing = config.watches.filter(
    (other) => other.id !== watch.id && queriesOf(other).some((query) => own.has(requestOf(query))),
  );
  const held = new Map([...holds].filter(([id]) => id !== watch.id));
  const monthOf = (watches: readonly WatchConfig[]) =>
    forecast({ ...config, watches }, lastCosts, now, held).creditsPerMonth;
  return monthOf([...sharing, watch]) - monthOf(sharing);
}

/** Forecasts by what is stored: what each query cost last, and which watches are not checked. */
export interface Forecasts {
  readonly costs: Costs;
  /** What these watches will cost. */
  of(watches: readonly WatchConfig[]): Forecast;
  /** What a watch adds. @param costs other ones than those that are stored */
  added(watch: WatchConfig, costs?: Costs): number;
}

export async function loadForecasts(db: Db, config: Config, now: Date): Promise<Forecasts> {
  const [costs, holds] = [await lastCosts(db), await loadUnchecked(db)];
  return {
    costs,
    of: (watches) => forecast({ ...config, watches }, costs, now, holds),
    added: (watch, known = costs) => creditsAdded(watch, config, known, now, holds),
  };
}

/** The forecast of the whole config, with adaptive queries as often as they are asked now. */
export async function loadForecast(db: Db, config: Config, now: Date): Promise<Forecast> {
  return forecast(config, await lastCosts(db), now, await loadUnchecked(db), await looksPerWeek(db));
}

/**
 * What the watches of a config will cost, in credits, by the schedules of the coming 30 days and the pages that each
 * query took last time (`lastCosts`, by query id), at the price that the service charged then, where it said so.
 * Watches with an equal query share its checks: the first one listed that is checked carries the cost.
 * @param holds what keeps watches from being checked, by watch
 * @param paces looks a week of adaptive queries as they are now, by query; without one it is asked by `atLeastEvery`
 */
export function forecast(
  config: Priced & Pick<Config, 'watches'>,
  lastCosts: Costs,
  now: Date,
  holds: Holds = new Map(),
  paces: ReadonlyMap<string, number> = new Map(),
): Forecast {
  const runs = cachedRuns(now);
  const slots = cachedSlots(now);
  const ruleOf = ({ id, schedule, timezone }: WatchConfig): Rule => ({ schedule, timezone, hold: holds.get(id) });
  const usual = new Map<string, RunsAhead>();

  /** Most watches share a schedule, and nothing else. */
  function aheadOf({ query, sharing }: Ask, { watch, timing }: Asked): RunsAhead {
    const pace = paces.get(query.id);
    if (sharing.length > 1 || holds.has(watch.id) || pace !== undefined) return runs(sharing.map(ruleOf), pace);
    const ahead = usual.get(timing) ?? runs([watch]);
    usual.set(timing, ahead);
    return ahead;
  }

  function ofQuery({ query, sharing }: Ask, watch: WatchConfig): QueryForecast {
    const { id, operation, service } = query;
    const last = lastCosts.get(id);
    const payer = sharing.find((one) => !holds.has(one.id)) ?? sharing[0];
    const sharedWith = payer?.id === watch.id ? undefined : payer?.id;
    const cost = estimateCredits(query, last ?? neverChecked, serviceOf(config, service).prices);
    const credits = sharedWith === undefined ? cost : 0;
    return { query: id, service, operation, pages: last?.pages, credits, sharedWith };
  }

  const whole: Totals = new Map();
  const byService = new Map(everyService(config).map(({ name }) => [name, new Map() as Totals]));
  const watches = asksOf(config.watches).map((asked) => {
    const { watch } = asked;
    let perMonth = 0;
    const queries = asked.asks.map((ask) => {
      const query = ofQuery(ask, watch);
      const ahead = aheadOf(ask, asked);
      perMonth += query.credits * ahead.inAll;
      for (const totals of [whole, byService.get(watch.service)]) {
        totals?.set(ahead, (totals.get(ahead) ?? 0) + query.credits);
      }
      return query;
    });
    return watchForecast(asked, holds.get(watch.id), queries, perMonth, slots);
  });
  const services = [...byService].flatMap(([service, totals]) =>
    service === undefined ? [] : [{ service, ...sumOf(totals) }],
  );
  const total = sumOf(whole);
  return { watches, services, ...total, creditsPerDay: perDay(total.creditsPerMonth) };
}
function watchForecast(
  { watch, timing }: Asked,
  hold: Rule['hold'],
  queries: readonly QueryForecast[],
  creditsPerMonth: number,
  slots: ReturnType<typeof cachedSlots>,
): WatchForecast {
  const { id, schedule, timezone } = watch;
  const { words, next } = slots({ schedule, timezone, hold }, timing);
  return {
    watch: id,
    schedule,
    timezone,
    words,
    next,
    queries,
    creditsPerRun: sum(queries.map((query) => query.credits)),
    creditsPerDay: perDay(creditsPerMonth),
    creditsPerMonth,
    paused: hold && { until: hold.until },
  };
}

/** The credits of queries that run together are counted together: thousands of watches share a few schedules. */
type Totals = Map<RunsAhead, number>;

function sumOf(totals: Totals) {
  const days = Array.from({ length: daysAhead }, (_, day) =>
    sum([...totals].map(([ahead, credits]) => (ahead.perDay[day] ?? 0) * credits)),
  );
  return { creditsPerMonth: sum(days), creditsOnBusiestDay: Math.max(...days) };
}

/** The schedule in words and its next three slots, made once for each schedule: thousands of watches share a few. */
function cachedSlots(now: Date): (rule: Rule, timing: string) => Pick<WatchForecast, 'words' | 'next'> {
  const known = new Map<string, Pick<WatchForecast, 'words' | 'next'>>();
  return (rule, timing) => {
    const { schedule, timezone, hold } = rule;
    const key = hold === undefined ? timing : `${timing}|${hold.until}`;
    const before = known.get(key);
    if (before !== undefined) return before;
    const begin = beginOf(rule, now);
    const next = begin === undefined ? [] : slotsAfter(schedule, timezone, begin, 3);
    const slots = { words: describeSchedule(schedule), next };
    known.set(key, slots);
    return slots;
  };
}

/** A query of a watch, and the watches that send the same request. */
interface Ask {
  readonly query: Query;
  readonly sharing: readonly WatchConfig[];
}

interface Asked {
  readonly watch: WatchConfig;
  /** Its schedule and time zone. */
  readonly timing: string;
  readonly asks: readonly Ask[];
}

const asksOf = madeOnce((watches: readonly WatchConfig[]): readonly Asked[] => {
  const sharing = new Map<string, WatchConfig[]>();
  return watches.map((watch) => {
    const asks = queriesOf(watch).map((query) => {
      const request = requestOf(query);
      const known = sharing.get(request) ?? [];
      sharing.set(request, known);
      known.push(watch);
      return { query, sharing: known };
    });
    return { watch, timing: `${watch.schedule}|${watch.timezone}`, asks };
  });
});

/** To hundredths of a credit. */
function perDay(creditsPerMonth: number): number {
  return Math.round((100 * creditsPerMonth) / daysAhead) / 100;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
