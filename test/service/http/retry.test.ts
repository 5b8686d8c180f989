import { describe, expect, it } from 'vitest';
import { retryWaitMs } from '../../../src/service/http/client.ts';
import type { SearchErrorClass } from '../../../src/service/http/searchError.ts';

const policy = { retries: 4, retryBaseSeconds: 1 };
const failed = (errorClass: SearchErrorClass, attempt = 1) => ({ errorClass, attempt });

describe('the wait before another attempt', () => {
  it.each([
    'account',
    'credits',
    'request',
  ] as const)('does not exist after %s, because another attempt would fail too', (errorClass) => {
    expect(retryWaitMs(failed(errorClass), policy, () => 1)).toBeUndefined();
  });

  it('doubles with each server failure, up to a minute, with full jitter', () => {
    const waits = [1, 2, 3, 4].map((attempt) => retryWaitMs(failed('server', attempt), policy, () => 1));
    expect(waits).toEqual([1000, 2000, 4000, 8000]);
    expect(retryWaitMs(failed('server', 3), policy, () => 0.25)).toBe(1000);
    expect(retryWaitMs(failed('server', 40), { retries: 99, retryBaseSeconds: 1 }, () => 1)).toBe(60_000);
  });

  it('is one to five seconds while the service is busy', () => {
    expect(retryWaitMs(failed('busy'), policy, () => 0)).toBe(1000);
    expect(retryWaitMs(failed('busy', 4), policy, () => 1)).toBe(5000);
  });

  it('is the Retry-After of the service, and more than a minute ends the call', () => {
    expect(retryWaitMs({ ...failed('busy'), retryAfterMs: 7000 }, policy, () => 0)).toBe(7000);
    expect(retryWaitMs({ ...failed('server'), retryAfterMs: 60_001 }, policy, () => 0)).toBeUndefined();
  });

  it('does not exist when the retries are used up, or the error is final', () => {
    expect(retryWaitMs(failed('server', 4), policy, () => 1)).toBe(8000);
    expect(retryWaitMs(failed('server', 5), policy, () => 1)).toBeUndefined();
    expect(retryWaitMs({ ...failed('server'), final: true }, policy, () => 1)).toBeUndefined();
  });
});
