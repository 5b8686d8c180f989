import { counted, listed } from '../base/words/sentence.ts';
import { adaptiveBounds } from '../config/fields/schedule.ts';
import type { StoredNudge } from '../store/claims/due.ts';

const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];
const weekdayNames = ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT'];

export function describeSchedule(expression: string): string {
  const bounds = adaptiveBounds(expression);
  if (bounds?.isEnded) return 'adaptive: its cases have ended, monthly';
  if (bounds !== undefined)
    return `adaptive: every ${hoursWords(bounds.atMostEveryHours)} to ${hoursWords(bounds.atLeastEveryHours)}`;
  const fields = expression.trim().toUpperCase().split(/\s+/);
  const [minute = '*', hour = '*', dayOfMonth = '*', month = '*', dayOfWeek = '*'] = fields.slice(-5);
  const onTheMinute = fields.length === 5 || /^0+$/.test(fields[0] ?? '');
  const time = onTheMinute ? describeTime(minute, hour) : undefined;
  const days = month === '*' ? describeDays(dayOfMonth, dayOfWeek) : undefined;
  if (time === undefined || days === undefined) return expression.trim();
  return days === 'daily' && /^(?:every|hourly)/.test(time) ? time : `${days} ${time}`;
}

function describeTime(minute: string, hour: string): string | undefined {
  const everyMinutes = /^\*\/(\d+)$/.exec(minute)?.[1];
  if (minute === '*' && hour === '*') return 'every minute';
  if (everyMinutes !== undefined && hour === '*') return `every ${everyMinutes} minutes`;
  if (!/^\d+$/.test(minute)) return undefined;
  const past = minute.padStart(2, '0');
  const everyHours = /^\*\/(\d+)$/.exec(hour)?.[1];
  if (hour === '*') return `every hour at :${past}`;
  if (everyHours !== undefined) return `every ${everyHours} hours at :${past}`;
  const range = /^(\d+)-(\d+)$/.exec(hour);
  if (range !== null) return `hourly from ${clock(range[1], past)} to ${clock(range[2], past)}`;
  return /^\d+(,\d+)*$/.test(hour) ? `at ${listed(hour.split(',').map((each) => clock(each, past)))}` : undefined;
}

function describeDays(dayOfMonth: string, dayOfWeek: string): string | undefined {
  const isEveryWeekday = dayOfWeek === '*' || dayOfWeek === '?';
  if (dayOfMonth !== '*' && dayOfMonth !== '?') {
    return isEveryWeekday && /^\d+(,\d+)*$/.test(dayOfMonth)
      ? `day ${listed(dayOfMonth.split(','))} of the month`
      : undefined;
  }
  if (isEveryWeekday) return 'daily';
  const [from, to, ...more] = dayOfWeek.split('-').map(weekdayName);
  if (to !== undefined && more.length === 0) {
    if (from === undefined) return undefined;
    return from === 'Monday' && to === 'Friday' ? 'weekdays' : `${from} to ${to}`;
  }
  const named = dayOfWeek.split(',').map(weekdayName);
  return named.every((name) => name !== undefined) ? listed(named.map((name) => `${name}s`)) : undefined;
}

function weekdayName(day: string): string | undefined {
  return /^[0-7]$/.test(day) ? weekdays[Number(day)] : weekdays[weekdayNames.indexOf(day)];
}

function clock(hour: string | undefined, minute: string): string {
  return `${(hour ?? '').padStart(2, '0')}:${minute}`;
}

/** Returns `90 minutes`, `1 hour`, `3 days`. */
export function hoursWords(count: number): string {
  const [number, unit] =
    count < 2 && count !== 1
      ? [count * 60, 'minute']
      : count % 24 === 0 && count > 24
        ? [count / 24, 'day']
        : [count, 'hour'];
  return counted(Math.round(number * 10) / 10, unit);
}

export interface DueReason {
  readonly by: 'news' | 'atMostEvery' | 'atLeastEvery' | 'ended';
  /** The due time that this explains (ISO). Another due time came from a nudge, a failure or a person. */
  readonly at: string;
  readonly expected: number;
  readonly filingsPerWeek: number;
  /** Minutes of waiting that a check must save, at the current price of credits. */
  readonly worthMinutes: number;
}

export interface DueFacts {
  readonly schedule: string;
  readonly nextDueAt: string | null; // ISO; null while the watch is paused.
  readonly baselineAt: string | null;
  readonly wasComplete: boolean | null; // Whether the last check was complete; null if there was none.
  readonly reason: DueReason | undefined;
  readonly nudge: StoredNudge | undefined;
}

/** Returns the rest of a sentence after the time, without its period. @param minuteOf formats a time (ISO) */
export function whyThen(facts: DueFacts, now: Date, minuteOf: (iso: string) => string): string {
  const { schedule, nextDueAt, baselineAt, wasComplete, reason, nudge } = facts;
  const bounds = adaptiveBounds(schedule);
  if (nextDueAt === null) return 'because it is paused';
  if (nudge !== undefined && nextDueAt <= nudge.dueAt)
    return `because ${nudge.source} said at ${minuteOf(nudge.seenAt)} that something was filed`;
  if (baselineAt === null && wasComplete === null) return 'because it has never been checked';
  if (wasComplete === false) {
    const latest = bounds === undefined ? `, at the latest by its schedule: ${describeSchedule(schedule)}` : '';
    return `because its last check was not complete, and is repeated as soon as that may help${latest}`;
  }
  if (bounds === undefined) return `because its schedule is fixed: ${describeSchedule(schedule)}`;
  if (nextDueAt <= now.toISOString()) return 'because it is due';
  if (reason === undefined || nextDueAt < reason.at)
    return (
      `because atLeastEvery is ${hoursWords(bounds.atLeastEveryHours)}: after this check, the time of the next ` +
      'depends on what it finds'
    );
  return byReason(reason, bounds);
}

function byReason(reason: DueReason, bounds: NonNullable<ReturnType<typeof adaptiveBounds>>): string {
  const perWeek = rounded(reason.filingsPerWeek);
  const expected = `${rounded(reason.expected)} filings are expected by then (${perWeek} a week)`;
  const worth = `a check must save ${minutesWords(reason.worthMinutes)} of waiting`;
  switch (reason.by) {
    case 'ended':
      return 'because its cases ended more than six months ago: it is checked monthly until something is filed';
    case 'atLeastEvery':
      return `because atLeastEvery is ${hoursWords(bounds.atLeastEveryHours)}: only ${expected}, and ${worth}`;
    case 'atMostEvery':
      return (
        `because atMostEvery is ${hoursWords(bounds.atMostEveryHours)}, although an earlier check would be worth ` +
        `its credits: ${expected}`
      );
    case 'news':
      return `because ${expected}, and with this budget ${worth}`;
  }
}

function minutesWords(minutes: number): string {
  if (minutes < 90) return `${Math.max(1, Math.round(minutes))} minutes`;
  return hoursWords(Math.round(minutes / 6) / 10);
}

function rounded(number: number): string {
  if (number < 0.005) return 'hardly any';
  return number < 0.095 ? number.toFixed(2) : number.toFixed(1);
}
