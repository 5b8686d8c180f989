import { schedule } from 'node-cron';
import type { Logger } from 'pino';

// A tick that comes late is worth having: what is due is in the store. node-cron by itself drops ticks over a second late,
// as after a blocked event loop.
const toleranceMs = 30_000;

/**
 * Calls `work` every second until stopped, never twice at a time. What it throws is logged, and the next tick comes all the same.
 * @returns a function that stops the ticks; it does not wait for work under way.
 */
export function startTick(name: string, work: () => Promise<void>, log: Logger): () => Promise<void> {
  const task = schedule('* * * * * *', work, {
    name,
    noOverlap: true,
    missedExecutionTolerance: toleranceMs,
    suppressMissedWarning: true,
    logger: {
      info: (message) => log.debug({ tick: name }, message),
      // Overlaps and the like: nothing is lost by them.
      warn: (message) => log.debug({ tick: name }, message),
      error: (message, error) => log.error({ tick: name, err: error ?? message }, 'the tick failed'),
      debug: (message) => log.trace({ tick: name }, String(message)),
    },
  });
  return async () => {
    await task.destroy();
  };
}
