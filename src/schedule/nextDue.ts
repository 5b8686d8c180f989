import { hash } from 'node:crypto';
import { Cron } from 'croner';
import { dayMs, hourMs, isDay, utcDay } from '../base/time.ts';
import { placeInZone } from '../base/words/readerDate.ts';
import type { WatchConfig } from '../config/config.ts';
import { adaptiveBounds } from '../config/fields/schedule.ts';
import { describeSchedule } from './describeSchedule.ts';
import type { Hold } from './holds/holds.ts';

interface DueRule {
  /** Five cron fields, six with seconds, or an adaptive schedule. Already validated with the config. */
  readonly schedule: string;
  readonly timezone: string;
  readonly after: Date;
  readonly spreadSeconds: number; // The longest delay after a slot; 0 disables it.
}

/** Returns the next slot, delayed by less than `spreadSeconds` and a tenth of the gap between slots; null: never. */
export function nextDue({ spreadKey, ...rule }: DueRule & { readonly spreadKey: string }): Date | null {
  const next = nextSlot(rule);
  return next === undefined ? null : new Date(next.slot.getTime() + spreadMs(spreadKey, next.mostMs));
}

/** Returns the next slot, and how long it may be delayed; undefined: never. */
export function nextSlot({ schedule, timezone, after, spreadSeconds }: DueRule) {
  const [slot, following] = slotsAfter(schedule, timezone, after, 2);
  if (slot === undefined) return undefined;
  const gapMs = following === undefined ? Number.POSITIVE_INFINITY : following.getTime() - slot.getTime();
  return { slot, mostMs: Math.min(spreadSeconds * 1000, gapMs / 10) };
}

/** Returns a stable part of `boundMs` in whole milliseconds: at least 0 and less than the bound. */
export function spreadMs(key: string, boundMs: number): number {
  const share = Number.parseInt(hash('sha256', key, 'hex').slice(0, 8), 16) / 2 ** 32;
  return Math.floor(share * Math.max(0, boundMs));
}

/** Daylight saving: a slot at a skipped 02:30 comes at 03:00; a slot at a repeated time comes once. */
export function slotsAfter(expression: string, timezone: string, after: Date, count: number): readonly Date[] {
  return open(expression, timezone).nextRuns(count, after);
}

export function slotsBetween(rule: { schedule: string; timezone: string }, after: Date, until: Date, most: number) {
  const cron = open(rule.schedule, rule.timezone);
  const slots: Date[] = [];
  for (
    let slot = cron.nextRun(after);
    slot !== null && slot <= until && slots.length < most;
    slot = cron.nextRun(slot)
  ) {
    slots.push(slot);
  }
  return slots;
}

/** A due check starts within this time, unless no daemon makes checks. */
export const overdueAfterMs = hourMs;

export function isOverdue({ nextDueAt }: { readonly nextDueAt: string | null }, now: Date): boolean {
  return nextDueAt !== null && Date.parse(nextDueAt) + overdueAfterMs < now.getTime();
}

export function isDue({ nextDueAt }: { readonly nextDueAt: string | null }, now: Date): boolean {
  return nextDueAt !== null && nextDueAt <= now.toISOString();
}

/** Not cached: one Cron takes 81 kB, so 10,000 watches would take 0.8 GB, and creating one takes 0.05 ms. */
function open(expression: string, timezone: string): Pick<Cron, 'nextRun' | 'nextRuns'> {
  const bounds = adaptiveBounds(expression);
  if (bounds === undefined)
    return new Cron(expression, { timezone, mode: '5-or-6-parts', fixedTimeRule: 'no-wildcard', paused: true });
  const later = (after: unknown, times: number) => new Date(Number(after) + times * bounds.atLeastEveryHours * hourMs);
  return {
    nextRun: (after) => later(after, 1),
    nextRuns: (count, after) => Array.from({ length: count }, (_, index) => later(after, index + 1)),
  };
}

/** Returns when a day (`2026-11-20`) begins and ends in a zone (ISO, UTC); undefined for text that is no day. */
export function spanOfDay(day: string, { timezone }: { readonly timezone: string }) {
  if (!isDay(day)) return undefined;
  const begins = Date.parse(`${day}T00:00:00Z`);
  // In some zones the day begins up to 14 hours before it begins in UTC.
  const midnights = slotsAfter('0 0 * * *', timezone, new Date(begins - 2 * dayMs), 5).map((at) => at.toISOString());
  const dayOf = (at: string) => placeInZone(at, timezone)?.day ?? '';
  const [since, before] = [midnights.find((at) => dayOf(at) >= day), midnights.find((at) => dayOf(at) > day)];
  return since === undefined || before === undefined ? undefined : { since, before };
}

/** Length of a forecast in days (UTC). */
export const daysAhead = 30;

