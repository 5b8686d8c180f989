import { describe, expect, it } from 'vitest';
import {
  apiLists,
  isWithin,
  type KeyScope,
  listAccessKeys,
  makeAccessKey,
  pathOfScope,
} from '../../src/people/accessKeysTable.ts';
import { findUser, saveUser } from '../../src/people/usersTable.ts';
import { endpoints } from '../../src/web/pages.ts';
import { eventually } from '../eventually.ts';
import { openPages, password } from './openPages.ts';
import { sendForm } from './sendForm.ts';
import { now } from './serve.ts';
import { signedIn } from './signedIn.ts';

describe('the access key of a program', () => {
  async function withKey() {
    const { store, url } = await openPages({}, ['ann']);
    const made = { kind: 'api', userName: 'ann', label: 'dashboard', path: undefined } as const;
    const key = await makeAccessKey(store.db, { ...made, expiresAt: '2030-01-01T00:00:00.000Z' }, now);
    return { store, url, key, headers: { authorization: `Bearer ${key}` } };
  }

  it('reads the API and the feeds, as a bearer token or as a Basic password, and opens nothing else', async () => {
    const { url, key, headers } = await withKey();
    const basic = { authorization: `Basic ${Buffer.from(`ann:${key}`).toString('base64')}` };
    for (const way of [headers, basic]) {
      expect((await fetch(`${url}/api/v1/watches`, { headers: way })).status).toBe(200);
      expect((await fetch(`${url}/feeds/ours.ics`, { headers: way })).status).toBe(200);
      expect((await fetch(`${url}/feeds/ours.ics`, { headers: way, method: 'HEAD' })).status).toBe(200);
      for (const page of ['/', '/users', '/watches/ours', '/account', '/audit'])
        expect((await fetch(url + page, { headers: way, redirect: 'manual' })).status, page).toBe(303);
      for (const file of ['/watches.csv', '/audit.json', '/matters/M-1/evidence'])
        expect((await fetch(url + file, { headers: way, redirect: 'manual' })).status, file).toBe(401);
    }
    const otherScheme = { authorization: basic.authorization.replace('Basic', 'Digest') };
    expect((await fetch(`${url}/api/v1/watches`, { headers: otherScheme })).status).toBe(401);
  });

  it('can be limited to the feeds, to the API, or to one list of the API', async () => {
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

  it('cannot send a form: it adds no user, makes no further key and pauses no watch', async () => {
    const { store, url, headers } = await withKey();
    const formToken = 'a-token-of-this-browser-alone';
    for (const path of ['/users/add', '/users/ann/key', '/watches/ours/pause', '/account/password']) {
      const body = new URLSearchParams({ formToken, name: 'bykey', role: 'admin', sees: 'all', password, days: '9' });
      const sent = { method: 'POST', headers: { ...headers, cookie: `tipstaff-form=${formToken}` }, body };
      expect((await fetch(url + path, sent)).status, path).toBe(403);
    }
    expect(await findUser(store.db, 'bykey')).toBeUndefined();
    expect(await listAccessKeys(store.db, 'ann', now)).toHaveLength(1);
  });

  it('has the time of its last use, and the account page shows it', async () => {
    const { store, url, headers } = await withKey();
    expect((await listAccessKeys(store.db, 'ann', now))[0]?.lastUsedAt).toBeNull();
    await fetch(`${url}/api/v1/watches`, { headers });
    await eventually(async () => {
      expect((await listAccessKeys(store.db, 'ann', now))[0]?.lastUsedAt).toBe(now.toISOString());
    });
    const ann = await signedIn({ store, url }, 'ann', {}, now);
    expect(await (await ann.show('/account')).text()).toContain('Last used');
  });

  it('is requested with a WWW-Authenticate challenge that suits the address', async () => {
    const { url } = await withKey();
    const asked = async (path: string) => (await fetch(url + path)).headers.get('www-authenticate');
    expect(await asked('/feeds/ours.ics')).toContain('Basic realm="Tipstaff"');
    expect(await asked('/api/v1/watches')).toBe('Bearer realm="Tipstaff"');
    expect(await asked('/watches.csv')).toBe('Form realm="Tipstaff"');
  });
});

describe('a secret feed address', () => {
  async function subscribe(file: string, matters?: readonly string[]) {
    const pages = await openPages({ publicUrl: 'http://tipstaff.localhost' }, ['boss']);
    const ann = await signedIn(pages, 'ann', { matters }, now);
    const made = await ann.send('/feeds/subscribe', { file, back: '/watches/ours' });
    const text = await made.text();
    const address = /value="http:\/\/tipstaff\.localhost(\/feeds\/[^"]+)"/.exec(text)?.[1] ?? '';
    return { ...pages, ann, status: made.status, text, address };
  }

  it('opens one calendar without signing in, until the user who made it ends it', async () => {
    const { url, ann, text, address } = await subscribe('M-1.ics', ['M-1']);
    expect(text).toContain('webcal://tipstaff.localhost/feeds/');
    expect(text).toContain('<a href="/watches/ours">Back</a>');
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

  it('needs no secret while there are no users, and is shown with the same steps', async () => {
    const { url } = await openPages({ publicUrl: 'http://tipstaff.localhost' }, []);
    const asks = (file: string) => sendForm(url, '/feeds/subscribe', { file }, {}, '/calendar');
    const shown = await (await asks('M-1.ics')).text();
    for (const words of ['value="http://tipstaff.localhost/feeds/M-1.ics"', 'Google Calendar', 'has no users'])
      expect(shown).toContain(words);
    expect(shown).toContain('href="webcal://tipstaff.localhost/feeds/M-1.ics"');
    expect((await asks('nobody.ics')).status).toBe(404);
  });

  it('can be made only for a feed that the user may read, and stops working without that right', async () => {
    expect((await subscribe('theirs.ics', ['M-1'])).status).toBe(404);
    expect((await subscribe('counsel.ics', ['M-1'])).status).toBe(404);
    const { store, url, ann: viewer, address } = await subscribe('ours.atom', ['M-1']);
    expect((await fetch(url + address)).status).toBe(200);
    const ann = (await findUser(store.db, 'ann')) ?? expect.fail();
    await saveUser(store.db, { ...ann, matters: ['M-2'] });
    const closed = [
      await fetch(url + address),
      await viewer.show('/feeds/ours.atom'),
      await viewer.show('/feeds/x.ics'),
    ];
    for (const response of closed)
      expect([response.status, await response.text()]).toEqual([
        404,
        expect.stringContaining('or you may not read it'),
      ]);
    await saveUser(store.db, { ...ann, disabled: true });
    expect((await fetch(url + address)).status).toBe(404);
  });

  it('of a matter hides the names of the confidential watches', async () => {
    const { url, address } = await subscribe('M-1.ics');
    expect(await (await fetch(url + address)).text()).not.toContain('Nightjar');
  });
});
