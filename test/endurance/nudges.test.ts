import { expect, it } from 'vitest';
import { wordChange } from '../check/office.ts';
import { openWatchedWorld } from '../schedule/nudges/world.ts';

const watches = [{ id: 'w', dockets: { patentNumber: '6834603' } }];
const days = Number(process.env.TIPSTAFF_DAYS ?? 2);

/** Runs these simulated days: a scheduled check each morning, and by day the checks that nudges cause. */
async function live(nudges: Readonly<Record<string, unknown>>) {
  const { office, sandbox, minutes } = await openWatchedWorld(
    { watches, nudges, nudgeLimits: { perDay: 60 } },
    { feeds: { lagMinutes: 25 }, starts: '2026-09-21T11:30:00Z' },
  );
  const spent = sandbox.stats.creditsSpent;
  for (let day = 0; day < days; day += 1) {
    await minutes(11 * 60, 60);
    await minutes(13 * 60, 13 * 60);
  }
  const changes = await office.changes();
  const hours = changes
    .filter(({ kind }) => kind === 'entry.new')
    .map(({ detectedAt, entry }) => (Date.parse(detectedAt) - Date.parse(`${entry?.dateFiled}T18:00:00Z`)) / 3_600_000)
    .sort((a, b) => a - b);
  const asked = office.store.db.selectFrom('nudges').select(['askedAt', 'credits']).where('askedAt', 'is not', null);
  const asks = await asked.execute();
  return {
    found: changes.map(wordChange).sort(),
    medianHours: hours[Math.floor(hours.length / 2)] ?? Number.NaN,
    credits: sandbox.stats.creditsSpent - spent,
    asks,
    ledger: await office.store.db
      .selectFrom('ledger')
      .where('account', '=', 'everything')
      .select(({ fn }) => fn.sum<number>('credits').as('sum'))
      .executeTakeFirst(),
    charged: sandbox.stats.creditsSpent,
  };
}

it(`${days} days find the same with and without nudges, earlier with them, and within the daily limit`, async () => {
  const without = await live({});
  const withThem = await live({ feeds: { type: 'feeds', every: '60m' } });
  expect(withThem.found).toEqual(without.found);
  expect(without.found.length).toBeGreaterThan(days / 2);
  expect(without.asks).toEqual([]);
  expect(withThem.medianHours).toBeLessThan(without.medianHours / 2);
  for (const { ledger, charged } of [without, withThem]) expect(Number(ledger?.sum)).toBe(charged);
  const byDay = Map.groupBy(withThem.asks, ({ askedAt }) => askedAt?.slice(0, 10));
  for (const ofDay of byDay.values()) {
    expect(ofDay.reduce((sum, { credits }) => sum + credits, 0)).toBeLessThanOrEqual(60);
  }
  expect(withThem.credits - without.credits).toBeLessThanOrEqual(byDay.size * 60);
});
