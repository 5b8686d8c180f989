import { type Day, dateOf, dayOf } from './world/day.ts';

export interface WorldClockOptions {
  /** `YYYY-MM-DD`: the world begins there and stands still unless moved. Absent: it goes with the real date. */
  readonly startsOn?: string | undefined;
  /** A day of the world passes every so many seconds, beside what moves it otherwise. Absent: it does not. */
  readonly daySeconds?: number | undefined;
  readonly clock: () => Date;
}

/** Which day it is in the world: the start, plus the days by command, plus those that the clock brought. Never goes back. */
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

  advance(days: number): void {
    this.#advanced += days;
  }
}

/** Whether a text is a date `YYYY-MM-DD` that exists. */
export function isDate(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && Number.isFinite(Date.parse(text)) && dateOf(dayOf(text)) === text;
}
