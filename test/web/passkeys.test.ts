import { describe, expect, it } from 'vitest';
import { signIn } from '../../src/accounts/serveSignIn.ts';
import { listAccessKeys } from '../../src/people/accessKeysTable.ts';
import { listAudit } from '../../src/people/auditTable.ts';
import { addPasskey, listPasskeys } from '../../src/people/passkeysTable.ts';
import { findUser, saveUser, type User } from '../../src/people/usersTable.ts';
import { freshStore } from '../database/freshStore.ts';
import { httpAt } from './httpAt.ts';
import { openBrowserOf } from './openIdProvider.ts';
import { passkeyDevice } from './passkeyDevice.ts';
import { quickHash } from './quickHash.ts';
import { now, serve } from './serve.ts';

const password = 'correct horse battery';
const ann: User = {
  name: 'ann',
  role: 'admin',
  matters: undefined,
  confidential: false,
  password: quickHash(password),
};

/** Tipstaff by its name, and a browser of ann's with a device; she has added its passkey. */
async function withPasskey(over: Partial<User> = {}) {
  const { store, url: address } = await serve({ http: httpAt() }, async ({ db }) => {
    await saveUser(db, { ...ann, ...over }, now);
    await saveUser(db, { ...ann, name: 'bob' }, now);
  });
  const url = address.replace('127.0.0.1', 'localhost');
  const browser = openBrowserOf('ann');
  const device = passkeyDevice(url);
  /** The challenge of a page, for its one form with a passkey. */
  const optionsOf = (html: string) =>
    (/data-options="([^"]+)"/.exec(html)?.[1] ?? '').replaceAll('&quot;', '"').replaceAll('&amp;', '&');
  const send = (path: string, html: string, fields: Record<string, string>) => {
    const formToken = /name="formToken" value="([^"]+)"/.exec(html)?.[1] ?? '';
    return browser.go(url + path, { method: 'POST', body: new URLSearchParams({ formToken, ...fields }) });
  };
  const open = async (path: string) => (await browser.go(url + path)).html;
  const signIn = async (name = 'ann') => send('/sign-in', await open('/sign-in'), { name, password, to: '/account' });
  const add = async (answer: (options: string) => string, old = password) => {
    const html = await open('/account');
    return send('/account/passkeys/add', html, { label: 'my key', old, response: answer(optionsOf(html)) });
  };
  const forget = () => browser.jarOf(url).delete('tipstaff-session');
  const sessions = async () => (await listAccessKeys(store.db, { kind: 'session' }, now)).length;
  return { store, url, browser, device, optionsOf, send, open, signIn, add, forget, sessions };
}

type Asks = Parameters<ReturnType<typeof passkeyDevice>['sign']>[1];

