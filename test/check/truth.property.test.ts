import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { happening, ModelWorld, Reader } from './model.ts';
import { openOffice } from './office.ts';
import { type DocketHit, type KeptCall, type Reply, refusal } from './service.ts';

/** How the service shows a result this time. */
const showing = fc.record({
  counts: fc.boolean(),
  repeats: fc.nat({ max: 3 }),
  seed: fc.nat(),
  fault: fc.oneof(
    { weight: 3, arbitrary: fc.constant('none') },
    { weight: 1, arbitrary: fc.constantFrom('down', 'html', 'no data', 'empty', 'bad hit', 'later pages down') },
  ),
});

type Showing = typeof showing extends fc.Arbitrary<infer T> ? T : never;

const goneAfterChecks = 2;

it('tells exactly what happened in the world, all of it, once, however its pages come and whatever befalls them', async () => {
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
        const check = async (show: Showing) => {
          const shown = world.shown(window);
          const answer = answerOf(shown, cap, show);
          office.service.reply = answer.reply;
          const outcomes = (await office.check()).map((outcome) => outcome.outcome);
          expect(outcomes).toEqual([expect.stringMatching(answer.outcome), outcomes[0]]);
          const seen = shown.filter((hit) => answer.seen.has(hit.docketId));
          return outcomes[0] === 'failed' ? [] : reader.tell(seen, outcomes[0] === 'complete');
        };
        await check({ counts: true, repeats: 0, seed: 0, fault: 'none' });
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

interface Answer {
  readonly reply: (call: KeptCall) => Reply;
  /** The cases that it shows. */
  readonly seen: ReadonlySet<number>;
  readonly outcome: RegExp;
}

/** A result that stands still while it is read, but in any order, with repeats, counted or not, and with its fault. */
function answerOf(shown: readonly DocketHit[], cap: number, { counts, repeats, seed, fault }: Showing): Answer {
  const mixed = shuffled(shown, seed).map((hit) => ({ ...hit, entries: shuffled(hit.entries as object[], seed + 1) }));
  const pages = (result: readonly object[], total: number) => (call: KeptCall) => {
    const from = Number(call.body.from);
    return {
      body: { code: 0, data: { total, hits: result.slice(from, from + Math.min(cap, Number(call.body.size))) } },
    };
  };
  const whole = pages(mixed, mixed.length);
  const all = new Set(shown.map((hit) => hit.docketId));
  const none = new Set<number>();
  switch (fault) {
    case 'down':
      return { reply: () => ({ status: 503, body: 'down' }), seen: none, outcome: /^failed$/ };
    case 'html':
      return { reply: () => ({ body: '<html>maintenance</html>' }), seen: none, outcome: /^failed$/ };
    case 'no data':
      return { reply: () => refusal(5000, 'internal'), seen: none, outcome: /^failed$/ };
    case 'empty':
      return { reply: pages([], 0), seen: none, outcome: /^complete$/ };
    case 'bad hit':
      return { reply: pages([...mixed, { docketId: 'none' }], mixed.length + 1), seen: all, outcome: /^partial$/ };
    case 'later pages down': {
      const reply = (call: KeptCall) => (call.body.from === 0 ? whole(call) : { status: 503, body: 'down' });
      const seen = new Set(mixed.slice(0, cap).map((hit) => hit.docketId));
      return { reply, seen, outcome: mixed.length > cap ? /^partial$/ : /^complete$/ };
    }
    default: {
      const reply = pages([...mixed, ...mixed.slice(0, repeats)], counts ? mixed.length : -1);
      // Where nothing is counted, repeats may hide the end of the result.
      return { reply, seen: all, outcome: counts || repeats < 2 ? /^complete$/ : /^(complete|partial)$/ };
    }
  }
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
