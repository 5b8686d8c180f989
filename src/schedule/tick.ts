import type { Logger } from 'pino';

/**
 * Calls `work` every second, or every `everySeconds`, until stopped; never twice at a time. The seconds are those of the monotonic clock: a wall
 * clock that is set, either way, neither stops the ticks nor causes extra ones. What `work` throws is logged, and the next tick still
 * comes.
 * @returns a function that stops the ticks, and resolves when the work under way has ended; it never rejects.
 */
export function startTick(name: string, work: () => Promise<void>, log: Logger, everySeconds = 1): () => Promise<void> {
  let working: Promise<void> | undefined;
  const tick = async () => {
    try {
      await work();
    } catch (err) {
      log.error({ tick: name, err }, 'the tick failed');
    }
  };
  const timer = setInterval(() => {
    working ??= tick().finally(() => {
      working = undefined;
    });
  }, everySeconds * 1000);
  return async () => {
    clearInterval(timer);
    await working;
  };
}
