import { once } from 'node:events';
import { connect } from 'node:net';
import { Hono } from 'hono';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Store } from '../../src/store/store.ts';
import { createApp } from '../../src/web/app.ts';
import { readBody } from '../../src/web/frame/ownForm.ts';
import type { WebParts } from '../../src/web/readersApp.ts';
import { eventually } from '../eventually.ts';
import { httpAt } from './httpAt.ts';
import { startProvider } from './openIdProvider.ts';
import { now, serve } from './serve.ts';
import { signedIn } from './signedIn.ts';

const token = 'a-token-of-this-browser-alone';
const boundary = 'a-boundary-of-this-browser-alone';
const browser = `tipstaff-form=${token}`;

/** Serves the pages with a provider and a nudge source. Returns the paths of all routes that take a body. */
async function serveEverything() {
  const { oidc } = await startProvider({});
  const http = httpAt({ maxConnections: 1000, signIn: { passwords: true, oidc } });
  const nudges = { desk: { type: 'webhook', name: 'desk', format: 'courtlistener', secret: ['x'.repeat(32)] } };
  const { store, url, parts } = await serve({ http, nudges } as unknown as Partial<WebParts['config']>);
  const routes = createApp(parts).routes.filter(({ method }) => !/GET|ALL/.test(method));
  expect(new Set(routes.map(({ method }) => method))).toEqual(new Set(['POST']));
  return { store, url, paths: [...new Set(routes.map(({ path }) => path))].sort() };
}

/** Returns the cookies of a new user's session. */
const cookieOf = async (store: Store, name: string, role: 'reader' | 'editor') =>
  (await signedIn({ store, url: '' }, name, { role }, now)).cookie;

/** Begins a form with its length in the header, and sends only the beginning of the body. */
function begin(url: string, path: string, { cookie = '', type = 'application/x-www-form-urlencoded', length = 9000 }) {
  const { port, hostname } = new URL(url);
  const socket = connect(Number(port), hostname).on('error', () => {});
  onTestFinished(() => void socket.destroy());
  const headers = ['Host: localhost', 'Sec-Fetch-Site: same-origin', `Cookie: ${cookie}`, `Content-Type: ${type}`];
  socket.write(`POST ${path} HTTP/1.1\r\n${headers.join('\r\n')}\r\nContent-Length: ${length}\r\n\r\na&a&`);
  return socket;
}

/** Returns the status of a form whose body never arrives in full. The server then closes the connection. */
async function statusUnread(url: string, path: string, sent: Parameters<typeof begin>[2]): Promise<number> {
  const socket = begin(url, path, sent);
  const [said] = (await once(socket, 'data')) as [Buffer];
  await once(socket, 'close');
  return Number(/^HTTP\/1.1 (\d+)/.exec(said.toString())?.[1]);
}

/** Returns an example address: `/cases/7/note` for `/:list{cases|designs}/:key/note`. */
function exampleOf(path: string): string {
  const parameter = /:\w+(?:\{([a-z]+)\|[^}]*\}|\{[^}]*\})?\??/g;
  return path.replaceAll(parameter, (_, first: string | undefined) => first ?? '7');
}

/** Forms that a user who has not signed in may send. */
const forStrangers = ['/acknowledge/:token', '/sign-in', '/sign-out'];

