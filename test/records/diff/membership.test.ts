import { describe, expect, it } from 'vitest';
import { compareMembership, type Member } from '../../../src/records/diff/change.ts';

const rules = { outcome: 'complete', goneAfterChecks: 3 } as const;
const member = (key: string, missed = 0, gone = false): Member => ({ key, missed, gone });
const nothing = { arrived: [], returned: [], reappeared: [], missed: [], gone: [] };

describe('the members of a query', () => {
  it('arrive once', () => {
    expect(compareMembership([member('a')], ['a', 'b', 'b'], rules)).toEqual({ ...nothing, arrived: ['b'] });
  });

  it('are missed check by check, and gone after so many checks in a row', () => {
    const members = [member('a', 0), member('b', 2)];
    expect(compareMembership(members, [], rules)).toEqual({
      ...nothing,
      missed: [
        { key: 'a', missed: 1 },
        { key: 'b', missed: 3 },
      ],
      gone: ['b'],
    });
  });

  it('were never gone when they return in time', () => {
    expect(compareMembership([member('a', 2)], ['a'], rules)).toEqual({ ...nothing, reappeared: ['a'] });
  });

  it('are back when they return later', () => {
    expect(compareMembership([member('a', 3, true)], ['a'], rules)).toEqual({ ...nothing, returned: ['a'] });
  });

  it('are gone only once, and then stay gone without a report', () => {
    expect(compareMembership([member('a', 3, true)], [], rules)).toEqual(nothing);
  });

  it('are not missed by a partial check, which still finds members', () => {
    const members = [member('a', 2), member('b', 3, true), member('c', 1)];
    expect(compareMembership(members, ['b', 'c', 'd'], { ...rules, outcome: 'partial' })).toEqual({
      ...nothing,
      arrived: ['d'],
      returned: ['b'],
      reappeared: ['c'],
    });
  });
});
