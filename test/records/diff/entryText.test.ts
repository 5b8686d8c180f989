import { describe, expect, it } from 'vitest';
import { enteredOn, entryWords, foldEntryText, isStamped } from '../../../src/records/diff/comparableEntry.ts';

describe('the text of an entry', () => {
  it.each([
    'ORDER granting 12 Motion (Entered: 03/05/2026)',
    'ORDER granting 12 Motion [Entered: 03/05/2026 11:17 AM]',
    'ORDER granting 12 Motion (Filed on 3/5/2026)',
    'ORDER granting 12 Motion (Filed  on\u00a03/5/2026)',
    'ORDER granting 12 Motion (Filed on 3/5/2026) (Entered: 03/05/2026)',
    'ORDER granting 12 Motion (Entered: 03/05/2026 at 08:1',
    'ORDER granting 12 Motion (Ent',
    'Order granting 12 motion.',
  ])('is the same with and without the stamp of its report: %s', (text) => {
    expect(foldEntryText(text)).toBe(foldEntryText('ORDER granting 12 Motion'));
  });

  it('is not joined where the stamp was', () => {
    expect(entryWords('ORDER(Entered: 03/05/2026)granting 12 Motion')).toEqual(['order', 'granting', '12', 'motion']);
  });

  it('keeps the text beside the stamp', () => {
    expect(foldEntryText('ORDER (Filed on 3/5/2026) Modified on 3/6/2026')).not.toBe(foldEntryText('ORDER'));
  });

  it('gives the day of entry when it has a stamp', () => {
    expect(enteredOn('ORDER (Entered: 03/05/2026)')).toBe('2026-03-05');
    expect(enteredOn('ORDER [Entered: 3/5/2026 11:17 AM] ')).toBe('2026-03-05');
    expect(enteredOn('ORDER re letter (Entered: 03/05/2026) of the clerk')).toBeUndefined();
  });

  it('shows a full report by its stamp', () => {
    expect(isStamped('ORDER (Entered: 03/05/2026)')).toBe(true);
    expect(isStamped('(Entered: 03/05/2026) ORDER')).toBe(true);
    expect(isStamped('Order')).toBe(false);
  });
});

it('a hostile text of millions of blanks is cleaned in linear time', () => {
  const blanks = ' '.repeat(5_000_000);
  expect(foldEntryText(`ORDER (Entered${blanks}(Filed on${blanks}`)).toMatch(/^order/);
});
