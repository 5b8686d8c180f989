// The rules of a key's pace; schedule/pace/sharedPaceQueries.ts keeps it in the database. Times are milliseconds since 1970.

/** A call waits no longer than this. Where the service asks for more, the call ends, and the key is left alone until then. */
export const longestWaitMs = 60_000;

/** A longer `Retry-After` is not believed. */
export const longestHoldMs = 6 * 3_600_000;

/** A turn that is not renewed for so long ends by itself: its process has died. */
export const turnMs = 30_000;

/** After busy responses the gap between two starts is doubled, up to this. */
export const greatestSlowdown = 8;

/** How many calls have to succeed before the gap is halved again. */
export const successesToRecover = 5;

/** No more calls wait for a start than this: one further ahead was stored by a clock that was wrong. */
const mostWaiting = 100;

/** What the config allows a key. */
export interface PaceLimits {
  readonly requestsPerSecond: number;
  /** Calls under way at a time. */
  readonly concurrency: number;
}

/** Between two starts, while the service is not busy. */
export function gapOf({ requestsPerSecond }: PaceLimits): number {
  return 1000 / requestsPerSecond;
}

/** How far ahead the next start can be. */
export function farthestStartMs(limits: PaceLimits): number {
  return mostWaiting * greatestSlowdown * gapOf(limits);
}
