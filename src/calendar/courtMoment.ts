/** The moment at which a clock on the wall of the zone shows that day and time; where clocks skip it, the moment they jump. */
export function courtMoment(date: string, time: string, timezone: string): Date {
  const asUtc = Date.parse(`${date}T${time}:00Z`);
  // Once more from the first guess, which may lie on the other side of a change of the clocks.
  const guess = asUtc - offsetMs(asUtc, timezone);
  return new Date(asUtc - offsetMs(guess, timezone));
}

function offsetMs(atMs: number, timeZone: string): number {
  const shown = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' }).format(atMs);
  return Date.parse(`${shown.replace(' ', 'T')}Z`) - atMs;
}