describe('a passkey', () => {
  it('is added by who knows the password, for this site, by an answer to the page that is open', async () => {
    const { store, add, signIn, device } = await withPasskey();
    await signIn();
    const lies: Asks[] = [{ origin: 'https://evil.example' }, { site: 'evil.example' }, { challenge: 'AAAA' }];
    for (const lie of lies) {
      const refused = await add((options) => device.make(options, lie));
      expect([refused.status, refused.html]).toEqual([422, expect.stringContaining('could not be added')]);
    }
    expect((await add((options) => device.make(options), 'a wrong password')).status).toBe(422);
    expect((await add(() => '{"id":"x"}')).status).toBe(422);
    expect(await listPasskeys(store.db, 'ann')).toEqual([]);
    expect((await add((options) => device.make(options))).html).toContain('my key');
    expect(await listPasskeys(store.db, 'ann')).toMatchObject([
      { id: device.id, label: 'my key', lastUsedAt: undefined },
    ]);
    // Nobody has the passkey of somebody else.
    await signIn('bob');
    expect((await add((options) => device.make(options))).status).toBe(422);
    expect(await listPasskeys(store.db, 'bob')).toEqual([]);
  });

  it('lets in alone only with its PIN, for this site, once, and never with its count turned back', async () => {
    const { store, add, signIn, device, forget, open, optionsOf, send, sessions } = await withPasskey();
    await signIn();
    await add((options) => device.make(options));
    forget();
    const before = await sessions();
    const attempt = async (lies: Asks = {}, more: Record<string, string> = {}) => {
      const html = await open('/sign-in');
      return send('/sign-in/passkey', html, { to: '/account', response: device.sign(optionsOf(html), lies), ...more });
    };
    const lies: Asks[] = [
      { verified: false },
      { origin: 'https://evil.example' },
      { site: 'evil.example' },
      { challenge: 'AAAA' },
    ];
    for (const lie of lies) expect((await attempt(lie)).status, JSON.stringify(lie)).toBe(403);
    // Said to come after a password that nobody gave.
    expect((await attempt({ verified: false }, { second: 'ann' })).status).toBe(403);
    expect(await sessions()).toBe(before);
    const [line] = await listAudit(store.db, { limit: 1 });
    expect(line).toMatchObject({ who: 'ann', what: 'sign-in.refused', detail: 'from 127.0.0.1, by passkey' });
    const html = await open('/sign-in');
    const response = device.sign(optionsOf(html));
    const came = await send('/sign-in/passkey', html, { to: '/account', response });
    expect(came.html).toContain('<h1>ann</h1>');
    forget();
    expect((await send('/sign-in/passkey', html, { to: '/account', response })).status).toBe(403);
    expect((await attempt({ counter: 1 })).status).toBe(403);
    expect((await attempt()).html).toContain('<h1>ann</h1>');
    expect(await sessions()).toBe(before + 2);
  });

  it('is worth nothing when its user is disabled, has another password since, or it was removed', async () => {
    const { store, add, signIn, device, forget, open, optionsOf, send } = await withPasskey();
    await signIn();
    await add((options) => device.make(options));
    forget();
    const attempt = async () => {
      const html = await open('/sign-in');
      return (await send('/sign-in/passkey', html, { to: '/account', response: device.sign(optionsOf(html)) })).status;
    };
    await saveUser(store.db, { ...ann, disabled: true }, now);
    expect(await attempt()).toBe(403);
    await saveUser(store.db, { ...ann, password: undefined }, now);
    expect(await attempt()).toBe(403);
    await saveUser(store.db, ann, now);
    expect(await attempt()).toBe(200);
    await store.db.deleteFrom('passkeys').execute();
    forget();
    expect(await open('/sign-in')).not.toContain('data-passkey');
  });

  it('after the password is asked of its user alone, and can be lost: an admin removes it', async () => {
    const { store, add, signIn, device, forget, optionsOf, send, sessions, open } = await withPasskey();
    await signIn();
    await add((options) => device.make(options));
    await send('/account/passkeys/second', await open('/account'), { asked: 'true' });
    forget();
    const before = await sessions();
    const half = await signIn();
    expect(half.html).toContain('Now your passkey');
    const answer = device.sign(optionsOf(half.html), { verified: false });
    expect((await send('/sign-in/passkey', half.html, { second: 'bob', response: answer })).status).toBe(403);
    expect((await send('/sign-in/passkey', half.html, { response: answer })).status).toBe(403);
    expect(await sessions()).toBe(before);
    // Another password meanwhile: what the former one opened is shut.
    await saveUser(store.db, { ...ann, secondFactor: true, password: quickHash('another long password') }, now);
    expect((await send('/sign-in/passkey', half.html, { second: 'ann', response: answer })).status).toBe(403);
    await saveUser(store.db, { ...ann, secondFactor: true }, now);
    const came = await send('/sign-in/passkey', half.html, { second: 'ann', to: '/account', response: answer });
    expect(came.html).toContain('<h1>ann</h1>');

    forget();
    await signIn('bob');
    expect(await open('/users/ann')).toContain('my key; one is asked for after the password');
    await send('/users/ann/passkeys', await open('/users/ann'), {});
    expect(await listPasskeys(store.db, 'ann')).toEqual([]);
    expect(await findUser(store.db, 'ann')).toMatchObject({ secondFactor: false });
    forget();
    expect((await signIn()).html).toContain('<h1>ann</h1>');
  });
});

it('the right password of somebody who has a second factor is no sign-in yet; a wrong one is counted', async () => {
  const { store } = await freshStore();
  await saveUser(store.db, { ...ann, secondFactor: true }, now);
  const passkey = { id: 'abc', userName: 'ann', publicKey: 'x', counter: 0, transports: [], label: 'my key' };
  const unused = { createdAt: now.toISOString(), lastUsedAt: undefined, lastChallenge: undefined };
  await addPasskey(store.db, { ...passkey, ...unused });
  const outcomes: string[] = [];
  const parts = { store, noteAttempt: ({ outcome }: { outcome: string }) => outcomes.push(outcome) };
  const attempt = { name: 'ann', address: '10.0.0.9', browser: undefined };
  expect(await signIn(parts, { ...attempt, password }, now)).toMatchObject({ second: { passkeys: [{ id: 'abc' }] } });
  expect(outcomes).toEqual([]);
  expect(await signIn(parts, { ...attempt, password: 'a guess' }, now)).toMatchObject({ why: expect.any(String) });
  expect(outcomes).toEqual(['refused']);
});
