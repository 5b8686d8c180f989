import { expect, it } from 'vitest';
import { readerDay, readerTime } from '../../src/words/readerDate.ts';

it('writes a day as a reader does', () => expect(readerDay('2026-11-05')).toBe('Nov 5, 2026'));

it('leaves alone what is no day', () => {
  for (const text of ['', 'Nov 5', '2026-13-01', 'yesterday']) expect(readerDay(text)).toBe(text);
});

it('writes a time in the zone of the reader', () => {
  expect(readerTime('2026-11-21T12:02:11.000Z', 'America/New_York')).toBe('Nov 21, 2026, 7:02 AM EST');
  expect(readerTime('2026-07-21T12:02:11.000Z', 'America/New_York')).toBe('Jul 21, 2026, 8:02 AM EDT');
});
