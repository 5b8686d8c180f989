/** A day of the world: days since 1970-01-01, UTC. */
export type Day = number;

const MILLISECONDS_A_DAY = 86_400_000;
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** @param date `YYYY-MM-DD`, or any instant: its UTC day counts */
export function dayOf(date: string | Date): Day {
  return Math.floor(new Date(date).getTime() / MILLISECONDS_A_DAY);
}

/**
 * A Monday. What a world holds before it was spread over the years before; after it, records go on coming at the same
 * pace.
 */
export const EPOCH: Day = dayOf('2026-01-05');

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

interface WorldClockOptions {
  /** `YYYY-MM-DD`: the world begins there and stands still unless moved. Absent: it goes with the real date. */
  readonly startsOn?: string | undefined;
  /** A day of the world passes every so many seconds, beside what moves it otherwise. Absent: it does not. */
  readonly daySeconds?: number | undefined;
  readonly clock: () => Date;
}

/**
 * Which day it is in the world: the start, plus the days by command, plus those that the clock brought. Never goes
 * back.
 */
export class WorldClock {
  readonly #options: WorldClockOptions;
  readonly #started: number;
  #advanced = 0;
  #latest = Number.NEGATIVE_INFINITY;

  constructor(options: WorldClockOptions) {
    this.#options = options;
    this.#started = options.clock().getTime();
  }

  today(): Day {
    const { startsOn, daySeconds, clock } = this.#options;
    const now = clock();
    const start =
      startsOn === undefined ? dayOf(daySeconds === undefined ? now : new Date(this.#started)) : dayOf(startsOn);
    const passed = daySeconds === undefined ? 0 : Math.floor((now.getTime() - this.#started) / (daySeconds * 1000));
    this.#latest = Math.max(this.#latest, start + passed + this.#advanced);
    return this.#latest;
  }

  /** The moment in the world. A world that stands still, or was moved, has the time of day of the clock. */
  now(): Date {
    const { daySeconds, clock } = this.#options;
    const now = clock().getTime();
    const [passedMs, dayMs] =
      daySeconds === undefined ? [now, MILLISECONDS_A_DAY] : [now - this.#started, daySeconds * 1000];
    return new Date((this.today() + (passedMs % dayMs) / dayMs) * MILLISECONDS_A_DAY);
  }

  advance(days: number): void {
    this.#advanced += days;
  }
}

/** Whether a text is a date `YYYY-MM-DD` that exists. */
export function isDate(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && Number.isFinite(Date.parse(text)) && dateOf(dayOf(text)) === text;
}

export interface Since<Value> {
  readonly from: Day;
  readonly value: Value;
}

/** The last that has begun; histories are in the order of time. */
export function latestOn<Value>(history: readonly Since<Value>[], day: Day): Since<Value> | undefined {
  return history.findLast(({ from }) => from <= day);
}

export function latestValue<Value>(history: readonly Since<Value>[], day: Day): Value | undefined {
  return latestOn(history, day)?.value;
}

export function valuesOn<Value>(history: readonly Since<Value>[], day: Day): Value[] {
  return history.filter(({ from }) => from <= day).map(({ value }) => value);
}

/** When a record begins to be found, and on which days after it may be found differently. */
export interface Times {
  readonly begins: Day;
  readonly turningDays: readonly Day[];
}

export function timesOf(begins: Day, turns: readonly { readonly from: Day }[]): Times {
  return { begins, turningDays: turns.map(({ from }) => from).filter((day) => day > begins) };
}
