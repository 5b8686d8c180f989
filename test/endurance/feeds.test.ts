import { describe, expect, it } from 'vitest';
import type { FeedFault } from '../../sandbox/feedText.ts';
import { gatherChanges } from '../../src/alerts/message/gatherChanges.ts';
import { listFeeds } from '../../src/schedule/nudges/feed/feedSourcesTable.ts';
import { newestChanges } from '../check/stored.ts';
import { byNight } from '../runs.ts';
import { openWatchedWorld } from '../schedule/nudges/world.ts';

const nudged = { nudges: { feeds: { type: 'feeds', every: '15m', contact: 'ops@example.com' } } };

describe('feeds of courts', () => {
  it('announce a filing that the service shows later, so that it is reported before the next slot', async () => {
    const world = await openWatchedWorld(
      { ...nudged, watches: [{ id: 'w', dockets: { patentNumber: '6834603' } }] },
      { feeds: { lagMinutes: 20 } },
    );
    const spent = world.sandbox.stats.creditsSpent;
    await world.minutes(11 * 60);
    const alerts = await world.office.newAlerts();
    expect(alerts.length).toBeGreaterThan(0);
    expect(alerts.every((alert) => alert.startsWith('counsel: entry.new'))).toBe(true);
    const { db } = world.office.store;
    // The feeds go back a day, to filings that the baseline has.
    const nudges = await db.selectFrom('nudges').selectAll().where('state', '!=', 'known').execute();
    expect(nudges.filter(({ state }) => state === 'confirmed').length).toBe(alerts.length);
    const { id } = await newestChanges(world.office.store);
    const { changes } = await gatherChanges(db, id, []);
    for (const { announced, detectedAt } of changes) {
      expect(announced).toMatchObject({ source: 'feed', filedAt: expect.any(String) });
      expect([announced?.filedAt, announced?.seenAt, detectedAt].toSorted()).toEqual([
        announced?.filedAt,
        announced?.seenAt,
        detectedAt,
      ]);
    }
    const asked = await db.selectFrom('nudges').select('credits').execute();
    expect(asked.reduce((sum, { credits }) => sum + credits, 0)).toBe(world.sandbox.stats.creditsSpent - spent);
    const found = await db
      .selectFrom('nudges')
      .innerJoin('entries', (join) =>
        join.onRef('entries.recordId', '=', 'nudges.recordId').onRef('documentNumber', '=', 'document'),
      )
      .innerJoin('checks', 'checks.id', 'entries.firstCheck')
      .select(['publishedAt', 'endedAt'])
      .where('state', '!=', 'known')
      .execute();
    expect(found).toHaveLength(nudges.length);
    for (const { publishedAt, endedAt } of found) {
      const minutes = (Date.parse(endedAt) - Date.parse(publishedAt ?? '')) / 60_000;
      expect(minutes).toBeGreaterThanOrEqual(20);
      expect(minutes).toBeLessThan(90);
    }
  });

  it('that redirect elsewhere are not followed, store that error, and are read less and less often', async () => {
    const world = await openWatchedWorld({
      ...nudged,
      watches: [{ id: 'w', dockets: { caseNumber: '1:20-cv-00168' } }],
    });
    world.sandbox.setFeeds({ faults: [{ name: 'redirect' }] });
    await world.minutes(50);
    const [feed] = await listFeeds(world.office.store.db);
    const error = expect.stringContaining('HTTP 302: it leads to elsewhere.example, which is not followed');
    expect(feed).toMatchObject({ court: 'ded', failures: 3, readAt: null, error });
    expect(await world.office.newAlerts()).toEqual([]);
  });

  const odd: readonly FeedFault[] = ['equal-guids', 'no-date', 'twice', 'wobbling-date', 'accents'];
  it.each(
    odd.slice(0, byNight ? undefined : 1),
  )('with an oddity of real feeds (%s) lead to the same changes', async (fault) => {
    const watches = [{ id: 'w', dockets: { patentNumber: '6834603' } }];
    const world = await openWatchedWorld(
      { ...nudged, watches },
      { feeds: { lagMinutes: 5, faults: [{ name: fault }] } },
    );
    await world.minutes(11 * 60, 15);
    const { db } = world.office.store;
    const states = await db
      .selectFrom('nudges')
      .select(['state', 'recordId', 'document'])
      .where('state', '!=', 'known')
      .execute();
    expect(new Set(states.map(({ state }) => state))).toEqual(new Set(['confirmed']));
    expect(states.length).toBe(new Set(states.map((one) => `${one.recordId} ${one.document}`)).size);
    expect((await world.office.newAlerts()).filter((alert) => alert.startsWith('ops:'))).toEqual([]);
  });
});
