import { scryptSync } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { pino } from 'pino';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Config } from '../../src/config/config.ts';
import type { Store } from '../../src/database/store.ts';
import {
  apiLists,
  isWithin,
  type KeyScope,
  listAccessKeys,
  makeAccessKey,
  pathOfScope,
} from '../../src/people/accessKeysTable.ts';
import { listAudit, noteSignIn } from '../../src/people/auditTable.ts';
import { isLoopbackHost } from '../../src/people/signIn/needsSignIn.ts';
import { checkPassword } from '../../src/people/signIn/password.ts';
import { findUser, removeUser, saveUser } from '../../src/people/usersTable.ts';
import { syncWatches } from '../../src/schedule/syncWatches.ts';
import { endpoints } from '../../src/web/listings.ts';
import { startMetrics } from '../../src/web/metrics.ts';
import { startWeb } from '../../src/web/startWeb.ts';
import { freshStore } from '../database/freshStore.ts';
import { eventually } from '../eventually.ts';
import { aWatch } from '../schedule/aWatch.ts';
import { httpAt } from './httpAt.ts';
import { quickHash } from './quickHash.ts';
import { config, now } from './serve.ts';
import { signedIn } from './signedIn.ts';

const password = 'correct horse battery';
const watches = [
  aWatch({ id: 'ours', name: 'Our patent', matter: 'M-1' }),
  aWatch({ id: 'nightjar', name: 'Project Nightjar', matter: 'M-1', confidential: true }),
  aWatch({ id: 'theirs', name: 'Their patent', matter: 'M-2' }),
];

/** The pages of these watches, with all that they log. */
async function open(http: Partial<Config['http']> = {}, names: readonly string[] = []) {
  const { store } = await freshStore();
  for (const name of names) await addUser(store, name);
  const own = { ...config, watches, http: httpAt(http) };
  await syncWatches(store, { ...own, spreadSeconds: 0 }, now);
  const lines: Record<string, unknown>[] = [];
  const log = pino({ name: 'tipstaff' }, { write: (line: string) => lines.push(JSON.parse(line)) });
  const metrics = await startMetrics(store, own, () => now);
  const web = await startWeb({ store, config: own, metrics, clock: () => now, log });
  onTestFinished(() => web.close());
  return { store, url: web.url, lines };
}

async function addUser(store: Store, name: string): Promise<void> {
  const user = { name, role: 'admin', matters: undefined, confidential: false, password: quickHash(password) } as const;
  await saveUser(store.db, user, now);
}

/** Sends the form to sign in as a browser does, behind a proxy that says whom it serves. */
async function tryToSignIn(url: string, name: string, given: string, from?: string): Promise<Response> {
  const form = await fetch(`${url}/sign-in`);
  const formToken = /name="formToken" value="([^"]+)"/.exec(await form.text())?.[1] ?? '';
  const cookie = form.headers.getSetCookie().map((one) => one.split(';')[0]);
  return fetch(`${url}/sign-in`, {
    method: 'POST',
    redirect: 'manual',
    headers: { cookie: cookie.join('; '), ...(from === undefined ? {} : { 'x-forwarded-for': from }) },
    body: new URLSearchParams({ formToken, name, password: given }),
  });
}

/** What a server says to bytes that no client library would send. */
async function raw(url: string, request: string): Promise<string> {
  const { port, hostname } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.end(request);
  let said = '';
  for await (const part of socket) said += part;
  return said;
}

