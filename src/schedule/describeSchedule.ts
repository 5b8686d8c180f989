import { counted, listed } from '../base/words/sentence.ts';
import { adaptiveBounds, usualAtMostEvery } from '../config/fields/schedule.ts';

const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];
const weekdayNames = ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT'];

/** A schedule in words, in the forms that people write: "weekdays at 07:00". Others are shown unchanged. */
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
  return named.every((name) => name !== undefined) ? listed(named) : undefined;
}

function weekdayName(day: string): string | undefined {
  return /^[0-7]$/.test(day) ? weekdays[Number(day)] : weekdays[weekdayNames.indexOf(day)];
}

function clock(hour: string | undefined, minute: string): string {
  return `${(hour ?? '').padStart(2, '0')}:${minute}`;
}

/** `no budget: at most 4 checks each 24 hours`; undefined where a budget or `atMostEvery` says how often at most. */
export function capWords(schedule: string, isBudgeted: boolean): string | undefined {
  const bounds = adaptiveBounds(schedule);
  if (bounds === undefined || isBudgeted) return undefined;
  const { atMostEveryHours, atLeastEveryHours } = bounds;
  if (atMostEveryHours !== usualAtMostEvery(atLeastEveryHours, false)) return undefined;
  const checks = Math.floor(atLeastEveryHours / atMostEveryHours);
  return `no budget: at most ${checks} checks each ${hoursWords(atLeastEveryHours)}`;
}

/** `90 minutes`, `1 hour`, `3 days` */
export function hoursWords(count: number): string {
  const [number, unit] =
    count < 2 && count !== 1
      ? [count * 60, 'minute']
      : count % 24 === 0 && count > 24
        ? [count / 24, 'day']
        : [count, 'hour'];
  return counted(Math.round(number * 10) / 10, unit);
}
