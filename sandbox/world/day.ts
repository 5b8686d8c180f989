/** Days since 1970-01-01, UTC. */
export type Day = number;

const MILLISECONDS_A_DAY = 86_400_000;
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** @param date `YYYY-MM-DD`, or a moment, whose UTC day is returned */
export function dayOf(date: string | Date): Day {
  return Math.floor(new Date(date).getTime() / MILLISECONDS_A_DAY);
}

/** A Monday. A world's first records are spread over the years before; later records come at the same pace. */
export const EPOCH: Day = dayOf('2026-01-05');

/** Returns `2026-11-20`. */
export function dateOf(day: Day): string {
  return new Date(day * MILLISECONDS_A_DAY).toISOString().slice(0, 10);
}

/** Returns `Nov 20, 2026`, as in docket entries. */
export function wordsOf(day: Day): string {
  const date = new Date(day * MILLISECONDS_A_DAY);
  return `${MONTHS[date.getUTCMonth()]} ${date.getUTCDate()}, ${date.getUTCFullYear()}`;
}

/** Returns `11/20/2026`, as clerks write it. */
export function slashesOf(day: Day): string {
  const [year, month, date] = dateOf(day).split('-');
  return `${month}/${date}/${year}`;
}

/** Returns the same date some years later; February 29 becomes February 28 if needed. */
export function yearsLater(day: Day, years: number): Day {
  const date = new Date(day * MILLISECONDS_A_DAY);
  const year = date.getUTCFullYear() + years;
  const last = new Date(Date.UTC(year, date.getUTCMonth() + 1, 0)).getUTCDate();
  return Date.UTC(year, date.getUTCMonth(), Math.min(date.getUTCDate(), last)) / MILLISECONDS_A_DAY;
}

/** Moves a Saturday or Sunday to the next Monday, because courts and offices file on working days. */
export function workday(day: Day): Day {
  // 1970-01-01 was a Thursday.
  const weekday = (day + 4) % 7;
  if (weekday === 6) return day + 2;
  return weekday === 0 ? day + 1 : day;
}

interface WorldClockOptions {
  /** `YYYY-MM-DD`: the world begins on this day and stays there until it is moved. Absent: the real date. */
  readonly startsOn?: string | undefined;
  /** A day of the world passes in this many seconds, in addition to other moves. Absent: none passes by itself. */
  readonly daySeconds?: number | undefined;
  readonly clock: () => Date;
}

/** The day of the world: its start, plus the days by command, plus those that passed. It never goes back. */
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

  /** Returns the moment in the world. Without `daySeconds`, the time of day is that of the clock. */
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

/** True for an existing date `YYYY-MM-DD`. */
export function isDate(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && Number.isFinite(Date.parse(text)) && dateOf(dayOf(text)) === text;
}

export interface Since<Value> {
  readonly from: Day;
  readonly value: Value;
}

/** Returns the last value that has begun. The history must be in the order of time. */
export function latestOn<Value>(history: readonly Since<Value>[], day: Day): Since<Value> | undefined {
  return history.findLast(({ from }) => from <= day);
}

export function latestValue<Value>(history: readonly Since<Value>[], day: Day): Value | undefined {
  return latestOn(history, day)?.value;
}

export function valuesOn<Value>(history: readonly Since<Value>[], day: Day): Value[] {
  return history.filter(({ from }) => from <= day).map(({ value }) => value);
}

/** When a record can first be found, and on which later days its searchable fields may change. */
export interface Times {
  readonly begins: Day;
  readonly turningDays: readonly Day[];
}

export function timesOf(begins: Day, turns: readonly { readonly from: Day }[]): Times {
  return { begins, turningDays: turns.map(({ from }) => from).filter((day) => day > begins) };
}
