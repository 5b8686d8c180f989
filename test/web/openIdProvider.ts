import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider, { type ClientAuthMethod, type Configuration } from 'oidc-provider';
import { onTestFinished, vi } from 'vitest';
import type { OidcConfig } from '../../src/config/config.ts';

/** The claims of each account at the provider, by the name that its owner signs in with. */
export type Accounts = Record<string, Readonly<Record<string, unknown>>>;

export interface RunningProvider {
  /** As in `http.signIn.oidc`. */
  readonly oidc: OidcConfig;
  /** May be changed while the provider runs. */
  readonly accounts: Accounts;
  /** The path of each request so far. */
  readonly asked: readonly string[];
  /** Lets the client redirect back to this server. */
  allow(url: string): void;
  /** Stops the provider, as if its machine failed. */
  stop(): Promise<void>;
}

const secret = 'a-client-secret-nobody-should-see';

/** Starts a real OpenID provider on a free port. @param settings of the provider itself */
export async function startProvider(
  accounts: Accounts,
  over: Partial<OidcConfig> = {},
  settings: Configuration = {},
): Promise<RunningProvider> {
  let handle: RequestListener = (_request, response) => response.writeHead(503).end();
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? '');
    handle(request, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const stop = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  onTestFinished(async () => {
    if (server.listening) await stop();
  });
  // The provider warns that its keys and forms are for tests only.
  const quiet = (['info', 'warn'] as const).map((level) => vi.spyOn(console, level).mockImplementation(() => {}));
  onTestFinished(() => {
    for (const spy of quiet) spy.mockRestore();
  });
  const allow = (url: string) => {
    const [method = 'client_secret_basic'] = settings.clientAuthMethods ?? [];
    const provider = new Provider(issuer, {
      clients: [clientAt(url, method)],
      claims: {
        openid: ['sub'],
        profile: ['preferred_username'],
        email: ['email', 'email_verified'],
        groups: ['groups'],
      },
      scopes: ['openid', 'profile', 'email', 'groups'],
      pkce: { required: () => true },
      cookies: { keys: ['a key of the tests'] },
      ...settings,
      findAccount: (_context, id) =>
        accounts[id] && { accountId: id, claims: () => ({ sub: `account-${id}`, ...accounts[id] }) },
    });
    handle = provider.callback();
  };
  const oidc: OidcConfig = {
    issuer,
    clientId: 'tipstaff',
    clientSecret: secret,
    label: 'Firm login',
    scopes: ['openid', 'profile', 'email', 'groups'],
    userClaim: 'preferred_username',
    groupsClaim: 'groups',
    groups: [],
    sessionHours: 12,
    ...over,
  };
  return { oidc, accounts, asked, allow, stop };
}

function clientAt(url: string, method: ClientAuthMethod) {
  const proof = method === 'none' ? {} : { client_secret: secret };
  const redirect_uris = [`${url}/sign-in/provider/back`];
  return { client_id: 'tipstaff', ...proof, token_endpoint_auth_method: method, redirect_uris };
}

/** A minimal browser: keeps the cookies of each server, follows redirects, and fills in the provider's forms. */
export function openBrowserOf(login: string) {
  const jars = new Map<string, Map<string, string>>();
  const jarOf = (url: string) => {
    const { host } = new URL(url);
    const jar = jars.get(host) ?? new Map<string, string>();
    jars.set(host, jar);
    return jar;
  };
  const ask = async (url: string, init: RequestInit = {}): Promise<Response> => {
    const jar = jarOf(url);
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const headers = { cookie };
    const response = await fetch(url, { ...init, headers: { ...headers, ...init.headers }, redirect: 'manual' });
    for (const one of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(one) ?? [];
      if (value === '' || /max-age=0|expires=Thu, 01 Jan 1970/i.test(one)) jar.delete(name);
      else jar.set(name, value);
    }
    return response;
  };
  const visited: string[] = [];
  /** Follows redirects and fills in the provider's forms until a page of Tipstaff arrives. */
  const go = async (url: string, init?: RequestInit): Promise<Response & { readonly html: string }> => {
    visited.push(url);
    const response = await ask(url, init);
    const location = response.headers.get('location');
    if (location !== null) return go(new URL(location, url).href);
    const html = await response.text();
    const form = /action="([^"]*\/interaction\/[^"]*)"/.exec(html)?.[1];
    if (form === undefined) return Object.assign(response, { html });
    const hidden = [...html.matchAll(/name="([^"]+)" value="([^"]*)"/g)].map(
      ([, name = '', value = '']): [string, string] => [name, value],
    );
    const body = new URLSearchParams([...hidden, ['login', login], ['password', 'whatever']]);
    return go(new URL(form, url).href, { method: 'POST', body });
  };
  const post = (url: string, fields: Readonly<Record<string, string>> = {}) => {
    const formToken = jarOf(url).get('tipstaff-form') ?? '';
    return go(url, { method: 'POST', body: new URLSearchParams({ formToken, ...fields }) });
  };
  return { go, ask, post, visited, jarOf };
}
