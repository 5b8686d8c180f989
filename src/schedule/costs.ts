import { madeOnce } from '../base/madeOnce.ts';
import { withCommas } from '../base/words/sentence.ts';
import type { Config, WatchConfig } from '../config/config.ts';
import { adaptiveBounds } from '../config/fields/schedule.ts';
import type { LastCost } from '../service/paging/searchResult.ts';
import type { Query } from '../service/query.ts';
import {
  demandOf,
  type ExpectedNews,
  type PaidQuery,
  type QuerySpending,
  spendingOf,
} from './adaptive/adaptiveSpending.ts';
import { estimateCredits } from './budget.ts';
import { describeSchedule } from './describeSchedule.ts';
import type { Hold } from './holds/holds.ts';
import { slotsAfter } from './nextDue.ts';
import { queriesOf } from './planSync.ts';
import { beginOf, cachedRuns, daysAhead, type Rule, type RunsAhead } from './runsAhead.ts';

interface QueryCosts {
  readonly query: string;
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

/** Credits in the coming 30 days. */
export interface Spending {
  /** What is expected: of adaptive watches, what their budget leaves them. */
  readonly creditsPerMonth: number;
  /** What adaptive watches may spend at most, by `atMostEvery` and the budget; of others the same. */
  readonly mostPerMonth: number;
}

/** `1,440`, or `1,440, at most 8,640` */
export function spendingWords({ creditsPerMonth, mostPerMonth }: Spending): string {
  const most = mostPerMonth > creditsPerMonth ? `, at most ${withCommas(mostPerMonth)}` : '';
  return `${withCommas(creditsPerMonth)}${most}`;
}

export interface WatchCosts extends Spending {
  readonly watch: string;
  readonly schedule: string;
  readonly timezone: string;
  readonly words: string;
  /** The next three slots, without the spread; of an adaptive watch when it is due, where that is known. */
  readonly next: readonly Date[];
  readonly queries: readonly QueryCosts[];
  readonly creditsPerRun: number;
  /** On average over the coming 30 days. */
  readonly creditsPerDay: number;
  /** A paused watch costs nothing; `until`: ISO, null: until somebody resumes it. Absent: it is not paused. */
  readonly paused?: { readonly until: string | null } | undefined;
}

/** What all watches cost. */
interface TotalCosts extends Spending {
  /** On the costliest of the coming 30 days. */
  readonly creditsOnBusiestDay: number;
  /** What must be paid whatever adaptive watches leave out: where a budget is less, checks are skipped. */
  readonly leastPerMonth: number;
  readonly leastOnBusiestDay: number;
}

export interface Costs extends TotalCosts {
  readonly watches: readonly WatchCosts[];
  readonly creditsPerDay: number;
}

/** Whether checks will be skipped: adaptive watches only spend what is left, down to one check each `atLeastEvery`. */
export function isOverBudget(
  { leastPerMonth, leastOnBusiestDay }: TotalCosts,
  { perMonth = Number.POSITIVE_INFINITY, perDay = Number.POSITIVE_INFINITY }: Config['budget'],
): boolean {
  return leastPerMonth > perMonth || leastOnBusiestDay > perDay;
}

/** What is stored that decides what watches cost. */
export interface CostFacts {
  /** What each query cost last, by its id. */
  readonly lastCosts: ReadonlyMap<string, LastCost>;
  /** What keeps watches from being checked, by watch. */
  readonly holds: ReadonlyMap<string, Pick<Hold, 'until'>>;
  /** Of adaptive queries, by id. */
  readonly news: ReadonlyMap<string, ExpectedNews>;
  /** When each adaptive watch is due next (ISO). */
  readonly dueAt: ReadonlyMap<string, string>;
  /** Credits, of this month (UTC). */
  readonly spentThisMonth: number;
}

export const nothingKnown: CostFacts = {
  lastCosts: new Map(),
  holds: new Map(),
  news: new Map(),
  dueAt: new Map(),
  spentThisMonth: 0,
};

const neverChecked: LastCost = { pages: 1 };

type Priced = Pick<Config, 'service'> & Partial<Pick<Config, 'budget' | 'matters'>>;

/**
 * What one check of a watch costs, as far as is known: a page for each search that was never checked.
 * @param otherWatches those whose queries are asked already, and cost nothing more; default: all of its queries are
 * asked
 */
export function creditsPerRun(
  watch: WatchConfig,
  lastCosts: CostFacts['lastCosts'],
  config: Priced,
  otherWatches: readonly WatchConfig[] = [],
): number {
  const asked = new Set(otherWatches.flatMap(queriesOf).map(({ id }) => id));
  const { prices } = config.service;
  const queries = queriesOf(watch).filter(({ id }) => !asked.has(id));
  return sum(queries.map((query) => estimateCredits(query, lastCosts.get(query.id) ?? neverChecked, prices)));
}

/**
 * What a watch adds to the coming 30 days: what it shares with others is paid once; an adaptive one gets its part of
 * what the budget leaves to all of them. A hold on itself does not count.
 */
export function creditsAdded(
  watch: WatchConfig,
  config: Priced & Pick<Config, 'watches'>,
  facts: CostFacts,
  now: Date,
): Spending {
  const own = new Set(queriesOf(watch).map(({ id }) => id));
  const others = config.watches.filter((other) => other.id !== watch.id);
  const sharing = others.filter((other) => queriesOf(other).some((query) => own.has(query.id)));
  const isAdaptive = [watch, ...sharing].some(({ schedule }) => adaptiveBounds(schedule) !== undefined);
  // What one adaptive watch may spend depends on all others.
  const beside = isAdaptive ? others : sharing;
  const holds = new Map([...facts.holds].filter(([id]) => id !== watch.id));
  const concerned = new Set([watch, ...sharing].map(({ id }) => id));
  const costOf = (watches: readonly WatchConfig[]) => {
    const all = costsAhead({ ...config, watches }, { ...facts, holds }, now).watches;
    const some = all.filter((one) => concerned.has(one.watch));
    return { expected: sum(some.map((one) => one.creditsPerMonth)), most: sum(some.map((one) => one.mostPerMonth)) };
  };
  const [after, before] = [costOf([...beside, watch]), costOf(beside)];
  return { creditsPerMonth: after.expected - before.expected, mostPerMonth: after.most - before.most };
}

/**
 * What the watches of a config will cost, in credits, by the schedules of the coming 30 days and the pages that each
 * search took last time, at the price that the service charged then, where it said so. Watches that send one request
 * share its checks: the first one listed that is checked carries the cost. Adaptive watches spend what budgets leave
 * them, and no more than their bounds allow. The one function by which every figure ahead is made. Pure.
 */
export function costsAhead(config: Priced & Pick<Config, 'watches'>, facts: CostFacts, now: Date): Costs {
  const asked = asksOf(config.watches);
  const queries = asked.map((one) => one.asks.map((ask) => queryCosts(ask, one.watch, config, facts)));
  const runs = runsOf(facts, now);
  const paid = asked.flatMap((one, place) =>
    one.asks.flatMap((ask, index): PaidQuery[] => {
      const { credits = 0, sharedWith } = queries[place]?.[index] ?? {};
      if (sharedWith !== undefined) return [];
      const running = ask.sharing.filter(({ id }) => !facts.holds.has(id));
      const demand = demandOf(running, credits, facts.news.get(ask.query.id));
      return [{ watch: one.watch, credits, demand, ahead: runs(ask, one) }];
    }),
  );
  const { queries: spending, mostOfAdaptive } = spendingOf(paid, config, facts.spentThisMonth, now);
  const ofWatch = Map.groupBy(spending, ({ watch }) => watch.id);
  const slots = cachedSlots(now);
  const watches = asked.map((one, place) =>
    watchCosts(one, queries[place] ?? [], ofWatch.get(one.watch.id) ?? [], { facts, slots }),
  );
  const total = totalOf(spending, mostOfAdaptive, config.budget ?? {});
  return { watches, ...total, creditsPerDay: perDay(total.creditsPerMonth) };
}

/** Equal requests cost the same, whichever courts count. */
function queryCosts({ query, sharing }: Ask, watch: WatchConfig, config: Priced, facts: CostFacts): QueryCosts {
  const { id, operation } = query;
  const known = facts.lastCosts.get(id);
  const payer = sharing.find((one) => !facts.holds.has(one.id)) ?? sharing[0];
  const sharedWith = payer?.id === watch.id ? undefined : payer?.id;
  const cost = estimateCredits(query, known ?? neverChecked, config.service.prices);
  const credits = sharedWith === undefined ? cost : 0;
  return { query: id, operation, pages: known?.pages, credits, sharedWith };
}

/** Most watches share a schedule, and nothing else: its slots are counted once. */
function runsOf({ holds }: CostFacts, now: Date): (ask: Ask, asked: Asked) => RunsAhead {
  const runs = cachedRuns(now);
  const usual = new Map<string, RunsAhead>();
  const ruleOf = ({ id, schedule, timezone }: WatchConfig): Rule => ({ schedule, timezone, hold: holds.get(id) });
  return ({ sharing }, { watch, timing }) => {
    if (sharing.length > 1 || holds.has(watch.id)) return runs(sharing.map(ruleOf));
    const ahead = usual.get(timing) ?? runs([watch]);
    usual.set(timing, ahead);
    return ahead;
  };
}

function totalOf(
  spending: readonly QuerySpending[],
  mostOfAdaptive: number,
  { perDay: limit = Number.POSITIVE_INFINITY }: Config['budget'],
): TotalCosts {
  const [adaptive, fixed] = [true, false].map((is) => spending.filter(({ demand }) => (demand !== undefined) === is));
  const totals = new Map<RunsAhead, number>();
  for (const { ahead, credits } of fixed ?? []) totals.set(ahead, (totals.get(ahead) ?? 0) + credits);
  const days = Array.from({ length: daysAhead }, (_, day) =>
    sum([...totals].map(([ahead, credits]) => (ahead.perDay[day] ?? 0) * credits)),
  );
  const [least, expected] = [sumOf(adaptive, 'least'), sumOf(adaptive, 'expected')];
  const leastOnBusiestDay = Math.max(...days) + Math.ceil(least / daysAhead);
  const onBusiestDay = Math.max(...days) + Math.ceil(expected / daysAhead);
  return {
    creditsPerMonth: sum(days) + expected,
    mostPerMonth: sum(days) + mostOfAdaptive,
    creditsOnBusiestDay: Math.max(leastOnBusiestDay, Math.min(onBusiestDay, limit)),
    leastPerMonth: sum(days) + least,
    leastOnBusiestDay,
  };
}

function sumOf(spending: readonly QuerySpending[] = [], key: 'least' | 'expected' | 'most'): number {
  return sum(spending.map((one) => one[key]));
}

function watchCosts(
  { watch, timing }: Asked,
  queries: readonly QueryCosts[],
  spending: readonly QuerySpending[],
  { facts, slots }: { readonly facts: CostFacts; readonly slots: ReturnType<typeof cachedSlots> },
): WatchCosts {
  const { id, schedule, timezone } = watch;
  const hold = facts.holds.get(id);
  const { words, next } = slots({ schedule, timezone, hold }, timing);
  const dueAt = hold === undefined && adaptiveBounds(schedule) ? facts.dueAt.get(id) : undefined;
  const creditsPerMonth = sumOf(spending, 'expected');
  return {
    watch: id,
    schedule,
    timezone,
    words,
    next: dueAt === undefined ? next : [new Date(dueAt)],
    queries,
    creditsPerRun: sum(queries.map((query) => query.credits)),
    creditsPerDay: perDay(creditsPerMonth),
    creditsPerMonth,
    mostPerMonth: sumOf(spending, 'most'),
    paused: hold && { until: hold.until },
  };
}
/** The schedule in words and its next three slots, made once for each schedule: thousands of watches share a few. */
function cachedSlots(now: Date): (rule: Rule, timing: string) => Pick<WatchCosts, 'words' | 'next'> {
  const known = new Map<string, Pick<WatchCosts, 'words' | 'next'>>();
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
  const known = new Map<string, { readonly sharing: WatchConfig[] }>();
  return watches.map((watch) => {
    const asks = queriesOf(watch).map((query) => {
      const one = known.get(query.id) ?? { sharing: [] };
      known.set(query.id, one);
      one.sharing.push(watch);
      return { query, ...one };
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
