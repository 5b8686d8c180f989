import { utcDay } from '../base/time.ts';
import { withCommas } from '../base/words/sentence.ts';
import { type Config, isLimit, type WatchConfig } from '../config/config.ts';
import { adaptiveBounds } from '../config/fields/schedule.ts';
import { type LastCost, type Prices, pricePerPage, type Query } from '../records/query.ts';
import { lastCosts } from '../store/claims/queries.ts';
import { roundedCredits, spentInAll } from '../store/snapshot/ledgerTable.ts';
import type { Db } from '../store/store.ts';
import { adaptiveDueTimes, type ExpectedNews, expectedNews } from './adaptive/adaptiveQueries.ts';
import {
  demandOf,
  type PaidQuery,
  priceToday,
  priceWithoutBudget,
  type QuerySpending,
  spendingOf,
} from './adaptive/spending.ts';
import { nothingSpent, payerOf, whoPays } from './budget.ts';
import type { Hold } from './holds/holds.ts';
import { loadUnchecked } from './holds/holdsTable.ts';
import { cachedTimetables, daysAhead, ruleKey, type Timetables } from './nextDue.ts';
import { queriesOf, watchesByQuery } from './syncWatches.ts';

// The only forecast of costs: credits per check, number of checks, and the total.

const neverChecked: LastCost = { pages: 1 };

/** `most`: with all pages at the highest price of any. A check reserves this amount. */
export function checkCost(
  query: Pick<Query, 'operation' | 'body'>,
  { pages: known, chargedPerPage, highestPerPage = 0 }: LastCost = neverChecked,
  prices: Prices,
): { readonly pages: number; readonly credits: number; readonly most: number } {
  const pages = Math.max(1, known);
  const configured = pricePerPage(query, prices);
  return { pages, credits: pages * (chargedPerPage ?? configured), most: pages * Math.max(configured, highestPerPage) };
}

/** A search that was never checked counts as one page. @param otherWatches their queries are already paid */
export function creditsPerRun(
  watch: WatchConfig,
  lastCosts: CostFacts['lastCosts'],
  config: Priced,
  otherWatches: readonly WatchConfig[] = [],
): number {
  const asked = new Set(otherWatches.flatMap(queriesOf).map(({ id }) => id));
  const queries = queriesOf(watch).filter(({ id }) => !asked.has(id));
  return sum(queries.map((query) => checkCost(query, lastCosts.get(query.id), config.service.prices).credits));
}

export interface Spending {
  readonly creditsPerMonth: number; // Expected credits. For adaptive watches, what the budget leaves them.
  /** The limit for adaptive watches by `atMostEvery` and the budget; equal to `creditsPerMonth` for others. */
  readonly mostPerMonth: number;
}

/** Returns `1,440` or `1,440, at most 8,640`. */
export function spendingWords({ creditsPerMonth, mostPerMonth }: Spending): string {
  const most = mostPerMonth > creditsPerMonth ? `, at most ${withCommas(Math.round(mostPerMonth))}` : '';
  return `${withCommas(Math.round(creditsPerMonth))}${most}`;
}

export type Costs = ReturnType<typeof costsAhead>;
export type WatchCosts = ReturnType<typeof watchCosts>;

/** True if checks will be skipped although adaptive watches go down to one check per `atLeastEvery`. */
export function isOverBudget(
  { leastPerMonth, leastOnBusiestDay }: Pick<ReturnType<typeof totalOf>, 'leastPerMonth' | 'leastOnBusiestDay'>,
  { perMonth = Number.POSITIVE_INFINITY, perDay = Number.POSITIVE_INFINITY }: Config['budget'],
): boolean {
  return leastPerMonth > perMonth || leastOnBusiestDay > perDay;
}

export interface CostFacts {
  readonly lastCosts: ReadonlyMap<string, LastCost>;
  readonly holds: ReadonlyMap<string, Pick<Hold, 'until'>>;
  readonly news: ReadonlyMap<string, ExpectedNews>;
  readonly dueAt: ReadonlyMap<string, string>; // When each adaptive watch is due next (ISO).
  readonly spentThisMonth: number; // Credits of this calendar month (UTC).
}

type Priced = Pick<Config, 'service'> & Partial<Pick<Config, 'budget' | 'matters'>>;
type Planned = Priced & Pick<Config, 'watches'>;

