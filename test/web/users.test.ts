import { describe, expect, it } from 'vitest';
import { listAccessKeys, makeAccessKey } from '../../src/people/accessKeysTable.ts';
import { listAudit, noteSignIn } from '../../src/people/auditTable.ts';
import { checkPassword } from '../../src/people/signIn/password.ts';
import { browserWords, startSession } from '../../src/people/signIn/session.ts';
import { findUser, listUsers } from '../../src/people/usersTable.ts';
import { aWatch } from '../schedule/aWatch.ts';
import { quickHash } from './quickHash.ts';
import { sendForm } from './sendForm.ts';
import { now, serve } from './serve.ts';
import { signedIn } from './signedIn.ts';

const watches = [
  aWatch({ id: 'rival-cases', name: 'Our patent', matter: 'M-1' }),
  aWatch({ id: 'theirs', name: 'Their patent', matter: 'M-2' }),
];
const password = 'correct horse battery';

async function office() {
  const pages = await serve({ watches });
  const boss = await signedIn(pages, 'boss', { role: 'admin' }, now);
  return { ...pages, boss };
}

describe('the users page', () => {
  it('is for admins who see every matter, and for nobody who came by a link', async () => {
    const pages = await office();
    const others = [
      await signedIn(pages, 'ed', { role: 'editor' }, now),
      await signedIn(pages, 'part', { role: 'admin', matters: ['M-1'] }, now),
    ];
    for (const path of ['/users', '/users/boss', '/audit', '/audit.csv']) {
      expect((await pages.boss.show(path)).status).toBe(200);
      for (const other of others) expect((await other.show(path)).status).toBe(404);
    }
    for (const other of others) {
      const tried = [await other.send('/users/boss/disable'), await other.send('/users/add', { name: 'x' })];
      for (const { status } of tried) expect([403, 404]).toContain(status);
    }
    expect((await listUsers(pages.store.db)).map((user) => user.name)).toEqual(['boss', 'ed', 'part']);
  });

  it('adds a user who sees the matters that were ticked, and says so in the log', async () => {
    const { boss, store, url } = await office();
    const fields = { name: 'outside', role: 'reader', sees: 'some', 'matter.M-2': 'true', password };
    expect((await boss.send('/users/add', fields)).headers.get('location')).toBe('/users/outside');
    expect(await findUser(store.db, 'outside')).toMatchObject({ role: 'reader', matters: ['M-2'] });
    expect((await boss.send('/users/add', { ...fields, password: '' })).status).toBe(422);
    const [line] = await listAudit(store.db, { who: 'boss', limit: 1 });
    expect(line).toMatchObject({ what: 'user.add', subject: 'outside', detail: 'reader; sees M-2' });
    const none = { role: 'editor', sees: 'some', timezone: 'Europe/Paris', locale: 'fr' };
    await boss.send('/users/outside/save', none);
    expect(await findUser(store.db, 'outside')).toMatchObject({
      role: 'editor',
      matters: [],
      timezone: 'Europe/Paris',
    });
    expect((await boss.send('/users/outside/save', { ...none, timezone: 'Paris/Rome' })).status).toBe(422);
    const page = await (await boss.show('/users')).text();
    expect(page).toContain('href="/users/outside"');
    expect((await fetch(`${url}/users`, { redirect: 'manual' })).status).toBe(303);
  });

  it('makes a key that is shown once, lists what a user carries, and ends it', async () => {
    const pages = await office();
    const ann = await signedIn(pages, 'ann', {}, now);
    const made = await (await pages.boss.send('/users/ann/key', { label: 'dashboard', days: '30' })).text();
    const key = /readonly value="([^"]+)"/.exec(made)?.[1] ?? '';
    const asks = async () =>
      (await fetch(`${pages.url}/api/v1/watches`, { headers: { authorization: `Bearer ${key}` } })).status;
    expect(await asks()).toBe(200);
    const page = await (await pages.boss.show('/users/ann')).text();
    expect(page).toContain('dashboard');
    expect(page).not.toContain(key);
    for (const [, digest = ''] of page.matchAll(/name="digest" value="([^"]+)"/g)) {
      expect((await pages.boss.send('/users/ann/end', { digest })).status).toBe(303);
    }
    expect([await asks(), (await ann.show('/')).status]).toEqual([401, 303]);
    const log = await listAudit(pages.store.db, { subject: 'ann', limit: 9 });
    expect(log.map(({ what }) => what).sort()).toEqual(['api.end', 'key.make', 'session.end']);
  });

  it('signs out who is disabled, whatever they carry, and lets them in again', async () => {
    const pages = await office();
    const ann = await signedIn(pages, 'ann', { role: 'editor' }, now);
    await pages.boss.send('/users/ann/key', { label: 'dashboard', days: '30' });
    await pages.boss.send('/users/ann/disable');
    expect((await ann.show('/')).status).toBe(303);
    expect(await (await pages.boss.show('/users')).text()).toContain('disabled');
    await pages.boss.send('/users/ann/enable');
    expect(await findUser(pages.store.db, 'ann')).toMatchObject({ disabled: false, role: 'editor' });
  });

  it('never leaves nobody who could see to users', async () => {
    const { boss, store, url } = await office();
    const tried = [
      await boss.send('/users/boss/disable'),
      await boss.send('/users/boss/remove', { sure: 'true' }),
      await boss.send('/users/boss/save', { role: 'reader', sees: 'all' }),
      await boss.send('/users/boss/save', { role: 'admin', sees: 'some', 'matter.M-1': 'true' }),
    ];
    expect(tried.map(({ status }) => status)).toEqual([422, 422, 422, 422]);
    expect(await findUser(store.db, 'boss')).toMatchObject({ role: 'admin', disabled: false });
    await boss.send('/users/add', { name: 'second', role: 'admin', sees: 'all', password });
    expect((await boss.send('/users/boss/remove', { sure: 'true' })).status).toBe(303);
    expect((await fetch(`${url}/users`, { redirect: 'manual' })).status).toBe(303);
  });

  it('on one’s own machine takes an admin with a password as the first user', async () => {
    const { url, store } = await serve({ watches });
    expect((await sendForm(url, '/users/add', { name: 'ann', role: 'reader', sees: 'all', password })).status).toBe(
      422,
    );
    expect((await sendForm(url, '/users/add', { name: 'ann', role: 'admin', sees: 'all' })).status).toBe(422);
    expect((await sendForm(url, '/users/add', { name: 'ann', role: 'admin', sees: 'all', password })).status).toBe(303);
    expect(await findUser(store.db, 'ann')).toMatchObject({ role: 'admin', matters: undefined });
  });
});

