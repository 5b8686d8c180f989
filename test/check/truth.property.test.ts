import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { companies, happening, ModelWorld, type WatchId, watches } from './model.ts';
import { openOffice } from './office.ts';
import { bestCopies, Readers } from './readers.ts';
import { answerOf, type Showing, showing } from './showing.ts';

const goneAfterChecks = 2;
const hoursPerTurn = 8;
const channels: Readonly<Record<WatchId, string>> = { widget: 'counsel', rival: 'brand' };

/** Things happen, then some of the watches are checked, each shown its result in its own way. */
const turn = fc.record({
  events: fc.array(happening, { maxLength: 6 }),
  checks: fc.shuffledSubarray([...watches], { minLength: 1 }),
  shows: fc.record({ widget: showing, rival: showing }),
});

const plain: Showing = { counts: true, repeats: 0, seed: 0, fault: 'none' };

/** `TIPSTAFF_RUNS` makes it longer, `TIPSTAFF_SEED` another one. */
const runs: fc.Parameters<unknown> = { numRuns: Number(process.env.TIPSTAFF_RUNS ?? 25) };
if (process.env.TIPSTAFF_SEED !== undefined) runs.seed = Number(process.env.TIPSTAFF_SEED);

it('tells exactly what happened in the world, all of it, once, however its pages come and whatever befalls them', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.record({
        window: fc.constantFrom(6, 1000),
        cap: fc.integer({ min: 1, max: 7 }),
        start: fc.array(happening, { maxLength: 12 }),
        // Longer, and entries that were late to be shown would be told as old ones.
        turns: fc.array(turn, { minLength: 1, maxLength: 9 }),
      }),
      async ({ window, cap, start, turns }) => {
        const office = await openOffice({
          goneAfterChecks,
          watches: watches.map((id) => ({
            id,
            announce: false,
            notify: [channels[id]],
            dockets: { companyName: companies[id] },
          })),
        });
        const world = new ModelWorld(window);
        const readers = new Readers(watches, goneAfterChecks);
        const check = async (id: WatchId, show: Showing) => {
          const answer = answerOf(world.shownTo(id), cap, show);
          office.service.reply = answer.reply;
          const [{ outcome } = { outcome: 'not made' }] = await office.check({ ids: [id] });
          expect(outcome).toMatch(answer.outcome);
          const seen = bestCopies(answer.shown);
          world.wasSeen(id, seen);
          return { seen, complete: outcome === 'complete' };
        };
        for (const what of start) world.happen(what, '2026-11-02');
        for (const id of watches) readers.begin(id, (await check(id, plain)).seen);
        await office.told();
        for (const [index, { events, checks, shows }] of turns.entries()) {
          office.pass(0, hoursPerTurn);
          for (const what of events) world.happen(what, office.now.toISOString().slice(0, 10));
          for (const id of checks) {
            const { seen, complete } = await check(id, shows[id]);
            const truth = readers.tell(id, seen, { complete, hour: index * hoursPerTurn });
            const told = (await office.told()).filter((line) => !line.startsWith('ops: '));
            expect(told).toEqual(
              truth.map(({ watch, line }) => `${channels[watch as WatchId]}: ${line} [${watch}]`).sort(),
            );
          }
        }
        await office.close();
      },
    ),
    runs,
  );
}, 60_000);
