import { placeInZone } from '../words/readerDate.ts';

/**
 * The moment at which clocks of the zone show that day and time; where they skip it, the moment at which they change.
 */
export function courtMoment(date: string, time: string, timezone: string): Date {
  const asUtc = Date.parse(`${date}T${time}:00Z`);
  // Repeated from the first guess, which may be on the other side of a change of the clocks.
  const guess = asUtc - offsetMs(asUtc, timezone);
  return new Date(asUtc - offsetMs(guess, timezone));
}

function offsetMs(atMs: number, timezone: string): number {
  const there = placeInZone(new Date(atMs).toISOString(), timezone);
  return Date.parse(`${there?.day}T${there?.clock}Z`) - atMs;
}
