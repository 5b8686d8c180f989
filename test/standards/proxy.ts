import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer, type LookupFunction } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { tempFolder } from '../tempFolder.ts';
import { caddy, nginx, type Tool } from './tools.ts';

/** The server name of the examples. */
export const name = 'tipstaff.example.com';

interface Place {
  readonly folder: string;
  readonly port: number;
  /** The address at which Tipstaff listens: `127.0.0.1:4711`. */
  readonly pages: string;
}

const exampleOf = (file: string) => readFileSync(join(import.meta.dirname, '../../deploy', file), 'utf8');

/** Changes only ports and certificate files of an example. Each of them must occur in it. */
function adapt(text: string, changes: readonly (readonly [string, string])[]): string {
  return changes.reduce((adapted, [from, to]) => {
    expect(adapted).toContain(from);
    return adapted.replaceAll(from, to);
  }, text);
}

/** The examples in `deploy/`, and how to start the program of each. */
export const proxies: Record<
  'deploy/nginx.conf' | 'deploy/Caddyfile',
  { tool: Tool; start(place: Place): ChildProcess }
> = {
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

/** Returns a local port at which nothing listens. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  return typeof address === 'object' && address !== null ? address.port : expect.fail();
}

/** Starts the example's proxy. @param port default: any free one @returns its port and its one-day certificate */
export async function startProxy(start: (place: Place) => ChildProcess, pages: string, port?: number) {
  const folder = tempFolder();
  const pair = ['-keyout', join(folder, 'key.pem'), '-out', join(folder, 'cert.pem')];
  const subject = ['-subj', `/CN=${name}`, '-addext', `subjectAltName=DNS:${name}`];
  execFileSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '1', ...subject, ...pair], {
    stdio: 'pipe',
  });
  const at = port ?? (await freePort());
  const child = start({ folder, port: at, pages: new URL(pages).host });
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
  return { port: at, said, trust: { lookup, ca: readFileSync(join(folder, 'cert.pem'), 'utf8') } };
}
