import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { hourMs } from '../../base/time.ts';
import type { Trx } from '../../store/store.ts';

/** The pace of a key, kept by all processes of the database together. Rejects as the store does. */
export interface SharedPace {
  readonly concurrency: number;
  /** The least time between two starts. */
  readonly gapMs: number;
  /**
   * Takes a turn, and gives the start of its call.
   * @param options what is stored in the same transaction: not at all where no turn is given
   */
  ask(options?: TurnOptions): Promise<GivenTurn | Full | Closed>;
  /** After a busy response: longer gaps for a while, and no start of anybody within `holdMs`. */
  slowDown(holdMs: number): Promise<void>;
  /** After a good response, where the pace was slowed: the gaps shrink back step by step. */
  speedUp(): Promise<void>;
}

/** The right to make one call when its start has come. It lasts 30 seconds, and is renewed until the call ends. */
export interface GivenTurn {
  readonly kind: 'given';
  readonly waitMs: number;
  /** The gaps are longer than the config says. */
  readonly slowed: boolean;
  /**
   * Another start, where the service asked for time while the caller waited for this one; undefined where it did not.
   */
  again(): Promise<{ readonly kind: 'given'; readonly waitMs: number } | Closed | undefined>;
  renew(): Promise<void>;
  /** @param trx ends it with what else that transaction stores */
  end(trx?: Trx): Promise<void>;
}

/** As many calls as may be are under way. */
export interface Full {
  readonly kind: 'full';
}

/** The service asked to be left alone for longer than a call waits. */
export interface Closed {
  readonly kind: 'closed';
  readonly forMs: number;
}

export interface Turn {
  readonly kind: 'turn';
  readonly slowed: boolean;
  /** Never rejects: a turn that is kept by mistake ends by itself. */
  leave(): Promise<void>;
  /** Ends it in a transaction. Once that is committed, or where it never was, call `left`. */
  end(trx: Trx): Promise<void>;
  left(): void;
  /** The place in this process's line, for the turn that follows this one. Afterwards `left` lets nobody else in. */
  passPlace(): () => void;
}

export interface TurnOptions {
  readonly also?: ((trx: Trx) => Promise<void>) | undefined;
  /** The turn before, which ends in the same transaction: it keeps its place in the line. */
  readonly previous?: Turn | undefined;
}

/** Who of this process may call the service next. */
export interface Turns {
  /**
   * Waits for a turn, first come first served. The call may start when it resolves. Rejects with the signal's reason
   * when aborted while waiting, and then holds no turn.
   */
  take(signal: AbortSignal, options?: TurnOptions): Promise<Turn | Closed>;
}

export function openTurns(pace: SharedPace, log: Pick<Logger, 'warn'> | undefined): Turns {
  const underWay = openLine(pace.concurrency);
  // One waits for its start at a time.
  const asking = openLine(1);
  /** By the monotonic clock. */
  let nextStartMs = 0;

  /** Waits for the start of a call. @returns why there is none */
  async function waitForStart(given: GivenTurn, signal: AbortSignal): Promise<Closed | undefined> {
    for (let next: Awaited<ReturnType<GivenTurn['again']>> = given; next !== undefined; next = await given.again()) {
      if (next.kind === 'closed') return next;
      // Storing a start may take longer than the gap, so this process also counts the gap from its last call.
      const waitMs = Math.max(next.waitMs, nextStartMs - performance.now());
      if (waitMs <= 0) break;
      await pause(waitMs, signal);
    }
    nextStartMs = performance.now() + pace.gapMs;
    return undefined;
  }

  async function ask(leaveLine: () => void, signal: AbortSignal, options: TurnOptions): Promise<Turn | Closed> {
    const given = await untilGiven(pace, signal, options);
    if (given.kind === 'closed') return given;
    const turn = held(given, leaveLine, log);
    try {
      const closed = await waitForStart(given, signal);
      if (closed !== undefined) await turn.leave();
      return closed ?? turn;
    } catch (error) {
      await turn.leave();
      throw error;
    }
  }

  return {
    async take(signal, options = {}) {
      const leaveLine = options.previous?.passPlace() ?? (await underWay.enter(signal));
      try {
        const stopAsking = await asking.enter(signal);
        const turn = await ask(leaveLine, signal, options).finally(stopAsking);
        if (turn.kind === 'closed') leaveLine();
        return turn;
      } catch (error) {
        leaveLine();
        throw error;
      }
    },
  };
}

const firstLookMs = 25;
const longestLookMs = 500;

async function untilGiven(pace: SharedPace, signal: AbortSignal, options: TurnOptions): Promise<GivenTurn | Closed> {
  for (let lookMs = firstLookMs; ; lookMs = Math.min(longestLookMs, lookMs * 1.5)) {
    signal.throwIfAborted();
    const asked = await pace.ask(options);
    if (asked.kind !== 'full') return asked;
    // Other processes have all turns: nobody says when one of them ends.
    await pause(lookMs * (0.5 + Math.random()), signal);
  }
}

const renewMs = 10_000;

function held(turn: GivenTurn, place: () => void, log: Pick<Logger, 'warn'> | undefined): Turn {
  let leaveLine = place;
  const warn = (err: unknown) => log?.warn({ err }, 'the turn of a call could not be renewed or ended');
  const timer = setInterval(() => void turn.renew().catch(warn), renewMs);
  const left = () => {
    clearInterval(timer);
    leaveLine();
  };
  return {
    kind: 'turn',
    slowed: turn.slowed,
    async leave() {
      clearInterval(timer);
      await turn.end().catch(warn);
      left();
    },
    end: (trx) => turn.end(trx),
    left,
    passPlace() {
      const passed = leaveLine;
      leaveLine = () => {};
      return passed;
    },
  };
}

/**
 * Lets in so many at a time, first come first served. `enter` resolves with what lets the next one in, and rejects as
 * `Turns.take` does.
 */
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

/** Rejects with the signal's reason when aborted. */
export async function pause(ms: number, signal: AbortSignal): Promise<void> {
  try {
    await sleep(ms, undefined, { signal });
  } catch {
    throw signal.reason;
  }
}

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
