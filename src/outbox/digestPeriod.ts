import type { DigestPeriod } from '../message/content.ts';
import { slotsBetween } from '../schedule/nextDue.ts';
import { placeInZone } from '../words/readerDate.ts';

const dayMs = 86_400_000;
/** Looked back for the digest before: those of a day, of a week, of a month. */
const windowsDays = [1, 8, 40];
const slotsAtMost = 2000;

/**
 * The days from the digest before until this one, in the channel's time zone; undefined where they come daily or
 * rarely.
 */
export function digestPeriod(schedule: string, timezone: string, dueAt: Date): DigestPeriod | undefined {
  for (const days of windowsDays) {
    const after = new Date(dueAt.getTime() - days * dayMs);
    const slots = slotsBetween({ schedule, timezone }, after, dueAt, slotsAtMost);
    const [before, last] = slots.slice(-2).map((slot) => placeInZone(slot.toISOString(), timezone)?.day ?? '');
    if (before === undefined || last === undefined) continue;
    return Date.parse(last) - Date.parse(before) > dayMs ? { from: before, until: last } : undefined;
  }
  return undefined;
}
