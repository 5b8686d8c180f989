import { setTimeout as sleep } from 'node:timers/promises';
import { hourMs } from '../../base/time.ts';

/** The pace of a key, kept by all processes of the database together. Rejects as the store does. */
export interface SharedPace {
  readonly concurrency: number;
  /** The least time between two starts. */
  readonly gapMs: number;
  /** @param alongside what is stored in the same transaction; where it rejects, no start is used up */
  start(alongside?: StoreIn): Promise<GivenStart | Closed>;
  /** Another start, where the service asked for time while the caller waited; undefined where it did not. */
  startAgain(): Promise<GivenStart | Closed | undefined>;
  /** After a busy response: longer gaps for a while, and no start of anybody within `holdMs`. */
  slowDown(holdMs: number): Promise<void>;
  /** After a good response, where the pace was slowed: the gaps shrink back step by step. */
  speedUp(): Promise<void>;
}

/** Stores something in a transaction of the database that keeps the pace: the client only passes it on. */
export type StoreIn = (trx: object) => Promise<void>;

export interface GivenStart {
  readonly kind: 'given';
  readonly waitMs: number;
  readonly slowed: boolean;
}

/** The service asked to be left alone for longer than a call waits. */
export interface Closed {
  readonly kind: 'closed';
  readonly forMs: number;
}

export interface Turn {
  readonly kind: 'turn';
  readonly slowed: boolean;
  /** Lets the next call of this process go on. Safe to call twice. */
  leave(): void;
}

export interface Turns {
  /** First come first served. Rejects with the signal's reason, without a turn. @param alongside stored with it */
  take(signal: AbortSignal, alongside?: StoreIn): Promise<Turn | Closed>;
}

export function openTurns(pace: SharedPace): Turns {
  const underWay = openLine(pace.concurrency);
  const starting = openLine(1);
  /** By the monotonic clock. */
  let nextStartMs = 0;

  async function start(signal: AbortSignal, alongside: StoreIn | undefined): Promise<GivenStart | Closed> {
    const given = await pace.start(alongside);
    for (let next: GivenStart | Closed | undefined = given; next !== undefined; next = await pace.startAgain()) {
      if (next.kind === 'closed') return next;
      // Storing a start may take longer than the gap, so this process also counts the gap from its last call.
      const waitMs = Math.max(next.waitMs, nextStartMs - performance.now());
      if (waitMs <= 0) break;
      await pause(waitMs, signal);
    }
    nextStartMs = performance.now() + pace.gapMs;
    return given;
  }

  return {
    async take(signal, alongside) {
      const leave = await underWay.enter(signal);
      try {
        const stopStarting = await starting.enter(signal);
        const given = await start(signal, alongside).finally(stopStarting);
        if (given.kind === 'given') return { kind: 'turn', slowed: given.slowed, leave };
        leave();
        return given;
      } catch (error) {
        leave();
        throw error;
      }
    },
  };
}

/** Lets in so many at a time, in order. `enter` resolves with what lets the next one in. */
function openLine(places: number): { enter(signal: AbortSignal): Promise<() => void> } {
  let free = places;
  const waiting = new Set<() => void>();
  const leave = () => {
    const [next] = waiting;
    if (next === undefined) free += 1;
    else next();
  };
  return {
    enter(signal) {
      if (signal.aborted) return Promise.reject(signal.reason);
      if (free > 0) {
        free -= 1;
        return Promise.resolve(once(leave));
      }
      const { promise, resolve, reject } = Promise.withResolvers<() => void>();
      const giveUp = () => {
        waiting.delete(enter);
        reject(signal.reason);
      };
      const enter = () => {
        waiting.delete(enter);
        signal.removeEventListener('abort', giveUp);
        resolve(once(leave));
      };
      waiting.add(enter);
      signal.addEventListener('abort', giveUp, { once: true });
      return promise;
    },
  };
}

function once(act: () => void): () => void {
  let isDone = false;
  return () => {
    if (!isDone) act();
    isDone = true;
  };
}

export async function pause(ms: number, signal: AbortSignal): Promise<void> {
  try {
    await sleep(ms, undefined, { signal });
  } catch {
    throw signal.reason;
  }
}

// The rules of a key's pace (schedule/pace/). Times are milliseconds since 1970.

/** Where the service asks for more, the call ends, and the key is left alone until then. */
export const longestWaitMs = 60_000;

/** A longer `Retry-After` is not believed. */
export const longestHoldMs = 6 * hourMs;

/** After busy responses the gap between two starts is doubled, up to this. */
export const greatestSlowdown = 8;

/** How many calls have to succeed before the gap is halved again. */
export const successesToRecover = 5;

export interface PaceLimits {
  readonly requestsPerSecond: number;
  /** Calls under way at a time, of each process. */
  readonly concurrency: number;
}
