import { type ClockTime, timeAfter } from './clockTime.ts';
import { event2 } from './dayCues.ts';

const moved = new RegExp(
  `^(?:[^.;/\\d]{0,60}\\b(?:${event2})\\b)?[^.;/\\d]{0,60}?\\b(?:advanced|moved|changed|reset|rescheduled|continued) (?:from [\\d:]{1,5} ?[ap]\\.?m\\.? )?to(?= )`,
);
const ofAnotherDay =
  /^,? ?(?:on |of )?(?!that\b|the same\b)(?:\w+day\b|\d|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)/;

/**
 * The new hour of a hearing that stays on its day: "the hearing set for 6/8/2026 is advanced to 8:15 AM on that date".
 *
 * @param before the words before the day in its sentence, in lower case
 * @param after the words after the day and its hour, to the end of the sentence, in lower case; `length` is how much of them is used
 */
export function movedHour(before: string, after: string): ClockTime | undefined {
  const found = moved.exec(after);
  if (!found || !new RegExp(`\\b(?:${event2})\\b`).test(before + found[0])) return undefined;
  const rest = after.slice(found[0].length);
  const time = timeAfter(rest);
  if (!time || ofAnotherDay.test(rest.slice(time.length))) return undefined;
  return { time: time.time, length: found[0].length + time.length };
}
