import { describe, expect, it } from 'vitest';
import { readEntry } from '../../src/reading/readEntry.ts';

/** Returns the dates of an entry, such as `2026-12-01 10:00 hearing` or `+14 deadline`. */
function daysOf(text: string, filed?: string): string[] {
  return readEntry(text, filed).dates.map((date) =>
    ['date' in date ? date.date : `+${date.days}`, date.time, date.what].filter(Boolean).join(' '),
  );
}

it('a date comes with the words that set it', () => {
  expect(readEntry('ORDER. Markman Hearing is set for 01/26/2027 at 10:00 AM.', '2026-11-21').dates).toEqual([
    { date: '2027-01-26', time: '10:00', what: 'hearing', words: 'Markman Hearing is set for 01/26/2027 at 10:00 AM' },
  ]);
});

it('the words of a date include the time zone that they name', () => {
  const words = (text: string) => readEntry(text, '2026-11-20').dates.map((date) => date.words);
  expect(words('ORDER: Rival shall respond no later than December 4, 2026 at 5 PM ET.')).toEqual([
    'Rival shall respond no later than December 4, 2026 at 5 PM ET',
  ]);
  expect(words('ORDER: conference set for 2:00 PM Pacific Time on December 2, 2026.')).toEqual([
    'conference set for 2:00 PM Pacific Time on December 2, 2026',
  ]);
});

it('a status report is due, and is no hearing', () => {
  const order = 'ORDER: The parties shall file joint status reports every 60 days beginning December 1, 2026';
  expect(daysOf(order, '2026-11-20')).toEqual(['2026-12-01 deadline']);
});

describe('the day of filing', () => {
  it.each(['2026-11-21', 'Nov 21, 2026', '11/21/2026'])('may be written %s', (filed) => {
    expect(daysOf('Hearing set for January 5 at 10:00 AM. Reply due 11/20/2026.', filed)).toEqual([
      '2027-01-05 10:00 hearing',
    ]);
  });

  it.each([
    undefined,
    '',
    'some day',
  ])('may be unknown (%s): days with a year are read, and others are left out', (filed) => {
    expect(daysOf('Hearing set for January 5. Reply due 12/20/2026.', filed)).toEqual(['2026-12-20 deadline']);
  });
});
