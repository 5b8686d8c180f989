import { readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import SQLite from 'better-sqlite3';
import { Kysely, SqliteDialect } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import { afterAll, beforeAll, expect, it } from 'vitest';
import * as baseline from '../../migrations/0001_baseline.ts';
import { migrations } from '../../migrations/index.ts';
import { run } from '../../migrations/statements.ts';
import { migrateToLatest, openStore } from '../../src/store/openStore.ts';
import { openFile } from '../../src/store/sqlite/openFile.ts';
import { tempFolder } from '../tempFolder.ts';
import { pragma } from './sqliteFile.ts';

/** Simulates a later release with one more migration. The test files of a worker share the loaded modules. */
const steps = migrations as Record<string, Migration>;

beforeAll(() => {
  steps['0002_later'] = { up: (db) => run(db, 'create table colors (\n  id integer primary key\n);\n') };
});

afterAll(() => {
  delete steps['0002_later'];
});

/** Creates a database as the release before left it. */
async function formerDatabase(): Promise<string> {
  const folder = tempFolder();
  const file = join(folder, 'tipstaff.db');
  const db = new Kysely<unknown>({ dialect: new SqliteDialect({ database: new SQLite(file) }) });
  const provider = { getMigrations: async () => ({ '0001_baseline': baseline }) };
  expect((await new Migrator({ db, provider }).migrateToLatest()).error).toBeUndefined();
  await db.destroy();
  return file;
}

const copiesBeside = (file: string) => readdirSync(dirname(file)).filter((name) => name.includes('.before-'));

it('an upgrade keeps one copy beside the database, of its last state before, for the former release', async () => {
  const file = await formerDatabase();
  writeFileSync(`${file}.before-0001_earlier`, 'of an earlier upgrade');
  const store = await openStore(file);
  expect(store.migrated).toEqual(['0002_later']);
  await store.close();
  await (await openStore(file)).close();
  expect(copiesBeside(file)).toEqual(['tipstaff.db.before-0002_later']);
  const copy = new SQLite(`${file}.before-0002_later`, { readonly: true });
  expect(copy.prepare('select name from kysely_migration').pluck().all()).toEqual(['0001_baseline']);
  copy.close();
});

it('an upgrade makes its copy anew if a killed process left part of one, even with the same process id', async () => {
  const file = await formerDatabase();
  writeFileSync(`${file}.before-0002_later.part-${process.pid}`, 'half a copy');
  writeFileSync(`${file}.before-0001_earlier.part-1`, 'half a copy, of another number and long ago');
  utimesSync(`${file}.before-0001_earlier.part-1`, 0, 0);
  await (await openStore(file)).close();
  expect(copiesBeside(file)).toEqual(['tipstaff.db.before-0002_later']);
});

it('a full disk leaves a former database as it was, with advice, until an upgrade finds room', async () => {
  const file = await formerDatabase();
  const engine = openFile(file, 1);
  await pragma(engine, 'max_page_count = 1');
  await expect(engine.migrating(() => migrateToLatest(engine))).rejects.toMatchObject({
    code: 'store.migration',
    message: expect.stringContaining(
      `unchanged, so the earlier version can continue with it: The database ${file} refuses: database or disk is full. Make room on its disk`,
    ),
  });
  await engine.db.destroy();
  const connection = new SQLite(file, { readonly: true });
  expect(connection.prepare('select max(name) from kysely_migration').pluck().get()).toBe('0001_baseline');
  connection.close();
  const store = await openStore(file);
  expect(store.migrated).toEqual(['0002_later']);
  await store.close();
});
