/** A day of the world: days since 1970-01-01, UTC. */
export type Day = number;

const MILLISECONDS_A_DAY = 86_400_000;
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** @param date `YYYY-MM-DD`, or any instant: its UTC day counts */
export function dayOf(date: string | Date): Day {
  return Math.floor(new Date(date).getTime() / MILLISECONDS_A_DAY);
}

/** `2026-11-20` */
export function dateOf(day: Day): string {
  return new Date(day * MILLISECONDS_A_DAY).toISOString().slice(0, 10);
}

/** `Nov 20, 2026`, as docket entries have it. */
export function wordsOf(day: Day): string {
  const date = new Date(day * MILLISECONDS_A_DAY);
  return `${MONTHS[date.getUTCMonth()]} ${date.getUTCDate()}, ${date.getUTCFullYear()}`;
}

/** `11/20/2026`, as clerks write it. */
export function slashesOf(day: Day): string {
  const [year, month, date] = dateOf(day).split('-');
  return `${month}/${date}/${year}`;
}

/** The same date so many years later; the last of February stays in February. */
export function yearsLater(day: Day, years: number): Day {
  const date = new Date(day * MILLISECONDS_A_DAY);
  const year = date.getUTCFullYear() + years;
  const last = new Date(Date.UTC(year, date.getUTCMonth() + 1, 0)).getUTCDate();
  return Date.UTC(year, date.getUTCMonth(), Math.min(date.getUTCDate(), last)) / MILLISECONDS_A_DAY;
}

/** Courts and offices file on working days: a Saturday or Sunday becomes the Monday after. */
export function workday(day: Day): Day {
  // 1970-01-01 was a Thursday.
  const weekday = (day + 4) % 7;
  if (weekday === 6) return day + 2;
  return weekday === 0 ? day + 1 : day;
}
