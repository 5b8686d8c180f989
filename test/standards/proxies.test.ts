import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type LookupFunction } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, onTestFinished } from 'vitest';
import { listAudit } from '../../src/people/auditTable.ts';
import { saveUser } from '../../src/people/usersTable.ts';
import { person } from '../stories/person.ts';
import { quickHash } from '../web/quickHash.ts';
import { serveOffice } from '../web/serveOffice.ts';
import { caddy, itWith, nginx, type Tool } from './tools.ts';

const name = 'tipstaff.example.com';
const password = 'correct horse battery';
const largestSheetForm = 16 * 1024 * 1024;

interface Place {
  readonly folder: string;
  readonly port: number;
  /** Where Tipstaff listens: `127.0.0.1:4711`. */
  readonly pages: string;
}

const exampleOf = (file: string) => readFileSync(join(import.meta.dirname, '../../deploy', file), 'utf8');

/** The example with nothing changed but ports and the files of the certificate; each must be there to be changed. */
function adapt(text: string, changes: readonly (readonly [string, string])[]): string {
  return changes.reduce((adapted, [from, to]) => {
    expect(adapted).toContain(from);
    return adapted.replaceAll(from, to);
  }, text);
}

const proxies: Record<string, { tool: Tool; start(place: Place): ChildProcess }> = {
  'deploy/nginx.conf': {
    tool: nginx,
    start({ folder, port, pages }) {
      const site = adapt(exampleOf('nginx.conf'), [
        ['listen 80;', `listen unix:${folder}/plain.sock;`],
        ['listen 443 ssl', `listen 127.0.0.1:${port} ssl`],
        [`/etc/letsencrypt/live/${name}/fullchain.pem`, `${folder}/cert.pem`],
        [`/etc/letsencrypt/live/${name}/privkey.pem`, `${folder}/key.pem`],
        ['127.0.0.1:8080', pages],
      ]);
      const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
        (kind) => `${kind}_temp_path ${folder}/${kind};`,
      );
      const user = process.getuid?.() === 0 ? 'user root;' : '';
      writeFileSync(join(folder, 'site'), site);
      writeFileSync(
        join(folder, 'main'),
        `daemon off; ${user} pid ${folder}/pid; error_log stderr warn; events {}
         http { access_log off; ${temporary.join(' ')} include ${folder}/site; }`,
      );
      return spawn('nginx', ['-p', folder, '-e', 'stderr', '-c', join(folder, 'main')]);
    },
  },
  'deploy/Caddyfile': {
    tool: caddy,
    start({ folder, port, pages }) {
      const site = adapt(exampleOf('Caddyfile'), [
        [`\n${name} {`, `\nhttps://${name}:${port} {\n\tbind 127.0.0.1\n\ttls ${folder}/cert.pem ${folder}/key.pem`],
        ['127.0.0.1:8080', pages],
      ]);
      const file = join(folder, 'Caddyfile');
      writeFileSync(file, `{\n\tadmin off\n\tauto_https disable_redirects\n}\n${site}`);
      const env = { PATH: process.env.PATH, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder };
      return spawn('caddy', ['run', '--config', file, '--adapter', 'caddyfile'], { env });
    },
  },
};

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  return typeof address === 'object' && address !== null ? address.port : expect.fail();
}

/** The proxy of the example, with a certificate for the day. @returns its port, and what it takes to trust it */
async function startProxy(start: (place: Place) => ChildProcess, pages: string) {
  const folder = mkdtempSync(join(tmpdir(), 'tipstaff-proxy-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const pair = ['-keyout', join(folder, 'key.pem'), '-out', join(folder, 'cert.pem')];
  const subject = ['-subj', `/CN=${name}`, '-addext', `subjectAltName=DNS:${name}`];
  execFileSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '1', ...subject, ...pair], {
    stdio: 'pipe',
  });
  const port = await freePort();
  const child = start({ folder, port, pages: new URL(pages).host });
  const said: string[] = [];
  child.stderr?.on('data', (chunk: Buffer) => said.push(String(chunk)));
  onTestFinished(async () => {
    if (child.exitCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    await ended;
  });
  const lookup: LookupFunction = (_name, { all }, found) =>
    all ? found(null, [{ address: '127.0.0.1', family: 4 }]) : found(null, '127.0.0.1', 4);
  return { port, said, trust: { lookup, ca: readFileSync(join(folder, 'cert.pem'), 'utf8') } };
}

for (const [example, { tool, start }] of Object.entries(proxies)) {
  itWith(tool)(
    `${example} lets readers in by https alone, says who they are, and keeps health and metrics inside`,
    async () => {
      const user = { name: 'ann', role: 'admin', matters: undefined, confidential: false } as const;
      const { office, url: pages } = await serveOffice(
        { http: { publicUrl: `https://${name}`, hsts: true } },
        ({ store, now }) => saveUser(store.db, { ...user, password: quickHash(password) }, now),
      );
      const { port, said, trust } = await startProxy(start, pages);
      const url = `https://${name}:${port}`;
      const forged = { 'x-forwarded-for': '203.0.113.9', forwarded: 'for=203.0.113.9', 'x-forwarded-proto': 'http' };
      const stranger = person(url, '127.0.0.66', forged, trust);
      for (let tries = 0; tries < 100; tries += 1) {
        if (await stranger.opens('/sign-in').catch(() => undefined)) break;
        await pause(100);
      }
      expect(await stranger.opens('/'), said.join('')).toEqual({ status: 303, text: expect.any(String) });
      for (const inside of ['/metrics', '/readyz', '/healthz'])
        expect(await stranger.opens(inside), inside).toEqual({
          status: 404,
          text: expect.not.stringMatching(/tipstaff_|obstacles/),
        });
      expect(await stranger.signsIn('ann', 'a wrong password')).toBe(false);
      const [refused] = await listAudit(office.store.db, { what: 'sign-in.refused', limit: 1 });
      expect(refused).toMatchObject({ detail: 'from 127.0.0.66' });

      const ann = person(url, '127.0.0.7', {}, trust);
      expect(await ann.signsIn('ann', password)).toBe(true);
      expect(await ann.opens('/watches')).toEqual({ status: 200, text: expect.stringContaining('widget') });
      // The largest form comes through; it is Tipstaff that says what is wrong with it.
      const sheet = { file: 'x'.repeat(largestSheetForm - 1000) };
      expect((await ann.sends('/import', sheet)).text).toContain('Tipstaff');
      const larger = await ann
        .sends('/import', { file: 'x'.repeat(largestSheetForm + 2_000_000) })
        .catch(() => undefined);
      expect(larger?.status ?? 413).toBe(413);
    },
  );
}
