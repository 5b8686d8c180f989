import { Cron } from 'croner';

/**
 * Our grammar of schedules, one for every expression in watches.yaml: five fields (minute, hour, day of month, month, day of
 * week) or six with seconds first; numbers, names (MON, JAN), lists, ranges and steps, and what croner adds (`L`, `W`, `#`).
 *
 * On the days when clocks change: a fixed time that is skipped runs at the first moment that exists (02:30 at 03:00), and one
 * that comes twice runs once, the first time. An expression with a wildcard or step in its time of day (every 30 minutes) is an
 * interval instead: it goes on through the repeated hour, and what lies in the skipped hour does not happen.
 */
export type ScheduleReading = { readonly ok: true } | { readonly ok: false; readonly reason: string };

/** Judges an expression and an IANA time zone; `reason` says what is wrong with which, in words for the config's author. */
export function parseSchedule(expression: string, timezone: string): ScheduleReading {
  const fields = expression.trim().split(/\s+/);
  if (fields.length < 5 || fields.length > 6) {
    return refuse(
      `has ${fields.length} field${fields.length === 1 ? '' : 's'}; a schedule has five, or six with seconds`,
    );
  }
  const [dayOfMonth, , dayOfWeek] = fields.slice(-3);
  if (!isAny(dayOfMonth) && !isAny(dayOfWeek)) {
    return refuse(
      'sets both the day of the month and the day of the week, which cron programs read differently; use one',
    );
  }
  try {
    new Intl.DateTimeFormat('en', { timeZone: timezone });
  } catch {
    return refuse(`names the time zone "${timezone}", which is not known; write one like America/New_York or UTC`);
  }
  try {
    // Any fixed moment will do: the question is only whether the expression ever comes true.
    if (slotsAfter(expression, timezone, new Date(0), 1).length === 0) return refuse('never comes true');
  } catch (error) {
    return refuse(
      `is no cron expression: ${error instanceof Error ? error.message.replace(/^CronPattern: /, '') : error}`,
    );
  }
  return { ok: true };
}

/**
 * The first `count` moments strictly after `after` at which the expression comes true; fewer when it comes true no more.
 * The croner object is thrown away: a kept one holds 81 kB, and 10,000 watches would hold 0.8 GB.
 */
export function slotsAfter(expression: string, timezone: string, after: Date, count: number): Date[] {
  const cron = new Cron(expression, { timezone, mode: '5-or-6-parts', fixedTimeRule: 'no-wildcard', paused: true });
  return cron.nextRuns(count, after);
}

function isAny(field: string | undefined): boolean {
  return field === '*' || field === '?';
}

function refuse(reason: string): ScheduleReading {
  return { ok: false, reason };
}