describe('where nobody has to sign in, the pages open to this machine alone', () => {
  it.each([
    ['a proxy that names the reader', { 'x-forwarded-for': '203.0.113.5' }],
    ['a proxy by the standard', { forwarded: 'for=203.0.113.5' }],
    ['a proxy that names itself', { via: '1.1 nginx' }],
    ['a proxy that says by which scheme', { 'x-forwarded-proto': 'https' }],
    ['a proxy that says for which host', { 'x-forwarded-host': 'tipstaff.firm.example' }],
    ['a proxy with a header of its own', { 'x-real-ip': '203.0.113.5' }],
  ])('not through %s', async (_, headers) => {
    const { url, store } = await open();
    expect((await fetch(`${url}/users`, { redirect: 'manual' })).status).toBe(200);
    expect((await fetch(`${url}/users`, { headers, redirect: 'manual' })).status).toBe(303);
    expect((await fetch(`${url}/api/v1/watches`, { headers })).status).toBe(401);
    const formToken = 'a-token-of-this-browser-alone';
    const body = new URLSearchParams({ formToken, name: 'intruder', role: 'admin', sees: 'all', password });
    const sent = { method: 'POST', headers: { ...headers, cookie: `tipstaff-form=${formToken}` }, body };
    expect((await fetch(`${url}/users/add`, sent)).status).toBe(403);
    expect(await findUser(store.db, 'intruder')).toBeUndefined();
  });

  it('a public address needs a user: the program does not start without, and shows nothing after the last one is gone', async () => {
    const publicUrl = 'https://tipstaff.firm.example';
    await expect(open({ publicUrl })).rejects.toMatchObject({
      code: 'config.sign-in',
      message: expect.stringContaining(publicUrl),
    });
    const { store, url } = await open({ publicUrl }, ['ann']);
    await removeUser(store.db, 'ann');
    expect((await fetch(`${url}/watches`, { redirect: 'manual' })).status).toBe(303);
  });

  it('a public address needs no user where a proxy says who looks', async () => {
    const trustedHeader = { name: 'x-remote-user', from: ['127.0.0.1'] };
    const { url } = await open({ publicUrl: 'https://tipstaff.firm.example', trustedHeader });
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
  ])('this machine is called %j: %s', (host, itself) => expect(isLoopbackHost(host)).toBe(itself));

  it('a request line that names another host is refused, so that no link of ours names it', async () => {
    const { url } = await open();
    const said = await raw(
      url,
      'GET http://evil.example/watches HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n',
    );
    expect(said).toMatch(/^HTTP\/1.1 421 /);
  });
});

describe('the key of a program', () => {
  async function withKey() {
    const { store, url } = await open({}, ['ann']);
    const made = { kind: 'api', userName: 'ann', label: 'dashboard', path: undefined } as const;
    const key = await makeAccessKey(store.db, { ...made, expiresAt: '2030-01-01T00:00:00.000Z' }, now);
    return { store, url, key, headers: { authorization: `Bearer ${key}` } };
  }

  it('reads the API and feeds, as a bearer token or as the password of Basic, and nothing else', async () => {
    const { url, key, headers } = await withKey();
    const basic = { authorization: `Basic ${Buffer.from(`ann:${key}`).toString('base64')}` };
    for (const way of [headers, basic]) {
      expect((await fetch(`${url}/api/v1/watches`, { headers: way })).status).toBe(200);
      expect((await fetch(`${url}/feeds/ours.ics`, { headers: way })).status).toBe(200);
      for (const page of ['/', '/users', '/watches/ours', '/account', '/audit'])
        expect((await fetch(url + page, { headers: way, redirect: 'manual' })).status, page).toBe(303);
      for (const file of ['/watches.csv', '/audit.json', '/matters/M-1/evidence'])
        expect((await fetch(url + file, { headers: way, redirect: 'manual' })).status, file).toBe(401);
    }
  });

  it('may be limited to feeds, to the API, or to one list of it', async () => {
    const { store, url } = await withKey();
    expect([...apiLists].sort()).toEqual(endpoints.map(({ name }) => name).sort());
    const paths = ['/api/v1/watches', '/api/v1/changes', '/feeds/ours.atom'];
    const asked = async (scope: KeyScope) => {
      const made = { kind: 'api', userName: 'ann', label: scope, path: pathOfScope(scope) } as const;
      const key = await makeAccessKey(store.db, { ...made, expiresAt: '2030-01-01T00:00:00.000Z' }, now);
      const headers = { authorization: `Bearer ${key}` };
      return Promise.all(paths.map(async (path) => (await fetch(url + path, { headers })).status));
    };
    expect(await asked('all')).toEqual([200, 200, 200]);
    expect(await asked('api')).toEqual([200, 200, 401]);
    expect(await asked('feeds')).toEqual([401, 401, 200]);
    expect(await asked('changes')).toEqual([401, 200, 401]);
    expect(isWithin('/api/v1/changes-of-others', '/api/v1/changes')).toBe(false);
  });

  it('opens no form: no user is made by it, no further key, and no watch is paused', async () => {
    const { store, url, headers } = await withKey();
    const formToken = 'a-token-of-this-browser-alone';
    for (const path of ['/users/add', '/users/ann/key', '/watches/ours/pause', '/account/password']) {
      const body = new URLSearchParams({ formToken, name: 'bykey', role: 'admin', sees: 'all', password, days: '9' });
      const sent = { method: 'POST', headers: { ...headers, cookie: `tipstaff-form=${formToken}` }, body };
      expect((await fetch(url + path, sent)).status, path).toBe(403);
    }
    expect(await findUser(store.db, 'bykey')).toBeUndefined();
    expect(await listAccessKeys(store.db, {}, now)).toHaveLength(1);
  });

  it('says when it was last used', async () => {
    const { store, url, headers } = await withKey();
    expect((await listAccessKeys(store.db, {}, now))[0]?.lastUsedAt).toBeUndefined();
    await fetch(`${url}/api/v1/watches`, { headers });
    await eventually(async () => {
      expect((await listAccessKeys(store.db, {}, now))[0]?.lastUsedAt).toBe(now.toISOString());
    });
    const ann = await signedIn({ store, url }, 'ann', {}, now);
    expect(await (await ann.show('/account')).text()).toContain('Last used');
  });

  it('is asked for by a challenge that programs understand', async () => {
    const { url } = await withKey();
    const asked = async (path: string) => (await fetch(url + path)).headers.get('www-authenticate');
    expect(await asked('/feeds/ours.ics')).toContain('Basic realm="Tipstaff"');
    expect(await asked('/api/v1/watches')).toBe('Bearer realm="Tipstaff"');
    expect(await asked('/watches.csv')).toBe('Form realm="Tipstaff"');
  });
});

