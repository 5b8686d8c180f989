import { describe, expect, it } from 'vitest';
import { findUser, listUsers } from '../../src/people/usersTable.ts';
import { listAudit } from '../../src/store/auditTable.ts';
import { password, serveBoss, watches } from './openPages.ts';
import { sendForm } from './sendForm.ts';
import { now, serve } from './serve.ts';
import { signedIn } from './signedIn.ts';

describe('the users page', () => {
  it('is open only to admins who see every matter', async () => {
    const pages = await serveBoss();
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

  it('adds a user who sees the matters that were ticked, and notes it in the audit log', async () => {
    const { boss, store, url } = await serveBoss();
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

  it('makes a key that is shown once, and lists and ends the keys and sessions of a user', async () => {
    const pages = await serveBoss();
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

  it('signs out a user who is disabled, and can enable the user again', async () => {
    const pages = await serveBoss();
    const ann = await signedIn(pages, 'ann', { role: 'editor' }, now);
    await pages.boss.send('/users/ann/key', { label: 'dashboard', days: '30' });
    await pages.boss.send('/users/ann/disable');
    expect((await ann.show('/')).status).toBe(303);
    expect(await (await pages.boss.show('/users')).text()).toContain('disabled');
    await pages.boss.send('/users/ann/enable');
    expect(await findUser(pages.store.db, 'ann')).toMatchObject({ disabled: false, role: 'editor' });
  });

  it('refuses to disable, remove or restrict the last admin who sees every matter', async () => {
    const { boss, store, url } = await serveBoss();
    const tried = [
      await boss.send('/users/boss/disable'),
      await boss.send('/users/boss/remove', { sure: 'true' }),
      await boss.send('/users/boss/save', { role: 'reader', sees: 'all' }),
      await boss.send('/users/boss/save', { role: 'admin', sees: 'some', 'matter.M-1': 'true' }),
    ];
    expect(tried.map(({ status }) => status)).toEqual([422, 422, 422, 422]);
    for (const answer of tried) expect(await answer.text()).toContain('There must be an admin who can sign in');
    expect(await findUser(store.db, 'boss')).toMatchObject({ role: 'admin', disabled: false });
    await signedIn({ store, url }, 'second', { role: 'admin' }, now);
    expect((await boss.send('/users/boss/remove', { sure: 'true' })).status).toBe(303);
    expect((await fetch(`${url}/users`, { redirect: 'manual' })).status).toBe(303);
  });

  it("accepts only an admin with a password as the first user, on one's own machine", async () => {
    const { url, store } = await serve({ watches });
    const add = async (given: Record<string, string>) =>
      (await sendForm(url, '/users/add', { name: 'ann', sees: 'all', ...given }, {}, '/watches/ours')).status;
    expect(await add({ role: 'reader', password })).toBe(422);
    expect(await add({ role: 'admin' })).toBe(422);
    expect(await add({ role: 'admin', password })).toBe(303);
    expect(await findUser(store.db, 'ann')).toMatchObject({ role: 'admin', matters: undefined });
  });
});

describe('the audit log', () => {
  it('is filtered by user, action and day, and can be downloaded', async () => {
    const pages = await serveBoss();
    const { boss } = pages;
    await signedIn(pages, 'ann', {}, now);
    await boss.send('/users/ann/disable');
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
      '2026-05-04T12:00:00.000Z,boss,user.disable,ann,',
    ]);
  });
});
