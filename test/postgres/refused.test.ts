import { sql } from 'kysely';
import { expect, inject, it, onTestFinished } from 'vitest';
import { openStore, readOnly } from '../../src/store/openStore.ts';
import { writeSetting } from '../../src/store/store.ts';
import { freshStore } from '../store/freshStore.ts';
import { emptyDatabase } from './emptyDatabase.ts';
import { ask, urlOf } from './setup.ts';

const postgres = inject('postgres');
const server = postgres === 'none' ? '' : postgres.url;

/** Makes a user with only these rights, who is dropped after the test. */
async function userThat(may: string): Promise<string> {
  const name = `tipstaff_test_${process.pid}_${process.env.VITEST_POOL_ID}_user`;
  await ask(server, `create role ${name} ${may}`);
  onTestFinished(async () => void (await ask(server, `drop role ${name}`)));
  return name;
}

function as(user: string, database: string): string {
  const url = new URL(database);
  url.username = user;
  url.password = 's3cret-word';
  return url.href;
}

it('the error for a server that does not respond names it without the password, and may be retried', async () => {
  const error = await openStore('postgres://tipstaff:s3cret-word@127.0.0.1:1/state').catch((reason: unknown) => reason);
  expect(error).toMatchObject({
    code: 'store.unreadable',
    retryable: true,
    message: expect.stringMatching(
      /^The database postgres:\/\/tipstaff@127\.0\.0\.1:1\/state cannot be opened: connect ECONNREFUSED .*Make sure that Postgres runs/,
    ),
  });
  expect(JSON.stringify(error)).not.toContain('s3cret');
});

it('the error for a missing database says to create it', async () => {
  await expect(openStore(urlOf(server, 'tipstaff_test_none'))).rejects.toMatchObject({
    code: 'store.unreadable',
    retryable: false,
    message: expect.stringMatching(/"tipstaff_test_none" does not exist\. Create it \(createdb/),
  });
});

it('the error for a user who may not log in says to correct the user and password', async () => {
  const database = as(await userThat('nologin'), server);
  await expect(openStore(database)).rejects.toMatchObject({
    code: 'store.unreadable',
    message: expect.stringContaining('Correct the user and password'),
  });
});

it('the error for too many connections may be retried', async () => {
  const database = as(await userThat('login connection limit 0'), server);
  await expect(openStore(database)).rejects.toMatchObject({
    code: 'store.unreadable',
    retryable: true,
    message: expect.stringMatching(/too many connections.*max_connections/),
  });
});

it('after connections broke, new ones open, a transaction runs again, and a statement fails with advice', async () => {
  const { store, database } = await freshStore();
  const name = new URL(database).pathname.slice(1);
  const comesBack = () =>
    expect
      .poll(() =>
        store.ping().then(
          () => true,
          () => false,
        ),
      )
      .toBe(true);
  const breakAll = () =>
    ask(server, `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`);
  await store.ping();
  await breakAll();
  await comesBack();

  let runs = 0;
  await store.transaction(async (trx) => {
    runs += 1;
    await writeSetting(trx, `run ${runs}`, true);
    if (runs === 1) await breakAll();
    await writeSetting(trx, 'whole', true);
  });
  const { rows } = await sql<{ name: string }>`select name from settings order by name`.execute(store.db);
  expect(rows.map((row) => row.name)).toEqual(expect.arrayContaining(['run 2', 'whole']));
  expect(rows.map((row) => row.name)).not.toContain('run 1');

  const asked = sql`select pg_sleep(5)`.execute(store.db).catch((reason: unknown) => store.explain(reason));
  await sql`select pg_sleep(0.2)`.execute(store.db);
  await breakAll();
  expect(await asked).toMatchObject({
    code: 'store.refused',
    retryable: true,
    message: expect.stringContaining('continues by itself'),
  });
  await comesBack();
  expect(store.lost.aborted).toBe(false);
});

it('a process that stood still until the server closed its connections keeps working', async () => {
  const { store } = await freshStore();
  await sql`set idle_session_timeout = 100`.execute(store.db);
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1000);
  await expect(store.ping()).resolves.toBeUndefined();
});

it('a Postgres that is too old is refused before anything is created in it', async () => {
  const database = await emptyDatabase([
    'create schema old',
    `create function old.current_setting(name text) returns text language sql as
      $$ select case name when 'server_version_num' then '130023' else '13.23' end $$`,
  ]);
  await ask(
    database,
    `alter database ${new URL(database).pathname.slice(1)} set search_path = old, pg_catalog, public`,
  );
  await expect(openStore(database)).rejects.toMatchObject({
    code: 'store.unreadable',
    retryable: false,
    message: expect.stringMatching(/cannot be opened: it is Postgres 13\.23, and Tipstaff needs 14 or later\. Upgrade/),
  });
});

it('a transaction that stands still is ended after 20 seconds, so that it does not block others', async () => {
  const { store } = await freshStore();
  const { rows } = await sql<Record<string, string>>`show idle_in_transaction_session_timeout`.execute(
    store.db.withoutPlugins(),
  );
  expect(rows).toEqual([{ idle_in_transaction_session_timeout: '20s' }]);
});

it('a backup refers to pg_dump', async () => {
  const { store } = await freshStore();
  await expect(store.backup('/nowhere')).rejects.toMatchObject({
    code: 'usage.backup',
    message: expect.stringContaining('pg_dump'),
  });
});

it('a read-only process creates nothing, writes nothing, and reads only a schema that is up to date', async () => {
  const database = await emptyDatabase();
  expect(await readOnly(database, async () => 'read')).toBeUndefined();
  const { rows } = await ask(database, `select tablename from pg_tables where schemaname = 'public'`);
  expect(rows).toEqual([]);
  expect(await readOnly('postgres://127.0.0.1:1/state', async () => 'read')).toBeUndefined();
  await (await openStore(database)).close();
  expect(await readOnly(database, async () => 'read')).toBe('read');
  await expect(readOnly(database, (db) => writeSetting(db, 'a', 1).then(() => 'wrote'))).resolves.toBeUndefined();
});
