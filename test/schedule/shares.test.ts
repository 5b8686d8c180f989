import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Account } from '../../src/schedule/budget.ts';
import { type Payer, sharesOf, whoPays } from '../../src/schedule/shares.ts';

const account = (key: string, perMonth: number): Account => ({ key, name: key, option: key, budget: { perMonth } });

function sumOf(shares: ReadonlyMap<string, number>): number {
  return [...shares.values()].reduce((sum, credits) => sum + credits, 0);
}

it('whoever pays, the shares add up to what was charged, and no account passes its limit', () => {
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
        const stateOf = ({ key }: Account) => ({ spentToday: 0, spentThisMonth: spent(key), reserved: 0 });
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
