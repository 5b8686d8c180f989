import { describe, expect, it } from 'vitest';
import { countedDays } from '../../../src/reading/dates/findDays.ts';

const daysIn = (text: string): number[] => countedDays(text, 'order').map(({ days }) => days);

describe('days counted from the entry', () => {
  it('have the place of their words in the text', () => {
    const text = 'ORDER: answer within 14 days of service.';
    const [counted] = countedDays(text, 'order');
    expect(text.slice(counted?.start, counted?.end)).toBe('within 14 days of service');
  });

  it('are a hundred at most', () => {
    expect(daysIn('within 14 days; '.repeat(101))).toHaveLength(100);
  });
});
