import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, copyFileSync, existsSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import SQLite from 'better-sqlite3';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { openStore } from '../../src/database/openStore.ts';
import { version } from '../../src/version.ts';
import { spawnDaemon } from '../daemonProcess.ts';

/** Says on stderr when the process begins to listen for SIGTERM. */
const sayListening = `data:text/javascript,${encodeURIComponent(`
  process.on('newListener', (name) => name === 'SIGTERM' && process.stderr.write('listens for SIGTERM\\n'));
`)}`;

/** An HTTP server of the test's own; `called` resolves with the first request. */
async function listen(respond: (request: IncomingMessage, response: ServerResponse) => void) {
  const called = Promise.withResolvers<void>();
  const server = createServer((request, response) => {
    called.resolve();
    respond(request, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, called: called.promise };
}

/** Writes a config of one watch; returns the database's path and a way to start daemons on it. */
async function install(service: string, webhookUrl: string) {
  const folder = await mkdtemp(join(tmpdir(), 'tipstaff-run-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const database = join(folder, 'tipstaff.db');
  const feed = join(folder, 'feed.xml');
  const config = join(folder, 'watches.yaml');
  await writeFile(
    config,
    `service: { baseUrl: "${service}", token: sandbox }
database: ${database}
http: { host: 127.0.0.1, port: 0 }
channels:
  counsel: { type: slack, webhookUrl: "${webhookUrl}" }
  reader: { type: feed, file: "${feed}" }
operators: [counsel]
watches:
  - { id: widget-patent, name: Widget patent, dockets: { patentNumber: "6834603" }, schedule: "0 7 1 1 *", notify: [counsel, reader] }
`,
  );
  return { database, feed, config, run: (nodeArgs: readonly string[] = []) => spawnDaemon(config, { nodeArgs }) };
}

async function stateOf(database: string) {
  const store = await openStore(database);
  const query = await store.db.selectFrom('queries').select(['claimed_by']).executeTakeFirstOrThrow();
  const watchQuery = await store.db
    .selectFrom('watch_queries')
    .select(['next_due_at', 'baseline_at'])
    .executeTakeFirstOrThrow();
  await store.close();
  return {
    held: query.claimed_by !== null,
    due: (watchQuery.next_due_at ?? '') <= new Date().toISOString(),
    baseline: watchQuery.baseline_at,
  };
}

describe('tipstaff run', () => {
  it('takes a baseline, reports it, shows that it is healthy, and ends well on SIGTERM', async () => {
    const slack = await listen((_request, response) => response.end('ok'));
    const { run, database } = await install('sandbox', `${slack.url}/slack`);
    const daemon = run();
    const url = await daemon.running;
    await slack.called;
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
    expect((await fetch(`${url}/readyz`)).status).toBe(200);
    expect(await (await fetch(`${url}/metrics`)).text()).toContain('tipstaff_checks_total{outcome="complete"} 1\n');
    const ended = once(daemon.child, 'exit');
    daemon.child.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
    expect(await stateOf(database)).toEqual({ held: false, due: false, baseline: expect.any(String) });
  });

  it('SIGINT while the service keeps it waiting ends it within 5 s and leaves the watch due and free', async () => {
    const silent = await listen(() => {});
    const { run, database } = await install(silent.url, `${silent.url}/slack`);
    const daemon = run();
    await daemon.running;
    await silent.called;
    const ended = once(daemon.child, 'exit');
    const asked = performance.now();
    daemon.child.kill('SIGINT');
    expect(await ended).toEqual([0, null]);
    expect(performance.now() - asked).toBeLessThan(5_000);
    expect(await stateOf(database)).toEqual({ held: false, due: true, baseline: null });
  });

  it('SIGHUP has it read its config again, and never ends it', async () => {
    const slack = await listen((_request, response) => response.end('ok'));
    const { run, config } = await install('sandbox', `${slack.url}/slack`);
    const daemon = run();
    const url = await daemon.running;
    const text = await readFile(config, 'utf8');
    await writeFile(config, `${text}goneAfterChecks: 5\n`);
    daemon.child.kill('SIGHUP');
    await vi.waitFor(() => expect(daemon.lines.join()).toContain('"changed":["goneAfterChecks"]'), { timeout: 10_000 });
    await writeFile(config, `${text}goneAfterCheck: 5\n`);
    daemon.child.kill('SIGHUP');
    await vi.waitFor(() => expect(daemon.lines.join()).toContain('did you mean goneAfterChecks'), { timeout: 10_000 });
    expect((await fetch(`${url}/readyz`)).status).toBe(200);
    const ended = once(daemon.child, 'exit');
    daemon.child.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
  });

  // systemd sends it so where `SendSIGHUP` is set.
  it('SIGHUP right after SIGTERM does not hurry it', async () => {
    const silent = await listen(() => {});
    const { run, database } = await install(silent.url, `${silent.url}/slack`);
    const daemon = run();
    await daemon.running;
    await silent.called;
    const ended = once(daemon.child, 'exit');
    daemon.child.kill('SIGTERM');
    daemon.child.kill('SIGHUP');
    expect(await ended).toEqual([0, null]);
    expect(await stateOf(database)).toEqual({ held: false, due: true, baseline: null });
  });

  it.each(['SIGQUIT', 'SIGUSR2'] as const)('%s ends it as cleanly', async (signal) => {
    const silent = await listen(() => {});
    const { run } = await install(silent.url, `${silent.url}/slack`);
    const daemon = run();
    await daemon.running;
    const ended = once(daemon.child, 'exit');
    daemon.child.kill(signal);
    expect(await ended).toEqual([0, null]);
  });

  it('SIGUSR1, which some tools that rotate logs send, opens no inspector', async () => {
    const silent = await listen(() => {});
    const { run } = await install(silent.url, `${silent.url}/slack`);
    const daemon = run();
    const url = await daemon.running;
    daemon.child.kill('SIGUSR1');
    await pause(500);
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
    expect(daemon.lines.filter((line) => line.includes('Debugger'))).toEqual([]);
  });

  // A container's first process never gets a signal that it does not listen for.
  it.each([0, 100, 200, 300])('SIGTERM %d ms after it began to listen ends it cleanly', async (ms) => {
    const silent = await listen(() => {});
    const { run } = await install(silent.url, `${silent.url}/slack`);
    const daemon = run(['--import', sayListening]);
    const ended = once(daemon.child, 'exit');
    await vi.waitFor(() => expect(daemon.lines).toContain('listens for SIGTERM'), { timeout: 10_000, interval: 5 });
    expect(daemon.lines).toHaveLength(1);
    await pause(ms);
    daemon.child.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
  });

  it('ends, with exit code 0, though a file that it writes never responds', async () => {
    const slack = await listen((_request, response) => response.end('ok'));
    const { run, feed } = await install('sandbox', `${slack.url}/slack`);
    // A pipe that nobody reads: to open it takes for ever.
    execFileSync('mkfifo', [feed]);
    const daemon = run();
    await daemon.running;
    // The sandbox is made with the first call, and holds up the process for seconds where others want the processor too.
    await vi.waitFor(() => expect(daemon.lines.join()).toContain('"msg":"checked"'), 30_000);
    await pause(1000);
    const ended = once(daemon.child, 'exit');
    const asked = performance.now();
    daemon.child.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
    expect(performance.now() - asked).toBeLessThan(6_000);
    expect(daemon.lines.at(-1)).toContain('did not stop in time');
  });

  it('names its version first', async () => {
    const silent = await listen(() => {});
    const { run } = await install(silent.url, `${silent.url}/slack`);
    const daemon = run();
    const url = await daemon.running;
    expect(JSON.parse(daemon.lines[0] ?? '')).toMatchObject({ version, msg: 'Tipstaff is starting' });
    expect(await (await fetch(`${url}/metrics`)).text()).toContain(`tipstaff_build_info{version="${version}"} 1\n`);
  });

  it('killed in the middle of a check, leaves the watch due for the next one', async () => {
    const silent = await listen(() => {});
    const { run, database } = await install(silent.url, `${silent.url}/slack`);
    const daemon = run();
    await daemon.running;
    await silent.called;
    const ended = once(daemon.child, 'exit');
    daemon.child.kill('SIGKILL');
    await ended;
    expect(await stateOf(database)).toEqual({ held: true, due: true, baseline: null });
  });

  it.each([
    ['deleted', (database: string) => rmSync(database)],
    ['replaced', (database: string) => renameSync(`${database}.backup`, database)],
  ])('ends with exit code 1 and clear words when its database is %s', async (what, spoil) => {
    const silent = await listen(() => {});
    const { run, database } = await install(silent.url, `${silent.url}/slack`);
    const daemon = run();
    const url = await daemon.running;
    const ended = once(daemon.child, 'exit');
    copyFileSync(database, `${database}.backup`);
    spoil(database);
    // Whoever asks first finds it out: a request, or the daemon itself within a second.
    const ready = await fetch(`${url}/readyz`).then(
      (response) => response.status,
      () => 503,
    );
    expect(ready).toBe(503);
    expect(await ended).toEqual([1, null]);
    const fatal = daemon.lines.find((line) => line.includes('"level":60'));
    expect(fatal).toContain(`was ${what} while it was open`);
    expect(existsSync(database)).toBe(what === 'replaced');
  });

  it('ends with exit code 1 when a page of its database is damaged', async () => {
    const slack = await listen((_request, response) => response.end('ok'));
    const { run, database } = await install('sandbox', `${slack.url}/slack`);
    const daemon = run();
    await daemon.running;
    await slack.called;
    const ended = once(daemon.child, 'exit');
    const connection = new SQLite(database);
    connection.pragma('wal_checkpoint(truncate)');
    const page = connection.prepare("select rootpage from sqlite_master where name = 'watch_queries'").pluck().get();
    connection.close();
    const handle = openSync(database, 'r+');
    writeSync(handle, Buffer.alloc(4096, 0xff), 0, 4096, (Number(page) - 1) * 4096);
    closeSync(handle);
    // What the daemon has in its cache is not read again until another process has written.
    const other = new SQLite(database);
    other.exec("insert into settings values ('other', '1')");
    other.close();
    expect(await ended).toEqual([1, null]);
    expect(daemon.lines.find((line) => line.includes('"level":60'))).toContain('put a backup in its place');
  });

  it('says in the log and to the operators that the database is new, and of the sandbox what it is', async () => {
    const posts: string[] = [];
    const slack = await listen((request, response) => {
      request.setEncoding('utf8').on('data', (part: string) => posts.push(part));
      response.end('ok');
    });
    const { run } = await install('sandbox', `${slack.url}/slack`);
    const daemon = run();
    const url = await daemon.running;
    await vi.waitFor(() => expect(posts.join('\n')).toContain('the database is new'), { timeout: 5_000 });
    expect(daemon.lines.join('\n')).toContain('every watch takes a baseline');
    expect(daemon.lines.join('\n')).toContain('the records are made up');
    expect(await (await fetch(`${url}/readyz`)).json()).toMatchObject({ sandbox: true });
    expect(await (await fetch(url)).text()).toContain('made-up records');
  });
});
