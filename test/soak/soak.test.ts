import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { expect, it, onTestFinished } from 'vitest';
import type { Sandbox } from '../../sandbox/sandbox.ts';
import { Dice } from '../../sandbox/world/dice.ts';
import { openStore } from '../../src/store/openStore.ts';
import { listChanges } from '../../src/store/snapshot/changesTable.ts';
import type { Store } from '../../src/store/store.ts';
import { compareTruth } from '../endurance/compareTruth.ts';
import { type Day, eventKinds, FaultyWorld } from '../endurance/faultyWorld.ts';
import { startServer } from '../postgres/server.ts';
import {
  bytesOf,
  goneAfterChecks,
  type Installation,
  install,
  newFolder,
  type Place,
  watches,
} from './installation.ts';
import { allTroubles, type Beneath, Misfortune } from './troubles.ts';

const days = Number(process.env.TIPSTAFF_DAYS ?? 30);
const seed = process.env.TIPSTAFF_SEED ?? '1';
const slotsADay = 4;
const hourMs = 3_600_000;
const startsAt = new Date('2027-03-01T05:00:00.000Z');
/** Two queries of dockets and one of designs, each with one or two pages. */
const creditsOfAllSearches = 2 * (12 + 12 + 2);
/** Longer than all work of a slot takes, except in an outage. */
const patienceMs = 12_000;

interface Sample {
  readonly memory: number;
  readonly bytes: number;
}

/** Returns the number of checks and alerts that are due now. */
async function dueNow({ db }: Store, now: string): Promise<number> {
  const { rows } = await sql<{ n: number | string }>`
    select (select count(*) from watch_queries where next_due_at <= ${now})
      + (select count(*) from alerts where state = 'waiting' and due_at <= ${now}) as n`.execute(db);
  return Number(rows[0]?.n ?? 0);
}

async function anyWaiting({ db }: Store): Promise<boolean> {
  const row = await db.selectFrom('alerts').select('id').where('state', '=', 'waiting').limit(1).executeTakeFirst();
  return row !== undefined;
}

async function searchesComplete({ db }: Store): Promise<number> {
  return (await db.selectFrom('queries').select('id').where('lastCompleteCheck', 'is not', null).execute()).length;
}

/** Waits until everything due is done, or cannot be done now. */
async function untilQuiet(store: Store, { clock }: Installation, longestMs: number): Promise<void> {
  const begun = performance.now();
  // The daemon looks for due checks every second, and groups the news of a moment.
  await pause(1300);
  for (let quiet = 0; quiet < 3 && performance.now() - begun < longestMs; await pause(150)) {
    const due = await dueNow(store, clock.now().toISOString()).catch(() => 1);
    quiet = due === 0 ? quiet + 1 : 0;
  }
}

async function month(place: Place, beneath: Beneath): Promise<void> {
  const dice = new Dice('soak', seed);
  let made: FaultyWorld | undefined;
  const fill = (sandbox: Sandbox) => {
    made = new FaultyWorld(sandbox, dayOf(startsAt));
  };
  const installation = await install(place, startsAt, fill);
  const world = made ?? expect.fail('no world');
  const { clock } = installation;
  const troubles = allTroubles(installation, beneath, new Dice('troubles', seed));
  const begun = performance.now();
  const happen = (moment: Date) => {
    for (let left = dice.between(0, 3); left > 0; left -= 1) world.happen(anEvent(dice), dayOf(moment));
  };
  const store = await openStore(place.database);
  onTestFinished(() => store.close());
  const misfortune = new Misfortune(troubles, dice);
  const samples: Sample[] = [];

  const slot = async (index: number, isQuiet: boolean) => {
    const moment = momentOf(index);
    if (!isQuiet) happen(moment);
    const { strikes, stopsAll } = isQuiet ? { strikes: [], stopsAll: false } : misfortune.begin();
    clock.goOnTo(moment);
    await Promise.all(strikes.map((strike) => strike()));
    await untilQuiet(store, installation, stopsAll ? 3000 : patienceMs);
    // Sends the alerts that wait for other checks of the moment, or that failed.
    clock.goOnTo(new Date(moment.getTime() + 3 * 60_000));
    if (await anyWaiting(store).catch(() => true)) await untilQuiet(store, installation, stopsAll ? 2000 : patienceMs);
    misfortune.end(isQuiet);
    if (index % (10 * slotsADay) === 0) process.stdout.write(`day ${index / slotsADay}\n`);
    samples.push({ memory: installation.memory(), bytes: await storeBytes(store, place).catch(() => 0) });
  };

  await slot(0, true);
  // An event before the baselines are complete joins them, and is not reported.
  for (let tries = 0; (await searchesComplete(store)) < watches.length; tries += 1) {
    expect(tries, 'baselines').toBeLessThan(20);
    clock.goOnTo(new Date(clock.now().getTime() + 5 * 60_000));
    await untilQuiet(store, installation, patienceMs);
  }
  const slots = days * slotsADay;
  for (let index = 1; index <= slots; index += 1) await slot(index, false);
  misfortune.end(true);
  for (let quiet = 1; quiet <= goneAfterChecks + 3; quiet += 1) await slot(slots + quiet, true);
  await installation.daemon.stop();
  await judge(store, installation, { world, samples, misfortune, minutes: (performance.now() - begun) / 60_000 });
}

