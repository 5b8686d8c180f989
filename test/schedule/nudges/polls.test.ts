import { pino } from 'pino';
import { describe, expect, it, onTestFinished } from 'vitest';
import { incidentsFor } from '../../../src/alerts/outbox/incidents.ts';
import { listFeeds } from '../../../src/schedule/nudges/feed/feedSourcesTable.ts';
import { feedsJob } from '../../../src/schedule/nudges/feed/pollFeeds.ts';
import { openEndpoint } from '../../alerts/channels/endpoint.ts';
import { docketWith } from '../../check/hits.ts';
import { openDesk } from './desk.ts';
import { writeFeed } from './feed/writeFeed.ts';
import { openWatchedWorld } from './world.ts';

const nudged = { nudges: { feeds: { type: 'feeds', every: '15m', contact: 'ops@example.com' } } };

const oneCase = { id: 'w', dockets: { caseNumber: '1:20-cv-00168' } };

// test/endurance/feeds.test.ts tests whole days of the courts of a patent, and oddities of feeds.
describe('the feeds of courts', () => {
  it('announce an entry, which a check then finds and reports before its slot', async () => {
    const desk = await openDesk();
    const { store, office } = desk;
    const item = { caseId: 7001, number: '1:20-cv-00168', name: 'Widget v. Rival', event: 'Order', document: 2 };
    const feed = await openEndpoint((_request, response) =>
      response.end(writeFeed('ded', [{ ...item, at: office.now }])),
    );
    const { config } = office.parts();
    const parts = { config, clock: () => office.now, log: pino({ level: 'silent' }) };
    const incidents = incidentsFor(parts);
    const polls = feedsJob({ ...parts, store, template: `${feed.url}/{court}`, incidents });
    onTestFinished(async () => polls.close?.());
    const supreme = { ...docketWith([]), docketId: 2, courtId: 'scotus', court: 'Supreme Court' };
    office.service.dockets = [...office.service.dockets, supreme];
    await office.check();
    await office.newAlerts();
    desk.show(2);
    await polls.work();
    // The Supreme Court has no feed.
    expect((await listFeeds(store.db)).map(({ court }) => court)).toEqual(['ded']);
    await desk.minutes(5);
    expect(await desk.states()).toEqual(['confirmed 0']);
    expect(await office.newAlerts()).toEqual(['counsel: entry.new 1:20-cv-00168 #2 [widget]']);
  });

  it('are an incident if they are unreadable for a day, and are requested less and less often', async () => {
    const world = await openWatchedWorld({ ...nudged, watches: [oneCase] });
    world.sandbox.setFeeds({ faults: [{ name: 'forbidden' }] });
    const incidents = async () => (await world.office.newAlerts()).filter((alert) => alert.startsWith('ops:'));
    await world.minutes(24 * 60, 60);
    expect(await incidents()).toEqual([]);
    await world.minutes(6 * 60, 60);
    expect(await incidents()).toEqual(['ops: feed-unreadable began']);
    const [feed] = await listFeeds(world.office.store.db);
    expect(feed).toMatchObject({ court: 'ded', readAt: null, error: expect.stringContaining('HTTP 403') });
    expect(world.sandbox.stats.feeds.ded).toBeLessThan(12);
    world.sandbox.setFeeds({ faults: [] });
    await world.minutes(6 * 60, 60);
    expect(await incidents()).toEqual(['ops: feed-unreadable ended']);
  });

  it('are requested with a contact, and as seldom as their ttl says', async () => {
    const feed =
      '<rss version="2.0"><channel><ttl>50</ttl><description>Docket entries of type: all</description></channel></rss>';
    const { url, requests } = await openEndpoint((_request, response) => response.end(feed));
    const nudges = { feeds: { type: 'feeds', url: `${url}/{court}`, contact: 'ops@example.com' } };
    const world = await openWatchedWorld({ nudges, watches: [oneCase] }, { starts: '2026-11-17T15:00:00Z' });
    await world.minutes(120, 5);
    expect(requests).toHaveLength(3);
    expect(requests[0]?.headers['user-agent']).toMatch(/^Tipstaff\/\S+ \(ops@example.com\)$/);
  });

  it('are requested by one process at a time', async () => {
    const world = await openWatchedWorld({ ...nudged, watches: [oneCase] });
    await Promise.all([world.poll(), world.poll(), world.poll()]);
    expect(world.sandbox.stats.feeds).toEqual({ ded: 1 });
  });
});