describe('the body of a form', () => {
  it('is refused unread if its sender has no right to the form, or if it is too large', async () => {
    const { store, url, paths } = await serveEverything();
    expect(paths).toEqual(expect.arrayContaining([...forStrangers, '/import', '/sign-in/provider/connect']));
    const [rita, eve] = [await cookieOf(store, 'rita', 'reader'), await cookieOf(store, 'eve', 'editor')];
    const wrong: unknown[] = [];
    const check = async (path: string, cookie: string, length: number, accepted: readonly number[]) => {
      const status = await statusUnread(url, exampleOf(path), { cookie, length });
      if (!accepted.includes(status)) wrong.push({ path, cookie, length, status });
    };
    const sent = paths.flatMap((path) => {
      if (forStrangers.includes(path)) return [check(path, '', 9000, [403]), check(path, browser, 40_000, [413])];
      const refused = path.startsWith('/nudges/') ? [404] : [403];
      return [check(path, browser, 9000, refused), check(path, rita, 90_000, [403, 404, 413])];
    });
    const large = [check('/import', '', 15_000_000, [403]), check('/import', rita, 15_000_000, [403])];
    // Only uploads may be large.
    await Promise.all([...sent, ...large, check('/import', eve, 15_000_000, [413])]);
    expect(wrong, 'each path with what it responded').toEqual([]);
  });

  it('is read up to 32 KB if its sender has not signed in, whether or not it declares its length', async () => {
    const { store, url } = await serve();
    await cookieOf(store, 'ann', 'reader');
    let sent = 0;
    const body = new ReadableStream({
      pull: (out) => {
        sent += 1024;
        out.enqueue(new Uint8Array(1024).fill(97));
        if (sent >= 1024 * 1024) out.close();
      },
    });
    const headers = { cookie: browser, 'content-type': 'application/x-www-form-urlencoded' };
    const response = await fetch(`${url}/sign-in`, { method: 'POST', headers, body, duplex: 'half' } as RequestInit);
    expect([response.status, await response.text()]).toEqual([413, expect.stringContaining('more than 32 KB')]);
  });

  it('is not awaited if its sender is slow', async () => {
    const app = new Hono().post('/', async (c) => c.json(await readBody(c, { bytes: 100, seconds: 0.01 })));
    const body = new ReadableStream({ start: (out) => out.enqueue(Buffer.from('a')) });
    const response = await app.request('/', { method: 'POST', body, duplex: 'half' } as RequestInit, {});
    expect(await response.json()).toMatchObject({ status: 408 });
  });

  it('that arrives slowly from many strangers blocks no other request: the oldest connections are closed', async () => {
    const { store, url } = await serve({ http: httpAt({ maxConnections: 20 }) });
    await cookieOf(store, 'ann', 'reader');
    const slow = Array.from({ length: 50 }, () => begin(url, '/sign-in', { cookie: browser }));
    await eventually(() => expect(slow.filter(({ closed }) => closed).length).toBeGreaterThanOrEqual(30));
    for (const path of ['/healthz', '/sign-in']) expect((await fetch(url + path)).status, path).toBe(200);
  });

  it('with files is read one at a time: another upload gets the status 503 and a Retry-After', async () => {
    const { store, url } = await serve();
    const cookie = await cookieOf(store, 'eve', 'editor');
    const type = `multipart/form-data; boundary=${boundary}`;
    const part = (name: string, text: string) =>
      `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${text}\r\n`;
    const form = `${part('formToken', token)}${part('rows', 'x'.repeat(100_000))}--${boundary}--\r\n`;
    const send = () =>
      fetch(`${url}/import`, { method: 'POST', headers: { cookie, 'content-type': type }, body: form });
    expect((await send()).status).toBe(422);
    const first = begin(url, '/import', { cookie, type, length: 15_000_000 });
    const refused = await eventually(async () => {
      const response = await send();
      expect(response.status).toBe(503);
      return response;
    });
    expect([refused.headers.get('retry-after'), await refused.text()]).toEqual([
      '5',
      expect.stringContaining('a file'),
    ]);
    first.destroy();
    await eventually(async () => expect((await send()).status).toBe(422));
  });

  it('with thousands of parts is refused', async () => {
    const { store, url } = await serve();
    const cookie = await cookieOf(store, 'eve', 'editor');
    const headers = { cookie, 'content-type': `multipart/form-data; boundary=${boundary}` };
    const body = `--${boundary}\r\nContent-Disposition: form-data; name="a"\r\n\r\n\r\n`.repeat(5000);
    expect((await fetch(`${url}/import`, { method: 'POST', headers, body: `${body}--${boundary}--\r\n` })).status).toBe(
      400,
    );
  });
});
