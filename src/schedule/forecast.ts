import type { Config, WatchConfig } from '../config/config.ts';
import { describeSearch } from '../config/describeSearch.ts';
import { everyService, serviceOf } from '../config/serviceOf.ts';
import type { LastCost } from '../search/paging/searchResult.ts';
import { type Query, queryOf } from '../search/query.ts';
import type { Pause } from '../store/queue/pauses.ts';
import { estimateCredits } from './budget.ts';
import { describeSchedule } from './describeSchedule.ts';
import { slotsAfter } from './nextDue.ts';
import { queriesOf } from './planSync.ts';
import { beginOf, cachedRuns, daysAhead, type Rule } from './runsAhead.ts';

interface QueryForecast {
  readonly query: string;
  /** The name of the service that is asked; undefined: the default one. */
  readonly service?: string | undefined;
  readonly operation: Query['operation'];
  /** What it asks for, in words: `dockets: patent number 6,834,603`. */
  readonly asks: string;
  /** Pages of its last complete check; undefined when there was none, and one is assumed. */
  readonly pages: number | undefined;
  /** Credits per run; 0 where `sharedWith` pays. */
  readonly credits: number;
  /** The watch, listed before, that has an equal query: one check serves both, and its cost is counted there. */
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

/**
 * What the watches of a config will cost, in credits, by the schedules of the coming 30 days and the pages that each query took
 * last time (`lastCosts`, by query id), at the price that the service charged then, where it said so. Watches with an equal query share its checks: the first one listed that is not paused carries the cost.
 * @param pauses the running pauses, by watch
 */
export function forecast(
  config: Pick<Config, 'watches' | 'service'> & Partial<Pick<Config, 'services'>>,
  lastCosts: ReadonlyMap<string, LastCost>,
  now: Date,
  pauses: ReadonlyMap<string, Pick<Pause, 'until'>> = new Map(),
): Forecast {
  const planned = config.watches.map((watch) => ({ ...watch, paused: pauses.get(watch.id) }));
  const watchesOf = groupByQuery(
    [...planned].sort((a, b) => Number(a.paused !== undefined) - Number(b.paused !== undefined)),
  );
  const runs = cachedRuns(now);

  function ofQuery(query: Query, watch: Planned, asks: string): QueryForecast {
    const { id, operation, service } = query;
    const last = lastCosts.get(id);
    const known = { query: id, ...(service !== undefined && { service }), operation, asks, pages: last?.pages };
    const payer = watchesOf.get(id)?.[0]?.id;
    if (payer !== watch.id) return { ...known, credits: 0, sharedWith: payer };
    return { ...known, credits: estimateCredits(query, last ?? neverChecked, serviceOf(config, service).prices) };
  }

  const found = planned.map((watch) => {
    const asks = new Map(watch.searches.map((search) => [queryOf(search, watch).id, describeSearch(search)]));
    const queries = queriesOf(watch).map((query) => ofQuery(query, watch, asks.get(query.id) ?? ''));
    const days = sumByDay(
      queries.map(({ query, credits }) => runs(watchesOf.get(query) ?? []).map((count) => count * credits)),
    );
    return { watch, queries, days };
  });
  const total = totalsOf(found.map(({ days }) => days));
  const services = everyService(config).flatMap(({ name }) => {
    if (name === undefined) return [];
    const own = found.filter(({ watch }) => watch.service === name);
    return [{ service: name, ...totalsOf(own.map(({ days }) => days)) }];
  });
  const watches = found.map(({ watch, queries, days }) => watchForecast(watch, queries, sum(days), now));
  return { watches, services, ...total, creditsPerDay: perDay(total.creditsPerMonth) };
}

function watchForecast(
  watch: Planned,
  queries: readonly QueryForecast[],
  creditsPerMonth: number,
  now: Date,
): WatchForecast {
  const { id, schedule, timezone, paused } = watch;
  const begin = beginOf(watch, now);
  return {
    watch: id,
    schedule,
    timezone,
    words: describeSchedule(schedule),
    next: begin === undefined ? [] : slotsAfter(schedule, timezone, begin, 3),
    queries,
    creditsPerRun: sum(queries.map((query) => query.credits)),
    creditsPerDay: perDay(creditsPerMonth),
    creditsPerMonth,
    ...(paused && { paused: { until: paused.until } }),
  };
}

/** What several cost together on each of the coming days. */
function sumByDay(costs: readonly (readonly number[])[]): number[] {
  return Array.from({ length: daysAhead }, (_, day) => sum(costs.map((days) => days[day] ?? 0)));
}

function totalsOf(costs: readonly (readonly number[])[]) {
  const days = sumByDay(costs);
  return { creditsPerMonth: sum(days), creditsOnBusiestDay: Math.max(...days) };
}

type Planned = WatchConfig & Rule;

function groupByQuery(watches: readonly Planned[]): Map<string, Planned[]> {
  const groups = new Map<string, Planned[]>();
  for (const watch of watches) {
    for (const { id } of queriesOf(watch)) {
      const group = groups.get(id);
      if (group === undefined) groups.set(id, [watch]);
      else group.push(watch);
    }
  }
  return groups;
}

/** To hundredths of a credit. */
function perDay(creditsPerMonth: number): number {
  return Math.round((100 * creditsPerMonth) / daysAhead) / 100;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
