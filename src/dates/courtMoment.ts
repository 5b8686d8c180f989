/**
 * The moment at which clocks of the zone show that day and time; where they skip it, the moment at which they change.
 */
export function courtMoment(date: string, time: string, timezone: string): Date {
  const asUtc = Date.parse(`${date}T${time}:00Z`);
  // Repeated from the first guess, which may be on the other side of a change of the clocks.
  const guess = asUtc - offsetMs(asUtc, timezone);
  return new Date(asUtc - offsetMs(guess, timezone));
}

function offsetMs(atMs: number, timeZone: string): number {
  const shown = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' }).format(atMs);
  return Date.parse(`${shown.replace(' ', 'T')}Z`) - atMs;
}
