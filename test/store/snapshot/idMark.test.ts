import { expect, it } from 'vitest';
import { beginAt, markAfter, missingAtMost } from '../../../src/store/snapshot/talliesTable.ts';

const at = (minutes: number) => new Date(Date.UTC(2026, 10, 20, 12, minutes));
const missing = (mark: ReturnType<typeof beginAt>) => [...mark.missing.keys()];

it('missing ids are awaited until they come, or an hour has passed', () => {
  let mark = beginAt([10, 8, 7], at(0));
  expect(mark.newest).toBe(10);
  expect(missing(mark)).toEqual([1, 2, 3, 4, 5, 6, 9]);
  mark = markAfter(mark, [9, 13], at(10));
  expect(missing(mark)).toEqual([1, 2, 3, 4, 5, 6, 11, 12]);
  mark = markAfter(mark, [], at(61));
  expect(missing(mark)).toEqual([11, 12]);
  expect(missing(markAfter(mark, [11, 12], at(62)))).toEqual([]);
  expect(mark.newest).toBe(13);
});

it('among very many missing ids, only the newest are awaited', () => {
  const mark = markAfter(beginAt([], at(0)), [1_000_000], at(1));
  expect(mark.missing.size).toBeLessThanOrEqual(missingAtMost);
  expect(missing(mark).at(-1)).toBe(999_999);
});
