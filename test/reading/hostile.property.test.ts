import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readEntry } from '../../src/reading/readEntry.ts';
import { entryTypes } from '../../src/records/entryReading.ts';
import { runs } from '../runs.ts';
import { beginnings, filled, pieces } from './hostileTexts.ts';

// No clock: an expression that goes back over all that it read, again and again, would be at it for hours.
// Whether time grows with the length or with its square is measured by `npm run bench -- hostileTexts`.

/** As much as `readEntry` reads. */
const length = 30_000;

it('a long text of nothing but the same few words is read to its end', () => {
  const repeated = fc.array(fc.constantFrom(...pieces), { minLength: 1, maxLength: 3 });
  fc.assert(
    fc.property(fc.constantFrom(...beginnings), repeated, (beginning, words) => {
      expect(entryTypes).toContain(readEntry(filled(beginning, words.join(''), length), '2026-11-21').type);
    }),
    { numRuns: runs({ few: 8, many: 30 }) },
  );
});

it('a run of blanks of many megabytes is passed over: with its square it would take days', () => {
  expect(readEntry(`ORDER${' '.repeat(20_000_000)}granting 12 Motion to Dismiss`).type).toBe('order');
});
