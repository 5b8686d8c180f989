import { pino } from 'pino';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Config, OidcConfig } from '../../src/config/config.ts';
import { makeAccessKey } from '../../src/people/accessKeysTable.ts';
import { admit } from '../../src/people/signIn/admit.ts';
import { startSession } from '../../src/people/signIn/attempts.ts';
import { saveUser } from '../../src/people/usersTable.ts';
import { startMetrics } from '../../src/web/metrics.ts';
import { startWeb } from '../../src/web/startWeb.ts';
import { freshStore } from '../store/freshStore.ts';
import { httpAt } from './httpAt.ts';
import { watches } from './openPages.ts';
import { config, now } from './serve.ts';

const dayMs = 86_400_000;
const everything = { group: 'docketing', role: 'admin', matters: undefined, confidential: true } as const;
const oidc: OidcConfig = {
  issuer: 'https://login.example',
  clientId: 'tipstaff',
  label: 'the firm',
  scopes: ['openid'],
  userClaim: 'preferred_username',
  groupsClaim: 'groups',
  groups: [everything],
  sessionHours: 336,
};

/** Serves the pages. `reload` does what the daemon does when `http.signIn` changes. */
async function open(signIn: Config['http']['signIn']) {
  const { store } = await freshStore();
  const clock = { now };
  const partsWith = async (asked: Config['http']['signIn'], more: Partial<Config['http']> = {}) => {
    const own = { ...config, watches, http: httpAt({ signIn: asked, ...more }) };
    const metrics = await startMetrics(store, () => clock.now);
    return { store, config: own, metrics, clock: () => clock.now, log: pino({ level: 'silent' }) };
  };
  const web = await startWeb(await partsWith(signIn));
  onTestFinished(() => web.close());
  const reload = async (...asked: Parameters<typeof partsWith>) => (await web.prepare(await partsWith(...asked))).use();
  const ask = (path: string, headers: Record<string, string>) =>
    fetch(web.url + path, { headers: { host: 'localhost', ...headers }, redirect: 'manual' });
  /** Signs a user in through the provider. */
  const comes = async (groups: readonly string[]) => {
    const returned = { issuer: oidc.issuer, subject: 's', claims: { preferred_username: 'ann', groups } };
    const admitted = await admit({ store }, oidc, { returned, address: '10.0.0.9' }, clock.now);
    const session = 'session' in admitted ? admitted.session : expect.fail(admitted.why);
    return { session, cookie: { cookie: `tipstaff-session=${session}` } };
  };
  const makeKey = (userName: string) =>
    makeAccessKey(
      store.db,
      {
        kind: 'api',
        userName,
        label: '',
        path: undefined,
        expiresAt: new Date(now.getTime() + 700 * dayMs).toISOString(),
      },
      now,
    );
  const bearer = (key: string) => ({ authorization: `Bearer ${key}` });
  const watchesOf = async (headers: Record<string, string>) => {
    const response = await ask('/api/v1/watches', headers);
    if (response.status !== 200) return response.status;
    const { items } = (await response.json()) as { items: { id: string }[] };
    return items.map(({ id }) => id).sort();
  };
  return { store, clock, reload, ask, comes, makeKey, bearer, watchesOf };
}

describe('the current config decides:', () => {
  it('a session by password ends where passwords are no longer allowed', async () => {
    const { store, reload, ask } = await open({ passwords: true, oidc });
    const bob = { name: 'bob', role: 'admin', matters: undefined, confidential: false, password: 'x' } as const;
    await saveUser(store.db, bob);
    const arrival = { userName: 'bob', how: 'by password', address: '10.0.0.9' };
    const cookie = `tipstaff-session=${await store.transaction((trx) => startSession(trx, arrival, now))}`;
    const status = async () => (await ask('/users', { cookie })).status;
    expect(await status()).toBe(200);
    await reload({ passwords: false, oidc });
    expect(await status()).toBe(303);
    await reload({ passwords: true, oidc });
    expect(await status()).toBe(200);
  });

  it('sessions and keys have the reduced rights of their group, and end if the group is gone', async () => {
    const { reload, ask, comes, makeKey, bearer, watchesOf } = await open({ passwords: true, oidc });
    const { cookie } = await comes(['docketing', 'choir']);
    const key = bearer(await makeKey('ann'));
    expect([(await ask('/users', cookie)).status, await watchesOf(key)]).toEqual([200, ['nightjar', 'ours', 'theirs']]);

    const fewer = { ...everything, role: 'reader' as const, matters: ['M-2'], confidential: false };
    await reload({ passwords: true, oidc: { ...oidc, groups: [fewer] } });
    expect([(await ask('/users', cookie)).status, await watchesOf(key)]).toEqual([404, ['theirs']]);
    const page = await (await ask('/watches', cookie)).text();
    expect([page.includes('Their patent'), page.includes('Our patent')]).toEqual([true, false]);

    await reload({ passwords: true, oidc: { ...oidc, groups: [{ ...everything, group: 'others' }] } });
    expect([(await ask('/watches', cookie)).status, await watchesOf(key)]).toEqual([303, 401]);
  });

  it('sessions and keys of a provider end if the config names no provider or another one', async () => {
    const { reload, ask, comes, makeKey, bearer, watchesOf } = await open({ passwords: true, oidc });
    const { cookie } = await comes(['docketing']);
    const key = bearer(await makeKey('ann'));
    for (const other of [undefined, { ...oidc, issuer: 'https://other.example' }]) {
      await reload({ passwords: true, oidc: other });
      expect([(await ask('/watches', cookie)).status, await watchesOf(key)]).toEqual([303, 401]);
    }
    await reload({ passwords: true, oidc });
    expect([(await ask('/watches', cookie)).status, await watchesOf(key)]).toEqual([
      200,
      ['nightjar', 'ours', 'theirs'],
    ]);
  });

  it('a key of a user of the provider stops working 30 days after their last sign-in, until the next one', async () => {
    const { clock, comes, makeKey, bearer, watchesOf } = await open({ passwords: true, oidc });
    await comes(['docketing']);
    const key = bearer(await makeKey('ann'));
    clock.now = new Date(now.getTime() + 30 * dayMs);
    expect(await watchesOf(key)).toHaveLength(3);
    clock.now = new Date(clock.now.getTime() + 1);
    expect(await watchesOf(key)).toBe(401);
    await comes(['docketing']);
    expect(await watchesOf(key)).toHaveLength(3);
  });

  it('a key of a user who also has a password keeps working', async () => {
    const { store, clock, comes, makeKey, bearer, watchesOf } = await open({ passwords: true, oidc });
    await comes(['docketing']);
    const { group: _, ...rights } = everything;
    await saveUser(store.db, { name: 'ann', ...rights, password: 'x' });
    const key = bearer(await makeKey('ann'));
    clock.now = new Date(now.getTime() + 31 * dayMs);
    expect(await watchesOf(key)).toHaveLength(3);
  });

  it('a key of a user whom a proxy names works again once the provider is removed', async () => {
    const { clock, reload, comes, makeKey, bearer, watchesOf } = await open({ passwords: false, oidc });
    await comes(['docketing']);
    const key = bearer(await makeKey('ann'));
    clock.now = new Date(now.getTime() + 31 * dayMs);
    const trustedHeader = { name: 'x-remote-user', from: ['10.0.0.1'] };
    await reload({ passwords: false, oidc }, { trustedHeader });
    expect(await watchesOf(key)).toBe(401);
    await reload({ passwords: false }, { trustedHeader });
    expect(await watchesOf(key)).toHaveLength(3);
  });
});
