import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openStore } from '../../src/database/openStore.ts';
import { saveHold } from '../../src/holds/heldWatchesTable.ts';
import { putHold, runningHolds } from '../../src/holds/holdsTable.ts';
import { startDaemon } from '../daemonProcess.ts';
import { aHold } from '../holds/aHold.ts';
import { laterRelease } from './laterRelease.ts';

/** A Slack of the test's own: what it was sent. */
async function openSlack() {
  const taken: string[] = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const part of request) body += part;
    taken.push(body);
    response.end('ok');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return { taken, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` };
}

// Designs: what is found is no matter here, and reading the entries of dockets takes a second for each process.
const bottles = '{ id: bottles, designs: { source: HAGUE, holder: Rival } }';
const lamps = '{ id: lamps, designs: { source: HAGUE, holder: Marby } }';

async function install() {
  const folder = await mkdtemp(join(tmpdir(), 'tipstaff-roles-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const slack = await openSlack();
  const database = join(folder, 'tipstaff.db');
  return {
    slack,
    database,
    folder,
    /** @returns the path of a config with these watches. */
    config: (name: string, watches: readonly string[]) => {
      const file = join(folder, `${name}.yaml`);
      writeFileSync(
        file,
        `service: { baseUrl: sandbox, token: sandbox }
database: ${database}
http: { host: 127.0.0.1, port: 0 }
channels: { counsel: { type: slack, webhookUrl: "${slack.url}" } }
operators: [counsel]
defaults: { notify: [counsel], schedule: "0 7 1 1 *" }
watches: [${watches.join(', ')}]
`,
      );
      return file;
    },
  };
}

const start = (config: string, args: readonly string[] = [], main?: string) =>
  startDaemon(config, { args, ...(main === undefined ? {} : { main }) });

async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  for (let tries = 0; !(await isSo()); tries += 1) {
    if (tries > 600) throw new Error(`in vain: ${isSo}`);
    await pause(100);
  }
}

const statusOf = async (url: string) => (await fetch(url)).status;
const obstaclesOf = async (url: string) =>
  ((await (await fetch(`${url}/readyz`)).json()) as { obstacles: { kind: string }[] }).obstacles.map(
    ({ kind }) => kind,
  );

describe('tipstaff run --only', () => {
  it('divides the work between processes: one finds, one delivers, one shows', async () => {
    const { slack, config, database } = await install();
    const file = config('watches', [bottles]);
    const web = await start(file, ['--only', 'web']);
    const deliver = await start(file, ['--only', 'deliver']);
    const store = await openStore(database);
    expect(await store.db.selectFrom('checks').selectAll().execute()).toEqual([]);
    const check = await start(file, ['--only', 'check']);
    await until(() => slack.taken.some((text) => text.includes('bottles')));
    expect(await store.db.selectFrom('checks').select('outcome').execute()).toEqual([{ outcome: 'complete' }]);
    // Each says whether it is well; pages are those of one.
    for (const { url } of [web, deliver, check]) {
      expect(await statusOf(`${url}/healthz`)).toBe(200);
      expect(await statusOf(`${url}/readyz`)).toBe(200);
      expect(await statusOf(`${url}/metrics`)).toBe(200);
    }
    expect(await Promise.all([web, deliver, check].map(({ url }) => statusOf(`${url}/watches`)))).toEqual([
      200, 404, 404,
    ]);
    const running = await store.db.selectFrom('processes').select('roles').orderBy('started_at').execute();
    expect(running.map(({ roles }) => roles)).toEqual(['["web"]', '["deliver"]', '["check"]']);
    await store.close();
    await Promise.all([web.stop(), deliver.stop(), check.stop()]);
  });

  it.each(['check', 'deliver'])('ends mutes and pauses in time where only the role %s runs', async (role) => {
    const { config, database } = await install();
    const file = config('watches', [bottles]);
    const web = await start(file, ['--only', 'web']);
    const store = await openStore(database);
    const made = { watchId: 'bottles', beganAt: '2026-01-01T00:00:00.000Z' };
    const endedAt = '2026-01-02T00:00:00.000Z';
    await store.transaction((trx) => saveHold(trx, aHold({ ...made, until: endedAt })));
    await putHold(store.db, aHold({ ...made, until: endedAt, isChecked: true }));
    const one = await start(file, ['--only', role]);
    await until(async () => (await runningHolds(store.db)).length === 0);
    const checks = async () => (await store.db.selectFrom('checks').select('outcome').execute()).length;
    if (role === 'check') await until(async () => (await checks()) === 1);
    await store.close();
    await Promise.all([web.stop(), one.stop()]);
  });

  it('refuses a role that there is not, and says which there are', async () => {
    const { config } = await install();
    const started = start(config('watches', [bottles]), ['--only', 'check,lead']);
    await expect(started).rejects.toThrow(/ended with 2:\n.*--only: found "lead"; accepted: check, deliver, web/);
  });
});

describe('daemons with different configs', () => {
  it('do not fight: the older checks what both have, says so, and takes nothing away when it is started again', async () => {
    const { config, database, slack } = await install();
    const [old, recent] = [config('old', [bottles]), config('new', [bottles, lamps])];
    const first = await start(old);
    const second = await start(recent);
    await until(async () => (await obstaclesOf(first.url)).includes('config-older'));
    expect(await obstaclesOf(second.url)).toEqual([]);
    await first.stop();
    const again = await start(old);
    expect(await statusOf(`${again.url}/readyz`)).toBe(503);
    await until(() => slack.taken.some((text) => text.includes('runs with an older config')));
    const store = await openStore(database);
    const watches = await store.db.selectFrom('watches').select('id').where('removed_at', 'is', null).execute();
    expect(watches.map(({ id }) => id).sort()).toEqual(['bottles', 'lamps']);
    await store.close();
    await again.stop();
    const right = await start(recent);
    expect(await statusOf(`${right.url}/readyz`)).toBe(200);
    await until(() => slack.taken.some((text) => text.includes('run with one config again')));
    await Promise.all([second.stop(), right.stop()]);
  });
});

describe('machines upgraded one by one', () => {
  it('work side by side where the newer schema only adds; else the older ends with what to do', async () => {
    const { config, folder, database } = await install();
    const file = config('watches', [bottles]);
    const older = await start(file, ['--only', 'check']);
    const adding = laterRelease(folder, ['0997_adds']);
    // All at once: one migrates, the others wait for it.
    const newer = await Promise.all([start(file, [], adding), start(file, ['--only', 'web'], adding)]);
    expect(await statusOf(`${older.url}/readyz`)).toBe(200);
    const another = await start(file, ['--only', 'deliver']);
    expect(await statusOf(`${another.url}/healthz`)).toBe(200);
    const store = await openStore(database);
    expect(store.migrated).toEqual([]);
    await store.close();
    await Promise.all([...newer, another].map((daemon) => daemon.stop()));

    const ended = once(older.child, 'exit');
    const breaking = await start(file, [], laterRelease(folder, ['0997_adds', '0998_breaks'], '0998_breaks'));
    expect(await ended).toEqual([1, null]);
    await expect(start(file)).rejects.toThrow(/written by a newer Tipstaff: .*0998_breaks.* Run the newer program/);
    await breaking.stop();
  });
});