describe('the account of a user', () => {
  it('says how the pages write days and times for them, and ends only what is theirs', async () => {
    const pages = await office();
    const ann = await signedIn(pages, 'ann', {}, now);
    expect(await (await ann.show('/')).text()).toContain('times in UTC');
    expect((await ann.send('/account/save', { timezone: 'Asia/Tokyo', locale: 'en-GB' })).status).toBe(303);
    expect(await (await ann.show('/')).text()).toContain('times in Asia/Tokyo');
    const ofBoss = /name="digest" value="([^"]+)"/.exec(await (await pages.boss.show('/account')).text())?.[1] ?? '';
    expect((await ann.send('/account/end', { digest: ofBoss })).status).toBe(404);
    expect((await pages.boss.show('/')).status).toBe(200);
    expect(await (await ann.show('/account')).text()).toContain('signed in (this browser)');
  });

  it('lists where they are signed in, by what and from where, and signs out everywhere else at once', async () => {
    const pages = await office();
    const key = { kind: 'api', userName: 'ann', label: 'dashboard', path: undefined } as const;
    const ann = await signedIn(pages, 'ann', {}, now);
    const elsewhere = await signedIn(pages, 'ann', {}, now);
    const agent = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36 Edg/140.0';
    await pages.store.transaction(async (trx) => {
      const arrival = { userName: 'ann', how: 'by password', address: '203.0.113.9', browser: agent };
      await startSession(trx, arrival, now);
      await makeAccessKey(trx, { ...key, expiresAt: '2030-01-01T00:00:00.000Z' }, now);
    });
    const account = await (await ann.show('/account')).text();
    expect(account).toContain('Edge on Windows, from 203.0.113.9, by password');
    expect(account.indexOf('(this browser)')).toBeLessThan(account.indexOf('Edge on Windows'));
    expect((await ann.send('/account/end-others')).status).toBe(303);
    expect([(await ann.show('/')).status, (await elsewhere.show('/')).status]).toEqual([200, 303]);
    const left = await listAccessKeys(pages.store.db, { userName: 'ann' }, now);
    expect(left.map(({ kind }) => kind).sort()).toEqual(['api', 'session']);
    expect((await pages.boss.show('/')).status).toBe(200);
    const [line] = await listAudit(pages.store.db, { who: 'ann', what: 'session', limit: 1 });
    expect(line).toMatchObject({ what: 'session.end', subject: 'ann', detail: 'all but this one' });
    expect(await (await ann.show('/account')).text()).not.toContain('Sign out everywhere else');
  });

  it.each([
    ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile/15E148 Safari/604.1', 'Safari on iOS'],
    ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox on macOS'],
    ['Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36', 'Chrome on Android'],
    ['curl/8.9', undefined],
    ['<script>alert(1)</script>', undefined],
  ])('knows a browser by %s', (agent, words) => {
    expect(browserWords(agent)).toBe(words);
  });
});

