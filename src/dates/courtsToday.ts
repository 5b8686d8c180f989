/** Building a formatter costs far more than using it. */
const lastCourtDay = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Pacific/Honolulu', dateStyle: 'short' });

/**
 * Today's date in the courts' time zone that is furthest behind, as an ISO day. A date of a case or design is past only
 * when it is past at every court: nothing else decides which dates lie ahead.
 */
export function courtsToday(now: Date): string {
  return lastCourtDay.format(now);
}

/** The ISO day so many days after another one; before it where `days` is negative. */
export function daysAfter(day: string, days: number): string {
  const date = new Date(`${day.slice(0, 8)}01T00:00:00Z`);
  date.setUTCDate(Number(day.slice(8)) + days);
  return date.toISOString().slice(0, 10);
}
