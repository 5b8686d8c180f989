import { hourMs } from '../../time.ts';

// The rules of a key's pace; schedule/pace/sharedPaceQueries.ts keeps it in the database. Times are milliseconds since
// 1970.

/**
 * A call waits no longer than this. Where the service asks for more, the call ends, and the key is left alone until
 * then.
 */
export const longestWaitMs = 60_000;

/** A longer `Retry-After` is not believed. */
export const longestHoldMs = 6 * hourMs;

/** A turn that is not renewed for so long ends by itself: its process has died. */
export const turnMs = 30_000;

/** After busy responses the gap between two starts is doubled, up to this. */
export const greatestSlowdown = 8;

/** How many calls have to succeed before the gap is halved again. */
export const successesToRecover = 5;

/** What the config allows a key. */
export interface PaceLimits {
  readonly requestsPerSecond: number;
  /** Calls under way at a time. */
  readonly concurrency: number;
}
