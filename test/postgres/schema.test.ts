import { type Kysely, sql } from 'kysely';
import { expect, it } from 'vitest';
import { migrations } from '../../migrations/index.ts';
import { openStore } from '../../src/store/openStore.ts';
import { freshStore } from '../store/freshStore.ts';
import { emptyDatabase } from './emptyDatabase.ts';
import { ask } from './setup.ts';

/** Returns `table.column` of all tables, except those of the word index and of the tests. */
async function columnsOf<T>(db: Kysely<T>): Promise<string[]> {
  const tables = await db.introspection.getTables();
  return tables
    .filter(({ name, schema }) => !/_words/.test(name) && schema !== 'pgboss' && schema !== 'tests')
    .flatMap(({ name, columns }) => columns.map((column) => `${name}.${column.name}`))
    .sort();
}

it('the schema has the same tables and columns as on SQLite', async () => {
  const { store } = await freshStore();
  const sqlite = await openStore(':memory:');
  expect(await columnsOf(store.db)).toEqual(await columnsOf(sqlite.db));
  await sqlite.close();
});

it('the schema sorts every text by its bytes and has 64-bit integers, whatever the locale of the server', async () => {
  const { store } = await freshStore();
  const { rows } = await sql<{ name: string; type: string; collation: string | null }>`
    select table_name || '.' || column_name as name, data_type as type, collation_name as collation
    from information_schema.columns where table_schema = 'public' and table_name not like 'kysely_%'`.execute(store.db);
  expect(rows.length).toBeGreaterThan(100);
  expect(rows.filter((row) => row.type === 'text' && row.collation !== 'C')).toEqual([]);
  const types = new Set(rows.map((row) => row.type));
  expect([...types].sort()).toEqual(['bigint', 'bytea', 'double precision', 'text', 'tsvector']);
  const ids = ['b', 'B', 'a-1', 'a1', '_', 'Z', 'é'];
  for (const id of ids) await store.db.insertInto('watches').values({ id, name: id, settings: '{}' }).execute();
  const sorted = await store.db.selectFrom('watches').select('id').orderBy('id').execute();
  expect(sorted.map((row) => row.id)).toEqual([...ids].sort());
});

it('a query returns every number as a number', async () => {
  const { store } = await freshStore();
  const { rows } =
    await sql`select count(*) as n, sum(x) as s, avg(x) as a, max(x) > 1 as yes, 9007199254740991::bigint as big
    from (values (1::bigint), (2)) as t (x)`.execute(store.db);
  expect(rows).toEqual([{ n: 2, s: 3, a: 1.5, yes: 1, big: Number.MAX_SAFE_INTEGER }]);
});

it('several processes can start on one new database at once: one migrates, and the others wait', async () => {
  const database = await emptyDatabase();
  const stores = await Promise.all(Array.from({ length: 4 }, () => openStore(database)));
  const taken = stores.map((store) => store.migrated.length).sort((a, b) => a - b);
  expect(taken).toEqual([0, 0, 0, Object.keys(migrations).length]);
  for (const store of stores) await store.close();
});

it('the database of a newer or another program is refused, but another schema is accepted', async () => {
  const { store, database } = await freshStore();
  await sql`insert into kysely_migration (name, timestamp) values ('0999_tomorrow', '2027')`.execute(store.db);
  await expect(openStore(database)).rejects.toMatchObject({ code: 'store.newer', message: /0999_tomorrow/ });

  const theirs = await emptyDatabase(['create table invoices (id int)']);
  await expect(openStore(theirs)).rejects.toMatchObject({ code: 'store.other-program', message: /invoices/ });
  const { rows } = await ask(theirs, `select to_regnamespace('pgboss') as made`);
  expect(rows).toEqual([{ made: null }]);
  const beside = await emptyDatabase(['create schema books', 'create table books.invoices (id int)']);
  await (await openStore(beside)).close();
});

it('a text is stored without NUL characters, which Postgres does not accept, and found with them', async () => {
  const { store } = await freshStore();
  await store.db.insertInto('settings').values({ name: 'a\u0000b', value: 'x\u0000y' }).execute();
  const found = await store.db.selectFrom('settings').selectAll().where('name', '=', 'a\u0000b').execute();
  expect(found).toEqual([{ name: 'ab', value: 'xy' }]);
});