describe('the own password', () => {
  const next = 'a better battery staple';
  const change = { old: password, password: next, again: next };

  it('is changed by who knows the old one: other sessions end, this one and keys of programs stay, and the log says so', async () => {
    const pages = await office();
    const own = { password: quickHash(password), role: 'editor', matters: ['M-1'] } as const;
    const elsewhere = await signedIn(pages, 'ann', own, now);
    const ann = await signedIn(pages, 'ann', own, now);
    await pages.boss.send('/users/ann/key', { label: 'dashboard', days: '30' });
    const form = await (await ann.show('/account')).text();
    expect(form).toMatch(/action="\/account\/password".*autocomplete="current-password".*autocomplete="new-password"/s);
    const done = await ann.send('/account/password', change);
    expect(done.status).toBe(303);
    expect(await (await ann.show(done.headers.get('location')?.split('#')[0] ?? '')).text()).toContain('is changed');
    expect([(await ann.show('/')).status, (await elsewhere.show('/')).status]).toEqual([200, 303]);
    const user = await findUser(pages.store.db, 'ann');
    expect(user).toMatchObject({ role: 'editor', matters: ['M-1'] });
    expect([await checkPassword(next, user?.password), await checkPassword(password, user?.password)]).toEqual([
      true,
      false,
    ]);
    expect((await listAccessKeys(pages.store.db, { userName: 'ann' }, now)).map(({ kind }) => kind).sort()).toEqual([
      'api',
      'session',
    ]);
    const [line] = await listAudit(pages.store.db, { subject: 'ann', what: 'user.password', limit: 1 });
    expect(line).toMatchObject({ who: 'ann', detail: 'their own' });
  });

  it('stays where the old one is wrong, the new one too short, another the second time, or the form is not ours', async () => {
    const pages = await office();
    const stored = quickHash(password);
    const ann = await signedIn(pages, 'ann', { password: stored }, now);
    for (const [sent, why] of [
      [{ ...change, old: 'something else' }, 'is not your current password'],
      [{ ...change, password: 'short', again: 'short' }, 'at least 12 characters'],
      [{ ...change, again: 'another one altogether' }, 'are not the same'],
    ] as const) {
      const response = await ann.send('/account/password', sent);
      expect([response.status, await response.text()]).toEqual([422, expect.stringContaining(why)]);
    }
    expect((await ann.send('/account/password', { ...change, formToken: 'made-by-somebody-else' })).status).toBe(403);
    for (let tried = 0; tried < 10; tried += 1) {
      await noteSignIn(pages.store.db, { userName: 'ann', address: '127.0.0.1', accepted: false, now });
    }
    expect(await (await ann.send('/account/password', change)).text()).toContain('Too many attempts');
    expect((await findUser(pages.store.db, 'ann'))?.password).toBe(stored);
    // Who comes by a proxy has none.
    const bob = await signedIn(pages, 'bob', { password: undefined }, now);
    expect(await (await bob.show('/account')).text()).not.toContain('/account/password');
    expect((await bob.send('/account/password', change)).status).toBe(404);
  });
});

describe('the audit log', () => {
  it('is filtered by who, what and when, and taken along as a file', async () => {
    const { boss } = await office();
    await boss.send('/users/add', { name: 'ann', role: 'editor', sees: 'all', password });
    await boss.send('/watches/theirs/check');
    const subjects = async (query: string) =>
      [...(await (await boss.show(`/audit?${query}`)).text()).matchAll(/subject=([\w-]+)"/g)].map(([, one]) => one);
    expect(await subjects('')).toEqual(['theirs', 'ann']);
    expect(await subjects('what=user')).toEqual(['ann']);
    expect(await subjects('what=watch.check&who=boss')).toEqual(['theirs']);
    expect(await subjects('who=ann')).toEqual([]);
    expect(await subjects('from=2026-05-04&until=2026-05-04')).toEqual(['theirs', 'ann']);
    expect(await subjects('until=2026-05-03')).toEqual([]);
    const file = await (await boss.show('/audit.csv?what=user')).text();
    expect(file.trim().split('\r\n')).toEqual([
      expect.stringContaining('At,Who,What,Subject,Detail'),
      '2026-05-04T12:00:00.000Z,boss,user.add,ann,"editor; sees every matter"',
    ]);
  });
});