describe('attempts to sign in', () => {
  it('lock out the name at the address that tries, and nobody elsewhere', async () => {
    const { url } = await open({ publicUrl: 'http://tipstaff.localhost' }, ['ann', 'bob']);
    for (let tried = 0; tried < 10; tried += 1) await tryToSignIn(url, 'ann', 'wrong', '203.0.113.5');
    expect(await (await tryToSignIn(url, 'ann', password, '203.0.113.5')).text()).toContain('Too many attempts');
    expect((await tryToSignIn(url, 'bob', password, '203.0.113.5')).status).toBe(303);
    expect((await tryToSignIn(url, 'ann', password, '203.0.113.9')).status).toBe(303);
  });

  it('lock out an address that tries many names, however often it says to be another', async () => {
    const names = Array.from({ length: 12 }, (_, nth) => `name${nth}`);
    const { store, url } = await open({}, ['ann', ...names]);
    for (const name of names.slice(1)) {
      const refused = { userName: name, address: '203.0.113.5', accepted: false, now };
      for (let tried = 0; tried < 8; tried += 1) await noteSignIn(store.db, refused);
    }
    for (const [nth, name] of names.entries()) await tryToSignIn(url, name, 'wrong', `198.51.100.${nth}, 203.0.113.5`);
    expect(await (await tryToSignIn(url, 'ann', password, '203.0.113.5')).text()).toContain('Too many attempts');
    expect((await tryToSignIn(url, 'ann', password, '203.0.113.9')).status).toBe(303);
  });

  it('are believed to be from where a trusted proxy says, and from the connection else', async () => {
    for (const [trustedProxies, address] of [
      [['127.0.0.0/8'], '203.0.113.5'],
      [['10.0.0.0/8'], '127.0.0.1'],
    ] as const) {
      const { store, url } = await open({ trustedProxies: [...trustedProxies] }, ['ann']);
      await tryToSignIn(url, 'ann', password, '203.0.113.5');
      const [line] = await listAudit(store.db, { what: 'sign-in', limit: 1 });
      expect(line?.detail).toBe(`from ${address}, by password`);
    }
  });

  it('are in the audit log, the log and the metrics: who came in, was refused, was locked out, and left', async () => {
    const { store, url, lines } = await open({}, ['ann']);
    for (let tried = 0; tried < 11; tried += 1) await tryToSignIn(url, 'ann', 'wrong', '203.0.113.5');
    await tryToSignIn(url, 'nobody\u202e', 'wrong', '203.0.113.6');
    const came = await tryToSignIn(url, 'ann', password, '203.0.113.7');
    const session = came.headers.getSetCookie().map((one) => one.split(';')[0]);
    const cookie = [...session, 'tipstaff-form=a-token-of-this-browser-alone'].join('; ');
    const body = new URLSearchParams({ formToken: 'a-token-of-this-browser-alone' });
    await fetch(`${url}/sign-out`, { method: 'POST', redirect: 'manual', headers: { cookie }, body });
    const noted = (await listAudit(store.db, { limit: 99 })).reverse();
    expect(noted.map(({ who, what, subject, detail }) => [who, what, subject, detail]).slice(9)).toEqual([
      ['ann', 'sign-in.refused', 'ann', 'from 203.0.113.5'],
      ['ann', 'sign-in.locked', 'ann', 'from 203.0.113.5'],
      ['unknown', 'sign-in.refused', 'nobody', 'from 203.0.113.6'],
      ['ann', 'sign-in', 'ann', 'from 203.0.113.7, by password'],
      ['ann', 'sign-out', 'ann', expect.stringContaining('from ')],
    ]);
    expect(lines.filter(({ msg }) => msg === 'sign-in refused')).toHaveLength(11);
    expect(lines).toContainEqual(
      expect.objectContaining({ msg: 'sign-in locked', name: 'tipstaff', user: 'ann', address: '203.0.113.5' }),
    );
    const metrics = await (await fetch(`${url}/metrics`)).text();
    for (const [outcome, count] of Object.entries({ accepted: 1, refused: 11, locked: 1 }))
      expect(metrics).toContain(`tipstaff_sign_ins_total{outcome="${outcome}"} ${count}\n`);
  });

  it('wait for one another, a few of them; the others are told to come back, which bounds the memory', async () => {
    const stored = quickHash(password);
    const tries = Array.from({ length: 40 }, () => checkPassword('wrong', stored).catch(({ code }) => code));
    const outcomes = await Promise.all(tries);
    expect(outcomes.filter((one) => one === 'web.busy')).toHaveLength(20);
    expect(outcomes.filter((one) => one === false)).toHaveLength(20);
  });

  it('store a password of 0.2.0 anew, whose N was four times as large', async () => {
    const salt = Buffer.alloc(16, 1);
    const key = scryptSync(password, salt, 32, { N: 2 ** 17, r: 2, p: 1, maxmem: 2 ** 28 });
    const former = `scrypt$${2 ** 17}$2$1$${salt.toString('base64url')}$${key.toString('base64url')}`;
    const { store, url } = await open({}, ['ann']);
    const ann = (await findUser(store.db, 'ann')) ?? expect.fail();
    await saveUser(store.db, { ...ann, password: former }, now);
    expect((await tryToSignIn(url, 'ann', password)).status).toBe(303);
    expect((await findUser(store.db, 'ann'))?.password).toMatch(/^scrypt\$32768\$8\$3\$/);
    expect((await tryToSignIn(url, 'ann', password)).status).toBe(303);
  });
});

