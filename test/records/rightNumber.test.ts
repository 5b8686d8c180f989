import { expect, it } from 'vitest';
import { rightNumber } from '../../src/records/design.ts';

it.each([
  ['DM/214 567', 'dm214567'],
  ['D0901234', 'US D901,234 S1'],
  ['D901234', 'D0,901,234'],
])('%s and %s are one number', (one, other) => expect(rightNumber(one)).toBe(rightNumber(other)));

it('rightNumber distinguishes other numbers', () => {
  expect(rightNumber('6834603')).not.toBe(rightNumber('D683460'));
  expect(rightNumber('015012345-0003')).not.toBe(rightNumber('015012345-0004'));
});
