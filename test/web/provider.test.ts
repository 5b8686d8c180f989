import type { Configuration } from 'oidc-provider';
import { describe, expect, it } from 'vitest';
import type { OidcConfig } from '../../src/config/config.ts';
import { listAccessKeys } from '../../src/people/accessKeysTable.ts';
import { findUser, saveUser, type User } from '../../src/people/usersTable.ts';
import { listAudit } from '../../src/store/auditTable.ts';
import { sign, signingKey } from '../../src/store/store.ts';
import { httpAt } from './httpAt.ts';
import { type Accounts, openBrowserOf, startProvider } from './openIdProvider.ts';
import { watches } from './openPages.ts';
import { quickHash } from './quickHash.ts';
import { now, serve } from './serve.ts';

const groups: OidcConfig['groups'] = [
  { group: 'widget-team', role: 'editor', matters: ['M-1'], confidential: false },
  { group: 'docketing', role: 'admin', matters: undefined, confidential: true },
];
const access = { openid: ['sub'], profile: ['preferred_username'], access: ['access'] };
const bob: User = { name: 'bob', role: 'reader', matters: undefined, confidential: false, password: undefined };

/** Serves the pages, and a provider with these accounts. */
async function serveWith(
  accounts: Accounts,
  over: Partial<OidcConfig> = {},
  prepared: readonly User[] = [],
  settings: Configuration = {},
) {
  const provider = await startProvider(accounts, over, settings);
  const http = httpAt({ signIn: { passwords: true, oidc: provider.oidc } });
  const { store, url } = await serve({ watches, http }, async (fresh) => {
    for (const user of prepared) await saveUser(fresh.db, user);
  });
  provider.allow(url);
  const audit = async () =>
    (await listAudit(store.db, { limit: 100 })).map(({ who, what, detail }) => [who, what, detail]);
  return { provider, store, url, audit };
}

