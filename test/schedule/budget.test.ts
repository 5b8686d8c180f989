import { describe, expect, it } from 'vitest';
import { utcDay } from '../../src/base/time.ts';
import { affords, estimateCredits, utcMonth } from '../../src/schedule/budget.ts';

const prices = { pacer: 12, wipo: 2, litigation: 12 };
const spent = { spentToday: 90, spentThisMonth: 900, estimatedCredits: 10 };

describe('affords', () => {
  it('allows everything without a budget', () => {
    expect(affords({ ...spent, budget: {} })).toEqual({ ok: true });
  });

  it('allows a check that uses the budget up exactly', () => {
    expect(affords({ ...spent, budget: { perDay: 100, perMonth: 910 } })).toEqual({ ok: true });
  });

  it('refuses by the day, with numbers and the option to change', () => {
    const response = affords({ ...spent, budget: { perDay: 99 } });
    expect(response).toEqual({
      ok: false,
      period: 'day',
      reason: 'this day (UTC) 90 of 99 credits are spent and the check needs about 10 (budget.perDay)',
    });
  });

  it('names the month when both are used up: it is the one that lasts', () => {
    expect(affords({ ...spent, budget: { perDay: 99, perMonth: 909 } })).toMatchObject({ ok: false, period: 'month' });
  });

  it('refuses everything on a budget of nothing', () => {
    expect(affords({ budget: { perDay: 0 }, spentToday: 0, spentThisMonth: 0, estimatedCredits: 2 }).ok).toBe(false);
  });
});

describe('estimateCredits', () => {
  it.each([
    ['a docket query by its pages', { operation: 'pacer', body: { caseNumber: '1:20-cv-00168' } }, { pages: 3 }, 36],
    ['a design query', { operation: 'wipo', body: { source: 'HAGUE', hol: 'Rival' } }, { pages: 1 }, 2],
    [
      'litigation on every page',
      { operation: 'wipo', body: { source: 'HAGUE', enable_litigation: true } },
      { pages: 2 },
      28,
    ],
    ['one page for a query never checked', { operation: 'pacer', body: {} }, { pages: 0 }, 12],
    ['what the service said that pages cost', { operation: 'pacer', body: {} }, { pages: 2, chargedPerPage: 15 }, 30],
    ['nothing for what the service gives away', { operation: 'pacer', body: {} }, { pages: 1, chargedPerPage: 0 }, 0],
  ] as const)('counts %s', (_what, query, last, credits) => {
    expect(estimateCredits(query, last, prices)).toBe(credits);
  });
});

it('counts days and months in UTC', () => {
  const newYearsEveInNewYork = new Date('2026-12-31T23:30:00-05:00');
  expect(utcDay(newYearsEveInNewYork)).toBe('2027-01-01');
  expect(utcMonth(newYearsEveInNewYork)).toBe('2027-01');
});
