import { describe, expect, it } from 'vitest';
import { validateCron } from '../../../src/config/fields/schedule.ts';
import { describeSchedule } from '../../../src/schedule/describeSchedule.ts';
import { slotsAfter } from '../../../src/schedule/nextDue.ts';

describe('a schedule', () => {
  it.each([
    '0 7 * * 1-5',
    '*/15 8-18 * * mon-fri',
    '30 0 7 * * *',
    '0 0 1 jan,jul *',
    '0 9 ? * 5',
    '0 0 29 2 *',
    '0 0 31 * *',
    '5 4 * * 7',
    ' 0  7 * * * ',
    '0 9 1,15 * 5',
    '0 0 */2 * 1',
    '0 0 13 * 5',
    '0 0 L * *',
    '0 0 * * fri#2',
  ])('may be %j', (expression) => {
    expect(validateCron(expression)).toBeUndefined();
  });

  it.each([
    ['@daily', 'it has one field'],
    ['0 7 * *', 'it has 4 fields'],
    ['0 0 7 * * * 2027', 'it has 7 fields'],
    ['', 'it has one field'],
    ['60 * * * *', '60 is not a valid minute'],
    ['0 25 * * *', '25 is not a valid hour'],
    ['a b * * *', 'a is not a valid minute, b is not a valid hour'],
    ['*/0 * * * *', '*/0 is not a valid minute'],
    ['0 22-5 * * *', 'the range 22-5 runs backwards; write both parts'],
    ['0 0 * * fri-mon', 'the range 5-1 runs backwards'],
    ['0 0 30 2 *', 'month 2 has no day 30'],
    ['0 0 31 4,6 *', 'month 4,6 has no day 31'],
    ['*/90 * * * *', 'steps cannot be greater'],
  ])('may not be %j', (expression, why) => {
    expect(validateCron(expression)).toContain(why);
  });
});

it('a schedule with a day of the month and a weekday has slots on both kinds of days, shown as written', () => {
  const expression = '0 9 1,15 * 5';
  const slots = slotsAfter(expression, 'UTC', new Date('2026-01-01T00:00:00Z'), 4);
  // The 1st, two Fridays, and the 15th.
  const days = ['2026-01-01', '2026-01-02', '2026-01-09', '2026-01-15'];
  expect(slots.map((slot) => slot.toISOString())).toEqual(days.map((day) => `${day}T09:00:00.000Z`));
  expect(describeSchedule(expression)).toBe(expression);
});
