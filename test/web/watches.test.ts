import { expect, it } from 'vitest';
import { queriesOf, syncWatches } from '../../src/schedule/syncWatches.ts';
import { insertRecords } from '../../src/store/snapshot/recordsTable.ts';
import { aWatch } from '../schedule/aWatch.ts';
import { serveDemoWorld } from './demoWorld.ts';
import { config, now, serve } from './serve.ts';

it('the list of watches is filtered by matter, channel, kind and state', async () => {
  const { url } = await serveDemoWorld();
  const listed = async (query: string) => {
    const text = await (await fetch(`${url}/watches?${query}`)).text();
    return [
      ...new Set(
        [...text.matchAll(/<td><span class="dot[^/]*<\/span><a href="\/watches\/([\w-]+)"/g)].map(([, id]) => id),
      ),
    ].sort();
  };
  const all = await listed('');
  expect(all.length).toBeGreaterThan(3);
  const [cases, designs] = [await listed('kind=cases'), await listed('kind=designs')];
  expect([...cases, ...designs].sort()).toEqual(all);
  expect(cases).toContain('rival-cases');
  expect(await listed('kind=&channel=brand')).not.toEqual(all);
  expect(await listed('state=incident')).toEqual([]);
  expect(await listed('matter=of-nobody')).toEqual([]);
});

it('the page of a watch shows the 12 cases that changed last, and links to all of them', async () => {
  const cases = 103;
  const watch = aWatch({ id: 'rival & co' });
  const { url } = await serve({ watches: [watch] }, async (store) => {
    await syncWatches(store, { ...config, watches: [watch], spreadSeconds: 0 }, now);
    const drafts = Array.from({ length: cases }, (_, index) => {
      const record = { type: 'docket', key: String(7000 + index), caseName: `Widget ${index} v. Rival` } as const;
      return { record, shownHash: String(index).padStart(22, '0') };
    });
    const ids = await insertRecords(store.db, drafts, now.toISOString());
    const queryId = queriesOf(watch)[0]?.id ?? '';
    await store.db
      .insertInto('memberships')
      .values(ids.map((recordId) => ({ queryId, recordId })))
      .execute();
  });
  const read = async (path: string) => (await fetch(url + path)).text();
  const casesIn = (text: string) => new Set([...text.matchAll(/href="\/cases\/(\d+)"/g)].map(([, key]) => key)).size;
  const page = await read('/watches/rival%20%26%20co');
  expect(casesIn(page)).toBe(12);
  const older = (text = '') => /href="([^"]+)">Older</.exec(text)?.[1]?.replaceAll('&amp;', '&');
  const [, all = ''] = /href="([^"]+)">All 103 cases</.exec(page) ?? [];
  const pages = [await read(all)];
  for (let next = older(pages[0]); next !== undefined; next = older(pages.at(-1))) pages.push(await read(next));
  expect(pages.reduce((sum, text) => sum + casesIn(text), 0)).toBe(cases);
});
