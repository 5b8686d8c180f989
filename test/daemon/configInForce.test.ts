import { hash } from 'node:crypto';
import { hostname } from 'node:os';
import { describe, expect, it } from 'vitest';
import { openIncident, openIncidents } from '../../src/alerts/outbox/incidentsTable.ts';
import { maskChannel } from '../../src/config/channels.ts';
import { type Config, configDigest } from '../../src/config/config.ts';
import { startPresence } from '../../src/daemon/daemon.ts';
import { followWatches } from '../../src/daemon/followWatches.ts';
import type { Program } from '../../src/daemon/program.ts';
import { saveWatches } from '../../src/schedule/ownWatches.ts';
import { syncWatches } from '../../src/schedule/syncWatches.ts';
import { watchIdsInForce } from '../../src/schedule/watchesTable.ts';
import { keepProcess, ownName } from '../../src/store/processes.ts';
import { defaultSettings, type Office, openOffice } from '../check/office.ts';

const patent = { id: 'patent', dockets: { patentNumber: '6834603' } };
const rival = { id: 'rival', dockets: { companyName: 'Widget' } };
const page = { id: 'page', dockets: { caseNumber: '1:20-cv-00168' } };

const programOf = (office: Office): Program => ({ ...office.parts(), redact: (text) => text, close: async () => {} });

/** Starts the part of a daemon that follows configs, on a machine of its own. */
async function startDaemon(office: Office, machine: string) {
  const program = programOf(office);
  const say = (at: Date) =>
    keepProcess(
      office.store.db,
      {
        id: `${machine}/1/x/1`,
        host: machine,
        version: '0',
        roles: ['check'],
        config: configDigest(program.config),
        startedAt: office.now.toISOString(),
      },
      at,
    );
  await say(office.now);
  const followed = await followWatches(program);
  return {
    program,
    followed,
    say,
    end: () => office.store.db.deleteFrom('processes').where('host', '=', machine).execute(),
  };
}

const inForce = async (office: Office) => [...(await watchIdsInForce(office.store.db))].sort();

/** Opens two machines, of which the second one has the newer config. */
async function openTwo(newer: readonly object[] = [patent, rival]) {
  const office = await openOffice({ watches: [patent] });
  const first = await startDaemon(office, 'first');
  office.pass(0, 1);
  await first.say(office.now);
  await office.configure({ watches: newer });
  const second = await startDaemon(office, 'second');
  return { office, first, second };
}

describe('the config that was loaded last', () => {
  it('is in force for all daemons, and a daemon with an older config knows that after one look', async () => {
    const { office, first, second } = await openTwo();
    expect(await inForce(office)).toEqual(['patent', 'rival']);
    expect(first.followed.now.newer).toBeUndefined();
    expect(await first.followed.follow()).toBe(true);
    expect(first.followed.now.newer).toBeDefined();
    expect(await first.followed.follow()).toBe(false);
    expect(second.followed.now.newer).toBeUndefined();
    expect(second.followed.now.config.watches.map(({ id }) => id)).toEqual(['patent', 'rival']);
  });

  it('stays in force if a daemon starts with the older config while another one runs with the newer', async () => {
    const { office, second } = await openTwo();
    const before = await office.store.db.selectFrom('watchQueries').selectAll().execute();
    await office.configure({ watches: [patent] });
    const again = await startDaemon(office, 'first');
    expect(again.followed.now.newer).toBeDefined();
    expect(await office.store.db.selectFrom('watchQueries').selectAll().execute()).toEqual(before);
    expect(await second.followed.follow()).toBe(false);
  });

  it('does not give way to a command with another file or other variables while a daemon runs with it', async () => {
    const office = await openOffice({ watches: [patent] });
    const daemon = await startDaemon(office, 'first');
    await office.configure({ watches: [patent, rival] });
    const config = { ...office.parts().config, file: '/elsewhere/watches.yaml' };
    const command = () => syncWatches(office.store, config, office.now, { moment: 'command' });
    expect((await command()).newer).toBeDefined();
    expect(await daemon.followed.follow()).toBe(false);
    await daemon.end();
    expect((await command()).newer).toBeUndefined();
    expect(await inForce(office)).toEqual(['patent', 'rival']);
  });

  it('gives way to the former config once no daemon runs with it, as when a change is reverted', async () => {
    const { office, first, second } = await openTwo();
    await first.end();
    await second.end();
    await office.configure({ watches: [patent] });
    const again = await startDaemon(office, 'first');
    expect(again.followed.now.newer).toBeUndefined();
    expect(await inForce(office)).toEqual(['patent']);
    // A daemon that was only silent finds out.
    expect(await second.followed.follow()).toBe(true);
    expect(second.followed.now.newer).toBeDefined();
    expect(await inForce(office)).toEqual(['patent']);
  });

  it('gives way as well if its only daemon has been silent for over a minute', async () => {
    const { office } = await openTwo();
    await office.configure({ watches: [patent] });
    office.now = new Date(office.now.getTime() + 61_000);
    expect((await startDaemon(office, 'first')).followed.now.newer).toBeUndefined();
  });

  it('may be one that a running daemon already has, which then works again', async () => {
    const { office, first, second } = await openTwo();
    await first.followed.follow();
    await second.end();
    await office.configure({ watches: [patent] });
    await startDaemon(office, 'third');
    expect(await first.followed.follow()).toBe(true);
    expect(first.followed.now.newer).toBeUndefined();
  });

  it('includes the edits on the page, whichever process saved them', async () => {
    const { office, first, second } = await openTwo();
    await first.followed.follow();
    await saveWatches(office.store, first.program.config, [page], { who: 'ann', how: 'import', now: office.now });
    await first.followed.follow();
    expect(await inForce(office)).toEqual(['patent', 'rival']);
    expect(await second.followed.follow()).toBe(true);
    expect(await inForce(office)).toEqual(['page', 'patent', 'rival']);
  });
});

