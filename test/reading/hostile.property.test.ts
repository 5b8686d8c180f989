import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readEntry } from '../../src/reading/readEntry.ts';
import { entryTypes } from '../../src/records/docket.ts';
import { runs } from '../runs.ts';
import { beginnings, filled, pieces } from './hostileTexts.ts';

// This test has no clock: an expression that backtracks over the whole text would take hours. `npm run bench --
// hostileTexts` measures whether the time grows with the length or with its square.

/** The number of characters that `readEntry` reads. */
const length = 30_000;

it('a long text of a few repeated words is read to its end', () => {
  const repeated = fc.array(fc.constantFrom(...pieces), { minLength: 1, maxLength: 3 });
  fc.assert(
    fc.property(fc.constantFrom(...beginnings), repeated, (beginning, words) => {
      expect(entryTypes).toContain(readEntry(filled(beginning, words.join(''), length), '2026-11-21').type);
    }),
    { numRuns: runs({ few: 8, many: 30 }) },
  );
});

it('a run of blanks of many megabytes is skipped in linear time', () => {
  expect(readEntry(`ORDER${' '.repeat(20_000_000)}granting 12 Motion to Dismiss`).type).toBe('order');
});
