export const minuteMs = 60_000;
export const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;
export const weekMs = 7 * dayMs;

export function later(a: Date, b: Date): Date {
  return a > b ? a : b;
}

/** Returns a wait that starts with `first` and doubles with each attempt, up to `most`. @param attempt from 1 */
export function doubled(first: number, attempt: number, most: number): number {
  return Math.min(first * 2 ** Math.min(attempt - 1, 30), most);
}

export function daysAgo(now: Date, days: number): string {
  return new Date(now.getTime() - days * dayMs).toISOString();
}

/** Returns the last UTC days, oldest first. The last is today. */
export function lastDays(now: Date, count: number): string[] {
  return Array.from({ length: count }, (_, index) => utcDay(new Date(now.getTime() - (count - 1 - index) * dayMs)));
}

/** Returns the UTC day of a moment, `YYYY-MM-DD`, by which budgets count. */
export function utcDay(moment: Date): string {
  return moment.toISOString().slice(0, 10);
}

/** True for a day of the calendar, such as `2026-11-21`. */
export function isDay(text: string): boolean {
  // Date.parse reads February 31 as March 3.
  const at = Date.parse(`${text}T00:00Z`);
  return !Number.isNaN(at) && utcDay(new Date(at)) === text;
}

/** Returns the UTC month of a moment, `YYYY-MM`. */
export function utcMonth(moment: Date): string {
  return moment.toISOString().slice(0, 7);
}

/** Returns the month `count` months after `2026-11`, or before it when `count` is negative. */
export function monthAfter(month: string, count: number): string {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return utcMonth(new Date(Date.UTC(year, number - 1 + count, 1)));
}

/** Returns the ISO day `days` after another day, or before it when `days` is negative. */
export function daysAfter(day: string, days: number): string {
  const date = new Date(`${day.slice(0, 8)}01T00:00:00Z`);
  date.setUTCDate(Number(day.slice(8)) + days);
  return utcDay(date);
}
