import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { runs } from '../runs.ts';
import { bestCopies } from './caseNews.ts';
import { companies, filing, happening, type WatchId, watches } from './happening.ts';
import { ModelWorld } from './model.ts';
import { type Office, openOffice } from './office.ts';
import { Readers } from './readers.ts';
import type { DocketHit } from './service.ts';
import { mostly, responseOf, type Showing, showing } from './showing.ts';

const goneAfterChecks = 2;
const channels: Readonly<Record<WatchId, string>> = { widget: 'counsel', rival: 'brand' };

/** Events happen, then some watches are checked, each with its result returned in its own way. */
const turn = fc.record({
  events: fc.array(happening, { maxLength: 3 }),
  checks: fc.shuffledSubarray([...watches], { minLength: 1 }),
  shows: fc.record({ widget: showing, rival: showing }),
  /** The service returns the world as it was so many turns ago. */
  turnsAgo: mostly(3, 0, fc.integer({ min: 1, max: 3 })),
  /** This watch is removed, and begins with a new baseline when it returns. */
  away: mostly(12, undefined, fc.constantFrom(...watches)),
});

/** No story is so long that an entry comes more than three days late and counts as old. */
const [hoursPerTurn, mostTurns] = [8, 9];

const story = fc.record({
  window: fc.constantFrom(6, 1000),
  pageSize: fc.constantFrom(2, 5, 50),
  start: fc.array(filing, { minLength: 1, maxLength: 6 }),
  turns: fc.array(turn, { minLength: 1, maxLength: mostTurns }),
});

const plain: Showing = { counts: true, repeats: 0, seed: 0, fault: 'none' };

function watchOf(id: WatchId) {
  return { id, notify: [channels[id]], dockets: { companyName: companies[id] } };
}

/** Checks a watch once. Returns what the check saw, and whether it was complete. */
async function check(
  office: Office,
  id: WatchId,
  hits: readonly DocketHit[],
  how: { pageSize: number; show: Showing },
) {
  const response = responseOf(hits, how.pageSize, how.show);
  office.service.reply = response.reply;
  const [{ outcome } = { outcome: 'not made' }] = await office.check({ ids: [id] });
  expect(outcome).toMatch(response.outcome);
  return { seen: bestCopies(response.shown), complete: outcome === 'complete' };
}

/** Returns the reported lines. Those of new cases leave out the number of entries and the change of parties. */
async function reported(office: Office): Promise<string[]> {
  const lines = (await office.newAlerts()).filter((line) => !line.startsWith('ops: '));
  return lines.map((line) => line.replace(/(docket.new \S+)(?: entries=\d+| parties)+/, '$1')).sort();
}

async function live({ window, pageSize, start, turns }: typeof story extends fc.Arbitrary<infer T> ? T : never) {
  const settings = (away?: WatchId) => ({
    goneAfterChecks,
    defaults: { announce: false },
    watches: watches.filter((id) => id !== away).map(watchOf),
  });
  const office = await openOffice(settings());
  const world = new ModelWorld(window);
  const readers = new Readers(watches, goneAfterChecks);
  const shown = () => ({ widget: world.shownTo('widget'), rival: world.shownTo('rival') });
  for (const what of start) world.happen(what, '2026-11-02');
  const history = [shown()];
  for (const id of watches) readers.report(id, await check(office, id, shown()[id], { pageSize, show: plain }), 0);
  for (const [index, { events, checks, shows, turnsAgo, away }] of turns.entries()) {
    office.pass(0, hoursPerTurn);
    for (const what of events) world.happen(what, office.now.toISOString().slice(0, 10));
    history.unshift(shown());
    const results = history[turnsAgo] ?? shown();
    await office.configure(settings(away));
    if (away !== undefined) readers.leave(away);
    for (const id of away === undefined ? checks : watches.filter((each) => each !== away)) {
      const show = readers.isNew(id) ? plain : shows[id];
      const made = await check(office, id, results[id], { pageSize, show });
      const truth = readers.report(id, made, index * hoursPerTurn);
      expect(await reported(office)).toEqual(
        truth.map(({ watch, line }) => `${channels[watch]}: ${line} [${watch}]`).sort(),
      );
    }
  }
  await office.close();
}

it('checks report exactly what happened in the world, once, whatever the pages and the faults of the service', () =>
  fc.assert(fc.asyncProperty(story, live), { numRuns: runs({ few: 2, many: 5 }) }));
