import { describe, expect, it } from 'vitest';
import { countedDays } from '../../../src/reading/dates/findDays.ts';

const daysIn = (text: string, summons = false): number[] => countedDays(text, summons).map(({ days }) => days);

describe('days counted from the entry', () => {
  it.each([
    ['within 14 days', [14]],
    ['within fourteen (14) days', [14]],
    ['within (14) days', [14]],
    ['within ten days', [10]],
    ['within twenty-one days', [21]],
    ['no later than 7 days', [7]],
    ['not later than 7 calendar days', [7]],
    ['due 30 business days', [30]],
    ['due within 30 court days', [30]],
    ['within an additional 10 days', [10]],
    ['within 1 day', [1]],
    ['has 20 days from the date of this order', [20]],
    ['have 30 days after service', [30]],
    ['30 days from the entry of this order', [30]],
    ['30 days of the date hereof', [30]],
    ['30 days after the filing of this report', [30]],
    ['30 days from today', [30]],
    ['30 days following the date of this notice', [30]],
    ['within 14 days of service; reply within 7 days', [14, 7]],
  ])('are found in: %s', (text, days) => {
    expect(daysIn(text)).toEqual(days);
  });

  it.each([
    'has 20 days',
    'a trial of 5 days',
    'five days before the conference',
    '14 days after service of the answering brief',
    'within 14 days after the hearing',
    'within 14 days thereafter',
    'within 14 days prior to trial',
    '30 days ago',
    '30 days after the order terminating the stay',
    'within 7 days after the decision on the motion',
    'within 10 days of the order on 45 Motion',
    'for failure to make service within 120 days',
    'failed to pay within 30 days',
    'failing to appear within 3 days',
    'within 0 days',
    'within 1000 days',
    'within eleven days',
    'jury trial (3 days)',
  ])('are not found in: %s', (text) => {
    expect(daysIn(text)).toEqual([]);
  });

  it('have the place of their words in the text', () => {
    const text = 'ORDER: answer within 14 days of service.';
    const [counted] = countedDays(text, false);
    expect(text.slice(counted?.start, counted?.end)).toBe('within 14 days');
  });

  it('are read from brackets in a summons, and only there', () => {
    expect(daysIn('SUMMONS (21 days) issued', true)).toEqual([21]);
    expect(daysIn('SUMMONS(ES)(20 day) issued', true)).toEqual([20]);
    expect(daysIn('SUMMONS (0 days) issued', true)).toEqual([]);
    expect(daysIn('SUMMONS (21 days) issued')).toEqual([]);
    expect(daysIn('answer within (21 days)', true)).toEqual([21]);
  });

  it('are a hundred at most', () => {
    expect(daysIn('within 14 days; '.repeat(101))).toHaveLength(100);
  });
});
