import type { Budget, ServiceConfig } from '../config/config.ts';
import { pricePerPage } from '../service/http/page.ts';
import type { LastCost } from '../service/paging/searchResult.ts';
import type { Query } from '../service/query.ts';

export type Affordability =
  | { readonly ok: true }
  | {
      readonly ok: false;
      readonly period: 'day' | 'month';
      readonly reason: string;
      /** The name of the service whose own budget it is; undefined: the overall one. */
      readonly service?: string | undefined;
    };

/** Whether the budget can pay a check. Amounts in credits; day and month are those of UTC. A check may use up the budget exactly. */
export function affords(question: {
  readonly budget: Budget;
  /** Whose budget it is: a service's own. */
  readonly service?: string | undefined;
  readonly spentToday: number;
  readonly spentThisMonth: number;
  readonly estimatedCredits: number;
  /** Credits of today that are for other checks. Default 0. */
  readonly keptToday?: number | undefined;
}): Affordability {
  const { budget, service, spentToday, spentThisMonth, estimatedCredits, keptToday = 0 } = question;
  const at = service === undefined ? 'budget' : `services.${service}.budget`;
  const periods = [
    { period: 'day', limit: budget.perDay, spent: spentToday, kept: keptToday, option: `${at}.perDay` },
    { period: 'month', limit: budget.perMonth, spent: spentThisMonth, kept: 0, option: `${at}.perMonth` },
  ] as const;
  // The month first: a day's budget is renewed tomorrow, so the longer period is the one to report.
  for (const { period, limit, spent, kept, option } of [...periods].reverse()) {
    if (limit === undefined || spent + kept + estimatedCredits <= limit) continue;
    const others = kept === 0 ? '' : `, ${kept} are kept for searches that were checked before,`;
    const reason = `this ${period} (UTC) ${spent} of ${limit} credits are spent${others} and the check needs about ${estimatedCredits} (${option})`;
    return { ok: false, period, reason, service };
  }
  return { ok: true };
}

/** What a check of the query will cost, in credits: what it cost last time, by the configured prices where the service named none. */
export function estimateCredits(
  query: Pick<Query, 'operation' | 'body'>,
  { pages, chargedPerPage }: LastCost,
  prices: ServiceConfig['prices'],
): number {
  return (chargedPerPage ?? pricePerPage(query, prices)) * Math.max(1, pages);
}

/** The UTC day of a moment, `YYYY-MM-DD`: the day that a budget counts by. */
export function utcDay(moment: Date): string {
  return moment.toISOString().slice(0, 10);
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
