import { vi } from 'vitest';
import { hangsAfterMs } from './hangsAfter.ts';

/** Repeats the check until it no longer throws, and returns its result. For other processes, sockets and timers. */
export function eventually<T>(check: () => T | Promise<T>): Promise<T> {
  return vi.waitFor(check, { timeout: hangsAfterMs, interval: 20 });
}
