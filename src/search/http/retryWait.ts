import { longestWaitMs } from './pace.ts';
import type { SearchErrorClass } from './searchError.ts';

interface FailedAttempt {
  readonly errorClass: SearchErrorClass;
  /** Counted from 1. */
  readonly attempt: number;
  /** What the service asked for by `Retry-After`. */
  readonly retryAfterMs?: number | undefined;
  /** false where another try would end the same way (a response over the size limit). */
  readonly worthRetrying: boolean;
}

/**
 * How long to wait before the next attempt, at most 60 s; undefined: the call has failed. Only busy and server errors are tried
 * again. `Retry-After` counts where it was given (one beyond 60 s ends the call); else busy waits 1 to 5 bases, and server backs off exponentially with full jitter.
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
