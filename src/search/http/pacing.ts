import type { SearchErrorClass } from './searchError.ts';

/** The one gate that every call of a key passes. */
interface Pacing {
  /**
   * Waits for a turn, first come first served; returns what gives the turn back (once; more often does no harm). Rejects with
   * the signal's reason when aborted while waiting, and then takes no turn.
   */
  enter(signal?: AbortSignal): Promise<() => void>;
  /** After a busy response: longer gaps for a while, and no start within `holdMs`. */
  slowDown(holdMs?: number): void;
  /** After a good response: gaps shrink back step by step. */
  speedUp(): void;
}

/** Where time comes from; tests bring their own. */
export interface PacingClock {
  /** Monotonic milliseconds. */
  now(): number;
  /** Calls back once, after `ms`; returns what cancels that. */
  after(ms: number, callback: () => void): () => void;
}

const realClock: PacingClock = {
  now: () => performance.now(),
  after: (ms, callback) => {
    const timer = setTimeout(callback, ms);
    return () => clearTimeout(timer);
  },
};

/** How fast calls may start: the deciding part of pacing, plain values only. Times are milliseconds of one monotonic clock. */
interface Pace {
  readonly gapMs: number;
  readonly concurrency: number;
  /** The gap is stretched by this: 1, 2, 4 or 8. */
  readonly slowdown: number;
  /** Calls that went well since the last change of `slowdown`. */
  readonly wentWell: number;
  readonly running: number;
  readonly nextStartAt: number;
}

const greatestSlowdown = 8;
/** How many calls have to succeed before the gap is halved again. */
const wentWellToRecover = 5;

function newPace(limits: { readonly requestsPerSecond: number; readonly concurrency: number }): Pace {
  const gapMs = 1000 / limits.requestsPerSecond;
  return { gapMs, concurrency: limits.concurrency, slowdown: 1, wentWell: 0, running: 0, nextStartAt: 0 };
}

/** Milliseconds until the next call may start; undefined while as many run as may (the end of one asks again). */
function waitBeforeStart(pace: Pace, now: number): number | undefined {
  return pace.running < pace.concurrency ? Math.max(0, pace.nextStartAt - now) : undefined;
}

function started(pace: Pace, now: number): Pace {
  // From now, not from the slot: making up for a late timer would put one call too many into some second.
  return { ...pace, running: pace.running + 1, nextStartAt: now + pace.gapMs * pace.slowdown };
}

function ended(pace: Pace): Pace {
  return { ...pace, running: pace.running - 1 };
}

/** The service was busy: twice the gap, up to 8 times, and no start at all for `holdMs`. */
function slowedDown(pace: Pace, now: number, holdMs: number): Pace {
  const slowdown = Math.min(greatestSlowdown, pace.slowdown * 2);
  const nextStartAt = Math.max(pace.nextStartAt, now + Math.max(holdMs, pace.gapMs * slowdown));
  return { ...pace, slowdown, wentWell: 0, nextStartAt };
}

function wentWell(pace: Pace): Pace {
  if (pace.slowdown === 1) return pace;
  const count = pace.wentWell + 1;
  return count < wentWellToRecover
    ? { ...pace, wentWell: count }
    : { ...pace, wentWell: 0, slowdown: pace.slowdown / 2 };
}

interface Waiter {
  readonly admit: () => void;
  left: boolean;
}

/** Starts evenly spaced, `requestsPerSecond` of them (above 0), at most `concurrency` (1 or more) at a time. */
export function createPacing(
  limits: { readonly requestsPerSecond: number; readonly concurrency: number },
  clock: PacingClock = realClock,
): Pacing {
  let pace = newPace(limits);
  let waiters: Waiter[] = [];
  let first = 0;
  let cancelTimer: (() => void) | undefined;

  function admitDue(): void {
    cancelTimer?.();
    cancelTimer = undefined;
    for (let waiter = firstWaiter(); waiter !== undefined; waiter = firstWaiter()) {
      const waitMs = waitBeforeStart(pace, clock.now());
      if (waitMs === undefined) return;
      if (waitMs > 0) {
        cancelTimer = clock.after(waitMs, admitDue);
        return;
      }
      first += 1;
      pace = started(pace, clock.now());
      waiter.admit();
    }
  }

  /** Waiters that left are skipped only here, so that leaving a long queue costs nothing. */
  function firstWaiter(): Waiter | undefined {
    while (waiters[first]?.left) first += 1;
    if (first > 1000 && first * 2 > waiters.length) {
      waiters = waiters.slice(first);
      first = 0;
    }
    return waiters[first];
  }

  function turn(): () => void {
    let given = false;
    return () => {
      if (given) return;
      given = true;
      pace = ended(pace);
      admitDue();
    };
  }

  return {
    enter(signal) {
      return new Promise((resolve, reject) => {
        if (signal?.aborted) return reject(signal.reason);
        const leave = () => {
          waiter.left = true;
          reject(signal?.reason);
        };
        const waiter: Waiter = {
          left: false,
          admit: () => {
            signal?.removeEventListener('abort', leave);
            resolve(turn());
          },
        };
        signal?.addEventListener('abort', leave, { once: true });
        waiters.push(waiter);
        if (cancelTimer === undefined) admitDue();
      });
    },
    slowDown(holdMs = 0) {
      pace = slowedDown(pace, clock.now(), holdMs);
      admitDue();
    },
    speedUp() {
      pace = wentWell(pace);
    },
  };
}

/** A call waits no longer than this. Where the service asks for more, the call ends, and the key is left alone until then. */
export const longestWaitMs = 60_000;

/** A longer `Retry-After` is not believed. */
export const longestHoldMs = 6 * 3_600_000;

interface FailedAttempt {
  readonly errorClass: SearchErrorClass;
  /** Counted from 1. */
  readonly attempt: number;
  /** What the service asked for by `Retry-After`. */
  readonly retryAfterMs?: number | undefined;
  /** false where another try would end the same way (a response over the size limit). */
  readonly worthRetrying: boolean;
}

/**
 * How long to wait before the next attempt, at most 60 s; undefined: the call has failed. Only busy and server errors are tried
 * again. `Retry-After` counts where it was given (one beyond 60 s ends the call); else busy waits 1 to 5 bases, and server backs off exponentially with full jitter.
 */
export function retryWaitMs(
  failed: FailedAttempt,
  policy: { readonly retries: number; readonly retryBaseSeconds: number },
  random: () => number,
): number | undefined {
  const { errorClass, attempt } = failed;
  const transient = errorClass === 'busy' || errorClass === 'server';
  if (!transient || !failed.worthRetrying || attempt > policy.retries) return undefined;
  if (failed.retryAfterMs !== undefined) return failed.retryAfterMs > longestWaitMs ? undefined : failed.retryAfterMs;
  const baseMs = policy.retryBaseSeconds * 1000;
  const waitMs =
    errorClass === 'busy' ? baseMs * (1 + 4 * random()) : random() * baseMs * 2 ** Math.min(attempt - 1, 30);
  return Math.min(waitMs, longestWaitMs);
}
