import { readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { listAlerts } from '../../src/alerts/outbox/alertsTable.ts';
import { loadChannelStates } from '../../src/alerts/outbox/deliveriesTable.ts';
import { openIncidents } from '../../src/alerts/outbox/incidentsTable.ts';
import { loadConfig } from '../../src/config/loadConfig.ts';
import { openReloads } from '../../src/daemon/jobs/reloads.ts';
import type { Program } from '../../src/daemon/program.ts';
import { configInForce, configSetting, endProcess, keepProcess } from '../../src/store/processes.ts';
import { writeSetting } from '../../src/store/store.ts';
import { openEndpoint } from '../alerts/channels/endpoint.ts';
import { refusal } from '../check/service.ts';
import { type Machine, openMachine, token } from '../e2e/machine.ts';
import { eventually } from '../eventually.ts';
import { refuseInserts } from '../store/refuseInserts.ts';
import { startDaemonHere } from './daemonHere.ts';

const patent = { id: 'patent', dockets: { patentNumber: '6834603' }, schedule: '0 7 1 1 *' };
const rival = { id: 'rival', dockets: { companyName: 'Rival' }, schedule: '0 7 1 1 *' };
const http = { host: '127.0.0.1', port: 0 };

/** Starts a daemon in this process, and waits until the daemon has checked its first watch. */
async function startOn(machine: Machine, env: Readonly<Record<string, string>> = {}) {
  const { program, daemon } = await startDaemonHere(machine, { env });
  const get = async (path: string) => (await fetch(`${daemon.url}${path}`)).text();
  const asked = () => machine.service.calls.map(({ body }) => body.patentNumber ?? body.companyName);
  await eventually(() => expect(asked()).toContain('6834603'));
  return { machine, program, daemon, get, asked };
}

const newWords = (machine: Machine) => JSON.stringify(machine.newMails().map(({ subject, text }) => [subject, text]));

/** Starts it on a machine with one watch. */
const start = async () => startOn(await openMachine({ http, watches: [patent] }));

it('a changed file takes effect by itself, and a new watch is checked at once', async () => {
  const { machine, asked, get } = await start();
  machine.configure({ http, watches: [patent, rival] });
  await eventually(() => expect(asked()).toContain('Rival'));
  expect(await get('/metrics')).toContain('tipstaff_config_last_reload_successful 1');
  // An unchanged watch is not checked again.
  expect(asked().filter((one) => one === '6834603')).toEqual(['6834603']);
});

it('a file that changes while the daemon starts takes effect by itself as well', async () => {
  const machine = await openMachine({ http, watches: [patent] });
  await startDaemonHere(machine, { whileItStarts: () => machine.configure({ http, watches: [patent, rival] }) });
  await eventually(() => expect(machine.service.calls.map(({ body }) => body.companyName)).toContain('Rival'));
});

it('an unreadable file of another program that the environment names does not prevent a reload', async () => {
  const machine = await openMachine({ http, watches: [patent] });
  const loop = join(machine.folder, 'loop');
  symlinkSync(loop, loop);
  const { asked } = await startOn(machine, { OTHER_CONFIG_FILE: loop });
  machine.configure({ http, watches: [patent, rival] });
  await eventually(() => expect(asked()).toContain('Rival'));
});

it('a reload names what changed, but no value', async () => {
  const { machine, daemon } = await start();
  machine.configure({ http, budget: { perDay: 500 }, watches: [{ ...patent, notify: ['ops'] }, rival] });
  expect(await daemon.reload()).toMatchObject({
    ok: true,
    words: ['budget.perDay (new)', 'watch patent', 'watch rival (new)'],
  });
  expect(await daemon.reload()).toMatchObject({ ok: true, words: [] });
});

it('a config with a mistake is refused as a whole and reported, and the former config stays in force', async () => {
  const { machine, get, program, asked } = await start();
  machine.newMails();
  machine.configure({ http, watches: [rival, { ...patent, scheduel: 'daily' }] });
  await eventually(() => expect(newWords(machine)).toContain('scheduel'));
  const ready = JSON.parse(await get('/readyz')) as { ready: boolean; configRefused: { mistakes: string[] } };
  expect(ready).toMatchObject({
    ready: true,
    configRefused: { mistakes: [expect.stringMatching(/watches\.yaml:\d+:\d+$/)] },
  });
  expect(await get('/metrics')).toContain('tipstaff_config_last_reload_successful 0');
  expect(asked()).not.toContain('Rival');
  const inForce = await program.store.db.selectFrom('watches').select('id').where('removedAt', 'is', null).execute();
  expect(inForce).toEqual([{ id: 'patent' }]);

  machine.configure({ http, watches: [patent, rival] });
  await eventually(() => expect(newWords(machine)).toContain('accepted again'));
  expect(JSON.parse(await get('/readyz'))).not.toHaveProperty('configRefused');
});

it('/readyz says after a reload, too, that another config came into force, and when it no longer is', async () => {
  const { machine, daemon, program, get } = await start();
  machine.configure({ http, watches: [patent, rival] });
  expect(await daemon.reload()).toMatchObject({ ok: true });
  const { db } = program.store;
  const own = await configInForce(db);
  const at = new Date().toISOString();
  const other = { id: 'other/1/x/1', host: 'other', version: '0', roles: ['check'], config: 'another', startedAt: at };
  await keepProcess(db, other, new Date());
  const from = { file: '/etc/other.yaml', host: 'other' };
  await writeSetting(db, configSetting, { digest: 'another', broughtAt: at, ...from, former: [] });
  const isReady = async () => (JSON.parse(await get('/readyz')) as { ready: boolean }).ready;
  await eventually(async () => expect(await isReady()).toBe(false));
  expect(await daemon.reload()).toMatchObject({ ok: true, otherSince: at });
  // The command waits for the response of every daemon that runs.
  await endProcess(db, other.id);
  const { code, stderr } = await machine.run(['reload']);
  expect(code).toBe(1);
  expect(stderr).toContain(
    `nothing is checked there: another config has been in force since ${at} (/etc/other.yaml on other)`,
  );
  await writeSetting(db, configSetting, own);
  await eventually(async () => expect(await isReady()).toBe(true));
});

it('a check under way ends normally when the config changes', async () => {
  const { machine, daemon, program, asked } = await start();
  const answer = Promise.withResolvers<undefined>();
  machine.service.reply = ({ body }) => (body.companyName === 'Rival' ? answer.promise : undefined);
  machine.configure({ http, watches: [patent, rival] });
  await daemon.reload();
  await eventually(() => expect(asked()).toContain('Rival'));
  machine.configure({ http, watches: [patent, rival], goneAfterChecks: 5 });
  expect(await daemon.reload()).toMatchObject({ ok: true, words: ['goneAfterChecks'] });
  answer.resolve(undefined);
  const outcomes = () => program.store.db.selectFrom('checks').select(['outcome']).execute();
  await eventually(async () => expect(await outcomes()).toHaveLength(2));
  expect((await outcomes()).map(({ outcome }) => outcome)).toEqual(['complete', 'complete']);
  expect(asked().filter((one) => one === 'Rival')).toHaveLength(1);
});

it('a config that the database refused takes effect once the database accepts it, without another edit', async () => {
  const { machine, program, get, asked } = await start();
  const end = await refuseInserts(program.store, 'watches', 'the disk is full');
  machine.configure({ http, watches: [patent, rival] });
  const metrics = () => get('/metrics');
  await eventually(async () => expect(await metrics()).toContain('reload_successful 0'));
  expect(asked()).not.toContain('Rival');
  await end();
  await eventually(() => expect(asked()).toContain('Rival'));
  expect(await metrics()).toContain('reload_successful 1');
});

it('a refused reload does not reveal a secret of the new config', async () => {
  const { machine, program } = await start();
  const source = { file: join(machine.folder, 'watches.yaml'), env: machine.env, cwd: machine.folder };
  const load = () => loadConfig({ ...source, env: { ...machine.env, TIPSTAFF_TOKEN: 'a-brand-new-token' } });
  const bring = () => Promise.reject(new Error('the service does not know a-brand-new-token'));
  const reloads = openReloads({ program: () => program, load, bring, note: async () => {} });
  expect(await reloads.ask()).toMatchObject({ ok: false, words: ['the service does not know [hidden]'] });
});

it('a key that is replaced in its file is used from then on', async () => {
  const machine = await openMachine({ http, watches: [patent] });
  const file = join(machine.folder, 'token');
  writeFileSync(file, 'an-old-token');
  machine.service.reply = (call) => (call.token === token ? undefined : refusal(3000, 'no such token'));
  const { asked } = await startOn(machine, { TIPSTAFF_TOKEN: '', TIPSTAFF_TOKEN_FILE: file });
  const before = asked().length;
  writeFileSync(file, token);
  await eventually(() => expect(machine.service.calls.slice(before).map((call) => call.token)).toContain(token));
});

it('a former config that is restored takes effect again in the same process', async () => {
  const machine = await openMachine({ http, watches: [patent] });
  const first = readFileSync(join(machine.folder, 'watches.yaml'), 'utf8');
  const { daemon, get, program } = await startOn(machine);
  machine.configure({ http, watches: [patent, rival] });
  await daemon.reload();
  writeFileSync(join(machine.folder, 'watches.yaml'), first);
  expect(await daemon.reload()).toMatchObject({ ok: true, words: ['watch rival (removed)'] });
  const inForce = await program.store.db.selectFrom('watches').select('id').where('removedAt', 'is', null).execute();
  expect(inForce).toEqual([{ id: 'patent' }]);
  expect(JSON.parse(await get('/readyz'))).toMatchObject({ ready: true });
});

it.each(['a reload', 'a restart'])('%s tries again at once each channel whose config was corrected', async (which) => {
  const receiver = await openEndpoint(({ url = '' }, response) => {
    response.statusCode = Number(url.slice(1));
    response.end('ok');
  });
  const slackAt = (status: number) => ({ type: 'slack', webhookUrl: `${receiver.url}/${status}` });
  const channelsAt = (refused: number, ended: number, failing: number) => ({
    refused: slackAt(refused),
    ended: { type: 'webhook', url: `${receiver.url}/${ended}`, secret: `whsec_${'MTIz'.repeat(8)}` },
    failing: slackAt(failing),
    ops: slackAt(200),
  });
  const common = {
    http,
    delivery: { retryBaseSeconds: 3600, groupSeconds: 1 },
    defaults: {},
    watches: [{ ...patent, notify: ['refused', 'ended', 'failing'] }],
  };
  const machine = await openMachine({ ...common, channels: channelsAt(404, 410, 503) });
  const attempts = () => receiver.requests.map(({ path }) => path).filter((path) => path !== '/200');
  const undelivered = async ({ store }: Program) =>
    (await listAlerts(store.db, { undelivered: true, limit: 9 })).length;
  const { daemon, program } = await startDaemonHere(machine);
  await eventually(() => expect(attempts().sort()).toEqual(['/404', '/410', '/503']));
  await eventually(async () => expect((await loadChannelStates(program.store.db)).size).toBe(3));
  // The pause of a channel that has not changed stays.
  machine.configure({ ...common, goneAfterChecks: 5, channels: channelsAt(404, 410, 503) });
  await daemon.reload();
  machine.configure({ ...common, goneAfterChecks: 5, channels: channelsAt(200, 200, 503) });
  let now = program;
  if (which === 'a reload') await daemon.reload();
  else {
    await daemon.stop();
    now = (await startDaemonHere(machine)).program;
  }
  await eventually(async () => expect(await undelivered(now)).toBe(1));
  expect(attempts()).toHaveLength(3);
});

it('a restart with a corrected config ends the incident, also if the process id is the same, as in a container', async () => {
  const { machine, daemon } = await start();
  machine.configure({ http, watches: [{ ...patent, scheduel: 'daily' }] });
  await eventually(() => expect(newWords(machine)).toContain('scheduel'));
  await daemon.stop();
  machine.configure({ http, watches: [patent] });
  const { program } = await startDaemonHere(machine);
  expect((await openIncidents(program.store.db)).map(({ kind }) => kind)).toEqual([]);
});

it('a reload refuses a setting that needs a restart, and an address that is in use', async () => {
  const { machine, daemon } = await start();
  machine.configure({ http, watches: [patent], database: './other.db' });
  expect(await daemon.reload()).toMatchObject({ ok: false, words: [expect.stringContaining('restart it')] });
  const taken = Number(new URL(machine.service.url).port);
  machine.configure({ http: { ...http, port: taken }, watches: [patent, rival] });
  expect(await daemon.reload()).toMatchObject({ ok: false, words: [expect.stringContaining('cannot listen')] });
  expect((await fetch(`${daemon.url}/readyz`)).status).toBe(200);
});

it('tipstaff reload asks every daemon on the database to reload, and prints the result', async () => {
  const { machine, program } = await start();
  machine.configure({ http, watches: [patent, rival] });
  const { code, stdout } = await machine.run(['reload', '--json']);
  // The daemon may have noticed the changed file before the command ran.
  expect([['in force; changed:', 'watch rival (new)'], ['nothing has changed']]).toContainEqual(
    JSON.parse(stdout).words,
  );
  expect(code).toBe(0);
  const inForce = await program.store.db.selectFrom('watches').select('id').orderBy('id').execute();
  expect(inForce).toEqual([{ id: 'patent' }, { id: 'rival' }]);
});

it('tipstaff reload fails if no daemon runs, or if the config has a mistake', async () => {
  const machine = await openMachine({ http, watches: [patent] });
  expect(await machine.run(['reload'])).toMatchObject({ code: 1, stderr: expect.stringContaining('No daemon runs') });
  machine.configure({ http, watches: [{ id: 'patent' }] });
  expect(await machine.run(['reload'])).toMatchObject({ code: 2, stderr: expect.stringContaining('watches.yaml:1:') });
});
