import { vi } from 'vitest';
import { hangsAfterMs } from './hangsAfter.ts';

/** Waits until the check throws no more, and gives what it returns: for what another process, socket or loop does in its own time. */
export function eventually<T>(check: () => T | Promise<T>): Promise<T> {
  return vi.waitFor(check, { timeout: hangsAfterMs, interval: 20 });
}