/** Watches with an equal query share its checks, and those that are due together pay equal parts. */
export function costsAhead(config: Planned, facts: CostFacts, now: Date) {
  const timetable = cachedTimetables(now);
  const means = { ...config, spentThisMonth: facts.spentThisMonth };
  const { queries, mostOfAdaptive } = spendingOf(paidQueries(config, facts, timetable), means, now);
  const spending = new Map(queries.map((one) => [one.query.id, one]));
  const watches = config.watches.map((watch) => watchCosts(watch, spending, facts, timetable));
  const total = totalOf(queries, mostOfAdaptive, config.budget ?? {});
  return { watches, ...total, creditsPerDay: perDay(total.creditsPerMonth) };
}

/** Returns, by watch, why it is never checked: a check costs more than a whole period of its budget. */
export function neverPaid({ watches, ...config }: Config, costs: Pick<Costs, 'watches'>): Map<string, string> {
  const sharing = watchesByQuery(watches);
  const reasons = costs.watches.flatMap(({ watch, queries }) =>
    queries.flatMap(({ query, credits, sharedWith }) => {
      const payers = (sharing.get(query) ?? []).map((one) => payerOf(one.id, one, config));
      const { split, gaveWay } = whoPays({ before: new Map(), payers, credits: 0 }, credits, () => nothingSpent);
      const [why] = gaveWay;
      if (sharedWith !== undefined || split.payers.length > 0 || why === undefined) return [];
      return [[watch, why.reason] as const];
    }),
  );
  return new Map(reasons);
}

export function priceAhead(config: Planned, facts: CostFacts, now: Date): number {
  return priceToday(paidQueries(config, facts, cachedTimetables(now)), { ...config, ...facts }, now);
}

/** Returns what a watch costs once it is saved, as if it ran. */
export function costsWith(watch: WatchConfig, config: Planned, facts: CostFacts, now: Date) {
  const own = new Set(queriesOf(watch).map(({ id }) => id));
  const others = config.watches.filter((other) => other.id !== watch.id);
  const sharing = others.filter((other) => queriesOf(other).some((query) => own.has(query.id)));
  const isAdaptive = [watch, ...sharing].some(({ schedule }) => adaptiveBounds(schedule) !== undefined);
  // The budget that is left for one adaptive watch depends on all others.
  const beside = isAdaptive ? others : sharing;
  const holds = new Map([...facts.holds].filter(([id]) => id !== watch.id));
  const { watches } = costsAhead({ ...config, watches: [...beside, watch] }, { ...facts, holds }, now);
  const { creditsPerMonth = 0, mostPerMonth = 0 } = watches.at(-1) ?? {};
  return { creditsPerMonth, mostPerMonth };
}

function paidQueries({ watches, service }: Planned, facts: CostFacts, timetable: Timetables): PaidQuery[] {
  const { holds, lastCosts, news } = facts;
  const ruleOf = ({ id, schedule, timezone }: WatchConfig) => ({ schedule, timezone, hold: holds.get(id) });
  return watches.flatMap((watch) =>
    queriesOf(watch).flatMap((query): PaidQuery[] => {
      const sharing = watchesByQuery(watches).get(query.id) ?? [];
      const running = sharing.filter(({ id }) => !holds.has(id));
      const [payer = watch] = running.length > 0 ? running : sharing;
      if (payer.id !== watch.id) return [];
      const cost = lastCosts.get(query.id);
      const { credits } = checkCost(query, cost, service.prices);
      const demand = demandOf(running, news.get(query.id));
      const [first = watch, ...others] = sharing;
      const { shares, ...runs } = timetable(ruleOf(first), ...others.map(ruleOf));
      return [{ query, payer, shares, pages: cost?.pages, credits, demand, runs }];
    }),
  );
}

