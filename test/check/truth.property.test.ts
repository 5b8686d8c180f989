import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { happening, ModelWorld, Reader } from './model.ts';
import { openOffice } from './office.ts';
import type { DocketHit, KeptCall } from './service.ts';

/** How the service shows a result this time. */
const showing = fc.record({
  counts: fc.boolean(),
  repeats: fc.nat({ max: 3 }),
  seed: fc.nat(),
});

type Showing = typeof showing extends fc.Arbitrary<infer T> ? T : never;

const goneAfterChecks = 2;

it('tells exactly what happened in the world, all of it, once, however its pages come', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.record({
        window: fc.constantFrom(6, 1000),
        cap: fc.integer({ min: 1, max: 7 }),
        start: fc.array(happening, { maxLength: 12 }),
        days: fc.array(fc.record({ events: fc.array(happening, { maxLength: 8 }), showing }), {
          minLength: 1,
          maxLength: 6,
        }),
      }),
      async ({ window, cap, start, days }) => {
        const office = await openOffice({
          goneAfterChecks,
          watches: [
            { id: 'patent', announce: false, dockets: { patentNumber: '6834603' } },
            { id: 'company', announce: false, notify: ['brand'], dockets: { companyName: 'Widget' } },
          ],
        });
        const world = new ModelWorld();
        const reader = new Reader(goneAfterChecks);
        for (const what of start) world.happen(what, '2026-11-02');
        const check = async (show: Showing | undefined) => {
          const shown = world.shown(window);
          office.service.reply = (call) => ({ body: pageOf(shown, call, cap, show) });
          const outcomes = await office.check();
          // Where nothing is counted, repeats may hide the end of the result: then, and only then, the answer is not called complete.
          const unsure = show !== undefined && !show.counts && show.repeats > 1;
          const complete = outcomes.every((outcome) => outcome.outcome === 'complete');
          if (!complete)
            expect([unsure, outcomes.map((outcome) => outcome.outcome)]).toEqual([true, ['partial', 'partial']]);
          return reader.tell(shown, complete);
        };
        await check(undefined);
        await office.told();
        for (const { events, showing: show } of days) {
          office.pass(1);
          for (const what of events) world.happen(what, office.now.toISOString().slice(0, 10));
          const truth = await check(show);
          const told = (await office.told()).filter((line) => !line.startsWith('ops: '));
          const expected = truth.flatMap((line) => [`counsel: ${line} [patent]`, `brand: ${line} [company]`]);
          expect(told).toEqual(expected.sort());
        }
        await office.close();
      },
    ),
    { numRuns: Number(process.env.TIPSTAFF_RUNS ?? 25) },
  );
}, 60_000);

/** A page of a result that stands still while it is read, but in any order, with repeats, and counted or not. */
function pageOf(shown: readonly DocketHit[], { body }: KeptCall, cap: number, show: Showing | undefined) {
  const { counts = true, repeats = 0, seed = 0 } = show ?? {};
  const mixed = shuffled(shown, seed).map((hit) => ({ ...hit, entries: shuffled(hit.entries as object[], seed + 1) }));
  const result = [...mixed, ...mixed.slice(0, repeats)];
  const from = Number(body.from);
  const hits = result.slice(from, from + Math.min(cap, Number(body.size)));
  return { code: 0, message: 'success', data: { total: counts ? shown.length : -1, hits } };
}

/** In another order, the same for one seed. */
function shuffled<T>(items: readonly T[], seed: number): T[] {
  let state = (seed % 2_147_483_646) + 1;
  return items
    .map((item) => {
      state = (state * 48_271) % 2_147_483_647;
      return { item, place: state };
    })
    .sort((a, b) => a.place - b.place)
    .map(({ item }) => item);
}
