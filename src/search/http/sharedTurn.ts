import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';

/** The pace of a key beyond this process: rows of the database that all processes share. Rejects as the store does. */
export interface SharedPace {
  take(): Promise<SharedTurn>;
  /** After a busy response: longer gaps for a while, and no start of anybody within `holdMs`. */
  slowDown(holdMs: number): Promise<void>;
  /** After a good response, where the pace was slowed: gaps shrink back step by step. */
  wentWell(): Promise<void>;
}

/** What comes of asking for a turn; durations in milliseconds. */
export type SharedTurn =
  | {
      readonly kind: 'turn';
      /** Until the start that is reserved. */
      readonly waitMs: number;
      /** The gaps are longer than the config says. */
      readonly slowed: boolean;
      renew(): Promise<void>;
      giveBack(): Promise<void>;
    }
  /** As many calls as may be are under way. */
  | { readonly kind: 'full' }
  /** The service asked to be left alone, for longer than a call waits. */
  | { readonly kind: 'closed'; readonly forMs: number };

/** A turn that was waited for: the call may start now. */
interface Started {
  readonly kind: 'started';
  readonly slowed: boolean;
  /** Gives the turn back. Never rejects: a turn that is kept by mistake ends by itself. */
  leave(): Promise<void>;
}

const renewMs = 10_000;
const firstLookMs = 25;
const longestLookMs = 500;
/** A start that was missed by more than this may belong to another call by now, or be too close to it. */
const latestMs = 50;
/** On a machine that is always late, the third start is used even if it is late. */
const startsMissedAtMost = 2;

/** Waits for a turn and for its start, by the monotonic clock. Rejects with the signal's reason when aborted, and then holds no turn. */
export async function takeSharedTurn(
  shared: SharedPace,
  signal: AbortSignal,
  log: Pick<Logger, 'warn'> | undefined,
): Promise<Started | Extract<SharedTurn, { kind: 'closed' }>> {
  let lookMs = firstLookMs;
  let missed = 0;
  for (;;) {
    signal.throwIfAborted();
    const turn = await shared.take();
    if (turn.kind === 'closed') return turn;
    if (turn.kind === 'full') {
      await pause(lookMs * (0.5 + Math.random()), signal);
      lookMs = Math.min(longestLookMs, lookMs * 1.5);
      continue;
    }
    const started = held(turn, log);
    // Counted from the response, not from the request: a statement that had to wait must not make a start too early.
    const startAt = performance.now() + turn.waitMs;
    try {
      if (turn.waitMs > 0) await pause(turn.waitMs, signal);
    } catch (reason) {
      await started.leave();
      throw reason;
    }
    if (missed === startsMissedAtMost || performance.now() - startAt <= latestMs) return started;
    missed += 1;
    await started.leave();
  }
}

function held(turn: Extract<SharedTurn, { kind: 'turn' }>, log: Pick<Logger, 'warn'> | undefined): Started {
  const warn = (err: unknown) => log?.warn({ err }, 'the turn of a call could not be renewed or given back');
  const timer = setInterval(() => void turn.renew().catch(warn), renewMs);
  return {
    kind: 'started',
    slowed: turn.slowed,
    leave: () => {
      clearInterval(timer);
      return turn.giveBack().catch(warn);
    },
  };
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  try {
    await sleep(ms, undefined, { signal });
  } catch {
    throw signal.reason;
  }
}
