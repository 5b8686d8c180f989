import type { WatchConfig } from '../config/config.ts';
import { dayOf } from './budget.ts';
import { slotsBetween } from './nextDue.ts';

/** How far a forecast looks, in days of UTC: the coming month. */
export const daysAhead = 30;

const dayMs = 24 * 3600 * 1000;
// A run each half-hour. What runs oftener is taken to run evenly.
const slotsCounted = 2 * 24 * daysAhead;

type Rule = Pick<WatchConfig, 'schedule' | 'timezone'>;

/**
 * How often a query runs on each of the coming 30 days of UTC, tomorrow first, when its watches have these schedules: slots
 * that fall together are one run.
 */
export function runsAhead(rules: readonly Rule[], now: Date): number[] {
  const start = new Date(Date.parse(dayOf(now)) + dayMs - 1);
  const end = new Date(start.getTime() + daysAhead * dayMs);
  const slots = rules.map((rule) => slotsBetween(rule, start, end, slotsCounted + 1));
  const frequent = slots.filter((each) => each.length > slotsCounted);
  if (frequent.length > 0) return Array(daysAhead).fill(Math.max(...frequent.map(perDay)));

  const runs: number[] = Array(daysAhead).fill(0);
  for (const at of new Set(slots.flat().map((slot) => slot.getTime()))) {
    const day = Math.floor((at - start.getTime() - 1) / dayMs);
    runs[day] = (runs[day] ?? 0) + 1;
  }
  return runs;
}

function perDay(slots: readonly Date[]): number {
  const spanMs = (slots.at(-1)?.getTime() ?? 0) - (slots[0]?.getTime() ?? 0);
  return Math.round(((slots.length - 1) * dayMs) / spanMs);
}
