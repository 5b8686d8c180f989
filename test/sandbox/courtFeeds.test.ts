import { expect, it, onTestFinished } from 'vitest';
import type { FeedOptions } from '../../sandbox/courtFeeds.ts';
import type { FEED_FAULTS } from '../../sandbox/feedText.ts';
import { startSandbox } from '../../sandbox/startSandbox.ts';
import { readFeed } from '../../src/schedule/nudges/feed/readFeed.ts';
import { ask, control } from './asking.ts';

const evening = new Date('2026-11-17T22:30:00Z');

async function court(feeds: FeedOptions = {}, at = evening) {
  const time = { now: at };
  const sandbox = await startSandbox({ world: { size: 0 }, clock: () => time.now, feeds });
  onTestFinished(() => sandbox.close());
  const response = async (id = 'ded') => fetch(`${sandbox.url}/courts/${id}/rss`, { redirect: 'manual' });
  const read = async (id?: string) => readFeed(new Uint8Array(await (await response(id)).arrayBuffer()));
  const built = async () => /<lastBuildDate>(.*)<\/lastBuildDate>/.exec(await (await response()).text())?.[1];
  return { sandbox, time, response, read, built };
}

it("a court's feed has what was entered in its cases in its lookback hours, newest first", async () => {
  const { read, built, time, sandbox } = await court({ lookbackHours: 24 * 30 });
  const feed = await read();
  expect(feed.coverage).toBe('Docket entries of type: all');
  expect(await built()).toBe('Tue, 17 Nov 2026 22:30:00 GMT');
  expect(feed.items.length).toBeGreaterThan(3);
  const times = feed.items.map(({ publishedAt }) => publishedAt ?? '');
  expect(times).toEqual(times.toSorted().reverse());
  expect(feed.items[0]).toMatchObject({ court: 'ded', docketNumber: expect.stringMatching(/^1:\d\d-cv-\d+$/) });
  time.now = new Date('2026-11-18T22:30:00Z');
  sandbox.setFeeds({ lookbackHours: 1 });
  expect((await read()).items.length).toBeLessThan(2);
});

it('types, limit and lag of feeds can be set, also over HTTP, and the calls are counted', async () => {
  const { read, sandbox } = await court({ lookbackHours: 24 * 300 });
  const whole = (await read()).items.length;
  const chosen = { types: ['order'], most: 2, lagMinutes: { ded: 100 * 24 * 60 } };
  expect((await control(sandbox, 'POST', 'feeds', chosen)).body).toEqual({ feeds: { lookbackHours: 7200, ...chosen } });
  const feed = await read();
  expect(feed.items.length).toBeLessThanOrEqual(2);
  expect(feed.coverage).toBe('Docket entries of type: order');
  const before = await startSandbox({ world: { size: 0 }, clock: () => evening });
  onTestFinished(() => before.close());
  const total = async (one: typeof sandbox) => {
    const { body } = await ask(one, 'pacer', { caseNumber: '1:20-cv-00168' });
    return (body.data as { hits: { entryTotal: number; entries: unknown[] }[] }).hits[0]?.entryTotal ?? 0;
  };
  expect(await total(sandbox)).toBeLessThan(await total(before));
  expect(whole).toBeGreaterThan(5);
  expect(sandbox.stats.feeds).toEqual({ ded: 2 });
  expect((await control(sandbox, 'POST', 'feeds', { faults: [{ name: 'haunted' }] })).status).toBe(400);
});

it('a feed can have the faults of real feeds', async () => {
  const { read, built, response, sandbox, time } = await court({ lookbackHours: 24 * 30 });
  const plain = await read();
  const withFault = async (name: keyof typeof FEED_FAULTS) => {
    sandbox.setFeeds({ faults: [{ name, court: 'ded' }] });
    return read();
  };
  expect((await withFault('twice')).items.length).toBeGreaterThan(plain.items.length);
  expect((await withFault('accents')).items[0]?.title).toContain('Genève');
  expect((await withFault('no-items')).items).toEqual([]);
  await withFault('no-date');
  expect(await built()).toBeUndefined();
  await withFault('wobbling-date');
  expect(new Set([await built(), await built()]).size).toBe(2);
  await withFault('stale');
  const before = await built();
  time.now = new Date('2026-11-18T22:30:00Z');
  expect([before, await built()]).toEqual(['Tue, 17 Nov 2026 22:30:00 GMT', before]);
  expect((await withFault('retyped')).coverage).toBe('Docket entries of type: order');
  for (const name of ['empty', 'html', 'doctype'] as const)
    await expect(withFault(name)).rejects.toThrow('cannot be read');
  sandbox.setFeeds({ faults: [{ name: 'forbidden' }] });
  expect((await response('nysd')).status).toBe(403);
  sandbox.setFeeds({ faults: [{ name: 'redirect' }] });
  expect((await response()).headers.get('location')).toBe('http://elsewhere.example/');
});
