import fc from 'fast-check';
import { expect, it } from 'vitest';
import { isAbandoned, latestRetry, retryDelaySeconds } from '../../../src/alerts/outbox/whenDue.ts';

const config = { retryBaseSeconds: 30, retryMaxSeconds: 3600, giveUpAfterHours: 72, groupSeconds: 60 };

it.each([
  [1, 15, 30],
  [2, 30, 60],
  [5, 240, 480],
  [8, 1800, 3600],
  [500, 1800, 3600],
])('the delay after attempt %i is %i to %i seconds', (attempts, least, most) => {
  expect(retryDelaySeconds(config, attempts, 0, undefined)).toBe(least);
  expect(retryDelaySeconds(config, attempts, 0.999999, undefined)).toBeCloseTo(most, 1);
});

it('the delay is at least what the server asks for, up to an hour, and at least the usual delay', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 200 }),
      fc.double({ min: 0, max: 0.999, noNaN: true }),
      fc.nat(90_000),
      (attempts, random, after) => {
        const delay = retryDelaySeconds(config, attempts, random, after);
        expect(delay).toBe(Math.max(Math.min(after, 3600), retryDelaySeconds(config, attempts, random, undefined)));
      },
    ),
  );
});

it('an alert is abandoned when its next attempt would be later than giveUpAfterHours after the first', () => {
  const first = new Date('2026-03-02T09:00:00Z');
  expect(isAbandoned(config, first, new Date('2026-03-05T09:00:00Z'))).toBe(false);
  expect(isAbandoned(config, first, new Date('2026-03-05T09:00:01Z'))).toBe(true);
});

it('a delay that the server asks for may last an hour, or retryMaxSeconds if that is longer', () => {
  const patient = { ...config, retryMaxSeconds: 7200 };
  expect(retryDelaySeconds(patient, 1, 0, 5000)).toBe(5000);
  expect(retryDelaySeconds(patient, 1, 0, 9000)).toBe(7200);
  expect(retryDelaySeconds({ ...config, retryMaxSeconds: 100 }, 1, 0, 900)).toBe(900);
});

it('the latest next attempt is one maximal delay from now, or the end of the quiet hours at that time', () => {
  const channel = { type: 'slack', name: 'counsel', webhookUrl: 'https://slack.example', timezone: 'UTC' } as const;
  const now = new Date('2026-03-02T09:00:00Z');
  expect(latestRetry(channel, config, now)).toEqual(new Date('2026-03-02T10:00:00Z'));
  expect(latestRetry(channel, { ...config, retryMaxSeconds: 7200 }, now)).toEqual(new Date('2026-03-02T11:00:00Z'));
  const quiet = { startMinute: 9 * 60 + 30, endMinute: 18 * 60 };
  expect(latestRetry({ ...channel, quiet }, config, now)).toEqual(new Date('2026-03-02T18:00:00Z'));
});