const momentOf = (slot: number) => new Date(startsAt.getTime() + hourMs + (slot * 24 * hourMs) / slotsADay + 30_000);

function anEvent(dice: Dice): Day['events'][number] {
  return { kind: dice.pick(eventKinds), pick: dice.between(0, 1000) };
}

const dayOf = (moment: Date) => moment.toISOString().slice(0, 10);

async function storeBytes({ db }: Store, { database }: Place): Promise<number> {
  if (!database.startsWith('postgres:')) return bytesOf(database);
  const { rows } = await sql<{ n: string }>`select pg_database_size(current_database()) as n`.execute(db);
  return Number(rows[0]?.n ?? 0);
}

interface Lived {
  readonly world: FaultyWorld;
  readonly samples: readonly Sample[];
  readonly misfortune: Misfortune;
  readonly minutes: number;
}

/** Returns each pair of a change and a channel, once for each alert that has it. */
async function reported({ db }: Store) {
  const rows = await db
    .selectFrom('alertChanges')
    .innerJoin('alerts', 'alerts.id', 'alertChanges.alertId')
    .select(['changeId', 'alertId', 'channel'])
    .distinct()
    .execute();
  return rows.map(({ changeId, channel }) => `${changeId} ${channel}`);
}

async function judge(store: Store, { mail, posts, sandbox }: Installation, lived: Lived): Promise<void> {
  const { world, samples, misfortune, minutes } = lived;
  const changes = await listChanges(store.db, { limit: 100_000 });
  const { unreported, twice, untrue } = compareTruth(changes, world.truth);
  const sent = await reported(store);
  const channelsOf = new Map(watches.map(({ id, notify }) => [id, notify]));
  const wanted = changes.flatMap(({ id, watches: of }) =>
    [...new Set(of.flatMap((watch) => channelsOf.get(watch) ?? []))].map((channel) => `${id} ${channel}`),
  );
  const alerts = await store.db.selectFrom('alerts').select(['id', 'channel', 'state']).execute();
  const undelivered = alerts.filter(({ state }) => state !== 'sent');
  const toCounsel = mail.mails.filter(({ recipients }) => recipients.includes('counsel@x.example'));
  const ids = new Set(toCounsel.map(({ parsed }) => parsed.messageId));
  const repeats = toCounsel.length - ids.size + posts.length - new Set(posts).size;
  const checks = await store.db
    .selectFrom('checks')
    .select((eb) => ['outcome', eb.fn.countAll<number | string>().as('n')])
    .groupBy('outcome')
    .execute();
  const { credits } = await store.db
    .selectFrom('ledger')
    .where('account', '=', 'everything')
    .select((eb) => eb.fn.sum<number | string>('credits').as('credits'))
    .executeTakeFirstOrThrow();
  const [booked, charged] = [Number(credits), sandbox.stats.creditsSpent];
  const thirds = (of: keyof Sample) => thirdsOf(samples.map((sample) => sample[of]).filter((value) => value > 0));
  const troubles = [...misfortune.counts].map(([name, count]) => `${count} × ${name}`).sort();
  const lines = [
    `${days} days in ${minutes.toFixed(1)} minutes, seed ${seed}: ${world.truth.length} facts, ${changes.length} changes, ${alerts.length} alerts`,
    `troubles: ${troubles.join(', ')}`,
    `checks: ${checks.map(({ outcome, n }) => `${n} ${outcome}`).join(', ')}`,
    `missed ${unreported.length}, doubled ${twice.length}, false ${untrue.length}; messages undelivered ${undelivered.length}, repeated with their id ${repeats}`,
    `credits: booked ${booked}, charged ${charged}`,
    `memory (MB, medians of thirds): ${thirds('memory').map(megabytes).join(' ')}`,
    `database (MB, medians of thirds): ${thirds('bytes').map(megabytes).join(' ')}`,
  ];
  process.stdout.write(`\n${lines.join('\n')}\n`);
  expect({ unreported, twice, untrue, undelivered }).toEqual({
    unreported: [],
    twice: [],
    untrue: [],
    undelivered: [],
  });
  expect(sent.sort()).toEqual(wanted.sort());
  expect(ids.size).toBe(alerts.filter(({ channel }) => channel === 'counsel').length);
  const times = (...names: string[]) => names.reduce((sum, name) => sum + (misfortune.counts.get(name) ?? 0), 0);
  const killed = times('daemon killed', 'Postgres crashed');
  expect(repeats).toBeLessThanOrEqual(2 * (killed + times('daemon restarted', 'Postgres hangs', 'disk full')));
  // A call is booked before it is sent. A call that was struck in between is booked but not charged, never the reverse.
  expect(booked).toBeGreaterThanOrEqual(charged);
  expect(booked - charged).toBeLessThanOrEqual(killed * creditsOfAllSearches);
  const [early = 0, , late = 0] = thirds('memory');
  expect(late).toBeLessThan(early * 1.3);
}

