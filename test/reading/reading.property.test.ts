import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readEntry, typeRules } from '../../src/reading/readEntry.ts';
import { entryOutcomes, entryTopics, entryTypes } from '../../src/records/docket.ts';
import { runs } from '../runs.ts';

const tries = { numRuns: runs({ few: 100, many: 250 }) };

const pieces = fc.constantFrom(
  ...typeRules.map(({ example }) => example),
  ...[
    'granting 12',
    '(related document(s) 5, 6 )',
    'set for 1/5/2027 at 10:00 AM',
    'due by',
    'January 9, 2027',
    'Dec. 31',
  ],
  ...[
    '(Attachments: # 1 Exhibit',
    '[',
    ')',
    '(Entered: 11/22/2026)',
    'within 14 days',
    '2/29/2027',
    'vacated',
    '31/12/2026',
  ],
);
const docketText = fc.array(pieces, { minLength: 1, maxLength: 8 });
const anyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 300 }),
  docketText.map((all) => all.join(' ')),
);
const filed = fc.constantFrom(undefined, '2026-11-21', 'Feb 28, 2020', '1/31/1999', 'nonsense');

describe('any text', () => {
  it('is read with known types, topics and outcomes, and with the keys in the promised order', () => {
    fc.assert(
      fc.property(anyText, filed, (text, day) => {
        const reading = readEntry(text, day);
        expect(Object.keys(reading)).toEqual(['type', 'about', 'outcome', 'refersTo', 'dates']);
        expect(entryTypes).toContain(reading.type);
        for (const topic of reading.about) expect(entryTopics).toContain(topic);
        if (reading.outcome !== null) expect(entryOutcomes).toContain(reading.outcome);
        expect(new Set(reading.about).size).toBe(reading.about.length);
        expect(new Set(reading.refersTo).size).toBe(reading.refersTo.length);
      }),
      tries,
    );
  });

  it('is read the same with other blanks', () => {
    const blank = fc.constantFrom(' ', '  ', '\n', '\t', '\u00a0', ' \r\n ', '&nbsp;', '&#160;');
    fc.assert(
      fc.property(docketText, blank, (all, gap) => {
        const text = all.join(' ');
        expect(readEntry(` ${text.split(' ').join(gap)} `, '2026-11-21')).toEqual(readEntry(text, '2026-11-21'));
      }),
      tries,
    );
  });

  it('gives no day, number of days or reference that it does not contain', () => {
    fc.assert(
      fc.property(anyText, filed, (text, day) => {
        const { dates, refersTo } = readEntry(text, day);
        const numbers = new Set((text.match(/\d+/g) ?? []).map(Number));
        for (const date of dates) {
          if ('date' in date) expect(numbers).toContain(Number(date.date.slice(8)));
          if ('days' in date && !/[a-z] days?\b/i.test(date.words)) expect(numbers).toContain(date.days);
          expect(['hearing', 'deadline']).toContain(date.what);
        }
        for (const reference of refersTo) expect(text).toContain(reference);
      }),
      tries,
    );
  });

  it('sets no day that had passed when the entry was filed', () => {
    fc.assert(
      fc.property(docketText, (all) => {
        for (const date of readEntry(all.join(' '), '2027-01-07').dates) {
          if ('date' in date) expect(date.date >= '2027-01-07').toBe(true);
        }
      }),
      tries,
    );
  });
});
