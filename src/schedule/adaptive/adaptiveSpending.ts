import { type Config, isLimit, serviceOf, type WatchConfig } from '../../config/config.ts';
import { adaptiveBounds } from '../../fields/schedule.ts';
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

/** Credits spent this month (UTC): of all, and by the name of the service. */
export interface SpentThisMonth {
  readonly all: number;
  readonly byService: ReadonlyMap<string | undefined, number>;
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
  /** What the adaptive queries of a service may spend together at most, by the name of the service. */
  readonly mostOf: ReadonlyMap<string | undefined, number>;
}

type Budgets = Pick<Config, 'service'> & Partial<Pick<Config, 'services' | 'budget' | 'matters'>>;

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

/** What each query costs: those with fixed slots first, then what that leaves to adaptive ones. */
export function spendingOf(paid: readonly PaidQuery[], config: Budgets, spent: SpentThisMonth, now: Date): AllSpending {
  const adaptive = paid.filter(({ demand }) => demand !== undefined);
  const spending = new Map<PaidQuery, Omit<QuerySpending, keyof PaidQuery>>();
  const mostOf = new Map<string | undefined, number>();
  const limits = accountLimits(paid, config);
  for (const [service, some] of Map.groupBy(adaptive, ({ watch }) => watch.service)) {
    const allowance = allowanceOf(budgetUses(paid, adaptive, { service, config, spent }), daysAhead, now);
    const demands = some.flatMap(({ demand, watch }) =>
      demand === undefined ? [] : [limitedBy(demand, limits(watch))],
    );
    const wanted = checksAhead(demands, hoursAhead, allowance);
    const [sums, room] = [{ expected: 0, most: 0 }, allowance ?? Number.POSITIVE_INFINITY];
    for (const [place, one] of some.entries()) {
      const { least = 0, most = 0, known } = demands[place] ?? {};
      // Without a budget the last check has chosen what is usual from now on.
      const usual = (allowance === undefined ? known : undefined) ?? wanted[place] ?? 0;
      const expected = one.credits * Math.max(least, Math.min(most, usual));
      const atMost = Math.min(most * one.credits, Math.max(expected, Math.floor(room)));
      spending.set(one, { least: least * one.credits, expected, most: atMost });
      sums.expected += expected;
      sums.most += atMost;
    }
    mostOf.set(service, Math.min(sums.most, Math.max(sums.expected, Math.floor(room))));
  }
  const queries = paid.map((one): QuerySpending => {
    const fixed = one.credits * one.ahead.inAll;
    return { ...one, ...(spending.get(one) ?? { least: fixed, expected: fixed, most: fixed }) };
  });
  return { queries, mostOf };
}

function limitedBy<T extends AdaptiveDemand>(demand: T, credits: number): T {
  const most = Math.floor(Math.max(0, credits) / Math.max(demand.credits, 1e-6));
  return { ...demand, most: Math.max(demand.least, Math.min(demand.most, most)) };
}

/** The budgets that adaptive queries of a service spend: that of all, shared among services, and its own. */
function budgetUses(
  paid: readonly PaidQuery[],
  adaptive: readonly PaidQuery[],
  { service, config, spent }: { service: string | undefined; config: Budgets; spent: SpentThisMonth },
) {
  const fixed = paid.filter(({ demand }) => demand === undefined);
  const ofService = (some: readonly PaidQuery[]) => some.filter(({ watch }) => watch.service === service);
  return [
    {
      budget: config.budget ?? {},
      spentThisMonth: spent.all,
      fixedPerDay: fixedCredits(fixed) / daysAhead,
      share: ofService(adaptive).length / adaptive.length,
    },
    {
      budget: serviceOf(config, service).budget ?? {},
      spentThisMonth: spent.byService.get(service) ?? 0,
      fixedPerDay: fixedCredits(ofService(fixed)) / daysAhead,
      share: 1,
    },
  ];
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
