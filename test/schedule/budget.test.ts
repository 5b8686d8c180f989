import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { utcDay, utcMonth } from '../../src/base/time.ts';
import type { Budget } from '../../src/config/config.ts';
import {
  type Account,
  affords,
  everythingOf,
  nothingSpent,
  type Payer,
  type Split,
  sharesOf,
  whoPays,
} from '../../src/schedule/budget.ts';
import { checkCost } from '../../src/schedule/costs.ts';
import { costOf } from '../../src/store/claims/queries.ts';

const prices = { pacer: 12, wipo: 2, litigation: 12 };
const spent = { spent: { today: 90, thisMonth: 900 }, reserved: 0 };
const pays = (budget: Budget, credits = 10) => affords(everythingOf(budget), credits, spent);

describe('affords', () => {
  it('allows everything without a budget', () => {
    expect(pays({})).toEqual({ ok: true });
  });

  it('allows a check that uses up the budget exactly', () => {
    expect(pays({ perDay: 100, perMonth: 910 })).toEqual({ ok: true });
  });

  it('refuses a check over the budget of the day, and names the numbers and the option to change', () => {
    const response = pays({ perDay: 99 });
    expect(response).toMatchObject({
      ok: false,
      period: 'day',
      reason: 'today (UTC) 90 of 99 credits are spent and the check needs about 10 (budget.perDay)',
    });
  });

  it('names the month when both budgets are used up, because the month lasts longer', () => {
    expect(pays({ perDay: 99, perMonth: 909 })).toMatchObject({ ok: false, period: 'month' });
  });

  it('refuses every check on a budget of 0', () => {
    const nothing = { spent: { today: 0, thisMonth: 0 }, reserved: 0 };
    expect(affords(everythingOf({ perDay: 0 }), 2, nothing).ok).toBe(false);
  });
});

describe('the cost of a check', () => {
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
    expect(checkCost(query, last, prices).credits).toBe(credits);
  });

  it('is the average price of the pages whose responses stated one', () => {
    const page = { digest: 'd', arrived: 10, fresh: 10 };
    const [dear, cheap] = [
      { ...page, pointCost: 18 },
      { ...page, pointCost: 12 },
    ];
    expect(costOf([page, page])).toEqual({ pages: 2 });
    expect(costOf([dear, cheap, page])).toEqual({ pages: 3, chargedPerPage: 15, highestPerPage: 18 });
  });

  it('is reserved at the highest price of any page, and at no less than the configured price', () => {
    const query = { operation: 'pacer', body: {} } as const;
    const most = (chargedPerPage: number, highestPerPage: number) =>
      checkCost(query, { pages: 2, chargedPerPage, highestPerPage }, prices).most;
    expect([most(15, 18), most(10, 11)]).toEqual([36, 24]);
  });
});

it('budgets count days and months in UTC', () => {
  const newYearsEveInNewYork = new Date('2026-12-31T23:30:00-05:00');
  expect(utcDay(newYearsEveInNewYork)).toBe('2027-01-01');
  expect(utcMonth(newYearsEveInNewYork)).toBe('2027-01');
});

const account = (key: string, perMonth: number): Account => ({ key, name: key, option: key, budget: { perMonth } });

function sumOf(shares: ReadonlyMap<string, number>): number {
  return [...shares.values()].reduce((sum, credits) => sum + credits, 0);
}

it('watches share the pages of a check as one sum, so no watch pays the odd credit of every page', () => {
  const payers = ['a', 'b'].map((watchId) => ({ watchId, accounts: [account(watchId, 9)] }));
  let split: Split = { before: new Map(), payers, credits: 0 };
  for (let page = 1; page <= 2; page += 1) split = { ...whoPays(split, 1, () => nothingSpent).split, credits: page };
  expect(sharesOf(split)).toEqual(
    new Map([
      ['a', 1],
      ['b', 1],
    ]),
  );
});

it('the shares always add up to what was charged, and no account exceeds its limit', () => {
  const matters = fc.array(fc.integer({ min: 0, max: 40 }), { minLength: 1, maxLength: 3 });
  const watches = fc.array(fc.record({ own: fc.option(fc.integer({ min: 0, max: 20 })), matter: fc.nat(3) }), {
    maxLength: 6,
  });
  const pages = fc.array(fc.integer({ min: 1, max: 15 }), { minLength: 1, maxLength: 6 });
  fc.assert(
    fc.property(matters, watches, pages, (limits, some, prices) => {
      const payers: Payer[] = some.map(({ own, matter }, n) => ({
        watchId: `w${n}`,
        accounts: [
          ...(own === null ? [] : [account(`watch w${n}`, own)]),
          ...(limits[matter] === undefined ? [] : [account(`matter ${matter}`, limits[matter])]),
        ],
      }));
      let split = { before: new Map<string, number>(), payers: payers as readonly Payer[], credits: 0 };
      let paid = 0;
      const spent = (key: string) => {
        const shares = sharesOf(split);
        return payers
          .filter(({ accounts }) => accounts.some((one) => one.key === key))
          .reduce((sum, { watchId }) => sum + (shares.get(watchId) ?? 0), 0);
      };
      for (const price of prices) {
        const stateOf = ({ key }: Account) => ({ spent: { today: 0, thisMonth: spent(key) }, reserved: 0 });
        const found = whoPays(split, price, stateOf);
        if (found.split.payers.length === 0) break;
        split = {
          before: new Map(found.split.before),
          payers: found.split.payers,
          credits: found.split.credits + price,
        };
        paid += price;
        expect(sumOf(sharesOf(split))).toBe(paid);
        for (const { accounts } of payers)
          for (const { key, budget } of accounts) expect(spent(key)).toBeLessThanOrEqual(budget.perMonth ?? 0);
      }
    }),
  );
});
