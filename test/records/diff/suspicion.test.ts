import { describe, expect, it } from 'vitest';
import { findSuspicion } from '../../../src/records/diff/change.ts';

describe('a complete response', () => {
  it.each([
    [1, 0, 'the result is empty, 1 record was known'],
    [7, 0, 'the result is empty, 7 records were known'],
    [10, 4, 'the result shows 4 of 10 known records'],
  ])('is suspicious if %i records were known and %i are returned', (known, shown, reason) => {
    expect(findSuspicion(known, shown)).toBe(reason);
  });

  it.each([
    [0, 0],
    [10, 5],
    [10, 12],
    [2, 1],
  ])('is believed if %i records were known and %i are returned', (known, shown) => {
    expect(findSuspicion(known, shown)).toBeUndefined();
  });
});