function thirdsOf(values: readonly number[]): number[] {
  const third = Math.ceil(values.length / 3);
  const parts = [0, 1, 2].map((part) => values.slice(part * third, (part + 1) * third).sort((a, b) => a - b));
  return parts.map((part) => part[Math.floor(part.length / 2)] ?? 0);
}

const megabytes = (bytes: number) => (bytes / 1_048_576).toFixed(1);

/** Makes a small disk, which only root can do. Undefined if that fails, and the disk is then not filled. */
function smallDisk(folder: string): string | undefined {
  const disk = join(folder, 'disk');
  mkdirSync(disk);
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=96m', 'tmpfs', disk], { stdio: 'pipe' });
  } catch {
    process.stderr.write('NOT TRIED: a full disk, for want of the right to mount one\n');
    return undefined;
  }
  onTestFinished(() => void execFileSync('umount', ['--lazy', disk]));
  return disk;
}

const fakeTime = '/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1';

it(`a month of faults on SQLite leads to no missing, doubled or false report`, async () => {
  const folder = newFolder();
  const disk = smallDisk(folder);
  await month({ folder, database: join(disk ?? folder, 'tipstaff.db') }, { disk });
});

it(`a month of faults on Postgres leads to no missing, doubled or false report`, async (context) => {
  if (!existsSync(fakeTime))
    return context.skip('no libfaketime, by which the clock of Postgres is set: apt-get install faketime');
  const folder = newFolder();
  const serverClock = join(folder, 'server-clock');
  writeFileSync(serverClock, '+0\n');
  chmodSync(serverClock, 0o644);
  const faked = async <T>(start: () => Promise<T>): Promise<T> => {
    const fake = { LD_PRELOAD: fakeTime, FAKETIME_TIMESTAMP_FILE: serverClock, FAKETIME_NO_CACHE: '1' };
    Object.assign(process.env, fake, { FAKETIME_DONT_FAKE_MONOTONIC: '1' });
    try {
      return await start();
    } finally {
      for (const name of [...Object.keys(fake), 'FAKETIME_DONT_FAKE_MONOTONIC']) delete process.env[name];
    }
  };
  // A commit survives a crash, as it does by default.
  const server = await faked(() => startServer({ synchronous_commit: 'on' }));
  if (server === undefined) return context.skip('no Postgres');
  onTestFinished(() => server.stop());
  const postgres = { server, crash: () => faked(() => server.crash()) };
  await month({ folder, database: server.url, serverClock }, { postgres });
});
