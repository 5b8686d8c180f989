import { expect, it } from 'vitest';
import {
  courtClock,
  readerClock,
  readerDay,
  readerShortDay,
  readerTime,
  withMoments,
  withReaderDays,
} from '../../../src/base/words/readerDate.ts';

const york = { timezone: 'America/New_York' };
const paris = { timezone: 'Europe/Paris' };

it('readerDay writes a day as its reader does', () => {
  expect(readerDay('2026-11-05', york)).toBe('Nov 5, 2026');
  expect(readerDay('2026-11-05', paris)).toBe('5 Nov 2026');
});

it('readerShortDay omits the current year', () => {
  expect(readerShortDay('2026-11-06', '2026-11-21T12:00:00Z', york)).toBe('Nov 6');
  expect(readerShortDay('2026-11-06', '2026-11-21', paris)).toBe('6 Nov');
  expect(readerShortDay('2025-11-06', '2026-11-21', york)).toBe('Nov 6, 2025');
});

it('readerDay leaves a text that is no day unchanged', () => {
  for (const text of ['', 'Nov 5', '2026-13-01', 'yesterday']) expect(readerDay(text, york)).toBe(text);
});

it('readerTime writes a time in the zone and the form of the reader, and names the zone', () => {
  const time = '2026-11-21T20:47:11.000Z';
  expect(readerTime(time, york)).toBe('Nov 21, 2026, 3:47 PM EST');
  expect(readerTime('2026-07-21T12:02:11.000Z', york)).toBe('Jul 21, 2026, 8:02 AM EDT');
  expect(readerTime(time, paris)).toBe('21 Nov 2026, 21:47 GMT+1');
  expect(readerTime(time, { timezone: 'Europe/London', locale: 'en-GB' })).toBe('21 Nov 2026, 20:47 GMT');
  expect(readerTime('2026-11-21T23:05:00Z', paris)).toBe('22 Nov 2026, 00:05 GMT+1');
  expect(readerTime(time, { timezone: 'UTC' })).toBe('Nov 21, 2026, 8:47 PM UTC');
  expect(readerTime('soon', paris)).toBe('soon');
});

it.each([
  ['America/New_York', 'fr-FR', '21 Nov 2026, 15:47 EST'],
  ['Europe/Paris', 'fr', '21 Nov 2026, 21:47 GMT+1'],
  ['Europe/Paris', 'en-US', 'Nov 21, 2026, 9:47 PM GMT+1'],
  ['Australia/Sydney', 'en-AU', '22 Nov 2026, 7:47 AM GMT+11'],
  ['Asia/Tokyo', 'ja-JP', '22 Nov 2026, 05:47 GMT+9'],
  ['America/New_York', 'en', 'Nov 21, 2026, 3:47 PM EST'],
])('a reader in %s whose locale is %s reads %s', (timezone, locale, words) => {
  expect(readerTime('2026-11-21T20:47:11.000Z', { timezone, locale })).toBe(words);
});

it.for([
  ['the zone of the court, not the reader’s', york, 'America/Chicago', '2026-12-11', '9:00 AM CST'],
  ['summer time', york, 'America/Chicago', '2027-06-02', '9:00 AM CDT'],
  ['a reader with another clock', paris, 'America/Los_Angeles', '2026-12-11', '09:00 PST'],
  ['a court whose zone is unknown', york, undefined, '2026-12-11', '9:00 AM court’s time'],
] as const)('courtClock names %s', ([, reader, timezone, date, written]) => {
  expect(courtClock({ date, time: '09:00', timezone }, reader)).toBe(written);
});

it('readerClock writes a time of any place, and withReaderDays the days of a sentence', () => {
  expect(readerClock('14:30', york)).toBe('2:30 PM');
  expect(readerClock('00:05', york)).toBe('12:05 AM');
  expect(readerClock('9:00', paris)).toBe('09:00');
  expect(withReaderDays('dated 2021-03-02 to 2021-03-04', paris)).toBe('dated 2 Mar 2021 to 4 Mar 2021');
});

it('withMoments writes the end of a time apart from other moments', () => {
  const at = '2027-01-01T05:00:00.000Z';
  expect(
    withMoments(
      `found ${at}, muted until ${at}.`,
      () => 'then',
      () => 'the end of a day',
    ),
  ).toBe('found then, muted until the end of a day.');
});
