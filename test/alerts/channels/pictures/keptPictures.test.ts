import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { createFetchPicture } from '../../../../src/service/http/client.ts';
import { keepingPictures } from '../../../../src/store/snapshot/recordsTable.ts';
import { freshStore } from '../../../store/freshStore.ts';

const clock = () => new Date('2026-11-21T12:00:00.000Z');
const { signal } = new AbortController();

/** Serves the picture `shown.bytes` at every address, or 404 while that is undefined. */
async function pictureService(shown: { bytes: string | undefined }): Promise<string> {
  const server = createServer((_, response) => {
    response.statusCode = shown.bytes === undefined ? 404 : 200;
    response.setHeader('content-type', 'image/png').end(shown.bytes);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

it('a picture stays as it was when it was first reported, even if its address later changes', async () => {
  const shown: { bytes: string | undefined } = { bytes: 'as on the day' };
  const baseUrl = await pictureService(shown);
  const { store } = await freshStore();
  const fetchPicture = keepingPictures(
    store,
    clock,
    createFetchPicture({ baseUrl, token: 'secret', inTurn: (call) => call() }),
  );
  await fetchPicture(`${baseUrl}/images/1.png?v=1`, signal);
  shown.bytes = 'another';
  expect(Buffer.from((await fetchPicture(`${baseUrl}/images/1.png?v=2`, signal)).bytes).toString()).toBe(
    'as on the day',
  );
  shown.bytes = undefined;
  const elsewhere = 'https://other.example/images/1.png';
  expect(Buffer.from((await fetchPicture(elsewhere, signal)).bytes).toString()).toBe('as on the day');
});

it('a picture that cannot be fetched is not kept, and is fetched again the next time', async () => {
  const shown: { bytes: string | undefined } = { bytes: undefined };
  const baseUrl = await pictureService(shown);
  const { store } = await freshStore();
  const fetchPicture = keepingPictures(
    store,
    clock,
    createFetchPicture({ baseUrl, token: 'secret', inTurn: (call) => call() }),
  );
  await expect(fetchPicture(`${baseUrl}/images/1.png`, signal)).rejects.toThrow('404');
  shown.bytes = 'there again';
  expect(Buffer.from((await fetchPicture(`${baseUrl}/images/1.png`, signal)).bytes).toString()).toBe('there again');
});
