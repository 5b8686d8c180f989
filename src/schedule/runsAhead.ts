import { dayMs, utcDay } from '../base/time.ts';
import type { WatchConfig } from '../config/config.ts';
import type { Hold } from './holds/holds.ts';
import { slotsBetween } from './nextDue.ts';

/** How far a forecast looks, in days of UTC: the coming month. */
export const daysAhead = 30;

// One run each half-hour. A schedule that runs more often is assumed to run evenly.
const slotsCounted = 2 * 24 * daysAhead;

/** A schedule, and the hold that keeps it from running. */
export type Rule = Pick<WatchConfig, 'schedule' | 'timezone'> & { readonly hold?: Pick<Hold, 'until'> | undefined };

/** From when a watch is checked; undefined while nobody knows when its hold ends. */
export function beginOf({ hold }: Rule, after: Date): Date | undefined {
  if (hold === undefined) return after;
  return hold.until === null ? undefined : new Date(Math.max(after.getTime(), Date.parse(hold.until)));
}

/**
 * How often a query runs on each of the coming 30 days of UTC, tomorrow first, when its watches have these schedules:
 * slots that fall together are one run.
 */
export function runsAhead(rules: readonly Rule[], now: Date): number[] {
  const start = new Date(Date.parse(utcDay(now)) + dayMs - 1);
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

/** How often a query runs on each of the coming days, and in all. */
export interface RunsAhead {
  readonly perDay: readonly number[];
  readonly inAll: number;
}

/**
 * `runsAhead`, computed once for each set of schedules: thousands of watches share a few. Equal sets get the same
 * object.
 */
export function cachedRuns(now: Date): (rules: readonly Rule[]) => RunsAhead {
  const known = new Map<string, RunsAhead>();
  return (same) => {
    const key = same.length === 1 ? same.map(keyOf).join() : [...new Set(same.map(keyOf))].sort().join('||');
    const found = known.get(key);
    if (found !== undefined) return found;
    const perDay = runsAhead([...new Map(same.map((rule) => [keyOf(rule), rule])).values()], now);
    const runs = { perDay, inAll: perDay.reduce((total, count) => total + count, 0) };
    known.set(key, runs);
    return runs;
  };
}

function keyOf({ schedule, timezone, hold }: Rule): string {
  return `${schedule}|${timezone}|${hold === undefined ? '' : (hold.until ?? 'never')}`;
}
