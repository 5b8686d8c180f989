import { expect, it } from 'vitest';
import { createFetchPicture } from '../../../../src/service/http/client.ts';
import { keepingPictures } from '../../../../src/store/snapshot/recordsTable.ts';
import { freshStore } from '../../../store/freshStore.ts';
import { openEndpoint } from '../endpoint.ts';

const clock = () => new Date('2026-11-21T12:00:00.000Z');
const { signal } = new AbortController();

/** Serves a picture with these bytes at every address, or 404 without bytes, and keeps what is fetched from there. */
async function keptPictures(bytes: string | undefined) {
  const shown = { bytes };
  const { url } = await openEndpoint((_request, response) =>
    response.writeHead(shown.bytes === undefined ? 404 : 200, { 'content-type': 'image/png' }).end(shown.bytes),
  );
  const { store } = await freshStore();
  const fetchNew = createFetchPicture({ baseUrl: url, token: 'secret', inTurn: (call) => call() });
  const fetchPicture = keepingPictures(store, clock, fetchNew);
  const bytesOf = async (address: string) => Buffer.from((await fetchPicture(address, signal)).bytes).toString();
  return { shown, url, bytesOf };
}

it('a picture stays as it was when it was first reported, even if its address later changes', async () => {
  const { shown, url, bytesOf } = await keptPictures('as on the day');
  await bytesOf(`${url}/images/1.png?v=1`);
  shown.bytes = 'another';
  expect(await bytesOf(`${url}/images/1.png?v=2`)).toBe('as on the day');
  shown.bytes = undefined;
  expect(await bytesOf('https://other.example/images/1.png')).toBe('as on the day');
});

it('a picture that cannot be fetched is not kept, and is fetched again the next time', async () => {
  const { shown, url, bytesOf } = await keptPictures(undefined);
  await expect(bytesOf(`${url}/images/1.png`)).rejects.toThrow('404');
  shown.bytes = 'there again';
  expect(await bytesOf(`${url}/images/1.png`)).toBe('there again');
});
