import { TipstaffError } from '../base/errors.ts';
import { hourMs, utcDay } from '../base/time.ts';
import { courtMoment, placeInZone } from '../base/words/readerDate.ts';

const form = new RegExp(
  String.raw`^(?<day>\d{4}-\d\d-\d\d)(?:[T ](?<clock>(?:[01]\d|2[0-3]):[0-5]\d)(?<seconds>:[0-5]\d(?:\.\d+)?)?` +
    String.raw`(?<offset>Z|[+-]\d\d:?\d\d)?)?$`,
  'i',
);

/**
 * A day (its beginning) or a time that a person named, in ISO form, by the clocks of the zone; with `Z` or an offset it
 * is that instant wherever they are.
 * @returns milliseconds since 1970; undefined for any other text, or a day that there is not
 */
export function momentAsked(text: string, timezone: string): number | undefined {
  const { day = '', clock = '00:00', seconds = '', offset } = form.exec(text.trim())?.groups ?? {};
  const midnight = Date.parse(`${day}T00:00Z`);
  // Date.parse takes the 31st of February for the 3rd of March.
  if (Number.isNaN(midnight) || utcDay(new Date(midnight)) !== day) return undefined;
  if (offset !== undefined) return Date.parse(`${day}T${clock}${seconds}${offset}`);
  return courtMoment(day, clock, timezone).getTime() + Number(seconds.slice(1)) * 1000;
}

/** The moment that `--until` names. @throws TipstaffError with this code where it is none, or not ahead. */
export function untilAsked(
  until: string,
  { code, timezone, now }: { readonly code: string; readonly timezone: string; readonly now: Date },
): string {
  const moment = momentAsked(until, timezone);
  if (moment !== undefined && moment > now.getTime()) return new Date(moment).toISOString();
  throw new TipstaffError(
    code,
    `--until takes a future day or time, such as 2026-12-01 or 2026-12-01T09:00 (${timezone}) or ` +
      `2026-12-01T09:00:00Z, not ${JSON.stringify(until)}.`,
  );
}

/** An ISO instant as a day and time of the zone, with its name there: `2026-12-01 00:00 EST`. */
export function zonedMinute(instant: string, timezone: string): string {
  const { day, clock, zone = timezone } = placeInZone(instant, timezone) ?? {};
  return `${day} ${clock} ${zone}`;
}

/** `zonedMinute` of one zone. */
export function minutesOf(timezone: string): (instant: string) => string {
  return (instant) => zonedMinute(instant, timezone);
}

/** The same; `-` for no time. */
export function minute(time: string | null, timezone: string): string {
  return time === null ? '-' : zonedMinute(time, timezone);
}

const unitMs: Readonly<Record<string, number>> = { h: hourMs, d: 24 * hourMs, w: 7 * 24 * hourMs };

/**
 * The moment that `--since` names: a day or time by the clocks of the zone, an ISO instant, or how long ago it was:
 * `36h`, `7d`, `2w`.
 * @returns ISO time. @throws TipstaffError `usage.since`.
 */
export function sinceTime(since: string, now: Date, timezone: string): string {
  const [, number = '', unit = ''] = /^(\d{1,4})\s*([hdw])$/i.exec(since.trim()) ?? [];
  const backMs = unitMs[unit.toLowerCase()];
  const time = backMs === undefined ? momentAsked(since, timezone) : now.getTime() - Number(number) * backMs;
  if (time === undefined) {
    const accepted =
      `a day or time such as 2026-11-01 or 2026-11-01T09:00 (${timezone}) or 2026-11-01T09:00:00Z, ` +
      'or how long ago: 36h, 7d, 2w';
    throw new TipstaffError('usage.since', `--since takes ${accepted}, not ${JSON.stringify(since)}.`);
  }
  return new Date(time).toISOString();
}
