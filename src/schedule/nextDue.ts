import { hash } from 'node:crypto';
import { Cron } from 'croner';
import { dayMs, hourMs } from '../base/time.ts';
import { placeInZone } from '../base/words/readerDate.ts';
import { adaptiveBounds } from '../config/fields/schedule.ts';

interface DueRule {
  /** Five cron fields, or six with seconds, or an adaptive schedule, checked with the config. */
  readonly schedule: string;
  /** IANA zone in which the schedule is read. */
  readonly timezone: string;
  /** Where in the spread it falls: the query's id, so that watches with an equal query still fall due together. */
  readonly spreadKey: string;
  /** The longest delay after a slot, in seconds; 0 = none. */
  readonly spreadSeconds: number;
}

/**
 * When a watch falls due next: the first slot of its schedule after `after`, delayed a little so that thousands of
 * watches on one schedule do not start in the same second. The delay depends on the key alone, and is less than
 * `spreadSeconds` and than a tenth of the time to the following slot, so that the order of slots holds.
 *
 * Computed from now, it is also the catch-up rule: however many runs were missed, one check is made (the watch is due),
 * and then the first slot after now counts.
 * @returns null when the schedule never comes true again.
 */
export function nextDue(rule: DueRule & { readonly after: Date }): Date | null {
  return spreadOver(slotsFrom(rule.schedule, rule.timezone, rule.after, rule.spreadSeconds), rule.spreadKey);
}

/**
 * The next slot of a schedule; `latest`: by when every watch that waits for it is due, with its spread. Undefined:
 * there is none.
 */
export interface Slots {
  readonly slot: Date | undefined;
  readonly latest: Date | undefined;
}

export function slotsFrom(schedule: string, timezone: string, after: Date, spreadSeconds: number): Slots {
  const [slot, following] = slotsAfter(schedule, timezone, after, 2);
  if (slot === undefined) return { slot, latest: undefined };
  const gapMs = following === undefined ? Number.POSITIVE_INFINITY : following.getTime() - slot.getTime();
  return { slot, latest: new Date(slot.getTime() + Math.min(spreadSeconds * 1000, gapMs / 10)) };
}

/** The moment between a slot and the latest that is this key's own. */
export function spreadOver({ slot, latest }: Slots, key: string): Date | null {
  if (slot === undefined || latest === undefined) return null;
  return new Date(slot.getTime() + spreadMs(key, latest.getTime() - slot.getTime()));
}

/** A stable share of `boundMs`: whole milliseconds, at least 0, less than the bound (0 for a bound below 1). */
export function spreadMs(key: string, boundMs: number): number {
  const share = Number.parseInt(hash('sha256', key, 'hex').slice(0, 8), 16) / 2 ** 32;
  return Math.floor(share * Math.max(0, boundMs));
}

/**
 * The first `count` moments strictly after `after` at which the expression comes true in the time zone; fewer when it
 * no longer comes true. Expression and zone were checked with the config.
 *
 * On the days when clocks change: a fixed time that is skipped (02:30) happens at the first moment that exists (03:00),
 * and one that comes twice happens once, the first time. An expression with a wildcard or a step in its time of day
 * (every 30 minutes) is an interval instead: it goes on through the repeated hour, and what lies in the skipped hour
 * does not happen.
 *
 * An adaptive schedule promises a check each `atLeastEvery` and no more: these are its slots. When it is really checked
 * is chosen after each check (src/schedule/adaptive/), and is never later.
 */
export function slotsAfter(expression: string, timezone: string, after: Date, count: number): readonly Date[] {
  return open(expression, timezone).nextRuns(count, after);
}

/** The moments after `after`, up to and including `until`; the first `most` of them. */
export function slotsBetween(
  rule: { schedule: string; timezone: string },
  after: Date,
  until: Date,
  most: number,
): Date[] {
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

/**
 * Made for each use and not kept: each takes 81 kB, so 10,000 watches would take 0.8 GB, and making one takes 0.05 ms.
 */
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

/** From when until when (ISO, UTC) it is a day (`2026-11-20`) in a zone; undefined for any other text. */
export function spanOfDay(
  day: string,
  { timezone }: { readonly timezone: string },
): { readonly since: string; readonly before: string } | undefined {
  const begins = Date.parse(`${day}T00:00:00Z`);
  if (Number.isNaN(begins) || !/^\d{4}-\d{2}-\d{2}$/.test(day)) return undefined;
  // Somewhere it is midnight up to fourteen hours before.
  const midnights = slotsAfter('0 0 * * *', timezone, new Date(begins - 2 * dayMs), 5).map((at) => at.toISOString());
  const dayOf = (at: string) => placeInZone(at, timezone)?.day ?? '';
  const [since, before] = [midnights.find((at) => dayOf(at) >= day), midnights.find((at) => dayOf(at) > day)];
  return since === undefined || before === undefined ? undefined : { since, before };
}
