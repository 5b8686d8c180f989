import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { getRollbackPlans } from 'pg-boss';
import { expect, it, onTestFinished } from 'vitest';
import { migrations } from '../../migrations/index.ts';
import { startSandbox } from '../../sandbox/startSandbox.ts';
import { openStore } from '../../src/store/openStore.ts';
import type { Store } from '../../src/store/store.ts';
import { eventually } from '../eventually.ts';
import { type Daemon, startDaemon } from '../program.ts';
import { claimDue } from '../store/claimDue.ts';
import { freshStore } from '../store/freshStore.ts';
import { tempFolder } from '../tempFolder.ts';
import { emptyDatabase } from './emptyDatabase.ts';
import { laterRelease, laterVersion } from './laterRelease.ts';
import { ask } from './setup.ts';

/** So many that each of three processes has a share of their queries: with twelve, one in forty runs left one without. */
const watches = 40;

async function writeConfig(): Promise<{ folder: string; config: string }> {
  // One sandbox for all processes, as each would otherwise start its own.
  const sandbox = await startSandbox();
  onTestFinished(() => sandbox.close());
  const folder = tempFolder();
  const config = join(folder, 'watches.yaml');
  const content = {
    service: { baseUrl: sandbox.url, token: 'sandbox', requestsPerSecond: 100, concurrency: 2 },
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the program fills it in
    database: '${TIPSTAFF_DATABASE}',
    http: { host: '127.0.0.1', port: 0 },
    channels: { counsel: { type: 'teams', webhookUrl: 'http://127.0.0.1:9/nobody' } },
    // Only the test makes checks due.
    defaults: { notify: ['counsel'], schedule: '0 7 1 1 *' },
    watches: Array.from({ length: watches }, (_, at) => ({
      id: `watch-${at}`,
      dockets: { patentNumber: String(7_000_000 + at) },
    })),
  };
  writeFileSync(config, JSON.stringify(content));
  return { folder, config };
}

function checking({ db }: Store) {
  const checks = async () => {
    const rows = await db.selectFrom('checks').select('outcome').execute();
    expect(rows.filter(({ outcome }) => outcome !== 'complete')).toEqual([]);
    return rows.length;
  };
  const makeAllDue = () => db.updateTable('watchQueries').set({ nextDueAt: new Date().toISOString() }).execute();
  return {
    /** Makes all checks due at one moment, and expects each to be made once. */
    async everyOnce(): Promise<void> {
      const before = await checks();
      await makeAllDue();
      await eventually(async () => expect(await checks()).toBe(before + watches));
    },
    async untilFirstChecks(): Promise<void> {
      await makeAllDue();
      await eventually(async () => expect(await checks()).toBeGreaterThanOrEqual(watches));
    },
  };
}

/** Returns how many checks the daemon has logged. */
const checked = ({ lines }: Daemon) => lines.filter((line) => line.includes('"msg":"checked"')).length;

const startOn = (database: string, config: string, main?: string) =>
  startDaemon(config, { env: { TIPSTAFF_DATABASE: database }, ...(main === undefined ? {} : { main }) });

it('machines can be upgraded one by one: both versions check until a migration breaks the older one', async () => {
  const database = await emptyDatabase();
  const { folder, config } = await writeConfig();
  const older = await startOn(database, config);
  const store = await openStore(database);
  onTestFinished(() => store.close());
  const { everyOnce, untilFirstChecks } = checking(store);
  await untilFirstChecks();

  const adding = laterRelease(folder, ['0997_adds']);
  // Both start at once: one migrates, and the other waits.
  const newer = await Promise.all([startOn(database, config, adding), startOn(database, config, adding)]);
  const { rows } = await sql<{ name: string }>`select name from kysely_migration where name > '0997'`.execute(store.db);
  expect(rows).toEqual([{ name: '0997_adds' }]);
  const running = await store.db.selectFrom('processes').select('version').orderBy('startedAt').execute();
  expect(running.slice(1)).toEqual([{ version: laterVersion }, { version: laterVersion }]);
  const before = [older, ...newer].map(checked);
  const each = () => [older, ...newer].map((daemon, at) => checked(daemon) > (before[at] ?? 0));
  for (let rounds = 0; each().includes(false); rounds += 1) {
    expect(rounds, 'rounds of which one process had no share').toBeLessThan(100);
    // The ticks of the three always come in the same order. Another start of the round gives another process the turn.
    await pause((rounds * 370) % 1000);
    await everyOnce();
  }

  await older.stop();
  const again = await startOn(database, config);
  for (const daemon of newer) await daemon.stop();
  await everyOnce();
  // Each check is logged just after its commit.
  await eventually(() => expect(checked(again)).toBe(watches));

  const ended = once(again.child, 'exit');
  const breaking = laterRelease(folder, ['0997_adds', '0998_breaks'], '0998_breaks');
  const newest = await startOn(database, config, breaking);
  expect(await ended).toEqual([1, null]);
  // The step is noted before it runs, so the older program may name only the earlier step.
  expect(again.lines.join('\n')).toMatch(/written by a newer Tipstaff.*steps .*(0998_breaks|0997_adds)/);
  await expect(startOn(database, config)).rejects.toThrow(/ended with 1:\n.*0998_breaks.* Run that program/);
  await everyOnce();
  await eventually(() => expect(checked(newest)).toBe(watches));
});

