import { chmodSync, closeSync, mkdirSync, openSync, renameSync, statSync, writeFileSync, writeSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import SQLite from 'better-sqlite3';
import { expect, it, onTestFinished } from 'vitest';
import type { Finding } from '../../../src/cli/doctor/findings.ts';
import { openStore } from '../../../src/store/openStore.ts';
import { keepProcess } from '../../../src/store/processes.ts';
import { openEndpoint } from '../../alerts/channels/endpoint.ts';
import { type Machine, openMachine, smtpPassword, token } from '../../e2e/machine.ts';
import { runHere } from '../../runHere.ts';
import { startProvider } from '../../web/openIdProvider.ts';

async function examine(machine: Machine, env: Readonly<Record<string, string>> = {}) {
  const { code, stdout } = await machine.run(['doctor', '--json'], { env });
  const lines = stdout.trim().split('\n');
  const found = new Map(lines.map((line) => [(JSON.parse(line) as Finding).check, JSON.parse(line) as Finding]));
  return { code, stdout, found, state: (check: string) => found.get(check)?.state };
}

/** Returns the URL of a service that responds to every call with this status. */
async function serviceThat(status: number, headers: Readonly<Record<string, string>> = {}): Promise<string> {
  const { url } = await openEndpoint((_request, response) => response.writeHead(status, headers).end('{}'));
  return url;
}

it('doctor finds no problem on a working machine, without a message, a paid call or a change', async () => {
  const machine = await openMachine({ http: { port: 0 } });
  await machine.run(['check']);
  await machine.run(['backup', join(machine.folder, 'copy.db')]);
  machine.newMails();
  machine.newPosts();
  const paid = machine.service.calls.length;
  const before = statSync(machine.database).mtimeMs;

  const { code, found, state } = await examine(machine);

  expect([...found.values()].filter((finding) => finding.state === 'failed')).toEqual([]);
  expect(code).toBe(0);
  for (const check of [
    'config',
    'environment',
    'proxy',
    'permissions',
    'database',
    'disk',
    'backup',
    'incidents',
    'port',
  ])
    expect([check, state(check)]).toEqual([check, 'ok']);
  for (const check of ['service', 'clock', 'token', 'pictures', 'channel counsel', 'channel slack', 'channel ops'])
    expect([check, state(check)]).toEqual([check, 'ok']);
  for (const { state, todo } of found.values()) expect(todo === null).toBe(state === 'ok');
  expect(machine.newMails()).toEqual([]);
  expect(machine.newPosts().filter((post) => post !== '')).toEqual([]);
  expect(machine.service.calls.length).toBe(paid);
  expect(statSync(machine.database).mtimeMs).toBe(before);
});

it.skipIf(process.getuid?.() === 0)('doctor says that a missing database cannot be made in its folder', async () => {
  const machine = await openMachine({}, { isNew: true });
  const folder = join(machine.folder, 'closed');
  mkdirSync(folder, { mode: 0o555 });
  const { code, found } = await examine(machine, { TIPSTAFF_DATABASE: join(folder, 'tipstaff.db') });
  expect(code).toBe(1);
  expect(found.get('database')).toMatchObject({
    state: 'failed',
    detail: expect.stringContaining('is not there, and its folder cannot be written'),
  });
});

it('doctor says that a database belongs to another service, as every command does', async () => {
  const machine = await openMachine({ http: { port: 0 } });
  await machine.run(['check']);
  const { code, found } = await examine(machine, { TIPSTAFF_BASE_URL: 'sandbox' });
  expect(code).toBe(1);
  expect(found.get('database')).toMatchObject({ state: 'failed', detail: expect.stringContaining('holds records of') });
  expect((await machine.run(['check'], { env: { TIPSTAFF_BASE_URL: 'sandbox' } })).code).toBe(1);
});

it.skipIf(process.getuid?.() === 0)('doctor says that the folder of a database cannot be written', async () => {
  const machine = await openMachine({ http: { port: 0 } });
  await machine.run(['check']);
  chmodSync(machine.folder, 0o555);
  onTestFinished(() => chmodSync(machine.folder, 0o755));
  const { found } = await examine(machine);
  expect(found.get('database')).toMatchObject({ state: 'failed', detail: expect.stringContaining('folder') });
});

it('doctor says that no running process checks', async () => {
  const machine = await openMachine({ http: { port: 0 } });
  await machine.run(['check']);
  const store = await openStore(machine.database);
  const [host, startedAt] = [hostname(), new Date().toISOString()];
  const webOnly = { host, version: '1', roles: ['web'], config: '', startedAt };
  await keepProcess(store.db, { id: `${host}/1/x`, ...webOnly }, new Date());
  await keepProcess(store.db, { id: `${host}/2/x`, ...webOnly }, new Date());
  await store.close();
  const { found } = await examine(machine);
  expect(found.get('daemon')).toMatchObject({
    state: 'failed',
    detail: `running: 1 on ${host} (pid 1), 1 on ${host} (pid 2); none has the role check`,
  });
});

it('doctor says that a channel responds, and also that it refused or did not accept alerts', async () => {
  const { url } = await openEndpoint(({ url: path }, response) => {
    response.statusCode = Number(path?.slice(1)) || 200;
    response.end();
  });
  const channels = {
    refused: { type: 'slack', webhookUrl: `${url}/404` },
    failing: { type: 'slack', webhookUrl: `${url}/503` },
    bad: { type: 'slack', webhookUrl: `${url}/400` },
  };
  const notify = Object.keys(channels);
  const watches = [{ id: 'widget', dockets: { patentNumber: '6834603' } }];
  const machine = await openMachine({ http: { port: 0 }, channels, operators: notify, defaults: { notify }, watches });
  expect((await machine.run(['check'])).code).toBe(1);
  const { code, found } = await examine(machine);
  expect(code).toBe(1);
  const details = notify.map((name) => found.get(`channel ${name}`)).map((one) => [one?.state, one?.detail]);
  expect(details).toEqual([
    ['failed', expect.stringMatching(/ responds; .*, but it has refused all alerts since .*: HTTP 404.*; \d+ alerts/)],
    ['warning', expect.stringMatching(/ responds; .*, but it has accepted nothing since .*; \d+ alerts undelivered$/)],
    ['warning', expect.stringMatching(/ responds; .*, but \d+ alerts undelivered$/)],
  ]);
  expect(found.get('channel bad')?.todo).toMatch(/, then: tipstaff send-test bad, and tipstaff alerts retry$/);
});

it('doctor counts open incidents, such as a spent budget', async () => {
  const machine = await openMachine({ http: { port: 0 }, budget: { perDay: 1 } });
  await machine.run(['check']);
  const { code, found } = await examine(machine);
  expect(code).toBe(0);
  expect(found.get('incidents')).toMatchObject({ state: 'warning', detail: '1 open', todo: expect.any(String) });
});

it('doctor says what to do, and prints no secret', async () => {
  const machine = await openMachine({}, { isNew: true });
  const port = '1';
  const env = { SMTP_URL: `smtp://tipstaff:${smtpPassword}@127.0.0.1:${port}` };
  const { code, stdout } = await machine.run(['doctor'], { env });
  expect(code).toBe(1);
  expect(stdout).toMatch(/^failed {3}channel counsel: connect ECONNREFUSED.*\n {9}→ .*tipstaff send-test counsel/m);
  expect(stdout).toMatch(/^warning {2}database: .* is not there yet$/m);
  expect(stdout).toMatch(/^ok {7}channel slack: /m);
  for (const secret of [smtpPassword, token, 'xyzzy']) expect(stdout).not.toContain(secret);
});

it('doctor detects a port that another program holds, and tells it from a port of a running daemon', async () => {
  const { url } = await openEndpoint((_request, response) => response.end());
  const machine = await openMachine({ http: { port: Number(new URL(url).port) } });
  await machine.run(['check']);
  const { code, found } = await examine(machine);
  expect(code).toBe(1);
  expect(found.get('port')).toMatchObject({
    state: 'failed',
    detail: expect.stringContaining('EADDRINUSE'),
    todo: expect.stringContaining('http.port'),
  });
  const store = await openStore(machine.database);
  onTestFinished(() => store.close());
  const daemon = { id: 'daemon', host: hostname(), version: '1', roles: ['web'], config: '', startedAt: '' };
  await keepProcess(store.db, daemon, new Date());
  expect((await examine(machine)).found.get('port')).toMatchObject({
    state: 'ok',
    detail: expect.stringMatching(/^127\.0\.0\.1:\d+ is in use, and a daemon runs here$/),
  });
});

it('doctor says that a daemon responds which the database no longer lists, and why that daemon is not ready', async () => {
  const reason = 'the database refuses: database or disk is full';
  const { url } = await openEndpoint((_request, response) =>
    response
      .writeHead(503)
      .end(JSON.stringify({ ready: false, obstacles: [{ kind: 'database', since: null, reason }] })),
  );
  const machine = await openMachine({ http: { port: Number(new URL(url).port) } });
  await machine.run(['check']);
  const { found, state } = await examine(machine);
  expect(found.get('daemon')).toMatchObject({ state: 'failed', detail: expect.stringContaining(reason) });
  expect(state('port')).toBe('ok');
});

it('doctor detects a clock that differs from that of the service', async () => {
  const machine = await openMachine();
  const date = new Date(Date.now() - 3_600_000).toUTCString();
  const { code, found } = await examine(machine, { TIPSTAFF_BASE_URL: await serviceThat(405, { date }) });
  expect(code).toBe(1);
  expect(found.get('clock')).toMatchObject({
    state: 'failed',
    detail: expect.stringMatching(/is 3,[56]\d\d seconds ahead of/),
  });
});

it('doctor detects a token that the service refuses, by a call or from what a check learned', async () => {
  const machine = await openMachine();
  expect((await examine(machine, { TIPSTAFF_BASE_URL: await serviceThat(401) })).state('token')).toBe('failed');
  expect((await examine(machine)).state('token')).toBe('warning');
  machine.service.reply = () => ({ status: 401, body: 'no such token' });
  await machine.run(['check']);
  const { found } = await examine(machine);
  expect(found.get('token')).toMatchObject({ state: 'failed', detail: expect.stringContaining('suspended since') });
});

it('doctor does not call a token accepted because another token was accepted', async () => {
  const machine = await openMachine();
  await machine.run(['check']);
  expect((await examine(machine)).state('token')).toBe('ok');
  const { found } = await examine(machine, { TIPSTAFF_TOKEN: 'a-token-with-a-mistake' });
  expect(found.get('token')).toMatchObject({ state: 'warning', detail: expect.stringContaining('not refused') });
});

it('doctor refuses pages that others reach without signing in, as the daemon does', async () => {
  const machine = await openMachine({ http: { host: '0.0.0.0', port: 8080 } });
  expect((await examine(machine)).found.get('users')).toMatchObject({
    state: 'failed',
    detail: expect.stringMatching(/^The pages would be open to everybody who can reach 0\.0\.0\.0:8080, [^.]*$/),
    todo: expect.stringMatching(/^Add a user .* Until then, tipstaff run does not start\.$/),
  });
  const { folder, env } = machine;
  await runHere(['users', 'add', 'ann', '--role', 'admin'], { folder, env, stdin: 'correct horse battery\n' });
  expect((await examine(machine)).state('users')).toBe('ok');
});

it('doctor examines the rest if the config cannot be used', async () => {
  const machine = await openMachine();
  const { code, found, state } = await examine(machine, { TIPSTAFF_TOKEN: '' });
  expect(code).toBe(1);
  expect(found.get('config')).toMatchObject({ state: 'failed', detail: expect.stringContaining('TIPSTAFF_TOKEN') });
  expect(state('environment')).toBe('ok');
});

it('doctor finds a damaged page of the database', async () => {
  const machine = await openMachine();
  await machine.run(['check']);
  const { size } = statSync(machine.database);
  const file = openSync(machine.database, 'r+');
  for (let at = 16 * 4096; at < size - 4096; at += 4096) writeSync(file, 'damaged'.repeat(100), at);
  closeSync(file);
  const { code, state } = await examine(machine);
  expect(code).toBe(1);
  expect(state('database')).toBe('failed');
});

it('doctor says of a damaged head of the database to restore a backup', async () => {
  const machine = await openMachine();
  await machine.run(['check']);
  const file = openSync(machine.database, 'r+');
  writeSync(file, Buffer.alloc(300), 0, 300, 100);
  closeSync(file);
  const { found } = await examine(machine);
  expect(found.get('database')).toMatchObject({ state: 'failed', todo: expect.stringContaining('tipstaff restore') });
});

it('doctor says that another process holds the database, or that the file or its folder is missing', async () => {
  const machine = await openMachine();
  await machine.run(['check']);
  const other = new SQLite(machine.database);
  onTestFinished(() => void other.close());
  const locked = { state: 'failed', todo: expect.stringContaining('Another process has locked it') };
  for (const lock of ['begin immediate', 'rollback; pragma locking_mode = exclusive; begin exclusive']) {
    other.exec(lock);
    expect((await examine(machine)).found.get('database')).toMatchObject(locked);
  }
  other.close();
  renameSync(machine.database, `${machine.database}-wal`);
  const lost = { state: 'failed', todo: expect.stringContaining('tipstaff restore FILE') };
  expect((await examine(machine)).found.get('database')).toMatchObject(lost);
  const folder = join(machine.folder, 'nowhere');
  machine.configure({ database: join(folder, 'tipstaff.db') });
  const { found } = await examine(machine);
  const missing = { state: 'failed', todo: expect.stringContaining(`Make the folder ${folder},`) };
  for (const check of ['database', 'disk']) expect(found.get(check)).toMatchObject(missing);
});

it('doctor says that the database is new and empty, a folder, or of a newer Tipstaff', async () => {
  const machine = await openMachine();
  const database = async () => (await examine(machine)).found.get('database');
  expect(await database()).toMatchObject({ state: 'warning', detail: expect.stringContaining('is new and empty') });
  await machine.run(['check']);
  expect(await database()).toMatchObject({ state: 'ok' });
  const newer = new SQLite(machine.database);
  newer.exec("insert into kysely_migration values ('0999_tomorrow', '')");
  newer.close();
  expect(await database()).toMatchObject({
    state: 'failed',
    detail: expect.stringMatching(/newer Tipstaff.*0999_tomorrow/),
    todo: expect.stringMatching(/^Run that program, or restore a backup/),
  });
  machine.configure({ database: machine.folder });
  const folder = { state: 'failed', todo: 'It is a folder: name a file under "database" in the config.' };
  expect(await database()).toMatchObject(folder);
});

it('doctor names files that others can read, and how to close them', async () => {
  const machine = await openMachine();
  const file = join(machine.folder, 'token');
  writeFileSync(file, token);
  chmodSync(file, 0o644);
  const { found } = await examine(machine, { TIPSTAFF_TOKEN: '', TIPSTAFF_TOKEN_FILE: file });
  expect(found.get('permissions')).toMatchObject({
    state: 'warning',
    todo: expect.stringMatching(`owner.*sudo: chmod 600 ${file}$`),
  });
});

it('doctor calls the OpenID provider, and reports an address that is no provider', async () => {
  const provider = await startProvider({});
  provider.allow('http://127.0.0.1');
  const machine = await openMachine();
  const signIn = (issuer: string) => ({ http: { signIn: { oidc: { issuer, clientId: 'tipstaff' } } } });
  machine.configure(signIn(provider.oidc.issuer));
  const { found } = await examine(machine);
  expect(found.get('sign-in')).toMatchObject({ state: 'ok', detail: `${provider.oidc.issuer} responds` });
  const url = await serviceThat(404);
  machine.configure(signIn(url));
  const wrong = await examine(machine);
  expect(wrong.found.get('sign-in')).toMatchObject({
    state: 'failed',
    todo: expect.stringContaining('/.well-known/openid-configuration'),
  });
});
