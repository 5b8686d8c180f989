import { type Day, dayOf } from './day.ts';

/**
 * A Monday. What a world holds before it was spread over the years before; after it, records go on coming at the same
 * pace.
 */
export const EPOCH: Day = dayOf('2026-01-05');

const YEARS_BEFORE = 8;
const SPAN = YEARS_BEFORE * 365;

/**
 * How many records there are on a day, and when each came: a function of size and day alone, however the day was
 * reached.
 */
export class Population {
  readonly #size: number;
  readonly #daily: number;

  /**
   * @param size records on the day before EPOCH; each year after adds an eighth of it, at least one a day (unless there
   * are none)
   */
  constructor(size: number) {
    this.#size = size;
    this.#daily = size === 0 ? 0 : Math.max(1, Math.round(size / SPAN));
  }

  /** The day on which record number `place` (from 0) came. */
  bornOn(place: number): Day {
    if (place < this.#size) return EPOCH - SPAN + Math.floor((place * SPAN) / this.#size);
    return EPOCH + Math.floor((place - this.#size) / this.#daily);
  }

  countOn(day: Day): number {
    if (day >= EPOCH) return this.#size + (day - EPOCH + 1) * this.#daily;
    return Math.max(0, Math.min(this.#size, Math.ceil(((day - EPOCH + SPAN + 1) * this.#size) / SPAN)));
  }
}
