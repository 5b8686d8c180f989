import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Asked } from './pace.ts';

/** The pace of a key, kept by all processes of the database together. Rejects as the store does. */
export interface SharedPace {
  readonly concurrency: number;
  /** The least time between two starts. */
  readonly gapMs: number;
  /** Starts a call now, if that is allowed. */
  ask(): Promise<StartedTurn | Exclude<Asked, { kind: 'started' }>>;
  /** After a busy response: longer gaps for a while, and no start of anybody within `holdMs`. */
  slowDown(holdMs: number): Promise<void>;
  /** After a good response, where the pace was slowed: the gaps shrink back step by step. */
  speedUp(): Promise<void>;
}

/** The right to make one call now. It lasts 30 seconds, and is renewed until the call ends. */
export interface StartedTurn {
  readonly kind: 'started';
  /** The gaps are longer than the config says. */
  readonly slowed: boolean;
  renew(): Promise<void>;
  end(): Promise<void>;
}

export interface Turn {
  readonly kind: 'turn';
  readonly slowed: boolean;
  /** Never rejects: a turn that is kept by mistake ends by itself. */
  leave(): Promise<void>;
}

type Closed = Extract<Asked, { kind: 'closed' }>;

/** Who of this process may call the service next. */
export interface Turns {
  /**
   * Waits for a turn, first come first served. The call may start when it resolves. Rejects with the signal's reason when aborted while
   * waiting, and then holds no turn.
   */
  take(signal: AbortSignal): Promise<Turn | Closed>;
}

export function openTurns(pace: SharedPace, log: Pick<Logger, 'warn'> | undefined): Turns {
  const underWay = openLine(pace.concurrency);
  // One asks at a time: several would keep asking at the same moments.
  const asking = openLine(1);
  /** By the monotonic clock. */
  let nextAskMs = 0;

  async function ask(signal: AbortSignal): Promise<StartedTurn | Closed> {
    const stopAsking = await asking.enter(signal);
    try {
      const waitMs = nextAskMs - performance.now();
      if (waitMs > 0) await pause(waitMs, signal);
      const asked = await untilStarted(pace, signal);
      // Storing a start may take longer than the gap, so this process also counts the gap from when that was done.
      if (asked.kind === 'started') nextAskMs = performance.now() + pace.gapMs;
      return asked;
    } finally {
      stopAsking();
    }
  }

  return {
    async take(signal) {
      const leaveLine = await underWay.enter(signal);
      try {
        const turn = await ask(signal);
        if (turn.kind === 'started') return held(turn, leaveLine, log);
        leaveLine();
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

async function untilStarted(pace: SharedPace, signal: AbortSignal): Promise<StartedTurn | Closed> {
  let lookMs = firstLookMs;
  for (;;) {
    signal.throwIfAborted();
    const asked = await pace.ask();
    if (asked.kind === 'started' || asked.kind === 'closed') return asked;
    if (asked.kind === 'early') await pause(asked.waitMs, signal);
    else {
      // Other processes have all turns: nobody says when one of them ends.
      await pause(lookMs * (0.5 + Math.random()), signal);
      lookMs = Math.min(longestLookMs, lookMs * 1.5);
    }
  }
}

const renewMs = 10_000;

function held(turn: StartedTurn, leaveLine: () => void, log: Pick<Logger, 'warn'> | undefined): Turn {
  const warn = (err: unknown) => log?.warn({ err }, 'the turn of a call could not be renewed or ended');
  const timer = setInterval(() => void turn.renew().catch(warn), renewMs);
  return {
    kind: 'turn',
    slowed: turn.slowed,
    async leave() {
      clearInterval(timer);
      await turn.end().catch(warn);
      leaveLine();
    },
  };
}

/** Lets in so many at a time, first come first served. `enter` resolves with what lets the next one in, and rejects as `Turns.take` does. */
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

/** Rejects with the signal's reason when aborted. */
export async function pause(ms: number, signal: AbortSignal): Promise<void> {
  try {
    await sleep(ms, undefined, { signal });
  } catch {
    throw signal.reason;
  }
}
