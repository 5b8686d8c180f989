import { setImmediate as turn } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import type { FetchedPicture } from '../../src/records/design.ts';
import { keepPicture } from '../../src/store/snapshot/recordsTable.ts';
import { comingPictures } from '../../src/web/startWeb.ts';
import { freshStore } from '../store/freshStore.ts';

const urlOf = (name: string) => `https://search.example/pictures/${name}.png`;
const picture: FetchedPicture = { contentType: 'image/png', bytes: new Uint8Array([1, 2, 3]) };

/** A service that responds only when the test calls `respond`. */
async function slowService() {
  const { store } = await freshStore();
  const asked: { url: string; respond: (result: FetchedPicture | Error) => void }[] = [];
  const pictures = comingPictures(
    store,
    (url) =>
      new Promise((resolve, reject) => {
        asked.push({ url, respond: (result) => (result instanceof Error ? reject(result) : resolve(result)) });
      }),
  );
  onTestFinished(() => pictures.stop());
  const names = () => asked.map(({ url }) => /(\w+)\.png/.exec(url)?.[1]);
  const respond = async (result: FetchedPicture | Error = picture) => {
    const last = asked.at(-1) ?? expect.fail();
    const settled = pictures.wait(last.url, 300_000);
    last.respond(result);
    await settled;
    // By then the next picture has been requested.
    await turn();
  };
  return { store, pictures, names, respond };
}

it('pictures are fetched one after another, and those of the page shown last come first', async () => {
  const { store, pictures, names, respond } = await slowService();
  await keepPicture(store.db, '/pictures/kept.png', picture, '2026-05-04T12:00:00.000Z');
  const first = await pictures.want(['a', 'b', 'kept', 'c'].map(urlOf));
  expect([...first]).toEqual(['a', 'b', 'c'].map(urlOf));
  expect(names()).toEqual(['a']);
  await pictures.want(['x', 'b'].map(urlOf));
  for (let times = 0; times < 4; times += 1) await respond();
  expect(names()).toEqual(['a', 'x', 'b', 'c']);
});

it('a request for a picture waits no longer than its limit, and no picture is fetched twice', async () => {
  const { pictures, names, respond } = await slowService();
  expect(await pictures.wait(urlOf('a'), 20)).toBe('coming');
  const [one, two] = [pictures.wait(urlOf('a'), 5000), pictures.wait(urlOf('a'), 5000)];
  await respond();
  expect(await Promise.all([one, two])).toEqual([picture, picture]);
  expect(names()).toEqual(['a']);
});

it('a picture that cannot be fetched is not tried again for a while, and does not block the others', async () => {
  const { pictures, names, respond } = await slowService();
  await pictures.want(['gone', 'next'].map(urlOf));
  await respond(new Error('the service responded 404'));
  expect(names()).toEqual(['gone', 'next']);
  expect(await pictures.wait(urlOf('gone'), 5000)).toBe('failed');
  expect([...(await pictures.want([urlOf('gone')]))]).toEqual([]);
});
