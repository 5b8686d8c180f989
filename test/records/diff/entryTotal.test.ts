import { describe, expect, it } from 'vitest';
import { compareEntryTotal, type EntryCounts } from '../../../src/records/diff/compareDockets.ts';
import { aDocket } from './dockets.ts';

const compare = (entryTotal: number | undefined, counts: Partial<EntryCounts>, isWindow?: boolean) =>
  compareEntryTotal({
    before: aDocket({ entryTotal, ...(isWindow ? { isWindow } : {}) }),
    total: entryTotal,
    shown: 50,
    stored: 50,
    fresh: 0,
    old: 0,
    ...counts,
  });

describe('the number of unseen entries', () => {
  it('is the rise of the total, minus the new entries returned', () => {
    expect(compare(300, { total: 305, fresh: 3 }).unseen).toBe(2);
    expect(compare(300, { total: 303, fresh: 3 }).unseen).toBe(0);
  });

  it('is not reduced by old entries that a window had lacked', () => {
    expect(compare(300, { total: 303, old: 20 }).unseen).toBe(3);
    expect(compare(60, { total: 80, old: 20, shown: 70 }).unseen).toBe(10);
  });

  it('is zero when the response has all entries', () => {
    expect(compare(50, { total: 55, shown: 55, fresh: 2 }).unseen).toBe(0);
  });

  it('is not reported again when a total falls and rises again', () => {
    const fallen = compare(300, { total: 290 });
    expect(fallen).toMatchObject({ entryTotal: 300, unseen: 0 });
    expect(compare(fallen.entryTotal, { total: 300 }).unseen).toBe(0);
  });

  it('is zero when a total is returned for the first time, or not at all', () => {
    expect(compare(undefined, { total: 300 })).toMatchObject({ entryTotal: 300, unseen: 0 });
    expect(compare(300, { total: undefined })).toMatchObject({ entryTotal: 300, unseen: 0 });
  });
});

describe('a docket that outgrew the window', () => {
  it('is reported when its response lacks entries for the first time', () => {
    expect(compare(50, { total: 51 })).toMatchObject({ outgrewWindow: true, isWindow: true });
    // All 50 entries are known from before.
    expect(compare(50, { total: 50, shown: 49 })).toMatchObject({ outgrewWindow: true, isWindow: true });
  });

  it('is not reported again', () => {
    expect(compare(51, { total: 52, stored: 51 }, true)).toMatchObject({ outgrewWindow: false, isWindow: true });
  });

  it('is not reported if one response has no entries at all', () => {
    expect(compare(50, { total: 50, shown: 0 })).toMatchObject({ outgrewWindow: false, isWindow: false, unseen: 0 });
    expect(compare(50, { total: 52, shown: 0 })).toMatchObject({ outgrewWindow: false, unseen: 2 });
  });

  it('is not reported if the docket was never known as a whole', () => {
    expect(compare(300, { total: 301 }).outgrewWindow).toBe(false);
    expect(compare(3, { total: 3, shown: 2, stored: 0 }).outgrewWindow).toBe(false);
  });
});
