import { type Budget, type Config, isLimit, type ServiceConfig, type WatchConfig } from '../config/config.ts';
import { pricePerPage } from '../service/http/page.ts';
import type { LastCost } from '../service/paging/searchResult.ts';
import type { Query } from '../service/query.ts';

export type Affordability =
  | { readonly ok: true }
  | {
      readonly ok: false;
      readonly period: 'day' | 'month';
      readonly reason: string;
      /** Whose own budget it is; undefined: that of all checks. */
      readonly account?: Account | undefined;
      /** There would be credits, but watches of higher priority need them. */
      readonly isKept?: boolean | undefined;
    };

/** Credits of a day and its month that are for other checks. */
export interface Kept {
  readonly today: number;
  readonly thisMonth: number;
  /** For watches of higher priority; else for what was checked before. */
  readonly byPriority: boolean;
}

/** A watch or a matter with a budget of its own. */
export interface Account {
  /** By which the ledger knows it: `watch widget`, `matter M-2026-014`. */
  readonly key: string;
  /** How it is called where anybody may read it. */
  readonly name: string;
  /** Where the config has its budget. */
  readonly option: string;
  readonly budget: Budget;
  /** The watch whose own it is; undefined: it is that of all watches of the matter. */
  readonly watchId?: string | undefined;
  /** Of the watch, where it may be named. */
  readonly matter?: string | undefined;
}

/**
 * Whether the budget can pay a check. Amounts in credits; day and month are those of UTC. A check may use up the budget
 * exactly.
 */
export function affords(question: {
  readonly budget: Budget;
  /** Whose budget it is: a watch's or matter's own. `estimatedCredits` are then its part of the check. */
  readonly account?: Account | undefined;
  readonly spentToday: number;
  readonly spentThisMonth: number;
  readonly estimatedCredits: number;
  /** Default: none. */
  readonly kept?: Kept | undefined;
}): Affordability {
  const { budget, account, spentToday, spentThisMonth, estimatedCredits, kept: keptFor } = question;
  const at = account?.option ?? 'budget';
  const need = account === undefined ? 'the check needs' : 'its share of the check is';
  // The month first: a day's budget is renewed tomorrow, so the longer period is the one to report.
  const periods = [
    ['month', budget.perMonth, spentThisMonth, keptFor?.thisMonth ?? 0, `${at}.perMonth`],
    ['day', budget.perDay, spentToday, keptFor?.today ?? 0, `${at}.perDay`],
  ] as const;
  for (const [period, limit, spent, kept, option] of periods) {
    if (limit === undefined || spent + kept + estimatedCredits <= limit) continue;
    const whom = keptFor?.byPriority ? 'watches of higher priority' : 'searches that were checked before';
    const others = kept === 0 ? '' : `, ${kept} are kept for ${whom},`;
    const reason =
      `this ${period} (UTC) ${spent} of ${limit} credits are spent${others} and ${need} about ` +
      `${estimatedCredits} (${option})`;
    const isKept = keptFor?.byPriority === true && spent + estimatedCredits <= limit;
    return { ok: false, period, reason, ...(account && { account }), ...(isKept && { isKept }) };
  }
  return { ok: true };
}

const ranks: Readonly<Record<NonNullable<WatchConfig['priority']>, number>> = { low: 0, normal: 1, high: 2 };

/** Who gives way when money is short: the lower number first. */
export function rankOf({ priority = 'normal' }: Pick<WatchConfig, 'priority'>): number {
  return ranks[priority];
}

/** The lowest and the highest rank of all watches; mostly they are one. */
export function ranksOf(watches: readonly WatchConfig[]): { readonly lowest: number; readonly highest: number } {
  const known = knownRanks.get(watches);
  if (known !== undefined) return known;
  const all = new Set(watches.map(rankOf));
  const ranks = { lowest: Math.min(...all), highest: Math.max(...all) };
  knownRanks.set(watches, ranks);
  return ranks;
}

const knownRanks = new WeakMap<readonly WatchConfig[], ReturnType<typeof ranksOf>>();

/** Whether any watch or matter has a budget of its own. Thousands of watches are looked through once. */
export function hasAccounts({ watches, matters = {} }: Pick<Config, 'watches'> & Partial<Pick<Config, 'matters'>>) {
  if (Object.values(matters).some(({ budget }) => isLimit(budget))) return true;
  const known = limitedWatches.get(watches);
  if (known !== undefined) return known;
  const limited = watches.some(({ budget }) => isLimit(budget));
  limitedWatches.set(watches, limited);
  return limited;
}

const limitedWatches = new WeakMap<readonly WatchConfig[], boolean>();

/**
 * What a check of the query will cost, in credits: what it cost last time, by the configured prices where the service
 * named none.
 */
export function estimateCredits(
  query: Pick<Query, 'operation' | 'body'>,
  { pages, chargedPerPage }: LastCost,
  prices: ServiceConfig['prices'],
): number {
  return (chargedPerPage ?? pricePerPage(query, prices)) * Math.max(1, pages);
}

/**
 * What all checks may spend on each of the days that are left, in credits; undefined: there is no budget.
 * @param daysLeft of this month, today included
 */
export function perDayLeft(
  { perDay, perMonth }: { readonly perDay?: number | undefined; readonly perMonth?: number | undefined },
  spentThisMonth: number,
  daysLeft: number,
): number | undefined {
  const ofMonth = perMonth === undefined ? [] : [Math.max(0, perMonth - spentThisMonth) / Math.max(1, daysLeft)];
  const limits = [...(perDay === undefined ? [] : [perDay]), ...ofMonth];
  return limits.length === 0 ? undefined : Math.min(...limits);
}

/** When the next day or month begins, in UTC: then the budget pays again. */
export function startOfNext(period: 'day' | 'month', now: Date): Date {
  const [year, month, day] = [now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate()];
  return new Date(period === 'day' ? Date.UTC(year, month, day + 1) : Date.UTC(year, month + 1, 1));
}

/** The UTC month of a moment, `YYYY-MM`. */
export function utcMonth(moment: Date): string {
  return moment.toISOString().slice(0, 7);
}
