import type { Logger } from 'pino';

const tickMs = 1000;

/**
 * Calls `work` every second until stopped, never twice at a time. The seconds are those of the monotonic clock: a wall clock that is set,
 * either way, neither stops the ticks nor has any made up for. What `work` throws is logged, and the next tick comes all the same.
 * @returns a function that stops the ticks; it does not wait for work under way.
 */
export function startTick(name: string, work: () => Promise<void>, log: Logger): () => void {
  let isWorking = false;
  const tick = async () => {
    if (isWorking) return;
    isWorking = true;
    try {
      await work();
    } catch (err) {
      log.error({ tick: name, err }, 'the tick failed');
    } finally {
      isWorking = false;
    }
  };
  const timer = setInterval(tick, tickMs);
  return () => clearInterval(timer);
}
