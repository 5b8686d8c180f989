import { type Config, isLimit, type WatchConfig } from '../../config/config.ts';
import { adaptiveBounds } from '../../config/fields/schedule.ts';
import { daysAhead, type RunsAhead } from '../runsAhead.ts';
import { type AdaptiveDemand, allowanceOf, checksAhead, urgentWeight } from './allowance.ts';

// What adaptive watches will spend in the coming 30 days beside those with fixed schedules. Pure.

/** What an adaptive query has shown of its news. */
export interface ExpectedNews {
  /** Filings an hour. */
  readonly perHour: number;
  /** Checks a week, as the last one chose them. */
  readonly checksPerWeek: number;
  /** Its cases ended long ago: it is checked monthly. */
  readonly isEnded: boolean;
}

/** A query that is paid by a watch. */
export interface PaidQuery {
  readonly watch: WatchConfig;
  /** Of one check. */
  readonly credits: number;
  /** Of an adaptive query; undefined: it is checked by its slots alone. */
  readonly demand: (AdaptiveDemand & { readonly known: number | undefined }) | undefined;
  /** By the slots of its schedules; of an adaptive one by `atLeastEvery`. */
  readonly ahead: RunsAhead;
}

/** A query with its credits in the coming 30 days. */
export interface QuerySpending extends PaidQuery {
  readonly least: number;
  readonly expected: number;
  readonly most: number;
}

export interface AllSpending {
  readonly queries: readonly QuerySpending[];
  /** What adaptive queries may spend together at most. */
  readonly mostOfAdaptive: number;
}

type Budgets = Partial<Pick<Config, 'budget' | 'matters'>>;

const hoursAhead = 24 * daysAhead;
const usualPerHour = 1.2 / 168;

/**
 * How often a query wants to be checked. @param running its watches that are checked
 * @returns undefined where one of them has fixed slots: then these are what is counted
 */
export function demandOf(
  running: readonly WatchConfig[],
  credits: number,
  news: ExpectedNews | undefined,
): PaidQuery['demand'] {
  const bounds = running.flatMap(({ schedule }) => adaptiveBounds(schedule) ?? []);
  if (bounds.length === 0 || bounds.length < running.length) return undefined;
  if (news?.isEnded) return { credits, perHour: 0, least: 1, most: 1, known: 1 };
  const within = (hours: number) => Math.floor(hoursAhead / hours + 1e-9);
  const least = within(Math.min(...bounds.map((one) => one.atLeastEveryHours)));
  const most = within(Math.min(...bounds.map((one) => one.atMostEveryHours)));
  const weight = running.some(({ urgent }) => urgent) ? urgentWeight : 1;
  const known = news === undefined ? undefined : Math.round((news.checksPerWeek * daysAhead) / 7);
  return { credits, perHour: weight * (news?.perHour ?? usualPerHour), least, most: Math.max(least, most), known };
}

/**
 * What each query costs: those with fixed slots first, then what that leaves to adaptive ones.
 * @param spentThisMonth credits of this month (UTC)
 */
export function spendingOf(
  paid: readonly PaidQuery[],
  config: Budgets,
  spentThisMonth: number,
  now: Date,
): AllSpending {
  const fixed = paid.filter(({ demand }) => demand === undefined);
  const adaptive = paid.filter(({ demand }) => demand !== undefined);
  const limits = accountLimits(paid, config);
  const use = { budget: config.budget ?? {}, spentThisMonth, fixedPerDay: fixedCredits(fixed) / daysAhead };
  const allowance = allowanceOf(use, daysAhead, now);
  const room = Math.floor(allowance ?? Number.POSITIVE_INFINITY);
  const demands = adaptive.flatMap(({ demand, watch }) =>
    demand === undefined ? [] : [limitedBy(demand, limits(watch))],
  );
  const wanted = checksAhead(demands, hoursAhead, allowance);
  const spending = adaptive.map((one, place): QuerySpending => {
    const { least = 0, most = 0, known } = demands[place] ?? {};
    // Without a budget the last check has chosen what is usual from now on.
    const usual = (allowance === undefined ? known : undefined) ?? wanted[place] ?? 0;
    const expected = one.credits * Math.max(least, Math.min(most, usual));
    const atMost = Math.min(most * one.credits, Math.max(expected, room));
    return { ...one, least: least * one.credits, expected, most: atMost };
  });
  const sumOf = (key: 'expected' | 'most') => spending.reduce((sum, one) => sum + one[key], 0);
  const byQuery = new Map(adaptive.map((one, place) => [one, spending[place]]));
  const queries = paid.map((one): QuerySpending => {
    const credits = one.credits * one.ahead.inAll;
    return byQuery.get(one) ?? { ...one, least: credits, expected: credits, most: credits };
  });
  return { queries, mostOfAdaptive: Math.min(sumOf('most'), Math.max(sumOf('expected'), room)) };
}

function limitedBy<T extends AdaptiveDemand>(demand: T, credits: number): T {
  const most = Math.floor(Math.max(0, credits) / Math.max(demand.credits, 1e-6));
  return { ...demand, most: Math.max(demand.least, Math.min(demand.most, most)) };
}

/** What the budget of a watch and that of its matter leave one of its adaptive queries. */
function accountLimits(paid: readonly PaidQuery[], { matters = {} }: Budgets): (watch: WatchConfig) => number {
  const ofMatter = Map.groupBy(paid, ({ watch }) => watch.matter);
  return (watch) => {
    const { matter } = watch;
    const budget = matter !== undefined && Object.hasOwn(matters, matter) ? matters[matter]?.budget : undefined;
    if (!isLimit(budget)) return inMonth(watch.budget);
    const some = ofMatter.get(matter) ?? [];
    const fixed = some.filter(({ demand }) => demand === undefined);
    return Math.min(
      inMonth(watch.budget),
      (inMonth(budget) - fixedCredits(fixed)) / Math.max(1, some.length - fixed.length),
    );
  };
}

function fixedCredits(fixed: readonly PaidQuery[]): number {
  return fixed.reduce((sum, { credits, ahead }) => sum + credits * ahead.inAll, 0);
}

function inMonth({ perDay = Infinity, perMonth = Infinity }: Config['budget'] = {}): number {
  return Math.min(perDay * daysAhead, perMonth);
}
