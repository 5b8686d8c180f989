import { describe, expect, it } from 'vitest';
import { dayOf } from '../../src/records/fieldForm.ts';

describe('the day of a date', () => {
  it.each([
    ['2017-11-16', '2017-11-16'],
    ['2017-11-16T23:59:59Z', '2017-11-16'],
    ['2017-11-16 08:00', '2017-11-16'],
    ['20171116', '2017-11-16'],
    ['11/16/2017', '2017-11-16'],
    ['1/6/2017', '2017-01-06'],
    ['Nov 16, 2017', '2017-11-16'],
    ['Nov. 6, 2017', '2017-11-06'],
    ['November 16, 2017', '2017-11-16'],
    ['Sept 1, 2017', '2017-09-01'],
    ['MAY 2,2017', '2017-05-02'],
    [' Nov 16, 2017\n', '2017-11-16'],
  ])('%j is %s', (text, day) => {
    expect(dayOf(text)).toBe(day);
  });

  it.each([
    '',
    'Undated',
    '2017',
    '2017-13-01',
    '0000-00-00',
    '31/12/2017',
    'Nov 32, 2017',
    'Novembre 16, 2017',
    '2017-11-16x',
  ])('%j has none', (text) => {
    expect(dayOf(text)).toBeUndefined();
  });
});
