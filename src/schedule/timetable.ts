import { dayMs, utcDay } from '../base/time.ts';
import type { WatchConfig } from '../config/config.ts';
import { describeSchedule } from './describeSchedule.ts';
import type { Hold } from './holds/holds.ts';
import { slotsAfter, slotsBetween } from './nextDue.ts';

/** How far a forecast goes, in days of UTC: the coming month. */
export const daysAhead = 30;

/** A schedule, and the hold that keeps it from running. */
type Rule = Pick<WatchConfig, 'schedule' | 'timezone'> & { readonly hold?: Pick<Hold, 'until'> | undefined };

/** How often a query runs on each of the coming days, and in all. */
export interface Runs {
  readonly perDay: readonly number[];
  readonly inAll: number;
}

interface Timetable extends Runs {
  /** Of the first schedule: how it is said, and its next three slots, without the spread. */
  readonly words: string;
  readonly next: readonly Date[];
}

export type Timetables = (first: Rule, ...others: readonly Rule[]) => Timetable;

/** Made once for each set of schedules, of which thousands of watches share a few. Equal sets get the same object. */
export function cachedTimetables(now: Date): Timetables {
  const known = new Map<string, Timetable>();
  return (first, ...others) => {
    const distinct = new Map([first, ...others].map((rule) => [keyOf(rule), rule]));
    const key = [...distinct.keys()].sort().join('||');
    const made = known.get(key) ?? timetableOf(first, [...distinct.values()], now);
    known.set(key, made);
    return made;
  };
}

function keyOf({ schedule, timezone, hold }: Rule): string {
  return `${schedule}|${timezone}|${hold === undefined ? '' : (hold.until ?? 'never')}`;
}

function timetableOf(first: Rule, rules: readonly Rule[], now: Date): Timetable {
  const perDay = runsAhead(rules, now);
  const begin = beginOf(first, now);
  const next = begin === undefined ? [] : slotsAfter(first.schedule, first.timezone, begin, 3);
  return {
    perDay,
    inAll: perDay.reduce((total, count) => total + count, 0),
    words: describeSchedule(first.schedule),
    next,
  };
}

/** From when a watch is checked; undefined while nobody knows when its hold ends. */
function beginOf({ hold }: Rule, after: Date): Date | undefined {
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
  const runs: number[] = Array(daysAhead).fill(0);
  const ofRules = rules.map((rule) => {
    const begin = beginOf(rule, start);
    return begin === undefined ? { slots: [] } : slotsIn(rule, begin, end);
  });
  const frequent = ofRules.filter(({ evenly }) => evenly !== undefined);
  if (frequent.length > 0) {
    const first = Math.min(...frequent.map(({ slots: [slot] }) => slot?.getTime() ?? 0));
    const most = Math.max(...frequent.map(({ evenly = 0 }) => Math.round(evenly)));
    return runs.map((_, day) => (start.getTime() + (day + 1) * dayMs >= first ? most : 0));
  }
  for (const at of new Set(ofRules.flatMap(({ slots }) => slots.map((slot) => slot.getTime())))) {
    const day = Math.floor((at - start.getTime() - 1) / dayMs);
    runs[day] = (runs[day] ?? 0) + 1;
  }
  return runs;
}

/** A slot each half-hour of a month. What comes oftener is taken to go on evenly. */
const slotsCounted = 2 * 24 * daysAhead;

interface SlotsOf {
  readonly slots: readonly Date[];
  /** Slots a day, where not all are listed. */
  readonly evenly?: number | undefined;
}

export function slotsIn(rule: Omit<Rule, 'hold'>, after: Date, until: Date): SlotsOf {
  const slots = slotsBetween(rule, after, until, slotsCounted + 1);
  if (slots.length <= slotsCounted) return { slots };
  const spanMs = (slots.at(-1)?.getTime() ?? 0) - (slots[0]?.getTime() ?? 0);
  return { slots, evenly: ((slots.length - 1) * dayMs) / spanMs };
}
