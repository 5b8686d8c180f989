import { describe, expect, it } from 'vitest';
import { listAccessKeys, makeAccessKey } from '../../src/people/accessKeysTable.ts';
import { checkPassword, startSession } from '../../src/people/signIn/attempts.ts';
import { findUser, noteSignIn } from '../../src/people/usersTable.ts';
import { listAudit } from '../../src/store/auditTable.ts';
import { password, serveBoss } from './openPages.ts';
import { quickHash } from './quickHash.ts';
import { now } from './serve.ts';
import { signedIn } from './signedIn.ts';

describe('the account of a user', () => {
  it('sets the time zone of the pages for its user, and cannot end the session of another user', async () => {
    const pages = await serveBoss();
    const ann = await signedIn(pages, 'ann', {}, now);
    expect(await (await ann.show('/')).text()).toContain('times in UTC');
    expect((await ann.send('/account/save', { timezone: 'Asia/Tokyo', locale: 'en-GB' })).status).toBe(303);
    expect(await (await ann.show('/')).text()).toContain('times in Asia/Tokyo');
    const ofBoss = /name="digest" value="([^"]+)"/.exec(await (await pages.boss.show('/account')).text())?.[1] ?? '';
    expect((await ann.send('/account/end', { digest: ofBoss })).status).toBe(404);
    expect((await pages.boss.show('/')).status).toBe(200);
    expect(await (await ann.show('/account')).text()).toContain('signed in (this browser)');
  });

  it('lists each session with its address and way of signing in, and ends all others at once', async () => {
    const pages = await serveBoss();
    const key = { kind: 'api', userName: 'ann', label: 'dashboard', path: undefined } as const;
    const ann = await signedIn(pages, 'ann', {}, now);
    const elsewhere = await signedIn(pages, 'ann', {}, now);
    await pages.store.transaction(async (trx) => {
      const arrival = { userName: 'ann', how: 'by password', address: '203.0.113.9' };
      await startSession(trx, arrival, now);
      await makeAccessKey(trx, { ...key, expiresAt: '2030-01-01T00:00:00.000Z' }, now);
    });
    const account = await (await ann.show('/account')).text();
    expect(account).toContain('from 203.0.113.9, by password');
    expect(account.indexOf('(this browser)')).toBeLessThan(account.indexOf('from 203.0.113.9'));
    expect((await ann.send('/account/end-others')).status).toBe(303);
    expect([(await ann.show('/')).status, (await elsewhere.show('/')).status]).toEqual([200, 303]);
    const left = await listAccessKeys(pages.store.db, 'ann', now);
    expect(left.map(({ kind }) => kind).sort()).toEqual(['api', 'session']);
    expect((await pages.boss.show('/')).status).toBe(200);
    const [line] = await listAudit(pages.store.db, { who: 'ann', what: 'session', limit: 1 });
    expect(line).toMatchObject({ what: 'session.end', subject: 'ann', detail: 'all but this one' });
    expect(await (await ann.show('/account')).text()).not.toContain('Sign out everywhere else');
  });
});

describe('the form for a new password', () => {
  const next = 'a better battery staple';
  const change = { old: password, password: next, again: next };

  it('changes the password if the old one is right: other sessions end, and API keys stay', async () => {
    const pages = await serveBoss();
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
    expect((await listAccessKeys(pages.store.db, 'ann', now)).map(({ kind }) => kind).sort()).toEqual([
      'api',
      'session',
    ]);
    const [line] = await listAudit(pages.store.db, { subject: 'ann', what: 'user.password', limit: 1 });
    expect(line).toMatchObject({ who: 'ann', detail: 'their own' });
  });

  it('refuses a wrong old password, a short or different new one, a foreign form, and too many attempts', async () => {
    const pages = await serveBoss();
    const stored = quickHash(password);
    const ann = await signedIn(pages, 'ann', { password: stored }, now);
    for (const [sent, why] of [
      [{ ...change, old: 'something else' }, 'is not your current password'],
      [{ ...change, password: 'short', again: 'short' }, 'at least 12 characters'],
      [{ ...change, again: 'another one altogether' }, 'are not the same'],
      [{ ...change, password: change.old, again: change.old }, 'is the current one'],
    ] as const) {
      const response = await ann.send('/account/password', sent);
      expect([response.status, await response.text()]).toEqual([422, expect.stringContaining(why)]);
    }
    expect((await ann.send('/account/password', { ...change, formToken: 'made-by-somebody-else' })).status).toBe(403);
    for (let tried = 0; tried < 10; tried += 1) {
      await noteSignIn(pages.store.db, { userName: 'ann', address: '127.0.0.1', now });
    }
    expect(await (await ann.send('/account/password', change)).text()).toContain('Too many attempts');
    expect((await findUser(pages.store.db, 'ann'))?.password).toBe(stored);
    // A user who signs in through a proxy has no password.
    const bob = await signedIn(pages, 'bob', { password: undefined }, now);
    expect(await (await bob.show('/account')).text()).not.toContain('/account/password');
    expect((await bob.send('/account/password', change)).status).toBe(404);
  });
});
