import { dayMs, hourMs, utcDay } from '../../base/time.ts';
import { type Config, isLimit, type WatchConfig } from '../../config/config.ts';
import { adaptiveBounds } from '../../config/fields/schedule.ts';
import type { Query } from '../../records/query.ts';
import { perDayLeft, startOfNext } from '../budget.ts';
import { daysAhead, type Runs } from '../nextDue.ts';
import type { ExpectedNews } from './adaptiveQueries.ts';

// Pure. Adaptive watches get as many checks as the budget leaves after fixed schedules are paid.

const hoursAhead = 24 * daysAhead;

const usualPerHour = 1.2 / 168;

export interface PaidQuery {
  readonly query: Query;
  readonly payer: WatchConfig; // The first running watch. Its budget limits the adaptive checks.
  readonly shares: ReadonlyMap<string, Runs>; // Those that one of its watches pays, by `ruleKey`.
  readonly pages: number | undefined; // Pages of the last complete check; undefined if there was none.
  readonly credits: number;
  readonly demand: Demand | undefined; // Undefined for a query with fixed slots only.
  readonly runs: Runs; // From the slots of the schedules; for an adaptive query, from `atLeastEvery`.
}

type Demand = NonNullable<ReturnType<typeof demandOf>>;

export type QuerySpending = PaidQuery & Readonly<{ least: number; expected: number; most: number }>;

/** The filings of an urgent watch count this many times. */
export const urgentWeight = 3;

/** @returns undefined if a running watch of the query has fixed slots, which then determine the number of checks */
export function demandOf(running: readonly WatchConfig[], news: ExpectedNews | undefined) {
  const bounds = running.flatMap(({ schedule }) => adaptiveBounds(schedule) ?? []);
  if (bounds.length === 0 || bounds.length < running.length) return undefined;
  if (news?.isEnded) return { perHour: 0, least: 1, most: 1, known: 1 };
  const within = (hours: number) => Math.floor(hoursAhead / hours + 1e-9);
  const least = within(Math.min(...bounds.map((one) => one.atLeastEveryHours)));
  const most = within(Math.min(...bounds.map((one) => one.atMostEveryHours)));
  const weight = running.some(({ urgent }) => urgent) ? urgentWeight : 1;
  const known = news === undefined ? undefined : Math.round((news.checksPerWeek * daysAhead) / 7);
  return { perHour: weight * (news?.perHour ?? usualPerHour), least, most: Math.max(least, most), known };
}

export type Means = Partial<Pick<Config, 'budget' | 'matters'>> & Readonly<{ spentThisMonth: number }>;

export function spendingOf(paid: readonly PaidQuery[], means: Means, now: Date) {
  const allowance = allowanceOf(means, fixedCredits(paid) / daysAhead, now);
  const room = Math.floor(allowance ?? Number.POSITIVE_INFINITY);
  const wanted = withinBudgets(paid, means);
  const price = allowance === undefined ? priceWithoutBudget : priceFor([...wanted.values()], allowance);
  const queries = paid.map((one): QuerySpending => {
    const want = wanted.get(one);
    const { credits } = one;
    if (want === undefined) {
      const whole = credits * one.runs.inAll;
      return { ...one, least: whole, expected: whole, most: whole };
    }
    const { least, most, known } = want;
    // Without a budget, the last check has already chosen the usual rate.
    const usual = (allowance === undefined ? known : undefined) ?? checksAt(price, want);
    const expected = credits * Math.max(least, Math.min(most, usual));
    return { ...one, least: least * credits, expected, most: Math.min(most * credits, Math.max(expected, room)) };
  });
  const sumOf = (key: 'expected' | 'most') =>
    queries.reduce((sum, one) => sum + (one.demand === undefined ? 0 : one[key]), 0);
  return { queries, mostOfAdaptive: Math.min(sumOf('most'), Math.max(sumOf('expected'), room)) };
}