describe('signing in through an OpenID provider', () => {
  it('returns to the page that the user wanted, with the rights of their groups, and follows changes', async () => {
    const { url, store, provider, audit } = await serveWith(
      { ann: { preferred_username: 'ann', groups: ['widget-team', 'choir'] } },
      { groups },
    );
    const browser = openBrowserOf('ann');
    const form = await browser.go(`${url}/watches?x=1`);
    expect(form.html).toContain('href="/sign-in/provider?to=%2Fwatches%3Fx%3D1">Sign in with Firm login</a>');
    const page = await browser.go(`${url}/sign-in/provider?to=%2Fwatches%3Fx%3D1`);
    expect([page.status, browser.visited.at(-1)]).toEqual([200, `${url}/watches?x=1`]);
    expect(page.html).toContain('signed in as <a href="/account">ann</a>');
    expect(page.html).toContain('Our patent');
    expect(page.html).not.toContain('Their patent');
    expect(await findUser(store.db, 'ann')).toMatchObject({ role: 'editor', matters: ['M-1'], password: undefined });
    expect(await audit()).toEqual([
      ['ann', 'sign-in', 'from 127.0.0.1, by Firm login'],
      ['ann', 'user.connect', 'Firm login, as ann'],
      ['ann', 'user.add', 'by their groups at Firm login: editor; sees M-1'],
    ]);
    const [session] = await listAccessKeys(store.db, 'ann', now);
    expect(session).toMatchObject({
      label: 'from 127.0.0.1, by Firm login',
      expiresAt: new Date(now.getTime() + 12 * 3_600_000).toISOString(),
    });
    expect(await (await fetch(`${url}/metrics`)).text()).toContain('tipstaff_sign_ins_total{outcome="accepted"} 1\n');

    provider.accounts.ann = { preferred_username: 'ann.smith', groups: ['docketing'] };
    const again = await browser.go(`${url}/sign-in/provider`);
    expect(again.html).toContain('signed in as <a href="/account">ann</a>');
    expect(await findUser(store.db, 'ann')).toMatchObject({ role: 'admin', matters: undefined, confidential: true });

    provider.accounts.ann = { preferred_username: 'ann', groups: [] };
    const refused = await browser.go(`${url}/sign-in/provider`);
    expect([refused.status, refused.html]).toEqual([403, expect.stringContaining('in no group that may sign in here')]);
    expect(await listAccessKeys(store.db, 'ann', now)).toEqual([]);
    expect((await audit())[0]).toEqual(['ann', 'sign-in.refused', expect.stringContaining('in no group')]);
  });

  it.each([
    ['puts all claims into the ID token', {}, { conformIdTokenClaims: false }],
    ['expects the secret in the form', {}, { clientAuthMethods: ['client_secret_post'] }],
    ['uses PKCE without a secret', { clientSecret: undefined }, { clientAuthMethods: ['none'] }],
    [
      'has another name for its groups',
      { groupsClaim: 'access.roles', scopes: ['profile', 'access'] },
      { claims: access },
    ],
  ] as const)('works with a provider that %s', async (_how, over, settings) => {
    const account = { preferred_username: 'ann', groups: ['widget-team'], access: { roles: ['widget-team'] } };
    const { url } = await serveWith(
      { ann: account },
      { groups, ...over } as Partial<OidcConfig>,
      [],
      settings as Configuration,
    );
    const page = await openBrowserOf('ann').go(`${url}/sign-in/provider?to=/account`);
    expect([page.status, page.html]).toEqual([
      200,
      expect.stringContaining('<h1>ann</h1><p class="lead quiet">editor</p>'),
    ]);
  });

  it('asks for user info only if the ID token lacks a claim and the provider has an endpoint for it', async () => {
    const asking = async (teams: readonly string[] | undefined, settings: Configuration) => {
      const ann = { preferred_username: 'ann', groups: teams };
      const { url, provider } = await serveWith({ ann }, { groups }, [], settings);
      const { status } = await openBrowserOf('ann').go(`${url}/sign-in/provider`);
      return [status, provider.asked.includes('/me')];
    };
    const allInToken = { conformIdTokenClaims: false };
    expect(await asking(['widget-team'], {})).toEqual([200, true]);
    expect(await asking(['widget-team'], allInToken)).toEqual([200, false]);
    expect(await asking(undefined, allInToken)).toEqual([403, true]);
    expect(await asking(undefined, { features: { userinfo: { enabled: false } } })).toEqual([403, false]);
  });

  it('ends with a page that offers to sign out at the provider too', async () => {
    const { url, provider } = await serveWith({ bob: { preferred_username: 'bob' } }, {}, [bob]);
    const browser = openBrowserOf('bob');
    await browser.go(`${url}/sign-in/provider?to=/account`);
    const left = await browser.post(`${url}/sign-out`);
    expect(left.html).toContain('<a href="/sign-in/provider/out">sign out there too</a>');
    const out = await browser.ask(`${url}/sign-in/provider/out`);
    expect([out.status, out.headers.get('location')]).toEqual([
      303,
      expect.stringMatching(new RegExp(`^${provider.oidc.issuer}/session/end\\?client_id=tipstaff`)),
    ]);
  });

  it('never takes over a user with a password by name: that user connects the account while signed in', async () => {
    const withPassword = { ...bob, password: quickHash('correct horse battery') };
    const { url, store } = await serveWith(
      { bob: { preferred_username: 'bob' }, other: { preferred_username: 'bob' } },
      {},
      [withPassword],
    );
    const browser = openBrowserOf('bob');
    const refused = await browser.go(`${url}/sign-in/provider`);
    expect([refused.status, refused.html]).toEqual([
      403,
      expect.stringContaining('There is a user bob with a password.'),
    ]);
    await browser.post(`${url}/sign-in`, { name: 'bob', password: 'correct horse battery' });
    const connect = (old: string) => browser.post(`${url}/sign-in/provider/connect`, { old });
    // An open session that somebody else found is not enough.
    for (const old of ['', 'a guess']) {
      const guessed = await connect(old);
      expect([guessed.status, guessed.html]).toEqual([422, expect.stringContaining('not your current password')]);
      expect(guessed.html).not.toContain('Go on to Firm login');
    }
    const offered = await connect('correct horse battery');
    const href = /class="button" href="([^"]+)"/.exec(offered.html)?.[1]?.replaceAll('&amp;', '&') ?? '';
    const account = await browser.go(href);
    expect(account.html).toContain('You sign in with Firm login, last');
    const fresh = openBrowserOf('bob');
    expect((await fresh.go(`${url}/sign-in/provider`)).html).toContain('href="/account">bob</a>');
    // The provider gives the name to another account.
    const other = await openBrowserOf('other').go(`${url}/sign-in/provider`);
    expect([other.status, other.html]).toEqual([403, expect.stringContaining('belongs to another account')]);
    expect(await findUser(store.db, 'bob')).toMatchObject({ role: 'reader', password: withPassword.password });
    for (let guess = 0; guess < 8; guess += 1) await connect('a guess');
    const locked = await connect('correct horse battery');
    expect(locked.html).toContain('Too many attempts');
  });

  it('connects no account in a session that somebody else found, whatever its cookies contain', async () => {
    const { url, store, audit } = await serveWith({ eve: { preferred_username: 'eve' } }, {}, [
      { ...bob, password: quickHash('correct horse battery') },
    ]);
    const thief = openBrowserOf('eve');
    await thief.go(`${url}/sign-in`);
    const entered = await thief.post(`${url}/sign-in`, { name: 'bob', password: 'correct horse battery' });
    expect(entered.html).toContain('href="/account">bob</a>');
    const leaving = await thief.ask(`${url}/sign-in/provider`);
    const jar = thief.jarOf(url);
    const [name = '', value = ''] = [...jar].find(([each]) => each.startsWith('tipstaff-provider-')) ?? [];
    const [text = '', signature = ''] = value.split('.');
    const kept = JSON.parse(Buffer.from(text, 'base64url').toString('utf8'));
    const [soon, past] = [now.getTime() + 1, now.getTime() - 1];
    const encoded = (more: object) =>
      Buffer.from(JSON.stringify({ ...kept, connects: 'bob', ...more })).toString('base64url');
    const signed = async (more: object) => {
      const forged = encoded(more);
      return `${forged}.${sign(await signingKey(store), 'sign-in', forged)}`;
    };
    const began = [403, expect.stringContaining('began in another browser')];
    const forgeries = [
      [`${encoded({})}.${signature}`, began],
      [`${encoded({})}.AAAA`, began],
      [encoded({}), began],
      ['bob', began],
      [await signed({ until: past }), began],
      [await signed({ connects: 'ann', until: soon }), began],
      // A cookie of another attempt of ours does not fit the response.
      [await signed({ until: soon, state: 'of another attempt' }), [502, expect.stringContaining('did not respond')]],
    ] as const;
    for (const [forgery, shown] of forgeries) {
      jar.set(name, forgery);
      const back = await thief.go(leaving.headers.get('location') ?? '');
      expect([back.status, back.html]).toEqual(shown);
    }
    expect(await store.db.selectFrom('identities').selectAll().execute()).toEqual([]);
    expect((await audit()).map(([, what]) => what)).not.toContain('user.connect');
  });

  it('accepts a response once, only in the browser that began, and never a forged one', async () => {
    const { url, store } = await serveWith({ bob: { preferred_username: 'bob' } }, {}, [bob]);
    const browser = openBrowserOf('bob');
    await browser.go(`${url}/sign-in/provider`);
    const back = browser.visited.find((one) => one.startsWith(`${url}/sign-in/provider/back?`)) ?? '';
    const begun = 'began in another browser';
    const replayed = await browser.go(back);
    expect([replayed.status, replayed.html]).toEqual([403, expect.stringContaining(begun)]);
    expect((await openBrowserOf('bob').go(back)).html).toContain(begun);
    // The attacker has a cookie of their own, but a code that the provider issued for another attempt.
    const thief = openBrowserOf('bob');
    const leaving = await thief.ask(`${url}/sign-in/provider`);
    const state = new URL(leaving.headers.get('location') ?? '').searchParams.get('state') ?? '';
    const forged = new URL(back);
    forged.searchParams.set('state', state);
    const stolen = await thief.go(forged.href);
    expect([stolen.status, stolen.html]).toEqual([
      502,
      expect.stringContaining('did not respond, or did not let you in'),
    ]);
    expect(stolen.headers.getSetCookie().join()).not.toContain('tipstaff-session');
    expect(await listAccessKeys(store.db, 'bob', now)).toHaveLength(1);
  });

  it('sends PKCE, state and nonce, and never redirects to another site afterwards', async () => {
    const { url, provider } = await serveWith({ bob: { preferred_username: 'bob' } }, {}, [bob]);
    const leaving = await fetch(`${url}/sign-in/provider?to=//evil.example`, { redirect: 'manual' });
    const sent = new URL(leaving.headers.get('location') ?? '');
    expect(sent.origin).toBe(provider.oidc.issuer);
    expect(Object.fromEntries(sent.searchParams)).toMatchObject({
      response_type: 'code',
      redirect_uri: `${url}/sign-in/provider/back`,
      code_challenge_method: 'S256',
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      state: expect.stringMatching(/^[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
    });
    expect(leaving.headers.get('set-cookie')).toMatch(
      /(^|, )tipstaff-provider-[\w-]{12}=[^;]+; Max-Age=600; Path=\/; HttpOnly/,
    );
    const browser = openBrowserOf('bob');
    await browser.go(`${url}/sign-in/provider?to=//evil.example`);
    expect(browser.visited.at(-1)).toBe(`${url}/`);
  });

  it('says that the provider does not respond, and still offers the password', async () => {
    const { url, provider } = await serveWith({}, {}, [{ ...bob, password: quickHash('correct horse battery') }]);
    await provider.stop();
    const page = await openBrowserOf('bob').go(`${url}/sign-in/provider`);
    expect([page.status, page.html]).toEqual([
      502,
      expect.stringContaining('Firm login did not respond, or did not let you in'),
    ]);
    expect(page.html).toContain('name="password"');
  });

  it('is enough to serve the pages to others, if groups say who may sign in', async () => {
    const provider = await startProvider({});
    const publicUrl = 'https://tipstaff.firm.example';
    const signIn = { passwords: true, oidc: provider.oidc };
    await expect(serve({ http: httpAt({ publicUrl, signIn }) })).rejects.toMatchObject({ code: 'config.sign-in' });
    const { url } = await serve({
      http: httpAt({ publicUrl, signIn: { ...signIn, oidc: { ...provider.oidc, groups } } }),
    });
    expect((await fetch(`${url}/watches`, { redirect: 'manual' })).status).toBe(303);
    provider.allow(publicUrl);
    const leaving = await fetch(`${url}/sign-in/provider`, { redirect: 'manual' });
    const back = new URL(leaving.headers.get('location') ?? '').searchParams.get('redirect_uri');
    expect(back).toBe(`${publicUrl}/sign-in/provider/back`);
    expect(leaving.headers.get('set-cookie')).toMatch(/(^|, )__Host-tipstaff-provider-.*Secure/);
  });

  it('is required on this machine too, even before the first user exists', async () => {
    const provider = await startProvider({});
    const { url } = await serve({ http: httpAt({ signIn: { passwords: true, oidc: provider.oidc } }) });
    expect((await fetch(`${url}/watches`, { redirect: 'manual' })).status).toBe(303);
  });

  it('shows and accepts no password form if passwords are off', async () => {
    const provider = await startProvider({});
    const http = httpAt({ signIn: { passwords: false, oidc: provider.oidc } });
    const { url } = await serve({ http }, (store) =>
      saveUser(store.db, { ...bob, password: quickHash('correct horse battery') }),
    );
    const browser = openBrowserOf('bob');
    const { html } = await browser.go(`${url}/sign-in`);
    expect(html).not.toContain('type="password"');
    const refused = await browser.post(`${url}/sign-in`, { name: 'bob', password: 'correct horse battery' });
    expect([refused.status, refused.html]).toEqual([403, expect.stringContaining('Nobody signs in with a password')]);
  });
});
