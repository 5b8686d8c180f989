import { longestWaitMs } from './pace.ts';
import type { SearchErrorClass } from './searchError.ts';

interface FailedAttempt {
  readonly errorClass: SearchErrorClass;
  /** Counted from 1. */
  readonly attempt: number;
  /** How long the service asked us to wait, by `Retry-After`. */
  readonly retryAfterMs?: number | undefined;
  /** false where another attempt would end the same way (a response over the size limit). */
  readonly worthRetrying: boolean;
}

/**
 * How long to wait before the next attempt, at most 60 s; undefined when the call has failed for good. Only busy and
 * server errors are tried again. A `Retry-After` decides where there is one; one beyond 60 s ends the call. Otherwise
 * busy waits 1 to 5 times `retryBaseSeconds`, and server backs off exponentially with full jitter.
 */
export function retryWaitMs(
  failed: FailedAttempt,
  policy: { readonly retries: number; readonly retryBaseSeconds: number },
  random: () => number,
): number | undefined {
  const { errorClass, attempt } = failed;
  const transient = errorClass === 'busy' || errorClass === 'server';
  if (!transient || !failed.worthRetrying || attempt > policy.retries) return undefined;
  if (failed.retryAfterMs !== undefined) return failed.retryAfterMs > longestWaitMs ? undefined : failed.retryAfterMs;
  const baseMs = policy.retryBaseSeconds * 1000;
  const waitMs =
    errorClass === 'busy' ? baseMs * (1 + 4 * random()) : random() * baseMs * 2 ** Math.min(attempt - 1, 30);
  return Math.min(waitMs, longestWaitMs);
}
