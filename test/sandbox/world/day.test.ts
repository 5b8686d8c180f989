import { expect, it } from 'vitest';
import { dateOf, dayOf, slashesOf, wordsOf, workday, yearsLater } from '../../../sandbox/world/day.ts';

it.each([
  ['2026-11-20', 'Nov 20, 2026', '11/20/2026'],
  ['2024-02-29', 'Feb 29, 2024', '02/29/2024'],
  ['2026-01-05', 'Jan 5, 2026', '01/05/2026'],
])('%s is written as in entries and as clerks write it', (date, words, slashes) => {
  const day = dayOf(date);
  expect([dateOf(day), wordsOf(day), slashesOf(day)]).toEqual([date, words, slashes]);
});

it('dayOf takes the UTC day of an instant', () => {
  expect(dateOf(dayOf(new Date('2026-03-01T23:59:59.999Z')))).toBe('2026-03-01');
});

it.each([
  ['2026-03-06', 5, '2031-03-06'],
  ['2024-02-29', 1, '2025-02-28'],
  ['2024-02-29', 4, '2028-02-29'],
])('yearsLater moves %s by %i years', (date, years, later) => {
  expect(dateOf(yearsLater(dayOf(date), years))).toBe(later);
});

it.each([
  ['2026-11-20', '2026-11-20'],
  ['2026-11-21', '2026-11-23'],
  ['2026-11-22', '2026-11-23'],
])('workday moves %s to the working day %s', (date, moved) => {
  expect(dateOf(workday(dayOf(date)))).toBe(moved);
});