describe('what browsers keep', () => {
  it('leaves by https alone where readers come by it, under names that no other host can plant', async () => {
    const { url } = await open({ publicUrl: 'https://tipstaff.firm.example', hsts: true }, ['ann']);
    const shown = await fetch(`${url}/sign-in`);
    const signedIn = await tryToSignIn(url, 'ann', password);
    const cookies = [...shown.headers.getSetCookie(), ...signedIn.headers.getSetCookie()];
    expect(cookies.length).toBeGreaterThan(1);
    for (const cookie of cookies)
      expect(cookie).toMatch(/^__Host-tipstaff-[\w-]+=.*; Path=\/; HttpOnly; Secure; SameSite=/);
    expect(shown.headers.get('strict-transport-security')).toBe('max-age=31536000');
    expect(shown.headers.get('x-frame-options')).toBe('DENY');
  });

  it('is nothing of the API and of feeds', async () => {
    const { url } = await open();
    for (const path of ['/api/v1/watches', '/feeds/ours.ics', '/feeds/ours.atom'])
      expect((await fetch(url + path)).headers.getSetCookie(), path).toEqual([]);
  });

  it('is compared without an error, whatever it holds', async () => {
    const { url } = await open({}, ['ann']);
    const headers = { cookie: 'tipstaff-form=a-token-of-this-browser-alone' };
    const body = new URLSearchParams({ formToken: 'ä-token-of-this-browser-alone', name: 'ann', password });
    expect((await fetch(`${url}/sign-in`, { method: 'POST', headers, body })).status).toBe(403);
  });
});

describe('connections', () => {
  it('are never closed while they are served: more readers than connections lose no response', async () => {
    const { url } = await open({ maxConnections: 10 });
    const idle = Array.from({ length: 30 }, () =>
      connect(Number(new URL(url).port), '127.0.0.1').on('error', () => {}),
    );
    onTestFinished(() => idle.forEach((socket) => void socket.destroy()));
    await wait(100);
    // One slow request, whose head is whole and whose body comes late, and as many connections as there may be after it.
    const slow = connect(Number(new URL(url).port), '127.0.0.1');
    slow.write(
      'POST /sign-in HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 5\r\n\r\n',
    );
    await wait(100);
    const later = Array.from({ length: 40 }, () =>
      connect(Number(new URL(url).port), '127.0.0.1').on('error', () => {}),
    );
    onTestFinished(() => later.forEach((socket) => void socket.destroy()));
    await wait(200);
    slow.write('a=b&c');
    const [first] = (await once(slow, 'data')) as [Buffer];
    expect(first.toString()).toMatch(/^HTTP\/1.1 403 /);
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
  });
});

