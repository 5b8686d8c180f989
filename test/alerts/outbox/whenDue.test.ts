import { expect, it } from 'vitest';
import { afterQuietHours, whenDue } from '../../../src/alerts/outbox/whenDue.ts';

const night = { startMinute: 20 * 60, endMinute: 7 * 60 };
const untilHalfPastOne = { startMinute: 20 * 60, endMinute: 90 };
const untilHalfPastTwo = { startMinute: 20 * 60, endMinute: 150 };
const lunch = { startMinute: 12 * 60, endMinute: 13 * 60 + 30 };

function due(channel: { digest?: string; quiet?: typeof night; timezone: string }, now: string): string {
  return whenDue(channel, new Date(now)).toISOString();
}

it('an alert is due at once for a channel without a digest or quiet hours', () => {
  expect(due({ timezone: 'UTC' }, '2026-03-02T09:00:00.000Z')).toBe('2026-03-02T09:00:00.000Z');
});

it.each([
  ['the next Friday at nine in Paris, in winter time', '2026-03-02T09:00:00.000Z', '2026-03-06T08:00:00.000Z'],
  ['the next Friday at nine in Paris, in summer time', '2026-03-30T09:00:00.000Z', '2026-04-03T07:00:00.000Z'],
  [
    'the next one if it is found at the very moment of a digest',
    '2026-03-06T08:00:00.000Z',
    '2026-03-13T08:00:00.000Z',
  ],
])('an alert waits for the digest: %s', (_what, now, expected) => {
  expect(due({ digest: '0 9 * * 5', timezone: 'Europe/Paris' }, now)).toBe(expected);
});

it.each([
  ['from the evening to the morning', night, '2026-03-03T02:30:00.000Z', '2026-03-03T12:00:00.000Z'],
  ['from after midnight to the same morning', night, '2026-03-03T06:00:00.000Z', '2026-03-03T12:00:00.000Z'],
  ['from their first minute on', night, '2026-03-03T01:00:00.000Z', '2026-03-03T12:00:00.000Z'],
  ['but not at their end', night, '2026-03-03T12:00:00.000Z', '2026-03-03T12:00:00.000Z'],
  ['but not by day', night, '2026-03-02T15:00:00.000Z', '2026-03-02T15:00:00.000Z'],
  [
    'from noon to half past one, from their first minute on',
    lunch,
    '2026-03-02T17:00:00.000Z',
    '2026-03-02T18:30:00.000Z',
  ],
  ['from noon to half past one', lunch, '2026-03-02T17:15:00.000Z', '2026-03-02T18:30:00.000Z'],
  ['in the night when clocks go forward', night, '2026-03-08T03:00:00.000Z', '2026-03-08T11:00:00.000Z'],
  [
    'in the night when clocks go back, if they end at half past one',
    untilHalfPastOne,
    '2026-11-01T04:00:00.000Z',
    '2026-11-01T05:30:00.000Z',
  ],
  [
    'in the hour that the clock repeats, if they end at half past one',
    untilHalfPastOne,
    '2026-11-01T06:10:00.000Z',
    '2026-11-01T06:30:00.000Z',
  ],
  [
    'for one hour more when clocks go back, if they end at half past two',
    untilHalfPastTwo,
    '2026-11-01T05:00:00.000Z',
    '2026-11-01T07:30:00.000Z',
  ],
  [
    'when clocks go forward, if they end at half past two, which is skipped',
    untilHalfPastTwo,
    '2026-03-08T05:00:00.000Z',
    '2026-03-08T07:00:00.000Z',
  ],
])('quiet hours in New York defer an alert: %s', (_what, quiet, now, expected) => {
  expect(due({ quiet, timezone: 'America/New_York' }, now)).toBe(expected);
});

it('a digest that falls into quiet hours waits for their end', () => {
  const channel = { digest: '0 6 * * *', quiet: night, timezone: 'UTC' };
  expect(due(channel, '2026-03-02T09:00:00.000Z')).toBe('2026-03-03T07:00:00.000Z');
});

it('what is found after the time of such a digest, and before the end of the quiet hours, is in that digest', () => {
  const channel = { digest: '0 6 * * 1', quiet: night, timezone: 'UTC' };
  const [atItsTime, atTheEnd, nextWeek] = [
    '2026-03-02T06:00:00.000Z',
    '2026-03-02T07:00:00.000Z',
    '2026-03-09T07:00:00.000Z',
  ];
  expect(due(channel, '2026-03-02T05:00:00.000Z')).toBe(atTheEnd);
  expect(due(channel, atItsTime)).toBe(atTheEnd);
  expect(due(channel, '2026-03-02T06:59:59.999Z')).toBe(atTheEnd);
  expect(due(channel, atTheEnd)).toBe(nextWeek);
  expect(due({ ...channel, digest: '30 19 * * 1' }, '2026-03-02T21:00:00.000Z')).toBe('2026-03-09T19:30:00.000Z');
});

it('a digest at the very beginning of the quiet hours has what is found within them', () => {
  const channel = { timezone: 'UTC', digest: '0 22 * * *', quiet: { startMinute: 22 * 60, endMinute: 6 * 60 } };
  expect(whenDue(channel, new Date('2026-11-20T23:00:00Z'))).toEqual(new Date('2026-11-21T06:00:00Z'));
});

it('a digest whose quiet hours ended within the hour that clocks repeat is not due in the past', () => {
  const quiet = { startMinute: 22 * 60, endMinute: 90 };
  const again = new Date('2026-11-01T06:10:00Z'); // 1:10 AM in New York for the second time.
  const dueAt = whenDue({ timezone: 'America/New_York', digest: '0 23 * * *', quiet }, again);
  expect(dueAt.getTime()).toBeGreaterThan(again.getTime());
});

it('quiet hours without a length defer nothing', () => {
  const quiet = { startMinute: 60, endMinute: 60 };
  const moment = new Date('2026-03-02T01:00:00.000Z');
  expect(afterQuietHours({ quiet, timezone: 'UTC' }, moment)).toBe(moment);
});

it('a digest on a date that never comes is due at once', () => {
  expect(due({ digest: '0 9 30 2 *', timezone: 'UTC' }, '2026-03-02T09:00:00.000Z')).toBe('2026-03-02T09:00:00.000Z');
});
