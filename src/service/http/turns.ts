import { setTimeout as sleep } from 'node:timers/promises';
import { hourMs } from '../../base/time.ts';

export interface SharedPace {
  readonly concurrency: number;
  readonly gapMs: number; // The least time between two starts.
  /** @param alongside runs in the same transaction. If it rejects, no start is used up. */
  start(alongside?: StoreIn): Promise<GivenStart | Closed>;
  startAgain(): Promise<GivenStart | Closed | undefined>;
  /** After a busy response, lengthens the gaps for a while and allows nobody to start within `holdMs`. */
  slowDown(holdMs: number): Promise<void>;
  speedUp(): Promise<void>;
}

export type StoreIn = (trx: object) => Promise<void>;

export type GivenStart = Readonly<{ kind: 'given'; waitMs: number; slowed: boolean }>;

export type Closed = Readonly<{ kind: 'closed'; forMs: number }>;

export interface Turn {
  readonly kind: 'turn';
  readonly slowed: boolean;
  leave(): void;
}

export type Turns = ReturnType<typeof openTurns>;

export function openTurns(pace: SharedPace) {
  const underWay = openLine(pace.concurrency);
  const starting = openLine(1);
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
    /** First come, first served. Rejects with the signal's reason, without a turn. @param alongside stored with it */
    async take(signal: AbortSignal, alongside?: StoreIn): Promise<Turn | Closed> {
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

/** Lets in `places` at a time, in order. `enter` resolves with a function, to be called once, that lets in the next. */
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
        return Promise.resolve(leave);
      }
      const { promise, resolve, reject } = Promise.withResolvers<() => void>();
      const giveUp = () => {
        waiting.delete(enter);
        reject(signal.reason);
      };
      const enter = () => {
        waiting.delete(enter);
        signal.removeEventListener('abort', giveUp);
        resolve(leave);
      };
      waiting.add(enter);
      signal.addEventListener('abort', giveUp, { once: true });
      return promise;
    },
  };
}

export async function pause(ms: number, signal: AbortSignal): Promise<void> {
  try {
    await sleep(ms, undefined, { signal });
  } catch {
    throw signal.reason;
  }
}

// The limits of a key's pace (check/admission/sharedPaceQueries.ts). Times are in milliseconds.

/** When the service wants a longer wait, the call fails, and the key makes no calls until then. */
export const longestWaitMs = 60_000;

/** A longer `Retry-After` is cut to this. */
export const longestHoldMs = 6 * hourMs;

export const greatestSlowdown = 8;

export const successesToRecover = 5;

export type PaceLimits = Readonly<{ requestsPerSecond: number; concurrency: number }>;
