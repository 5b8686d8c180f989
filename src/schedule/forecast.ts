import type { Config, WatchConfig } from '../config/config.ts';
import { describeSearch } from '../config/describeSearch.ts';
import { everyService, serviceOf } from '../config/serviceOf.ts';
import { type Query, queryOf } from '../search/query.ts';
import type { Pause } from '../store/queue/pauses.ts';
import { dayOf, estimateCredits } from './budget.ts';
import { describeSchedule } from './describeSchedule.ts';
import { slotsAfter, slotsBetween } from './nextDue.ts';
import { queriesOf } from './planSync.ts';

interface QueryForecast {
  readonly query: string;
  /** The name of the service that is asked; undefined: the default one. */
  readonly service?: string | undefined;
  readonly operation: Query['operation'];
  /** What it asks for, in words: `dockets: patent number 6,834,603`. */
  readonly asks: string;
  /** Pages of its last complete check; undefined when there was none, and one is assumed. */
  readonly pages: number | undefined;
  /** Credits a run; 0 where `sharedWith` pays. */
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
  /** While it is paused it costs nothing; `until`: ISO, null as long as nobody resumes it. Absent: it is not. */
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

/**
 * What the watches of a config will cost, in credits, by the schedules of the coming 30 days and the pages that each query took
 * last time (`pages`, by query id). Watches with an equal query share its checks: the first one listed that is not paused carries the cost.
 * @param pauses those that run, by watch
 */
export function forecast(
  config: Pick<Config, 'watches' | 'service'> & Partial<Pick<Config, 'services'>>,
  pages: ReadonlyMap<string, number>,
  now: Date,
  pauses: ReadonlyMap<string, Pick<Pause, 'until'>> = new Map(),
): Forecast {
  const planned = config.watches.map((watch) => ({ ...watch, paused: pauses.get(watch.id) }));
  const watchesOf = groupByQuery(
    [...planned].sort((a, b) => Number(a.paused !== undefined) - Number(b.paused !== undefined)),
  );
  const runs = cachedRuns(now);
  const byDay: number[] = Array(daysAhead).fill(0);
  const byDayOf = new Map(
    everyService(config).flatMap(({ name }) => (name === undefined ? [] : [[name, Array<number>(daysAhead).fill(0)]])),
  );

  const watches = planned.map((watch): WatchForecast => {
    const asks = new Map(watch.searches.map((search) => [queryOf(search, watch).id, describeSearch(search)]));
    const queries = queriesOf(watch).map((query): QueryForecast => {
      const { id, operation, service } = query;
      const known = {
        query: id,
        ...(service !== undefined && { service }),
        operation,
        asks: asks.get(id) ?? '',
        pages: pages.get(id),
      };
      const payer = watchesOf.get(query.id)?.[0]?.id;
      if (payer !== watch.id) return { ...known, credits: 0, sharedWith: payer };
      return { ...known, credits: estimateCredits(query, known.pages ?? 1, serviceOf(config, service).prices) };
    });
    let creditsPerMonth = 0;
    for (const { query, credits } of queries) {
      runs(watchesOf.get(query) ?? []).forEach((count, day) => {
        byDay[day] = (byDay[day] ?? 0) + count * credits;
        const ofService = watch.service === undefined ? undefined : byDayOf.get(watch.service);
        if (ofService !== undefined) ofService[day] = (ofService[day] ?? 0) + count * credits;
        creditsPerMonth += count * credits;
      });
    }
    const { id, schedule, timezone, paused } = watch;
    const begin = beginOf(watch, now);
    const next = begin === undefined ? [] : slotsAfter(schedule, timezone, begin, 3);
    const creditsPerRun = sum(queries.map((query) => query.credits));
    const words = describeSchedule(schedule);
    const creditsPerDay = perDay(creditsPerMonth);
    return {
      watch: id,
      schedule,
      timezone,
      words,
      next,
      queries,
      creditsPerRun,
      creditsPerDay,
      creditsPerMonth,
      ...(paused && { paused: { until: paused.until } }),
    };
  });
  const creditsPerMonth = sum(byDay);
  const creditsOnBusiestDay = Math.max(...byDay);
  const services = [...byDayOf].map(([service, days]) => ({
    service,
    creditsPerMonth: sum(days),
    creditsOnBusiestDay: Math.max(...days),
  }));
  return { watches, services, creditsPerDay: perDay(creditsPerMonth), creditsPerMonth, creditsOnBusiestDay };
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

/** `runsAhead`, worked out once for each set of schedules: thousands of watches have a few between them. */
function cachedRuns(now: Date): (watches: readonly Planned[]) => readonly number[] {
  const known = new Map<string, number[]>();
  return (watches) => {
    const rules = new Map(watches.map((watch) => [`${watch.schedule}|${watch.timezone}|${pauseEnd(watch)}`, watch]));
    const key = [...rules.keys()].sort().join('||');
    const runs = known.get(key) ?? runsAhead([...rules.values()], now);
    known.set(key, runs);
    return runs;
  };
}

/** To hundredths of a credit. */
function perDay(creditsPerMonth: number): number {
  return Math.round((100 * creditsPerMonth) / daysAhead) / 100;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

/** How far a forecast looks, in days of UTC: the coming month. */
const daysAhead = 30;

const dayMs = 24 * 3600 * 1000;
// A run each half-hour. What runs oftener is taken to run evenly.
const slotsCounted = 2 * 24 * daysAhead;

type Rule = Pick<WatchConfig, 'schedule' | 'timezone'> & { readonly paused?: Pick<Pause, 'until'> | undefined };

function pauseEnd({ paused }: Rule): string {
  return paused === undefined ? '' : (paused.until ?? 'never');
}

/** From when a watch is checked; undefined while nobody knows when its pause ends. */
function beginOf({ paused }: Rule, after: Date): Date | undefined {
  if (paused === undefined) return after;
  return paused.until === null ? undefined : new Date(Math.max(after.getTime(), Date.parse(paused.until)));
}

/**
 * How often a query runs on each of the coming 30 days of UTC, tomorrow first, when its watches have these schedules: slots
 * that fall together are one run.
 */
export function runsAhead(rules: readonly Rule[], now: Date): number[] {
  const start = new Date(Date.parse(dayOf(now)) + dayMs - 1);
  const end = new Date(start.getTime() + daysAhead * dayMs);
  const slots = rules.map((rule) => {
    const begin = beginOf(rule, start);
    return begin === undefined ? [] : slotsBetween(rule, begin, end, slotsCounted + 1);
  });
  const frequent = slots.filter((each) => each.length > slotsCounted);
  if (frequent.length > 0) {
    const first = Math.min(...frequent.map(([slot]) => slot?.getTime() ?? 0));
    const perDay = Math.max(...frequent.map(runsPerDay));
    return Array.from({ length: daysAhead }, (_, day) => (start.getTime() + (day + 1) * dayMs >= first ? perDay : 0));
  }

  const runs: number[] = Array(daysAhead).fill(0);
  for (const at of new Set(slots.flat().map((slot) => slot.getTime()))) {
    const day = Math.floor((at - start.getTime() - 1) / dayMs);
    runs[day] = (runs[day] ?? 0) + 1;
  }
  return runs;
}

function runsPerDay(slots: readonly Date[]): number {
  const spanMs = (slots.at(-1)?.getTime() ?? 0) - (slots[0]?.getTime() ?? 0);
  return Math.round(((slots.length - 1) * dayMs) / spanMs);
}
