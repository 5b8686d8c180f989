import type { Configuration, CustomFetch } from 'openid-client';
import { type RequestInit, fetch as undiciFetch } from 'undici';
import { z } from 'zod';
import { keptFor } from '../../base/calls.ts';
import { messageOf, TipstaffError } from '../../base/errors.ts';
import { openPool, readCapped } from '../../base/http.ts';
import { valueAt } from '../../base/json.ts';
import type { OidcConfig } from '../../config/config.ts';
import type { Identity } from '../usersTable.ts';
import { tooManyPeople } from './attempts.ts';

const largestResponseBytes = 1024 * 1024;
const clockToleranceSeconds = 30;
const discoveredForMs = 3_600_000;
const waitAtMost = 20;

/** Loaded only when somebody signs in through a provider. */
type Client = typeof import('openid-client');

/** What the browser keeps during sign-in. It proves that the returning person is the one who left. */
export interface Pending {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
}

export interface Returned extends Identity {
  readonly claims: Readonly<Record<string, unknown>>;
}

export type Provider = ReturnType<typeof openProvider>;

/**
 * Follows the discovery document. What it returns throws TipstaffError `sign-in.provider`.
 * @param limits of each request with its body; default 10 seconds
 */
export function openProvider(oidc: OidcConfig, { timeoutSeconds = 10 } = {}) {
  const discovered = keptFor(discoveredForMs, () => discover(oidc, timeoutSeconds));
  const inTurn = limited();
  const asking = <T>(work: (client: Client, server: Configuration) => Promise<T>) =>
    inTurn(async () => work(await import('openid-client'), await discovered()));
  return {
    /** Returns where to send the browser and what it must remember. */
    begin: (redirectUri: string) =>
      asking(async (client, server) => {
        const [state, nonce, verifier] = [client.randomState(), client.randomNonce(), client.randomPKCECodeVerifier()];
        const url = client.buildAuthorizationUrl(server, {
          redirect_uri: redirectUri,
          scope: [...new Set(['openid', ...oidc.scopes])].join(' '),
          state,
          nonce,
          code_challenge: await client.calculatePKCECodeChallenge(verifier),
          code_challenge_method: 'S256',
        });
        return { url, pending: { state, nonce, verifier } };
      }),
    finish: (url: URL, pending: Pending) =>
      asking(async (client, server): Promise<Returned> => {
        const tokens = await client.authorizationCodeGrant(server, url, {
          expectedState: pending.state,
          expectedNonce: pending.nonce,
          pkceCodeVerifier: pending.verifier,
          idTokenExpected: true,
        });
        const claims = tokens.claims();
        if (claims === undefined) throw new Error('the response has no ID token');
        const isWhole = [oidc.userClaim, ...groupsAsked(oidc)].every((name) => claimOf(claims, name) !== undefined);
        const more =
          isWhole || server.serverMetadata().userinfo_endpoint === undefined
            ? {}
            : await client.fetchUserInfo(server, tokens.access_token, claims.sub);
        return { issuer: claims.iss, subject: claims.sub, claims: { ...more, ...claims } };
      }),
    /** Returns undefined for a provider without a sign-out page. */
    signOutUrl: () =>
      asking(async (client, server) =>
        server.serverMetadata().end_session_endpoint === undefined ? undefined : client.buildEndSessionUrl(server),
      ),
  };
}

const groupsAsked = ({ groups, groupsClaim }: OidcConfig): string[] => (groups.length === 0 ? [] : [groupsClaim]);

/** Finds a claim by its name or by its path: `realm_access.roles`. */
export function claimOf(claims: Readonly<Record<string, unknown>>, name: string): unknown {
  return valueAt(claims, Object.hasOwn(claims, name) ? [name] : name.split('.'));
}

async function discover(oidc: OidcConfig, timeoutSeconds: number): Promise<Configuration> {
  const client = await import('openid-client');
  const { clientId, clientSecret } = oidc;
  const issuer = new URL(oidc.issuer);
  // Uses the method that the provider names, else `basic` as in OpenID Connect Discovery 1.0.
  const auth: Parameters<typeof client.discovery>[3] = (server, ...request) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    const prove = methods.includes('client_secret_basic') ? client.ClientSecretBasic : client.ClientSecretPost;
    return (clientSecret === undefined ? client.None() : prove(clientSecret))(server, ...request);
  };
  const metadata = { [client.clockTolerance]: clockToleranceSeconds };
  const insecure = issuer.protocol === 'http:' ? [client.allowInsecureRequests] : [];
  return client.discovery(issuer, clientId, metadata, auth, {
    execute: [...insecure, client.enableNonRepudiationChecks],
    timeout: timeoutSeconds,
    [client.customFetch]: fetchCapped(timeoutSeconds),
  });
}

function fetchCapped(timeoutSeconds: number): CustomFetch {
  const dispatcher = openPool({ connect: { timeout: timeoutSeconds * 1000 } });
  return async (url, options) => {
    const response = await undiciFetch(url, { ...options, redirect: 'manual', dispatcher } as RequestInit);
    const body = await readCapped(response.body, largestResponseBytes, 'response of the provider');
    const { status } = response;
    return new Response(body.length === 0 ? null : new Uint8Array(body), { status, headers: [...response.headers] });
  };
}

function limited(): <T>(work: () => Promise<T>) => Promise<T> {
  let waiting = 0;
  return async (work) => {
    if (waiting >= waitAtMost) throw new TipstaffError('web.busy', tooManyPeople, { retryable: true });
    waiting += 1;
    try {
      return await work();
    } catch (error) {
      throw new TipstaffError('sign-in.provider', providerWords(error), { retryable: true });
    } finally {
      waiting -= 1;
    }
  };
}

/** Returns what went wrong, for the log, without response bodies, which may contain tokens. */
function providerWords(error: unknown): string {
  const said = z.object({ error: z.string(), error_description: z.string().optional() }).safeParse(error);
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause.message : undefined;
  const words = said.success ? [said.data.error, said.data.error_description] : [];
  return [messageOf(error), ...words, cause].filter((word) => word !== undefined).join(': ');
}