it('operators are notified once of a daemon with an older config for half a minute, and once at its end', async () => {
  const { office, first, second } = await openTwo();
  const checks = async (seconds: number) => {
    office.now = new Date(office.now.getTime() + seconds * 1000);
    for (const { followed } of [first, second]) await followed.follow();
    return office.newAlerts();
  };
  expect(await checks(0)).toEqual([]);
  expect(await checks(29)).toEqual([]);
  expect(await checks(1)).toEqual(['ops: config-older began']);
  expect(await checks(60)).toEqual([]);
  await second.end();
  await office.configure({ watches: [patent] });
  await startDaemon(office, 'third');
  await first.followed.follow();
  expect(await office.newAlerts()).toEqual(['ops: config-older ended']);
});

it('two daemons of one machine have an incident each, and that of one that ended ends with the next start', async () => {
  const { office, first, second } = await openTwo();
  await first.followed.follow();
  const { db } = office.store;
  const other = {
    kind: 'config-older',
    subject: 'the config of first (pid 1)',
    about: 'first (pid 1)',
    detail: 'older',
  };
  await openIncident(db, { ...other, now: office.now.toISOString() });
  office.now = new Date(office.now.getTime() + 30_000);
  for (const { say } of [first, second]) await say(office.now);
  await first.followed.follow();
  const subjects = async () => (await openIncidents(db)).map(({ subject }) => subject);
  expect(await subjects()).toEqual(['the config of first (pid 1)', `the config of ${ownName()}`]);
  const own = { version: '0', roles: [], config: '', startedAt: office.now.toISOString() };
  await keepProcess(db, { id: `${hostname()}/${process.pid}/x/1`, host: hostname(), ...own }, office.now);
  await office.configure({ watches: [patent, rival] });
  await startDaemon(office, 'third');
  expect(await subjects()).toEqual(['the config of first (pid 1)']);
  await first.end();
  await office.configure({ watches: [patent] });
  // Even a daemon that starts with an older config itself.
  await startDaemon(office, 'fourth');
  expect(await subjects()).toEqual([]);
});

it('the incident of an older config says where the newer one came from', async () => {
  const { office, first } = await openTwo();
  await first.followed.follow();
  office.now = new Date(office.now.getTime() + 30_000);
  await first.followed.follow();
  const [incident] = await openIncidents(office.store.db);
  const { file } = office.parts().config;
  expect(incident?.detail).toMatch(/^Another config has been in force since \S+ \(.* on .*\), so Tipstaff on /);
  expect(incident?.detail).toContain(`(${file} on ${hostname()})`);
});

describe('a daemon', () => {
  it('is listed until it stops, and fails once a newer program made the schema incompatible', async () => {
    const office = await openOffice();
    const presence = await startPresence(office.parts(), ['check', 'web']);
    const rows = () => office.store.db.selectFrom('processes').select(['roles', 'version']).execute();
    expect(await rows()).toEqual([{ roles: '["check","web"]', version: expect.any(String) }]);
    await presence.renew();
    const untyped = office.store.db as unknown as import('kysely').Kysely<{
      kysely_migration: { name: string; timestamp: string };
    }>;
    await untyped.insertInto('kysely_migration').values({ name: '0999_tomorrow', timestamp: '2027' }).execute();
    await expect(presence.renew()).rejects.toMatchObject({ code: 'store.newer' });
    await presence.stop();
    expect(await rows()).toEqual([]);
  });
});

describe('the digest of a config', () => {
  it('is the same in whichever folder the command runs', async () => {
    const { config } = (await openOffice()).parts();
    const from = (cwd: string) => {
      const dkim = { domain: 'example.com', selector: 'a', privateKeyFile: `${cwd}/key.pem` };
      const channels = { mail: { type: 'email', name: 'mail', timezone: 'UTC', to: [], dkim } };
      return configDigest({ ...config, channels } as unknown as Config);
    };
    expect(from('/tmp')).toBe(from('/var'));
  });

  it('covers what all daemons must agree on, and not the order of watches, the port or a secret', async () => {
    const office = await openOffice({ watches: [patent, rival] });
    const digestOf = async (settings: object) => {
      await office.configure({ watches: [patent, rival], ...settings });
      return configDigest(office.parts().config);
    };
    const digest = await digestOf({});
    expect(await digestOf({ watches: [rival, patent] })).toBe(digest);
    const { watches, channels: all, defaults, operators, goneAfterChecks } = office.parts().config;
    // Machines of two versions run side by side during an upgrade, so the text behind the digest never changes.
    const inOrder = (_key: string, value: unknown) =>
      typeof value !== 'object' || value === null || Array.isArray(value)
        ? value
        : Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
    const agreed = {
      watches: watches.toSorted((a, b) => (a.id < b.id ? -1 : 1)),
      channels: Object.fromEntries(Object.entries(all).map(([name, channel]) => [name, maskChannel(channel)])),
      defaults,
      operators: operators.toSorted(),
      goneAfterChecks,
    };
    expect(hash('sha256', JSON.stringify(agreed, inOrder), 'hex').slice(0, 16)).toBe(digest);
    expect(await digestOf({ http: { port: 9 }, service: { token: 'another' } })).toBe(digest);
    expect(await digestOf({ watches: [patent, { ...rival, schedule: '0 6 * * *' }] })).not.toBe(digest);
    const channels = defaultSettings.channels as Config['channels'];
    expect(await digestOf({ channels: { ...channels, ops: { ...channels.ops, digest: '0 9 * * 5' } } })).not.toBe(
      digest,
    );
  });
});
