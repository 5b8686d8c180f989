import { describe, expect, it } from 'vitest';
import { type LastKnown, sortLateEntries } from '../../../src/records/diff/lateEntries.ts';
import type { Entry } from '../../../src/records/docket.ts';
import { anEntry } from './dockets.ts';

const titled = (documentNumber: string, dateFiled: string): Entry =>
  anEntry({ documentNumber, dateFiled, description: 'Order' });
const many = (count: number, from: number, dateFiled: string): Entry[] =>
  Array.from({ length: count }, (_, index) => titled(String(from + index), dateFiled));

const known: LastKnown = {
  stored: [titled('40', '2026-03-01'), titled('41', '2026-06-01')].map((entry, index) => ({ seq: index + 1, entry })),
  lastCheckedOn: '2026-06-10',
  countedBefore: false,
};
const sort = (unknown: readonly Entry[], last: Partial<LastKnown> = {}) => {
  const { oneByOne, together } = sortLateEntries(unknown, { ...known, ...last });
  return { oneByOne: oneByOne.length, together: together.length };
};

describe('old entries that appear', () => {
  it('are reported together from the third one on', () => {
    expect(sort(many(2, 1, '2026-02-01'))).toEqual({ oneByOne: 2, together: 0 });
    expect(sort(many(3, 1, '2026-02-01'))).toEqual({ oneByOne: 0, together: 3 });
  });

  it('never include new entries: entries after the newest known one are reported one by one', () => {
    const filings = [titled('42', '2026-06-01'), titled('43', '2026-06-09')];
    expect(sort([...many(30, 1, '2026-02-01'), ...filings])).toEqual({ oneByOne: 2, together: 30 });
  });

  it('do not include entries after the newest known one, however long ago the last check was', () => {
    const recent = many(3, 1, '2026-06-05');
    expect(sort(recent, { lastCheckedOn: '2026-08-01' })).toEqual({ oneByOne: 3, together: 0 });
    expect(sortLateEntries(recent, { ...known, lastCheckedOn: '2026-08-01' }).old.size).toBe(0);
  });

  it('are dated by the day of entry, not by the day of filing', () => {
    const stamped = (day: string) =>
      many(3, 1, '2026-02-01').map((entry) => ({ ...entry, description: `Order (Entered: ${day})` }));
    expect(sort(stamped('02/03/2026'))).toEqual({ oneByOne: 0, together: 3 });
    expect(sort(stamped('06/11/2026'))).toEqual({ oneByOne: 3, together: 0 });
  });

  it('count as new if their numbers follow the highest known number', () => {
    expect(sort(many(4, 42, '2026-05-20'))).toEqual({ oneByOne: 4, together: 0 });
  });

  it('also include 25 or more entries after the newest known one that come long before the last check', () => {
    expect(sort(many(24, 42, '2026-06-02'), { lastCheckedOn: '2026-08-01' })).toEqual({ oneByOne: 24, together: 0 });
    expect(sort(many(25, 42, '2026-06-02'), { lastCheckedOn: '2026-08-01' })).toEqual({ oneByOne: 0, together: 25 });
    const half = [...many(25, 42, '2026-06-02'), ...many(25, 70, '2026-07-30')];
    expect(sort(half, { lastCheckedOn: '2026-08-01' })).toEqual({ oneByOne: 50, together: 0 });
    expect(sort([...many(25, 42, '2026-06-02'), titled('99', '2026-07-30')], { lastCheckedOn: '2026-08-01' })).toEqual({
      oneByOne: 1,
      together: 25,
    });
  });

  it('are reported together, even a single one, if a known window had counted them', () => {
    expect(sort(many(1, 1, '2026-02-01'), { countedBefore: true })).toEqual({ oneByOne: 0, together: 1 });
    expect(sort([titled('42', '2026-06-10')], { countedBefore: true })).toEqual({ oneByOne: 1, together: 0 });
  });

  it('are dated against the last check if the docket was first seen without entries', () => {
    expect(sort([...many(5, 1, '2026-02-01'), titled('6', '2026-06-10')], { stored: [] })).toEqual({
      oneByOne: 1,
      together: 5,
    });
  });

  it('are not dated against a year that a clerk mistyped', () => {
    const stored = [...known.stored, { seq: 3, entry: titled('', '2206-06-01') }];
    expect(sort(many(4, 42, '2026-06-09'), { stored })).toEqual({ oneByOne: 4, together: 0 });
  });

  it('do not include entries without a date, which are reported one by one', () => {
    expect(sort(many(5, 1, ''))).toEqual({ oneByOne: 5, together: 0 });
  });
});

it('an entry that the service returns a few days late is a new entry like any other', () => {
  const stored = [{ seq: 1, entry: titled('41', '2026-06-10') }];
  const oldOf = (day: string) => sortLateEntries([titled('', day)], { ...known, stored }).old.size;
  expect(['2026-06-09', '2026-06-08', '2026-06-07'].map(oldOf)).toEqual([0, 0, 0]);
  expect(oldOf('2026-06-06')).toBe(1);
});

describe('a number beyond the highest known one', () => {
  it('shows a new entry by itself, but a number as high as the known one does not', () => {
    expect(sort(many(3, 42, '2026-02-01'))).toEqual({ oneByOne: 3, together: 0 });
    const again = many(3, 1, '2026-02-01').map((entry) => ({ ...entry, documentNumber: '41' }));
    expect(sort(again)).toEqual({ oneByOne: 0, together: 3 });
  });

  it('does not count beside a stamp with an earlier day', () => {
    const stamped = many(3, 42, '2026-02-01').map((entry) => ({
      ...entry,
      description: 'Order (Entered: 02/03/2026)',
    }));
    expect(sort(stamped)).toEqual({ oneByOne: 0, together: 3 });
  });
});
