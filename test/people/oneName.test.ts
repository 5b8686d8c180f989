import { describe, expect, it } from 'vitest';
import { listAccessKeys } from '../../src/people/accessKeysTable.ts';
import { findUser, listUsers, saveUser, type User } from '../../src/people/usersTable.ts';
import { listAudit } from '../../src/store/auditTable.ts';
import { signIn } from '../../src/web/pages/account/signIn.ts';
import { freshStore } from '../store/freshStore.ts';
import { httpAt } from '../web/httpAt.ts';
import { openBrowserOf, startProvider } from '../web/openIdProvider.ts';
import { quickHash } from '../web/quickHash.ts';
import { now, serve } from '../web/serve.ts';
import { signedIn } from '../web/signedIn.ts';

const password = 'correct horse battery';
const ada: User = { name: 'Ada@firm', role: 'reader', matters: undefined, confidential: false, password: undefined };

describe('the name of a user, in upper or lower case,', () => {
  it.each(['Ada@firm', 'ada@firm', 'ADA@FIRM'])('finds the same user as %s', async (name) => {
    const { store } = await freshStore();
    await saveUser(store.db, ada);
    expect((await findUser(store.db, name))?.name).toBe('Ada@firm');
    expect(await findUser(store.db, `${name}.`)).toBeUndefined();
  });

  it('is the same beyond ASCII, composed or not', async () => {
    const { store } = await freshStore();
    await saveUser(store.db, { ...ada, name: 'Zoë' });
    expect((await findUser(store.db, 'ZOE\u0308'))?.name).toBe('Zoë');
  });

  it('is unique in the database', async () => {
    const { store } = await freshStore();
    await saveUser(store.db, ada);
    await expect(saveUser(store.db, { ...ada, name: 'ada@FIRM' })).rejects.toThrow(/unique/i);
  });

  it('signs in under the name as it was added, also in the audit log, and attempts count together', async () => {
    const { store } = await freshStore();
    await saveUser(store.db, { ...ada, password: quickHash(password) });
    const attempt = (name: string, guess: string) =>
      signIn({ store }, { name, password: guess, address: '10.0.0.1' }, now);
    expect(await attempt('ADA@firm', password)).toMatchObject({ session: expect.any(String) });
    const [session] = await listAccessKeys(store.db, 'Ada@firm', now);
    expect(session?.kind).toBe('session');
    for (let guess = 0; guess < 5; guess += 1) {
      await attempt('ADA@FIRM', `guess ${guess}`);
      await attempt('ada@firm', `guess ${guess}`);
    }
    expect(await attempt('Ada@firm', password)).toMatchObject({ why: expect.stringContaining('Too many attempts') });
    const lines = await listAudit(store.db, { limit: 50 });
    expect(new Set(lines.map(({ who }) => who))).toEqual(new Set(['Ada@firm']));
  });

  it('is not added twice on the page, and its page is found', async () => {
    const pages = await serve({}, (store) => saveUser(store.db, ada));
    const boss = await signedIn(pages, 'boss', { role: 'admin' }, now);
    const added = await boss.send('/users/add', { name: 'ADA@firm', role: 'reader', every: 'true', password });
    expect([added.status, await added.text()]).toEqual([422, expect.stringContaining('already a user Ada@firm')]);
    expect(await (await boss.show('/users/ada@firm')).text()).toContain('<h1>Ada@firm</h1>');
    expect(await listUsers(pages.store.db)).toHaveLength(2);
  });

  it('is the same user if the provider writes the name differently', async () => {
    const provider = await startProvider({ ada: { preferred_username: 'ada@firm' } });
    const http = httpAt({ signIn: { passwords: true, oidc: provider.oidc } });
    const { store, url } = await serve({ http }, (fresh) => saveUser(fresh.db, ada));
    provider.allow(url);
    expect((await openBrowserOf('ada').go(`${url}/sign-in/provider`)).html).toContain('href="/account">Ada@firm</a>');
    expect(await listUsers(store.db)).toHaveLength(1);
  });
});
