import { describe, expect, it } from 'vitest';
import { attemptPassword, checkPassword, hashPassword, passwordMistake } from '../../src/people/signIn/attempts.ts';
import { removeUser } from '../../src/people/usersTable.ts';
import { listAudit } from '../../src/store/auditTable.ts';
import type { Store } from '../../src/store/store.ts';
import { signIn } from '../../src/web/pages/account/signIn.ts';
import { freshStore } from '../store/freshStore.ts';
import { addUser, openPages, password, tryToSignIn } from './openPages.ts';
import { quickHash } from './quickHash.ts';
import { now } from './serve.ts';

const minutesLater = (minutes: number) => new Date(now.getTime() + minutes * 60_000);

/** Ann's password is stored with a quick hash. An unknown name costs a full scrypt. */
async function withAnn(): Promise<{ store: Store; stored: string }> {
  const { store } = await freshStore();
  await addUser(store, 'ann');
  return { store, stored: quickHash(password) };
}

describe('attempts to sign in', () => {
  const wrong = { password: 'wrong', address: '203.0.113.5', purpose: 'sign-in' } as const;

  it('are refused for a quarter of an hour after the tenth, and no longer', async () => {
    const { store, stored } = await withAnn();
    for (let tried = 0; tried < 10; tried += 1)
      expect(await attemptPassword({ store }, { ...wrong, name: 'ann' }, stored, now)).toBe('refused');
    const right = { ...wrong, name: 'ann', password };
    expect(await attemptPassword({ store }, right, stored, minutesLater(14))).toBe('locked');
    expect(await attemptPassword({ store }, right, stored, minutesLater(16))).toBe('accepted');
  });

  it('with any names lock out their address at the hundredth, which the audit log has once', async () => {
    const { store, stored } = await withAnn();
    const locked = () => listAudit(store.db, { what: 'sign-in.locked', limit: 9 });
    for (let tried = 0; tried < 99; tried += 1)
      await attemptPassword({ store }, { ...wrong, name: `name${tried}` }, stored, now);
    expect(await locked()).toEqual([]);
    expect(await attemptPassword({ store }, { ...wrong, name: 'ann' }, stored, now)).toBe('refused');
    expect(await attemptPassword({ store }, { ...wrong, name: 'ann', password }, stored, now)).toBe('locked');
    expect(await locked()).toMatchObject([{ who: 'ann', detail: 'from 203.0.113.5' }]);
  });

  it('with a name that no user has are locked out too, and the audit log calls their user unknown', async () => {
    const { store, stored } = await withAnn();
    const nobody = { ...wrong, name: 'nobody' };
    // An unknown name costs a full scrypt, so the first nine attempts use a quick hash.
    for (const known of [...Array<string>(9).fill(stored), undefined])
      expect(await attemptPassword({ store }, nobody, known, now)).toBe('refused');
    expect(await attemptPassword({ store }, nobody, undefined, now)).toBe('locked');
    const noted = await listAudit(store.db, { what: 'sign-in.locked', limit: 9 });
    expect(noted).toMatchObject([{ who: 'unknown', subject: 'nobody' }]);
  });

  it('are refused if the user is removed while the password is being checked', async () => {
    const { store } = await withAnn();
    let removed: Promise<unknown> = Promise.resolve();
    const noteAttempt = () => {
      removed = store.transaction((trx) => removeUser(trx, 'ann'));
    };
    const came = await signIn({ store, noteAttempt }, { name: 'ann', password, address: '203.0.113.5' }, now);
    await removed;
    expect(came).toEqual({ why: 'No user has this name and password.' });
  });

  it('take a password that is hashed by scrypt', async () => {
    const stored = await hashPassword(password);
    expect(stored.startsWith(`scrypt$${2 ** 15}$8$3$`)).toBe(true);
    expect(await checkPassword(password, stored)).toBe(true);
  });
});

it('a password has 12 to 1000 characters on one line', () => {
  expect(passwordMistake('correct horse battery\ncorrect horse battery')).toContain('A password has one line');
  expect([11, 12, 1000, 1001].map((length) => passwordMistake('x'.repeat(length)))).toEqual([
    'A password needs at least 12 characters.',
    undefined,
    undefined,
    'A password can have at most 1000 characters.',
  ]);
});

describe('the form to sign in', () => {
  it('has the focus on the name, and after a refusal keeps it and has the focus on the password', async () => {
    const { url } = await openPages({}, ['ann']);
    const shown = await fetch(`${url}/sign-in`);
    const form = await shown.text();
    const beginsAt = (page: string) => [...page.matchAll(/name="(\w+)"[^>]*autofocus/g)].map(([, name]) => name);
    expect([shown.status, beginsAt(form)]).toEqual([200, ['name']]);
    expect(form).toContain('<h1>Sign in</h1>');
    expect(form).toMatch(/<title>Sign in\b/);
    const refused = await tryToSignIn(url, 'ann', 'wrong');
    const again = await refused.text();
    expect([refused.status, beginsAt(again)]).toEqual([403, ['password']]);
    expect(again).toContain('value="ann"');
  });
});

it('a request without the header of a trusted proxy must sign in, even before the first user exists', async () => {
  const { url } = await openPages({ trustedHeader: { name: 'x-remote-user', from: ['10.0.0.1'] } });
  expect((await fetch(`${url}/watches`, { redirect: 'manual' })).status).toBe(303);
});
