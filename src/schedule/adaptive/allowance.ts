import { dayMs, hourMs, utcDay } from '../../base/time.ts';
import type { Budget } from '../../config/config.ts';
import { perDayLeft, startOfNext } from '../budget.ts';

// How often adaptive searches will be checked, as far as that is known ahead. Pure.

/** Without a budget, what a credit has to save, in hours: about two checks a day of an ordinary case. */
export const priceWithoutBudget = 0.016;

/** A matter that is urgent counts for more filings than it has. */
export const urgentWeight = 3;

/** What decides how often an adaptive search is checked in a span. */
export interface AdaptiveDemand {
  /** Of one check. */
  readonly credits: number;
  /** Filings an hour to expect. */
  readonly perHour: number;
  /** Checks in the span, by `atLeastEvery` and by `atMostEvery`. */
  readonly least: number;
  readonly most: number;
}

/**
 * Checks of each search in a span of so many hours. With an allowance, the price of a credit that spends it: the checks
 * of a search are its hours times the root of its filings over twice the price of a check, within its bounds.
 * @param allowance credits of all of them together; undefined: no budget limits them
 */
export function checksAhead(demands: readonly AdaptiveDemand[], hours: number, allowance?: number): number[] {
  const at = (price: number) =>
    demands.map(({ credits, perHour, least, most }) => {
      const wanted = Math.floor(hours * Math.sqrt(perHour / (2 * price * Math.max(credits, 1e-6))));
      return Math.max(least, Math.min(most, wanted));
    });
  if (allowance === undefined) return at(priceWithoutBudget);
  const costOf = (checks: readonly number[]) =>
    checks.reduce((sum, count, place) => sum + count * (demands[place]?.credits ?? 0), 0);
  let [cheap, dear] = [-18, 12];
  for (let step = 0; step < halvings; step += 1) {
    const middle = (cheap + dear) / 2;
    if (costOf(at(Math.exp(middle))) > allowance) cheap = middle;
    else dear = middle;
  }
  return at(Math.exp(dear));
}

const halvings = 40;

/** What the budget has spent this month, and what fixed schedules take of it on an average day. */
interface BudgetUse {
  readonly budget: Budget;
  readonly spentThisMonth: number;
  readonly fixedPerDay: number;
}

/**
 * What the budget leaves in the coming 30 days, in credits: as it is spent, evenly over the days of each month, and no
 * more than a whole month's, where two months meet.
 * @returns undefined where it is no limit
 */
export function allowanceOf(
  { budget, spentThisMonth, fixedPerDay }: BudgetUse,
  days: number,
  now: Date,
): number | undefined {
  let sum = 0;
  for (let day = 1; day <= days; day += 1) {
    const at = new Date(Date.parse(utcDay(now)) + day * dayMs + 12 * hourMs);
    const isThisMonth = at < startOfNext('month', now);
    const daysLeft = Math.round((startOfNext('month', at).getTime() - startOfMonth(at, now)) / dayMs);
    const left = perDayLeft(budget, isThisMonth ? spentThisMonth : 0, daysLeft);
    if (left === undefined) return undefined;
    sum += Math.max(0, left - fixedPerDay);
  }
  const { perMonth } = budget;
  return perMonth === undefined ? sum : Math.min(sum, Math.max(0, perMonth - fixedPerDay * days));
}

/** From when on the month of a day is still to be spent: today, or its first day. */
function startOfMonth(at: Date, now: Date): number {
  return Math.max(Date.parse(utcDay(now)), Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), 1));
}
