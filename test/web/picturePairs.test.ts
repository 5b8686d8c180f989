import { expect, it } from 'vitest';
import { keepPicture } from '../../src/store/snapshot/recordsTable.ts';
import { designHit } from '../check/hits.ts';
import { serveOffice } from './serveOffice.ts';
import { wordsOf } from './wordsOf.ts';

const watch = { id: 'bottles', designs: { source: 'HAGUE', holder: 'Rival' } };
const images = (...names: string[]) => ({
  IMG_DATA: names.map((name) => ({ filename: name, url: `https://images.example/${name}` })),
});
const pathOf = (name: string) => `/designs/HAGUE.DM%2F200001/picture?path=${encodeURIComponent(`/${name}`)}`;

/** Opens a design whose two pictures were replaced, with only the named pictures kept. */
async function redrawn(...kept: string[]) {
  const { office, url } = await serveOffice({ watches: [watch] });
  office.service.designs = [designHit(1, images('old-1.png', 'old-2.png'))];
  await office.check();
  office.service.designs = [designHit(1, images('new-1.png', 'new-2.png'))];
  await office.check({ after: 1 });
  const bytes = new Uint8Array([1, 2, 3]);
  for (const name of kept) {
    await keepPicture(office.store.db, `/${name}`, { contentType: 'image/png', bytes }, office.now.toISOString());
  }
  const page = await (await fetch(`${url}/designs/HAGUE.DM%2F200001`)).text();
  const pairs = page.split('<div class="pairs">')[1]?.split('</li>')[0] ?? '';
  return { url, pairs: pairs.split('<div class="pair">').slice(1) };
}

it('the page of a design shows its pictures before and after a change in pairs', async () => {
  const { url, pairs } = await redrawn('old-1.png', 'old-2.png', 'new-1.png', 'new-2.png');
  expect(pairs).toHaveLength(2);
  for (const [index, pair] of pairs.entries()) {
    const shown = [...pair.matchAll(/src="([^"]+)" alt="(Before|After), picture (\d)"/g)].map((found) =>
      found.slice(1),
    );
    const number = String(index + 1);
    expect(shown).toEqual([
      [pathOf(`old-${number}.png`), 'Before', number],
      [pathOf(`new-${number}.png`), 'After', number],
    ]);
  }
  expect((await fetch(url + pathOf('old-1.png'))).status).toBe(200);
});

it('a picture on its way says so, also without JavaScript, and is one pixel wide so that the script asks again', async () => {
  const fetchPicture = () => new Promise<never>(() => {});
  const { office, url } = await serveOffice({ watches: [watch] }, undefined, { fetchPicture });
  office.service.designs = [designHit(1, images('slow.png'))];
  await office.check();
  const coming = await fetch(url + pathOf('slow.png'));
  expect(coming.headers.get('content-type')).toBe('image/svg+xml');
  expect(await coming.text()).toMatch(/<svg [^>]*width="1" .*>picture on its way<\/text>/s);
});

it('the page says if a picture was not kept, and the address of the picture returns a placeholder', async () => {
  const { url, pairs } = await redrawn('new-1.png', 'new-2.png');
  for (const pair of pairs) {
    expect(pair.match(/<img /g)).toHaveLength(1);
    expect(wordsOf(pair).trim()).toMatch(/^Before not kept After/);
  }
  const missing = await fetch(url + pathOf('old-1.png'));
  expect(missing.headers.get('content-type')).toBe('image/png');
  expect(missing.headers.get('cache-control')).toBe('private, no-cache');
  expect(
    Buffer.from(await missing.arrayBuffer())
      .subarray(1, 4)
      .toString(),
  ).toBe('PNG');
  expect((await fetch(url + pathOf('never.png'))).status).toBe(404);
});
