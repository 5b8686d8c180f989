import { writeFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { openProvider } from '../../../src/people/signIn/provider.ts';
import { openEndpoint } from '../../alerts/channels/endpoint.ts';
import { source, startDaemon } from '../../program.ts';
import { tempFolder } from '../../tempFolder.ts';
import { startProvider } from '../../web/openIdProvider.ts';

describe('a provider that fails', () => {
  it.each([
    ['redirects elsewhere', (response: ServerResponse) => response.writeHead(302, { location: '/x' }).end()],
    ['never ends its response', (response: ServerResponse) => endless(response)],
    ['never responds', () => {}],
  ])('is given up if it %s', async (_how, answer) => {
    const { url: issuer, requests } = await openEndpoint((_, response) => answer(response));
    const { oidc } = await startProvider({}, { issuer });
    const begun = openProvider(oidc, { timeoutSeconds: 1 }).begin('http://127.0.0.1/back');
    await expect(begun).rejects.toMatchObject({ code: 'sign-in.provider' });
    expect(requests.map(({ path }) => path)).toEqual(['/.well-known/openid-configuration']);
  });

  it('is asked for its configuration again once it responds, and after an hour, but not in between', async () => {
    const running = await startProvider({});
    const asked = vi.spyOn(performance, 'now');
    onTestFinished(() => asked.mockRestore());
    const provider = openProvider(running.oidc);
    const begin = () => provider.begin('http://127.0.0.1:1/sign-in/provider/back');
    // The provider does not respond yet.
    await expect(begin()).rejects.toMatchObject({ code: 'sign-in.provider' });
    running.allow('http://127.0.0.1:1');
    expect((await begin()).url.origin).toBe(running.oidc.issuer);
    await running.stop();
    expect((await begin()).url.origin).toBe(running.oidc.issuer);
    const later = performance.now() + 3_600_001;
    asked.mockReturnValue(later);
    await expect(begin()).rejects.toMatchObject({
      code: 'sign-in.provider',
      message: expect.stringContaining('ECONNREFUSED'),
    });
  });
});

function endless(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'application/json' });
  const more = () => {
    if (!response.destroyed) response.write('x'.repeat(65_536), () => setImmediate(more));
  };
  more();
}

/** Writes to stderr, when the program ends, which files it loaded. */
const sayLoaded = `data:text/javascript,${encodeURIComponent(`
  import { registerHooks } from 'node:module';
  const loaded = [];
  registerHooks({ load: (url, context, next) => (loaded.push(url), next(url, context)) });
  process.on('exit', () => process.stderr.write(loaded.join('\\n') + '\\n'));
`)}`;

it('a daemon loads the OpenID library only when a user signs in through a provider', async () => {
  const provider = await startProvider({});
  const folder = tempFolder();
  const file = join(folder, 'watches.yaml');
  const { issuer } = provider.oidc;
  const start = async (signIn: object) => {
    const rest = {
      service: { baseUrl: 'http://127.0.0.1:9', token: 'nobody-asks' },
      database: join(folder, 'tipstaff.db'),
      operators: [],
      watches: [],
    };
    writeFileSync(file, JSON.stringify({ ...rest, http: { port: 0, signIn } }));
    const daemon = await startDaemon(file, { main: source, nodeArgs: ['--import', sayLoaded] });
    provider.allow(daemon.url);
    const loaded = async () => {
      await daemon.stop();
      const names = daemon.lines.flatMap((line) => /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(line)?.[1] ?? []);
      return ['openid-client', 'oauth4webapi', 'hono'].filter((name) => names.includes(name));
    };
    return { url: daemon.url, loaded };
  };
  const without = await start({});
  expect((await fetch(`${without.url}/sign-in`)).status).toBe(200);
  expect(await without.loaded()).toEqual(['hono']);
  const by = await start({ oidc: { issuer, clientId: 'tipstaff' } });
  expect((await fetch(`${by.url}/sign-in`)).status).toBe(200);
  expect((await fetch(`${by.url}/sign-in/provider`, { redirect: 'manual' })).status).toBe(303);
  expect(await by.loaded()).toEqual(['openid-client', 'oauth4webapi', 'hono']);
});
