import { expect, it } from 'vitest';
import { attachPictures, fetchPictures } from '../../../../src/alerts/channels/email/drawItem.ts';
import type { FetchedPicture, FetchPicture } from '../../../../src/records/design.ts';
import { createFetchPicture } from '../../../../src/service/http/client.ts';
import { openEndpoint } from '../endpoint.ts';

const running = new AbortController().signal;
const png: FetchedPicture = { contentType: 'image/png', bytes: Buffer.from('a picture') };

function picture(url: string) {
  return { cid: 'p1', url, alt: 'Bottle' };
}

async function embedded(pictures: readonly ReturnType<typeof picture>[], fetchPicture: FetchPicture) {
  const urls = pictures.map(({ url }) => url);
  return attachPictures(pictures, await fetchPictures(urls, fetchPicture, running));
}

it('a mail embeds a picture under its cid', async () => {
  const [attachment] = await embedded([picture('http://service.example/1.png')], async () => png);
  expect(attachment).toMatchObject({
    cid: 'p1',
    filename: 'picture-1.png',
    contentType: 'image/png',
    contentDisposition: 'inline',
  });
  expect(attachment?.content.toString()).toBe('a picture');
});

it.each<[string, () => Promise<FetchedPicture>]>([
  ['cannot be fetched', async () => Promise.reject(new Error('gone'))],
  ['is over 200 KB', async () => ({ contentType: 'image/png', bytes: Buffer.alloc(200 * 1024 + 1) })],
  ['is an HTML page', async () => ({ contentType: 'text/html', bytes: Buffer.from('<p>') })],
  ['is SVG, which may carry scripts', async () => ({ contentType: 'image/svg+xml', bytes: Buffer.from('<svg/>') })],
])('a mail leaves out a picture that %s', async (_what, fetched) => {
  expect(await embedded([picture('http://service.example/1.png')], fetched)).toEqual([]);
});

it('a mail keeps the order of many pictures', async () => {
  const pictures = Array.from({ length: 11 }, (_, index) => ({
    cid: `p${index}`,
    url: `http://service.example/${index}`,
    alt: '',
  }));
  const fetched = await embedded(pictures, async (url) => ({ ...png, bytes: Buffer.from(url) }));
  expect(fetched.map((attachment) => attachment.content.toString())).toEqual(pictures.map(({ url }) => url));
});

it('a picture is fetched from the service’s own address, with its token', async () => {
  const { url, requests } = await openEndpoint((_request, response) =>
    response.writeHead(200, { 'content-type': 'image/png; charset=binary' }).end('bytes'),
  );
  const fetchPicture = createFetchPicture({ baseUrl: url, token: 'token-1', inTurn: (call) => call() });
  const fetched = await fetchPicture(`${url}/images/1.png`, running);
  expect(fetched).toEqual({ contentType: 'image/png', bytes: Buffer.from('bytes') });
  expect(requests[0]?.headers.authorization).toBe('Bearer token-1');
});

it.each<[string, string, Buffer, string]>([
  ['a file store without types', 'application/octet-stream', Buffer.from('\x89PNG\r\n\x1a\n…', 'latin1'), 'image/png'],
  ['a server with its own name for JPEG', 'image/jpg', Buffer.from('\xff\xd8\xff\xe0…', 'latin1'), 'image/jpeg'],
  ['a server that calls a WebP a PNG', 'image/png', Buffer.from('RIFF\x10\0\0\0WEBPVP8 ', 'latin1'), 'image/webp'],
])('the type of a picture comes from its bytes: from %s', async (_who, declared, bytes, contentType) => {
  const { url } = await openEndpoint((_request, response) =>
    response.writeHead(200, { 'content-type': declared }).end(bytes),
  );
  const fetchPicture = createFetchPicture({ baseUrl: url, token: 'token-1', inTurn: (call) => call() });
  expect((await fetchPicture(`${url}/images/1`, running)).contentType).toBe(contentType);
});

it.each([
  ['no bytes', ''],
  ['an HTML page', '\n<!doctype html><p>Sign in'],
  ['an error in JSON', '{"code":5000,"message":"try later","data":null}'],
])('a response with %s is no picture, whatever its declared type', async (_what, body) => {
  const { url } = await openEndpoint((_request, response) =>
    response.writeHead(200, { 'content-type': 'image/png' }).end(body),
  );
  const fetchPicture = createFetchPicture({ baseUrl: url, token: 'token-1', inTurn: (call) => call() });
  await expect(fetchPicture(`${url}/images/1.png`, running)).rejects.toThrow('no picture');
});

it('a picture is fetched from no other address, without redirects, and only up to a size limit', async () => {
  const other = await openEndpoint((_request, response) => response.end('internal'));
  const { url } = await openEndpoint((request, response) => {
    if (request.url === '/redirect') response.writeHead(302, { location: other.url }).end();
    else if (request.url === '/large')
      response.writeHead(200, { 'content-type': 'image/png' }).end(Buffer.alloc(1_000_000));
    else response.writeHead(404).end();
  });
  const fetchPicture = createFetchPicture({ baseUrl: url, token: 'token-1', inTurn: (call) => call() });
  const asked = [other.url, `${url}/redirect`, `${url}/large`, `${url}/none`, 'file:///etc/passwd', 'nonsense'];
  for (const address of asked) await expect(fetchPicture(address, running)).rejects.toThrow();
  expect(other.requests).toHaveLength(0);
});
