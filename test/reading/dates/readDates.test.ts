import { describe, expect, it } from 'vitest';
import { readDates } from '../../../src/reading/dates/readDates.ts';
import type { EntryType } from '../../../src/records/docket.ts';

const filed = '2026-11-21';

const read = (text: string, type: EntryType = 'order'): string[] =>
  readDates(text, type, filed).map((date) =>
    ['date' in date ? date.date : `+${date.days}`, date.time, date.what, date.words].filter(Boolean).join(' | '),
  );

describe('the dates of a text', () => {
  it('include past dates if the day of filing is unknown', () => {
    expect(readDates('Reply due by 11/20/2026', 'order', undefined)).toHaveLength(1);
  });

  it('come with at most the last two hundred letters of a long sentence', () => {
    const [date] = readDates(`The parties ${'shall certainly '.repeat(14)}reply by 12/7/2026`, 'order', filed);
    expect(date?.words.length).toBeLessThanOrEqual(200);
    expect(date?.words).toMatch(/^(?:shall|certainly) .* reply by 12\/7\/2026$/);
  });

  it('come with the words of their own sentence', () => {
    expect(read('Hearing set for 12/7/2026; briefs due 12/1/2026. See No. 5 and 12/2/2026.').slice(0, 2)).toEqual([
      '2026-12-07 | hearing | Hearing set for 12/7/2026',
      '2026-12-01 | deadline | briefs due 12/1/2026',
    ]);
  });
});