function watchCosts(
  watch: WatchConfig,
  spending: ReadonlyMap<string, QuerySpending>,
  { holds, dueAt }: CostFacts,
  timetable: Timetables,
) {
  const { id, schedule, timezone, budget = {} } = watch;
  const hold = holds.get(id);
  const rule = { schedule, timezone, hold };
  const whole = queriesOf(watch).flatMap((query) => spending.get(query.id) ?? []);
  const shares = whole.map((one) => shareOf(one, id, ruleKey(rule)));
  const due = hold === undefined && adaptiveBounds(schedule) ? dueAt.get(id) : undefined;
  const { words, next, inAll } = timetable(rule);
  const creditsPerRun = sum(whole.map(({ credits }) => credits));
  // Other watches may have fixed slots, at which this one is not due.
  const ofOwnRuns = whole.map(({ demand, expected, credits }) => (demand === undefined ? inAll * credits : expected));
  const creditsPerMonth = roundedCredits(sum(shares.map(({ expected }) => expected)));
  return {
    watch: id,
    schedule,
    timezone,
    words,
    /** The next three slots without the spread; for an adaptive watch its due time, if known. */
    next: due === undefined ? next : [new Date(due)],
    queries: whole.map(({ query, pages, credits, payer }) => {
      const cost = { query: query.id, operation: query.operation, pages, credits };
      /** An earlier watch with this query. One call serves both if they are due together. */
      return { ...cost, ...(payer.id !== id && { sharedWith: payer.id }) };
    }),
    /** If no other watch is due. */
    creditsPerRun,
    runsPerMonth: creditsPerRun === 0 ? 0 : sum(ofOwnRuns) / creditsPerRun,
    creditsPerDay: perDay(creditsPerMonth),
    creditsPerMonth,
    mostPerMonth: roundedCredits(sum(shares.map(({ most }) => most))),
    /** True if checks will be skipped because of the watch's own budget. */
    isOverOwnBudget: isLimit(budget) && hold === undefined && isOverBudget(totalOf(shares, 0, budget), budget),
    paused: hold && { until: hold.until },
  };
}

/** Returns what one watch pays: of each run an equal part with the others that are due, as in the ledger. */
function shareOf(one: QuerySpending, id: string, key: string): QuerySpending {
  const runs = one.shares.get(key) ?? { perDay: [], inAll: 0 };
  const part = one.runs.inAll === 0 ? Number(one.payer.id === id) : runs.inAll / one.runs.inAll;
  return { ...one, runs, least: one.least * part, expected: one.expected * part, most: one.most * part };
}

function totalOf(
  queries: readonly QuerySpending[],
  mostOfAdaptive: number,
  { perDay: limit = Number.POSITIVE_INFINITY }: Config['budget'],
) {
  const adaptive = queries.filter(({ demand }) => demand !== undefined);
  const fixed = queries.filter(({ demand }) => demand === undefined);
  const days = Array.from({ length: daysAhead }, (_, day) =>
    sum(fixed.map(({ runs, credits }) => (runs.perDay[day] ?? 0) * credits)),
  );
  const [least, expected] = [sum(adaptive.map((one) => one.least)), sum(adaptive.map((one) => one.expected))];
  const leastOnBusiestDay = Math.max(...days) + Math.ceil(least / daysAhead);
  const onBusiestDay = Math.max(...days) + Math.ceil(expected / daysAhead);
  return {
    creditsPerMonth: sum(days) + expected,
    mostPerMonth: sum(days) + mostOfAdaptive,
    creditsOnBusiestDay: Math.max(leastOnBusiestDay, Math.min(onBusiestDay, limit)),
    /** Credits that adaptive watches cannot save. With a smaller budget, checks are skipped. */
    leastPerMonth: roundedCredits(sum(days) + least),
    leastOnBusiestDay,
  };
}

function perDay(creditsPerMonth: number): number {
  return Math.round((100 * creditsPerMonth) / daysAhead) / 100;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

export async function loadCostFacts(db: Db, now: Date): Promise<CostFacts> {
  return {
    lastCosts: await lastCosts(db),
    holds: await loadUnchecked(db),
    news: await expectedNews(db),
    dueAt: await adaptiveDueTimes(db),
    spentThisMonth: (await spentInAll(db, utcDay(now))).thisMonth,
  };
}

export const noCostFacts: CostFacts = {
  lastCosts: new Map(),
  holds: new Map(),
  news: new Map(),
  dueAt: new Map(),
  spentThisMonth: 0,
};

export async function loadCosts(db: Db, config: Config, now: Date): Promise<Costs> {
  return costsAhead(config, await loadCostFacts(db, now), now);
}

const prices = new WeakMap<Config['watches'], { readonly day: string; readonly price: number }>();

/** Returns the price of a credit, cached per day (UTC) because 10,000 watches take a while. */
export async function priceOfDay(db: Db, config: Config, now: Date): Promise<number> {
  const { watches, budget } = config;
  const day = utcDay(now);
  const known = prices.get(watches);
  if (known?.day === day) return known.price;
  const isAny = isLimit(budget) && watches.some(({ schedule }) => adaptiveBounds(schedule) !== undefined);
  const price = isAny ? priceAhead(config, await loadCostFacts(db, now), now) : priceWithoutBudget;
  prices.set(watches, { day, price });
  return price;
}
