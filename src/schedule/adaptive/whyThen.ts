import { adaptiveBounds } from '../../config/fields/schedule.ts';
import type { StoredNudge } from '../../store/claims/due.ts';
import { describeSchedule, hoursWords } from '../describeSchedule.ts';

export interface DueReason {
  readonly by: 'news' | 'atMostEvery' | 'atLeastEvery' | 'ended';
  /** ISO; the moment that it explains. A due time that differs came from a nudge, a failure or a person. */
  readonly at: string;
  /** Filings to expect until then. */
  readonly expected: number;
  readonly filingsPerWeek: number;
  /** Minutes of waiting for a filing that a check has to save, at the price that the budget sets. */
  readonly worthMinutes: number;
}

/** What is known of when a watch is checked next, for one of its searches. */
export interface DueFacts {
  readonly schedule: string;
  /** ISO; null while it is held. */
  readonly nextDueAt: string | null;
  readonly baselineAt: string | null;
  /** Whether its last check was complete; null: there was none. */
  readonly wasComplete: boolean | null;
  readonly reason: DueReason | undefined;
  readonly nudge: StoredNudge | undefined;
}

/**
 * Why a search is checked then and not earlier: the rest of a sentence after the moment, without its full stop.
 * @param minuteOf writes a moment (ISO) for the reader
 */
export function whyThen(facts: DueFacts, now: Date, minuteOf: (iso: string) => string): string {
  const { schedule, nextDueAt, baselineAt, wasComplete, reason, nudge } = facts;
  const bounds = adaptiveBounds(schedule);
  if (nextDueAt === null) return 'because it is paused';
  if (nudge !== undefined && nextDueAt <= nudge.dueAt)
    return `because ${nudge.source} said at ${minuteOf(nudge.seenAt)} that something was filed`;
  if (baselineAt === null && wasComplete === null) return 'because it has never been checked';
  if (wasComplete === false && (bounds !== undefined || nextDueAt <= now.toISOString()))
    return 'because its last check was not complete, and is made again as soon as that may work';
  if (bounds === undefined) return `because its schedule is fixed: ${describeSchedule(schedule)}`;
  if (nextDueAt <= now.toISOString()) return 'because it is due';
  if (reason === undefined || nextDueAt < reason.at)
    return (
      `because atLeastEvery is ${hoursWords(bounds.atLeastEveryHours)}: after its next check the moment is ` +
      'chosen by its news'
    );
  return byReason(reason, bounds);
}

function byReason(reason: DueReason, bounds: NonNullable<ReturnType<typeof adaptiveBounds>>): string {
  const perWeek = rounded(reason.filingsPerWeek);
  const expected = `${rounded(reason.expected)} filings are expected by then (${perWeek} a week)`;
  const worth = `a check is to save ${minutesWords(reason.worthMinutes)} of a filing's waiting`;
  switch (reason.by) {
    case 'ended':
      return 'because its cases ended more than six months ago: until something is filed it is checked monthly';
    case 'atLeastEvery':
      return `because atLeastEvery is ${hoursWords(bounds.atLeastEveryHours)}: only ${expected}, and ${worth}`;
    case 'atMostEvery':
      return (
        `because atMostEvery is ${hoursWords(bounds.atMostEveryHours)}: a check sooner would be worth its credits, ` +
        `where ${expected}`
      );
    case 'news':
      return `because ${expected}, and earlier fewer would be found: with this budget ${worth}`;
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