type Rule = Pick<WatchConfig, 'schedule' | 'timezone'> & { readonly hold?: Pick<Hold, 'until'> | undefined };

export type Runs = Readonly<{ perDay: readonly number[]; inAll: number }>;

type Timetable = ReturnType<typeof timetableOf>;

export type Timetables = (first: Rule, ...others: readonly Rule[]) => Timetable;

/** Caches a timetable per set of schedules, since thousands of watches share a few sets. */
export function cachedTimetables(now: Date): Timetables {
  const known = new Map<string, Timetable>();
  return (first, ...others) => {
    const key = [first, ...others].map(ruleKey).sort().join('||');
    const made = known.get(key) ?? timetableOf(first, [first, ...others], now);
    known.set(key, made);
    return made;
  };
}

export function ruleKey({ schedule, timezone, hold }: Rule): string {
  return `${schedule}|${timezone}|${hold ? hold.until : ''}`;
}

/** `words` and `next` (three slots, without the spread) describe the first schedule only. */
function timetableOf(first: Rule, rules: readonly Rule[], now: Date) {
  const { perDay, shares } = runsAhead(rules, now);
  const begin = beginOf(first, now);
  const next = begin === undefined ? [] : slotsAfter(first.schedule, first.timezone, begin, 3);
  const ofRules = new Map([...shares].map(([key, share]) => [key, runsOf(share)]));
  return { ...runsOf(perDay), shares: ofRules, words: describeSchedule(first.schedule), next };
}

function runsOf(perDay: readonly number[]): Runs {
  return { perDay, inAll: perDay.reduce((total, count) => total + count, 0) };
}

function beginOf({ hold }: Rule, after: Date): Date | undefined {
  if (hold === undefined) return after;
  return hold.until === null ? undefined : new Date(Math.max(after.getTime(), Date.parse(hold.until)));
}

/**
 * Counts runs for each of the next 30 days (UTC), tomorrow first. Slots at the same moment are one run.
 * @param rules one for each watch. @returns also the share of one watch, by `ruleKey`: those due at a run pay equally
 */
export function runsAhead(rules: readonly Rule[], now: Date) {
  const start = new Date(Date.parse(utcDay(now)) + dayMs - 1);
  const end = new Date(start.getTime() + daysAhead * dayMs);
  const noRuns = (): number[] => Array(daysAhead).fill(0);
  const ofRules = [...Map.groupBy(rules, ruleKey)].flatMap(([key, equal]) =>
    equal.slice(0, 1).map((rule) => {
      const begin = beginOf(rule, start);
      const found: SlotsOf = begin === undefined ? { slots: [] } : slotsIn(rule, begin, end);
      return { ...found, key, count: equal.length, share: noRuns() };
    }),
  );
  const sharesOf = (some: typeof ofRules) => new Map(some.map(({ key, share }) => [key, share]));
  const frequent = ofRules.filter(({ evenly }) => evenly !== undefined);
  if (frequent.length > 0) {
    const first = Math.min(...frequent.map(({ slots: [slot] }) => slot?.getTime() ?? 0));
    const most = Math.max(...frequent.map(({ evenly = 0 }) => Math.round(evenly)));
    const perDay = noRuns().map((_, day) => (start.getTime() + (day + 1) * dayMs >= first ? most : 0));
    const payers = frequent.reduce((sum, { count }) => sum + count, 0);
    return {
      perDay,
      shares: sharesOf(frequent.map((one) => ({ ...one, share: perDay.map((runs) => runs / payers) }))),
    };
  }
  const perDay = noRuns();
  const due = ofRules.flatMap((rule) => rule.slots.map((slot) => ({ at: slot.getTime(), rule })));
  for (const [at, some] of Map.groupBy(due, (one) => one.at)) {
    const day = Math.floor((at - start.getTime() - 1) / dayMs);
    const payers = some.reduce((sum, { rule }) => sum + rule.count, 0);
    perDay[day] = (perDay[day] ?? 0) + 1;
    for (const { rule } of some) rule.share[day] = (rule.share[day] ?? 0) + 1 / payers;
  }
  return { perDay, shares: sharesOf(ofRules) };
}

/** One slot per half hour for a month. More frequent schedules are assumed to be evenly spaced. */
const slotsCounted = 2 * 24 * daysAhead;

/** `evenly`: slots per day, if `slots` is not the full list. */
type SlotsOf = { readonly slots: readonly Date[]; readonly evenly?: number };

export function slotsIn(rule: Omit<Rule, 'hold'>, after: Date, until: Date): SlotsOf {
  const slots = slotsBetween(rule, after, until, slotsCounted + 1);
  if (slots.length <= slotsCounted) return { slots };
  const spanMs = (slots.at(-1)?.getTime() ?? 0) - (slots[0]?.getTime() ?? 0);
  return { slots, evenly: ((slots.length - 1) * dayMs) / spanMs };
}