/** The 10th and the 40th table to be created meet a daemon that waits for what the step holds. */
const deadlocks = [
  'create schema faults',
  'create sequence faults.tables',
  `create function faults.wait_for_each_other() returns event_trigger language plpgsql as $$ begin
    if nextval('faults.tables') in (10, 40) then raise exception 'deadlock detected' using errcode = '40P01'; end if;
  end $$`,
  `create event trigger wait_for_each_other on ddl_command_start when tag in ('CREATE TABLE')
    execute function faults.wait_for_each_other()`,
];

it('a migration that deadlocks with a working daemon runs again', async () => {
  const database = await emptyDatabase(deadlocks);
  const store = await openStore(database);
  expect(store.migrated).toEqual(Object.keys(migrations));
  await store.close();
  const { rows } = await ask(database, 'select last_value from faults.tables');
  expect(Number(rows[0]?.last_value)).toBeGreaterThan(40);
});

const ownVersion = (
  JSON.parse(readFileSync(resolve(import.meta.dirname, '../../node_modules/pg-boss/package.json'), 'utf8')) as {
    pgboss: { schema: number };
  }
).pgboss.schema;
const jobsVersionIn = async (database: string) => (await ask(database, 'select version from pgboss.version')).rows;
const takeDue = (store: Store, most = 1) => claimDue(store, { now: new Date(), most, isKnown: () => true });

async function putDue({ db }: Store): Promise<void> {
  const at = new Date(Date.now() - 1000).toISOString();
  await db.insertInto('watches').values({ id: 'a', name: 'a', settings: '{}' }).execute();
  await db.insertInto('queries').values({ id: 'q', operation: 'pacer', body: '{}' }).execute();
  const due = { schedule: '0 7 * * *', timezone: 'UTC', beganAt: at, nextDueAt: at };
  await db
    .insertInto('watchQueries')
    .values({ watchId: 'a', queryId: 'q', ...due })
    .execute();
}

it('the tables of an older pg-boss are upgraded by the first process that works', async () => {
  const { store, database } = await freshStore();
  await store.queue.releaseDead();
  await putDue(store);
  await ask(database, getRollbackPlans('pgboss', ownVersion));
  expect(await jobsVersionIn(database)).toEqual([{ version: ownVersion - 1 }]);
  const stores = await Promise.all([openStore(database), openStore(database), openStore(database)]);
  const claims = await Promise.all(stores.map((one) => takeDue(one)));
  expect(await jobsVersionIn(database)).toEqual([{ version: ownVersion }]);
  expect(claims.flat().map(({ queryId }) => queryId)).toEqual(['q']);
  for (const one of stores) await one.close();
});

it('the tables of a newer pg-boss stay as they are, and can be used', async () => {
  const { store, database } = await freshStore();
  await putDue(store);
  await ask(database, `update pgboss.version set version = ${ownVersion + 1}`);
  const older = await openStore(database);
  expect((await takeDue(older)).map(({ queryId }) => queryId)).toEqual(['q']);
  await older.close();
  expect(await jobsVersionIn(database)).toEqual([{ version: ownVersion + 1 }]);
});

it('nothing in the database of this program refers to the tables of pg-boss, which may be dropped', async () => {
  const { database } = await freshStore();
  const { rows } = await ask(
    database,
    `select proname as name from pg_proc where pronamespace = 'public'::regnamespace and prosrc like '%pgboss%'
     union select viewname from pg_views where schemaname = 'public' and definition like '%pgboss%'
     union select tgname from pg_trigger where not tgisinternal and pg_get_triggerdef(oid) like '%pgboss%'`,
  );
  expect(rows).toEqual([]);
});
