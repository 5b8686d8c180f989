import { describe, expect, it } from 'vitest';
import { listAccessKeys } from '../../src/people/accessKeysTable.ts';
import { hashPassword } from '../../src/people/signIn/attempts.ts';
import { ownPath } from '../../src/people/signIn/whoLooks.ts';
import { removeUser } from '../../src/people/usersTable.ts';
import { httpAt } from './httpAt.ts';
import { addUser, password, watches } from './openPages.ts';
import { loadForm, sendForm } from './sendForm.ts';
import { now, serve } from './serve.ts';

/** Sends the form as a browser does. @returns the response, and all cookies that the browser then has */
async function signIn(url: string, name: string, given = password, to = '/') {
  const { cookie, formToken } = await loadForm(url, '/sign-in');
  const response = await sendForm(url, '/sign-in', { formToken, name, password: given, to }, { cookie }, '/sign-in');
  const own = response.headers.getSetCookie().map((one) => one.split(';')[0]);
  return { response, cookie: [cookie, ...own].join('; '), formToken };
}

describe('signing in', () => {
  it('is required as soon as there is a user, and redirects to the page that was requested', async () => {
    const { store, url } = await serve({ watches });
    expect((await fetch(`${url}/watches`, { redirect: 'manual' })).status).toBe(200);
    await addUser(store, 'ann', { password: await hashPassword(password) });
    const sent = await fetch(`${url}/watches?x=1`, { redirect: 'manual' });
    expect([sent.status, sent.headers.get('location')]).toEqual([303, '/sign-in?to=%2Fwatches%3Fx%3D1']);
    expect(await (await fetch(`${url}/sign-in`)).text()).not.toContain('times in');
    for (const path of ['/feeds/ours.atom', '/designs/x/picture?path=y'])
      expect((await fetch(url + path)).status).toBe(401);
    const { response, cookie } = await signIn(url, 'ann', password, '/watches?x=1');
    expect([response.status, response.headers.get('location')]).toEqual([303, '/watches?x=1']);
    expect(response.headers.get('set-cookie')).toContain('HttpOnly');
    const page = await fetch(`${url}/watches`, { headers: { cookie } });
    expect([page.status, await page.text()]).toEqual([
      200,
      expect.stringContaining('signed in as <a href="/account">ann</a>'),
    ]);
  });

  it('refuses a wrong password and an unknown name with the same words', async () => {
    const { store, url } = await serve({ watches });
    await addUser(store, 'ann');
    for (const [name, given] of [
      ['ann', 'wrong'],
      ['bob', password],
    ] as const)
      expect(await (await signIn(url, name, given)).response.text()).toContain('No user has this name and password.');
  });

  it('ends with signing out, and for good when the user is removed', async () => {
    const { store, url } = await serve({ watches });
    await addUser(store, 'ann');
    const first = await signIn(url, 'ann');
    const second = await signIn(url, 'ann');
    const { cookie, formToken } = first;
    const left = await sendForm(url, '/sign-out', { formToken }, { cookie }, '/sign-in');
    expect([left.status, left.headers.get('location'), left.headers.get('set-cookie')]).toEqual([
      303,
      '/sign-in',
      expect.stringMatching(/^tipstaff-session=; Max-Age=0/),
    ]);
    const statusOf = async (cookie: string) =>
      (await fetch(`${url}/watches`, { headers: { cookie }, redirect: 'manual' })).status;
    expect([await statusOf(first.cookie), await statusOf(second.cookie)]).toEqual([303, 200]);
    await addUser(store, 'bob');
    await store.transaction((trx) => removeUser(trx, 'ann'));
    expect(await statusOf(second.cookie)).toBe(303);
  });

  it('ends in the store when the cookie expires in the browser', async () => {
    const { store, url } = await serve({ watches });
    await addUser(store, 'ann');
    const { response } = await signIn(url, 'ann');
    const seconds = Number(/tipstaff-session=[^;]+; Max-Age=(\d+)/.exec(response.headers.get('set-cookie') ?? '')?.[1]);
    const [session] = await listAccessKeys(store.db, 'ann', now);
    expect(session?.expiresAt).toBe(new Date(now.getTime() + seconds * 1000).toISOString());
  });

  it('is not needed to send the sign-out form, which then only redirects', async () => {
    const { url } = await serve({ watches });
    expect((await sendForm(url, '/sign-out', {}, {}, '/sign-in')).status).toBe(303);
  });

  it('never redirects to another site', () => {
    expect(['/a?b=c', '//evil.example', '/\\evil.example', 'https://evil.example', '/a b', ''].map(ownPath)).toEqual([
      '/a?b=c',
      '/',
      '/',
      '/',
      '/',
      '/',
    ]);
  });
});

describe('a user', () => {
  it('is taken from the header of a trusted proxy, and from no other address', async () => {
    const from = (address: string) => httpAt({ trustedHeader: { name: 'X-User', from: [address] } });
    for (const [address, status] of [
      ['127.0.0.1', 200],
      ['10.0.0.9', 303],
    ] as const) {
      const { store, url } = await serve({ watches, http: from(address) });
      await addUser(store, 'ann', { password: undefined });
      const ask = (name: string) => fetch(`${url}/watches`, { headers: { 'x-user': name }, redirect: 'manual' });
      expect([(await ask('ann')).status, (await ask('bob')).status]).toEqual([status, 303]);
    }
  });
});