describe('/metrics', () => {
  it('needs the token where there is one, and names no confidential watch', async () => {
    const { url } = await open({ metricsToken: 'a-token-of-prometheus' });
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
  it('says who asked for what, by which key and from where, and no secret', async () => {
    const { store, url, lines } = await open({ accessLog: true }, ['ann']);
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

describe('the log of a page that could not be made', () => {
  it('names the page, and nothing of a secret address', async () => {
    const { store, url, lines } = await open({}, ['ann']);
    const made = { userName: 'ann', label: '', expiresAt: '2030-01-01T00:00:00.000Z' };
    const feed = await makeAccessKey(store.db, { ...made, kind: 'feed', path: '/feeds/ours.ics' }, now);
    await store.db.schema.dropTable('access_keys').execute();
    expect((await fetch(`${url}/feeds/${feed}/ours.ics`)).status).toBe(500);
    expect((await fetch(`${url}/acknowledge/abc.def`)).status).toBe(404);
    expect(lines.map(({ path, msg }) => [path, msg])).toContainEqual(['/feeds/…/ours.ics', 'a page could not be made']);
    expect(JSON.stringify(lines.map(({ path }) => path))).not.toContain(feed);
  });
});

describe('a secret address', () => {
  async function subscribe(file: string, matters?: readonly string[]) {
    const pages = await open({ publicUrl: 'http://tipstaff.localhost' }, ['boss']);
    const ann = await signedIn(pages, 'ann', { matters }, now);
    const made = await ann.send('/feeds/subscribe', { file });
    const text = await made.text();
    const address = /value="http:\/\/tipstaff\.localhost(\/feeds\/[^"]+)"/.exec(text)?.[1] ?? '';
    return { ...pages, ann, status: made.status, text, address };
  }

  it('opens one calendar without signing in, as its maker sees it, until it is ended', async () => {
    const { url, ann, text, address } = await subscribe('M-1.ics', ['M-1']);
    expect(text).toContain('webcal://tipstaff.localhost/feeds/');
    for (const words of ['Google Calendar', 'Outlook on the web', 'Apple Calendar']) expect(text).toContain(words);
    const calendar = await fetch(url + address);
    expect([calendar.status, await calendar.text()]).toEqual([200, expect.stringContaining('BEGIN:VCALENDAR')]);
    const key = address.split('/')[2] ?? '';
    for (const other of [`/feeds/${key}/ours.ics`, `/feeds/${key}/M-2.ics`, `/feeds/${key}/ours.atom`])
      expect((await fetch(url + other)).status, other).toBe(404);
    expect((await fetch(`${url}/api/v1/dates`, { headers: { authorization: `Bearer ${key}` } })).status).toBe(401);
    const account = await (await ann.show('/account')).text();
    const digest = /name="digest" value="([^"]+)"/.exec(account.slice(account.indexOf('calendar or feed')))?.[1];
    await ann.send('/account/end', { digest: digest ?? '' });
    expect((await fetch(url + address)).status).toBe(404);
  });

  it('is made for what one may read alone, and shows no more than its maker may see by now', async () => {
    expect((await subscribe('theirs.ics', ['M-1'])).status).toBe(404);
    expect((await subscribe('counsel.ics', ['M-1'])).status).toBe(404);
    const { store, url, address } = await subscribe('ours.atom', ['M-1']);
    expect((await fetch(url + address)).status).toBe(200);
    const ann = (await findUser(store.db, 'ann')) ?? expect.fail();
    await saveUser(store.db, { ...ann, matters: ['M-2'] }, now);
    expect((await fetch(url + address)).status).toBe(401);
    await saveUser(store.db, { ...ann, disabled: true }, now);
    expect((await fetch(url + address)).status).toBe(404);
  });

  it('of a matter hides the names of its confidential watches', async () => {
    const { url, address } = await subscribe('M-1.ics');
    expect(await (await fetch(url + address)).text()).not.toContain('Nightjar');
  });
});
