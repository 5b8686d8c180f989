import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { makeAccessKey } from '../../src/people/accessKeysTable.ts';
import { isLoopbackHost } from '../../src/people/signIn/whoLooks.ts';
import { findUser, removeUser } from '../../src/people/usersTable.ts';
import { eventually } from '../eventually.ts';
import { openPages, password, tryToSignIn } from './openPages.ts';
import { now } from './serve.ts';
import { signedIn } from './signedIn.ts';

/** Returns the response to bytes that no client library would send. */
async function raw(url: string, request: string): Promise<string> {
  const { port, hostname } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.end(request);
  let said = '';
  for await (const part of socket) said += part;
  return said;
}

describe('without users, the pages', () => {
  it.each([
    ['a proxy that names the client in X-Forwarded-For', { 'x-forwarded-for': '203.0.113.5' }],
    ['a proxy that names the client in Forwarded', { forwarded: 'for=203.0.113.5' }],
    ['a proxy that names itself in Via', { via: '1.1 nginx' }],
    ['a proxy that names the scheme', { 'x-forwarded-proto': 'https' }],
    ['a proxy that names the host', { 'x-forwarded-host': 'tipstaff.firm.example' }],
    ['a proxy that names the client in a header of its own', { 'x-real-ip': '203.0.113.5' }],
  ])('are closed to a request through %s', async (_, headers) => {
    const { url, store } = await openPages();
    expect((await fetch(`${url}/users`, { redirect: 'manual' })).status).toBe(200);
    expect((await fetch(`${url}/users`, { headers, redirect: 'manual' })).status).toBe(303);
    expect((await fetch(`${url}/api/v1/watches`, { headers })).status).toBe(401);
    const formToken = 'a-token-of-this-browser-alone';
    const body = new URLSearchParams({ formToken, name: 'intruder', role: 'admin', sees: 'all', password });
    const sent = { method: 'POST', headers: { ...headers, cookie: `tipstaff-form=${formToken}` }, body };
    expect((await fetch(`${url}/users/add`, sent)).status).toBe(403);
    expect(await findUser(store.db, 'intruder')).toBeUndefined();
  });

  it.each([
    ['a public address', { publicUrl: 'https://tipstaff.firm.example' }, 'https://tipstaff.firm.example'],
    ['a port that others can reach', { host: '0.0.0.0' }, 'tipstaff users add'],
  ])('need a user with %s: without one no program starts, and a running one shows nothing', async (_, http, words) => {
    const refused = { code: 'config.sign-in', message: expect.stringContaining(words) };
    await expect(openPages(http)).rejects.toMatchObject(refused);
    const { store, url } = await openPages(http, ['ann']);
    const here = url.replace('0.0.0.0', '127.0.0.1');
    expect((await fetch(`${here}/healthz`)).status).toBe(200);
    await removeUser(store.db, 'ann');
    expect((await fetch(`${here}/watches`, { redirect: 'manual' })).status).toBe(303);
  });

  it('with a public address need no user if a trusted proxy names the viewer', async () => {
    const trustedHeader = { name: 'x-remote-user', from: ['127.0.0.1'] };
    const { url } = await openPages({ publicUrl: 'https://tipstaff.firm.example', trustedHeader });
    expect((await fetch(`${url}/watches`, { redirect: 'manual' })).status).toBe(303);
  });

  it.each([
    ['localhost', true],
    ['LOCALHOST', true],
    ['tipstaff.localhost', true],
    ['127.0.0.1', true],
    ['127.1.2.3', true],
    ['::1', true],
    ['[::1]', true],
    ['[2001:db8::1]', false],
    ['128.0.0.1', false],
    ['127.firm.example', false],
    ['localhost.firm.example', false],
    ['notlocalhost', false],
    ['', false],
  ])('count %j as this machine: %s', (host, itself) => expect(isLoopbackHost(host)).toBe(itself));

  it('refuse a request line that names another host, so that no link of theirs names it', async () => {
    const { url } = await openPages();
    const said = await raw(
      url,
      'GET http://evil.example/watches HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n',
    );
    expect(said).toMatch(/^HTTP\/1.1 421 /);
  });
});

describe('a cookie', () => {
  it('is sent only over HTTPS if readers use it, under a name that no other host can set', async () => {
    const { url } = await openPages({ publicUrl: 'https://tipstaff.firm.example', hsts: true }, ['ann']);
    const shown = await fetch(`${url}/sign-in`);
    const signedIn = await tryToSignIn(url, 'ann', password);
    const cookies = [...shown.headers.getSetCookie(), ...signedIn.headers.getSetCookie()];
    expect(cookies.length).toBeGreaterThan(1);
    for (const cookie of cookies)
      expect(cookie).toMatch(/^__Host-tipstaff-[\w-]+=.*; Path=\/; HttpOnly; Secure; SameSite=/);
    expect(shown.headers.get('strict-transport-security')).toBe('max-age=31536000');
    expect(shown.headers.get('x-frame-options')).toBe('DENY');
  });

  it('is never set by the API or a feed', async () => {
    const { url } = await openPages();
    for (const path of ['/api/v1/watches', '/feeds/ours.ics', '/feeds/ours.atom'])
      expect((await fetch(url + path)).headers.getSetCookie(), path).toEqual([]);
  });

  it('is compared without an error, whatever the form contains', async () => {
    const { url } = await openPages({}, ['ann']);
    const headers = { cookie: 'tipstaff-form=a-token-of-this-browser-alone' };
    const body = new URLSearchParams({ formToken: 'ä-token-of-this-browser-alone', name: 'ann', password });
    expect((await fetch(`${url}/sign-in`, { method: 'POST', headers, body })).status).toBe(403);
  });
});

