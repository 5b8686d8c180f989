import { describe, expect, it } from 'vitest';
import { compareMembership, type Member } from '../../../src/records/diff/change.ts';

const rules = { outcome: 'complete', goneAfterChecks: 3 } as const;
const member = (key: string, missed = 0, gone = false): Member => ({ key, missed, gone });
const nothing = { arrived: [], returned: [], reappeared: [], missed: [], gone: [] };

describe('the members of a query', () => {
  it('arrive once', () => {
    expect(compareMembership([member('a')], new Set(['a', 'b']), rules)).toEqual({ ...nothing, arrived: ['b'] });
  });

  it('are missed check by check, and gone after so many checks in a row', () => {
    const members = [member('a', 0), member('b', 2)];
    expect(compareMembership(members, new Set(), rules)).toEqual({
      ...nothing,
      missed: [member('a', 1), member('b', 3)],
      gone: [member('b', 3)],
    });
  });

  it('were never gone when they return in time', () => {
    expect(compareMembership([member('a', 2)], new Set('a'), rules)).toEqual({
      ...nothing,
      reappeared: [member('a', 2)],
    });
  });

  it('are back when they return later', () => {
    const away = member('a', 3, true);
    expect(compareMembership([away], new Set('a'), rules)).toEqual({ ...nothing, returned: [away] });
  });

  it('are gone only once, and then stay gone without a report', () => {
    expect(compareMembership([member('a', 3, true)], new Set(), rules)).toEqual(nothing);
  });

  it('are not missed by a partial check, which still finds members', () => {
    const [one, away, other] = [member('a', 2), member('b', 3, true), member('c', 1)];
    const partial = { ...rules, outcome: 'partial' } as const;
    expect(compareMembership([one, away, other], new Set(['b', 'c', 'd']), partial)).toEqual({
      ...nothing,
      arrived: ['d'],
      returned: [away],
      reappeared: [other],
    });
  });
});