/** Returns the hours of waiting that a check must save per credit, so that the budget lasts the month. */
export function priceToday(paid: readonly PaidQuery[], means: Means, now: Date): number {
  const daysLeft = Math.round((startOfNext('month', now).getTime() - Date.parse(utcDay(now))) / dayMs);
  const left = perDayLeft(means.budget ?? {}, means.spentThisMonth, daysLeft);
  if (left === undefined) return priceWithoutBudget;
  const planned = Math.max(0, left - fixedCredits(paid) / daysAhead);
  return priceFor([...withinBudgets(paid, means).values()], planned * daysAhead);
}

/** Used without a budget. It leads to about two checks a day for an ordinary case. */
export const priceWithoutBudget = 0.016;

type Wanted = Demand & Pick<PaidQuery, 'credits'>;

/** Courts close at night, so this share of the checks finds filings as fast as evenly spread news would need. */
const checksOfEven = 0.75;

/** Returns checks per month: the hours times the root of filings per hour over twice a check's price, within bounds. */
function checksAt(price: number, { credits, perHour, least, most }: Wanted): number {
  const wanted = checksOfEven * hoursAhead * Math.sqrt(perHour / (2 * price * Math.max(credits, 1e-6)));
  return Math.max(least, Math.min(most, Math.floor(wanted)));
}

const [leastPrice, mostPrice] = [1e-5, 1e4];
const halvings = 40;

function priceFor(wanted: readonly Wanted[], allowance: number): number {
  let [cheap, dear] = [Math.log(leastPrice), Math.log(mostPrice)];
  for (let step = 0; step < halvings; step += 1) {
    const middle = (cheap + dear) / 2;
    const cost = wanted.reduce((sum, want) => sum + want.credits * checksAt(Math.exp(middle), want), 0);
    if (cost > allowance) cheap = middle;
    else dear = middle;
  }
  return Math.exp(dear);
}

/** Limits the checks of adaptive queries to what the budgets of their watch and matter allow. */
function withinBudgets(paid: readonly PaidQuery[], { matters = {} }: Means): ReadonlyMap<PaidQuery, Wanted> {
  const ofMatter = Map.groupBy(paid, ({ payer }) => payer.matter);
  const limitOf = ({ matter, budget: own }: WatchConfig) => {
    const budget = matter !== undefined && Object.hasOwn(matters, matter) ? matters[matter]?.budget : undefined;
    if (!isLimit(budget)) return inMonth(own);
    const some = ofMatter.get(matter) ?? [];
    const adaptive = some.filter(({ demand }) => demand !== undefined);
    return Math.min(inMonth(own), (inMonth(budget) - fixedCredits(some)) / Math.max(1, adaptive.length));
  };
  return new Map(
    paid.flatMap((one) => {
      const { demand, credits, payer } = one;
      if (demand === undefined) return [];
      const most = Math.floor(Math.max(0, limitOf(payer)) / Math.max(credits, 1e-6));
      const want = { ...demand, credits, most: Math.max(demand.least, Math.min(demand.most, most)) };
      return [[one, want] as const];
    }),
  );
}

function fixedCredits(paid: readonly PaidQuery[]): number {
  return paid.reduce((sum, { demand, credits, runs }) => sum + (demand === undefined ? credits * runs.inAll : 0), 0);
}

function inMonth({ perDay = Infinity, perMonth = Infinity }: Config['budget'] = {}): number {
  return Math.min(perDay * daysAhead, perMonth);
}

/** Returns credits, spread evenly over the days of each month. @returns undefined without a budget */
function allowanceOf({ budget = {}, spentThisMonth }: Means, fixedPerDay: number, now: Date): number | undefined {
  let sum = 0;
  for (let day = 1; day <= daysAhead; day += 1) {
    const at = new Date(Date.parse(utcDay(now)) + day * dayMs + 12 * hourMs);
    const isThisMonth = at < startOfNext('month', now);
    const start = Math.max(Date.parse(utcDay(now)), Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), 1));
    const daysLeft = Math.round((startOfNext('month', at).getTime() - start) / dayMs);
    const left = perDayLeft(budget, isThisMonth ? spentThisMonth : 0, daysLeft);
    if (left === undefined) return undefined;
    sum += Math.max(0, left - fixedPerDay);
  }
  const { perMonth } = budget;
  return perMonth === undefined ? sum : Math.min(sum, Math.max(0, perMonth - fixedPerDay * daysAhead));
}