describe('a connection', () => {
  it('is never closed while it is served, even with more clients than connections', async () => {
    const { store, url } = await openPages({ maxConnections: 10 }, ['ann']);
    const session = { kind: 'session', userName: 'ann', label: '', path: undefined } as const;
    const key = await makeAccessKey(store.db, { ...session, expiresAt: '2030-01-01T00:00:00.000Z' }, now);
    const { port, hostname } = new URL(url);
    const connectIdle = (count: number) => {
      const sockets = Array.from({ length: count }, () =>
        connect(Number(port), hostname)
          .on('error', () => {})
          .resume(),
      );
      onTestFinished(() => sockets.forEach((socket) => void socket.destroy()));
      return sockets;
    };
    const idle = connectIdle(30);
    await eventually(() => expect(idle.filter((socket) => !socket.closed).length).toBeLessThanOrEqual(10));
    // A slow request of a signed-in user. More connections than allowed arrive after the server has read its head.
    const slow = connect(Number(port), hostname);
    const headers = ['Host: localhost', 'Connection: close', 'Expect: 100-continue', 'Content-Length: 5'];
    const type = 'Content-Type: application/x-www-form-urlencoded';
    const cookie = `Cookie: tipstaff-session=${key}; tipstaff-form=a-token-of-this-browser-alone`;
    slow.write(`POST /account/save HTTP/1.1\r\n${[...headers, type, cookie].join('\r\n')}\r\n\r\n`);
    const [read] = (await once(slow, 'data')) as [Buffer];
    expect(read.toString()).toMatch(/^HTTP\/1.1 100 /);
    const later = connectIdle(40);
    await eventually(() => expect(later.filter((socket) => !socket.closed).length).toBeLessThan(10));
    slow.write('a=b&c');
    const [first] = (await once(slow, 'data')) as [Buffer];
    expect(first.toString()).toMatch(/^HTTP\/1.1 403 /);
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
  });
});

describe('/metrics', () => {
  it('needs the token if the config has one, and names no confidential watch', async () => {
    const { url } = await openPages({ metricsToken: 'a-token-of-prometheus' });
    const refused = await fetch(`${url}/metrics`);
    expect([refused.status, refused.headers.get('www-authenticate')]).toEqual([401, 'Bearer realm="Tipstaff"']);
    const text = await (
      await fetch(`${url}/metrics`, { headers: { authorization: 'Bearer a-token-of-prometheus' } })
    ).text();
    expect(text).toContain('tipstaff_watch_last_complete_timestamp_seconds{watch="ours"}');
    expect(text).toContain('tipstaff_watch_last_complete_timestamp_seconds{watch="confidential"}');
    expect(text).not.toContain('nightjar');
  });
});

describe('the access log', () => {
  it('has the user, the key, the path and the status of each request, and no secret', async () => {
    const { store, url, lines } = await openPages({ accessLog: true }, ['ann']);
    const made = { userName: 'ann', label: 'dashboard', expiresAt: '2030-01-01T00:00:00.000Z' };
    const key = await makeAccessKey(store.db, { ...made, kind: 'api', path: undefined }, now);
    const feed = await makeAccessKey(store.db, { ...made, kind: 'feed', path: '/feeds/ours.ics' }, now);
    await fetch(`${url}/api/v1/watches`, { headers: { authorization: `Bearer ${key}` } });
    await fetch(`${url}/feeds/${feed}/ours.ics`);
    await fetch(`${url}/watches/ours?key=${feed}`, { redirect: 'manual' });
    await fetch(`${url}/healthz`);
    await (await signedIn({ store, url }, 'bob', {}, now)).show('/watches/ours');
    const asked = lines.filter(({ msg }) => msg === 'request');
    expect(asked.map(({ who, key: by, path, status }) => [who, by, path, status])).toEqual([
      ['ann', 'dashboard', '/api/v1/watches', 200],
      ['ann', 'dashboard', '/feeds/…/ours.ics', 200],
      [undefined, undefined, '/watches/ours', 303],
      ['bob', undefined, '/watches/ours', 200],
    ]);
    for (const secret of [key, feed]) expect(JSON.stringify(lines)).not.toContain(secret);
  });
});

describe('the log of a page that failed', () => {
  it('names the page without the key of its secret address', async () => {
    const { store, url, lines } = await openPages({}, ['ann']);
    const made = { userName: 'ann', label: '', expiresAt: '2030-01-01T00:00:00.000Z' };
    const feed = await makeAccessKey(store.db, { ...made, kind: 'feed', path: '/feeds/ours.ics' }, now);
    await store.db.schema.dropTable('accessKeys').execute();
    expect((await fetch(`${url}/feeds/${feed}/ours.ics`)).status).toBe(500);
    expect((await fetch(`${url}/acknowledge/abc.def`)).status).toBe(404);
    expect(lines.map(({ path, msg }) => [path, msg])).toContainEqual(['/feeds/…/ours.ics', 'a page could not be made']);
    expect(JSON.stringify(lines.map(({ path }) => path))).not.toContain(feed);
  });
});
