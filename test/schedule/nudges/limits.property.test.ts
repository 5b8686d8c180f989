import fc from 'fast-check';
import { expect, it } from 'vitest';
import { runs } from '../../runs.ts';
import { openDesk } from './desk.ts';

type Step =
  | { readonly kind: 'say'; readonly documents: readonly (number | null)[] }
  | { readonly kind: 'show'; readonly entries: number }
  | { readonly kind: 'fail'; readonly fails: boolean }
  | { readonly kind: 'wait'; readonly minutes: number };

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    kind: fc.constant('say' as const),
    documents: fc.array(fc.option(fc.integer({ min: 1, max: 12 })), { minLength: 1, maxLength: 30 }),
  }),
  fc.record({ kind: fc.constant('show' as const), entries: fc.integer({ min: 1, max: 12 }) }),
  fc.record({ kind: fc.constant('fail' as const), fails: fc.boolean() }),
  fc.record({ kind: fc.constant('wait' as const), minutes: fc.integer({ min: 1, max: 240 }) }),
);

const settings = fc.record({
  perDay: fc.integer({ min: 0, max: 60 }),
  perRecord: fc.constantFrom('1m', '10m', '1h'),
  settle: fc.constantFrom('0s', '2m', '30m'),
  budget: fc.option(fc.integer({ min: 12, max: 60 }), { nil: undefined }),
});

it('whatever nudges, entries and failures come, no limit is exceeded, and no entry is found twice', async () => {
  await fc.assert(
    fc.asyncProperty(settings, fc.array(step, { minLength: 3, maxLength: 12 }), async (limits, steps) => {
      const { perDay, perRecord, settle, budget } = limits;
      const desk = await openDesk({
        nudgeLimits: { perDay, perRecord, settle },
        ...(budget !== undefined && { budget: { perDay: budget } }),
      });
      const { office, store } = desk;
      let charged = 12;
      let shown = 1;
      let fails = false;
      office.service.reply = () => {
        if (fails) return { status: 503, body: '' };
        charged += 12;
        return undefined;
      };
      for (const one of steps) {
        switch (one.kind) {
          case 'say':
            await desk.say(...one.documents.map((number) => ({ document: number === null ? null : String(number) })));
            break;
          case 'show':
            shown = Math.max(shown, one.entries);
            desk.show(shown);
            break;
          case 'fail':
            fails = one.fails;
            break;
          case 'wait':
            await desk.minutes(one.minutes, 15);
            break;
        }
      }
      const asks = await store.db.selectFrom('nudges').selectAll().where('askedAt', 'is not', null).execute();
      for (const ofDay of Map.groupBy(asks, ({ askedAt }) => askedAt?.slice(0, 10)).values()) {
        expect(ofDay.reduce((sum, { credits }) => sum + credits, 0)).toBeLessThanOrEqual(perDay);
      }
      const everything = store.db.selectFrom('ledger').selectAll().where('account', '=', 'everything');
      const spending = await everything.execute();
      expect(spending.reduce((sum, { credits }) => sum + credits, 0)).toBe(charged);
      for (const { credits } of spending) if (budget !== undefined) expect(credits).toBeLessThanOrEqual(budget);
      const found = (await office.changes()).flatMap(({ kind, entry }) =>
        kind === 'entry.new' ? [entry?.documentNumber] : [],
      );
      expect(found.length).toBe(new Set(found).size);
      await office.close();
    }),
    { numRuns: runs({ few: 2, many: 5 }) },
  );
});
