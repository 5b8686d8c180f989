import { expect, it } from 'vitest';
import { announcedWords } from '../../src/message/changeItem.ts';

const announced = {
  filedAt: '2026-11-20T14:01:40.000Z',
  seenAt: '2026-11-20T14:03:10.000Z',
  source: 'feed',
  toldAt: '2026-11-20T14:42:00.000Z',
} as const;
const detectedAt = '2026-11-20T14:41:00.000Z';

it('an entry that a feed announced says how it came to the reader', () => {
  expect(announcedWords({ announced, detectedAt }, { timezone: 'UTC', locale: 'en-GB' })).toBe(
    'Filed 14:01, in the court’s feed 14:03, in the service 14:41, told 14:42.',
  );
  expect(announcedWords({ announced, detectedAt }, { timezone: 'America/New_York' })).toBe(
    'Filed 9:01 AM, in the court’s feed 9:03 AM, in the service 9:41 AM, told 9:42 AM.',
  );
});

it('another day is named; what a source does not say is left out; nothing is said where nothing announced it', () => {
  const before = { ...announced, filedAt: '2026-11-19T20:00:00.000Z' };
  expect(announcedWords({ announced: before, detectedAt }, { timezone: 'Europe/Berlin' })).toBe(
    'Filed 19 Nov 2026, 21:00, in the court’s feed 15:03, in the service 15:41, told 15:42.',
  );
  const other = { ...announced, filedAt: undefined, source: 'other' } as const;
  expect(announcedWords({ announced: other, detectedAt }, { timezone: 'UTC', locale: 'en-GB' })).toBe(
    'Announced 14:03, in the service 14:41, told 14:42.',
  );
  expect(announcedWords({ announced: undefined, detectedAt }, { timezone: 'UTC' })).toBe('');
});
