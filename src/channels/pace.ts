import { setTimeout as wait } from 'node:timers/promises';

/** Lets one through at a time, at least `intervalMs` after the one before. Rejects when the signal fires. */
export type Pace = (signal: AbortSignal) => Promise<void>;

export function createPace(intervalMs: number): Pace {
  let nextAtMs = 0;
  return async (signal) => {
    signal.throwIfAborted();
    const nowMs = performance.now();
    const turnMs = Math.max(nowMs, nextAtMs);
    nextAtMs = turnMs + intervalMs;
    if (turnMs > nowMs) await wait(turnMs - nowMs, undefined, { signal });
  };
}
