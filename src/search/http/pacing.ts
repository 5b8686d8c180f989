import { ended, newPace, slowedDown, started, waitBeforeStart, wentWell } from './pace.ts';

/** The one gate that every call of a key passes. */
export interface Pacing {
  /**
   * Waits for a turn, first come first served; returns what gives the turn back (once; more often does no harm). Rejects with
   * the signal's reason when aborted while waiting, and then takes no turn.
   */
  enter(signal?: AbortSignal): Promise<() => void>;
  /** After a busy answer: longer gaps for a while, and no start within `holdMs`. */
  slowDown(holdMs?: number): void;
  /** After a good answer: gaps shrink back step by step. */
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

  /** Those who left are passed over only here, so that leaving costs nothing in a long line. */
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
