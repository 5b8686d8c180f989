import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { chownSync, globSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

/** A Postgres of this run, in a temporary folder. */
export interface OwnServer {
  /** The address of its first database, for its superuser. */
  readonly url: string;
  readonly pid: number;
  /** Restarts the server as after a crash: uncommitted work is lost and every connection breaks. */
  crash(): Promise<void>;
  stop(): Promise<void>;
}

/** A test does not need its data after a crash of the machine. */
const settings = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  max_connections: '300',
  listen_addresses: '127.0.0.1',
};
const secondsToStart = 30;

/** Starts the Postgres of POSTGRES_BIN, Debian or the PATH, or returns undefined. @param others extra settings */
export async function startServer(others: Readonly<Record<string, string>> = {}): Promise<OwnServer | undefined> {
  const bin = folderOfPrograms();
  if (bin === undefined) return undefined;
  // Postgres refuses to run as root.
  const user = process.getuid?.() === 0 ? unprivileged() : undefined;
  const folder = mkdtempSync(join(tmpdir(), 'tipstaff-postgres-'));
  if (user !== undefined) chownSync(folder, user.uid, user.gid);
  const data = join(folder, 'data');
  const initdb = ['-D', data, '-U', 'tipstaff', '--auth=trust', '--encoding=UTF8', '--locale=C.UTF-8', '--no-sync'];
  execFileSync(join(bin, 'initdb'), initdb, { ...user, cwd: folder, stdio: 'ignore' });
  const port = await freePort();
  const options = Object.entries({ ...settings, ...others, port: String(port), unix_socket_directories: folder });
  const words = ['-D', data, ...options.flatMap(([name, value]) => ['-c', `${name}=${value}`])];
  const start = () => spawn(join(bin, 'postgres'), words, { ...user, cwd: folder, stdio: 'ignore' });
  let server = start();
  // However this process ends, except by SIGKILL.
  process.once('exit', () => server.kill('SIGQUIT'));
  const url = `postgres://tipstaff@127.0.0.1:${port}/postgres`;
  await untilReady(url, server);
  return {
    url,
    get pid() {
      return server.pid ?? 0;
    },
    async crash() {
      await end(server);
      server = start();
      await untilReady(url, server);
    },
    async stop() {
      await end(server);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function folderOfPrograms(): string | undefined {
  const places = [
    ...(process.env.POSTGRES_BIN ? [process.env.POSTGRES_BIN] : []),
    ...globSync('/usr/lib/postgresql/*/bin').sort().reverse(),
    ...(process.env.PATH ?? '').split(delimiter),
  ];
  return places.find((place) => globSync(join(place, '{initdb,postgres}')).length === 2);
}

function unprivileged(): { uid: number; gid: number } {
  const id = (flag: string, name: string) =>
    Number(execFileSync('id', [flag, name], { stdio: ['ignore', 'pipe', 'ignore'] }));
  try {
    return { uid: id('-u', 'postgres'), gid: id('-g', 'postgres') };
  } catch {
    return { uid: id('-u', 'nobody'), gid: id('-g', 'nobody') };
  }
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('no free port');
  return address.port;
}

async function untilReady(url: string, server: ChildProcess): Promise<void> {
  for (const begun = performance.now(); ; await sleep(50)) {
    const client = new pg.Client(url);
    try {
      await client.connect();
      return await client.end();
    } catch (error) {
      const late = performance.now() - begun > secondsToStart * 1000;
      if (late || server.exitCode !== null) throw new Error('Postgres did not start', { cause: error });
    }
  }
}

/** Ends the server without a farewell to its clients. */
async function end(server: ChildProcess): Promise<void> {
  const ended = new Promise((resolve) => server.once('exit', resolve));
  server.kill('SIGQUIT');
  await ended;
}
