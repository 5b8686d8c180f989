import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { openProvider } from '../../src/people/signIn/provider.ts';
import { saveUser } from '../../src/people/usersTable.ts';
import { httpAt } from './httpAt.ts';
import { startProvider } from './openIdProvider.ts';
import { serve } from './serve.ts';

it('twenty users can wait for a slow provider, and the next one is refused as busy', async () => {
  const slow = createServer(() => {}).listen(0, '127.0.0.1');
  await once(slow, 'listening');
  onTestFinished(() => void slow.close());
  const issuer = `http://127.0.0.1:${(slow.address() as AddressInfo).port}`;
  const { oidc } = await startProvider({}, { issuer });
  const { url } = await serve({ http: httpAt({ signIn: { passwords: true, oidc } }) });
  const all = Array.from({ length: 21 }, () => fetch(`${url}/sign-in/provider`, { redirect: 'manual' }));
  const first = await Promise.race(all);
  expect([first.status, await first.text()]).toEqual([503, expect.stringContaining('Too many people sign in')]);
  slow.closeAllConnections();
  const statuses = (await Promise.all(all)).map(({ status }) => status);
  expect(statuses.filter((status) => status === 502)).toHaveLength(20);
});

it('a failure of the provider is retryable, and its message says what is known about it', async () => {
  const provider = await startProvider({});
  const here = 'http://127.0.0.1:9/sign-in/provider/back';
  const failing = (work: Promise<unknown>) =>
    work.then(
      () => expect.fail('it works'),
      ({ code, message, retryable }) => {
        expect([code, retryable]).toEqual(['sign-in.provider', true]);
        return message;
      },
    );
  expect(await failing(openProvider(provider.oidc).begin(here))).toBe('unexpected HTTP response status code');
  provider.allow('http://127.0.0.1:9');
  const opened = openProvider(provider.oidc);
  const { pending } = await opened.begin(here);
  const back = (words: object) =>
    opened.finish(
      new URL(`${here}?${new URLSearchParams({ ...words, state: pending.state, iss: provider.oidc.issuer })}`),
      pending,
    );
  const refused = 'authorization response from the server is an error';
  expect(await failing(back({ error: 'server_error' }))).toBe(`${refused}: server_error`);
  const described = { error: 'server_error', error_description: 'out of order' };
  expect(await failing(back(described))).toBe(`${refused}: server_error: out of order`);
  await provider.stop();
  expect(await failing(openProvider(provider.oidc).begin(here))).toMatch(/^fetch failed: connect ECONNREFUSED/);
});

it('a user whom a proxy names cannot connect an account, because that requires a session', async () => {
  const { oidc } = await startProvider({});
  const trustedHeader = { name: 'x-remote-user', from: ['127.0.0.1'] };
  const { url } = await serve({ http: httpAt({ trustedHeader, signIn: { passwords: true, oidc } }) }, (store) =>
    saveUser(store.db, { name: 'bob', role: 'reader', matters: undefined, confidential: false, password: undefined }),
  );
  const formToken = 'a-token-of-this-browser-alone';
  const refused = await fetch(`${url}/sign-in/provider/connect`, {
    method: 'POST',
    headers: { cookie: `tipstaff-form=${formToken}`, 'x-remote-user': 'bob' },
    body: new URLSearchParams({ formToken }),
  });
  expect([refused.status, await refused.text()]).toEqual([422, expect.stringContaining('not signed in any more')]);
});
