import { expect, it } from 'vitest';
import { coverageLines, lagWords, loadNudgesNow } from '../../src/nudges/sourcesNow.ts';
import { openWatchedWorld } from '../nudges/world.ts';

it('what is learnt: how often a source was right, what it announced first, how late the service is, what each feed covers', async () => {
  const world = await openWatchedWorld(
    {
      nudges: { feeds: { type: 'feeds' }, desk: { type: 'webhook', secret: `whsec_${'QUJD'.repeat(10)}` } },
      watches: [{ id: 'w', dockets: { patentNumber: '6834603' } }],
      nudgeLimits: { perDay: 1000 },
    },
    { feeds: { lagMinutes: { ded: 30, '*': 90 } } },
  );
  const { store, now } = world.office;
  const first = await loadNudgesNow(store.db, world.office.parts().config, now);
  expect(first.sources.find(({ type }) => type === 'webhook')).toMatchObject({
    source: 'desk',
    court: null,
    state: 'ok',
  });
  expect(new Set(first.sources.map(({ state }) => state))).toEqual(new Set(['unread', 'ok']));
  for (let day = 0; day < 8; day += 1) {
    await world.minutes(11 * 60, 15);
    await world.minutes(13 * 60, 13 * 60);
  }
  world.sandbox.setFeeds({ faults: [{ name: 'html', court: 'ded' }], types: ['order', 'motion'] });
  await world.minutes(90, 15);
  const { sources, spentToday } = await loadNudgesNow(store.db, world.office.parts().config, world.office.now);
  const ded = sources.find(({ court }) => court === 'ded');
  expect(ded).toMatchObject({
    state: 'unreadable',
    precision: 1,
    announcedFirst: 1,
    coverage: 'Docket entries of type: all',
  });
  const others = sources.filter(({ court, confirmed }) => court !== 'ded' && confirmed > 0);
  expect(others.length).toBeGreaterThan(0);
  expect(ded?.lagMinutes).toBeGreaterThanOrEqual(30);
  expect(ded?.lagMinutes).toBeLessThan(90);
  for (const { lagMinutes } of others) expect(lagMinutes).toBeGreaterThanOrEqual(90);
  expect(spentToday).toBeLessThanOrEqual(1000);
  const lines = coverageLines(
    sources.flatMap(({ court }) => court ?? []),
    sources,
  );
  expect(lines).toContain('D. Del.: all docket entries');
  expect(lines.some((line) => line.endsWith(': entries of type: order, motion'))).toBe(true);
  expect([lagWords(null), lagWords(0), lagWords(41), lagWords(180)]).toEqual([
    '-',
    'within 1 minute',
    'within 41 minutes',
    'within 3 hours',
  ]);
});
