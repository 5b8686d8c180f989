import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nearMiss } from '../../../src/config/fields/finding.ts';

const keys = ['schedule', 'timezone', 'notify', 'name', 'id', 'tell', 'designs', 'dockets'];

describe('the near miss', () => {
  it.each([
    ['scheduel', 'schedule'],
    ['Schedule', 'schedule'],
    ['timezon', 'timezone'],
    ['notifiy', 'notify'],
    ['desings', 'designs'],
    ['docket', 'dockets'],
    ['nmae', 'name'],
  ])('of %s is %s', (typed, meant) => {
    expect(nearMiss(typed, keys)).toBe(meant);
  });

  it.each(['color', 'xx', 'enabled', ''])('of %j is none', (typed) => {
    expect(nearMiss(typed, keys)).toBeUndefined();
  });

  it('finds every key after one typing error', () => {
    const long = keys.filter((key) => key.length > 3);
    fc.assert(
      fc.property(fc.constantFrom(...long), fc.nat(), fc.constantFrom('drop', 'double', 'swap'), (key, at, slip) => {
        const index = at % (key.length - 1);
        const [a = '', b = ''] = [key[index], key[index + 1]];
        const middle = { drop: b, double: a + a + b, swap: b + a }[slip];
        expect(nearMiss(key.slice(0, index) + middle + key.slice(index + 2), keys)).toBe(key);
      }),
    );
  });
});
