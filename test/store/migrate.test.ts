import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import SQLite from 'better-sqlite3';
import { expect, it } from 'vitest';
import { lastBreakingStep, migrations } from '../../migrations/index.ts';
import { openStore } from '../../src/store/openStore.ts';
import { freshFile, freshStore } from './freshStore.ts';
import { putWatches } from './putWatches.ts';

/** Returns the schema of a SQLite file in the order of names. */
function schemaOf(file: string): string {
  const connection = new SQLite(file, { readonly: true });
  const rows = connection
    .prepare(
      "select sql from sqlite_master where sql is not null and name not like 'sqlite_%' order by type desc, name",
    )
    .all() as { sql: string }[];
  connection.close();
  return rows.map(({ sql }) => sql).join('\n');
}

it('openStore runs every migration once, and none at the second start', async () => {
  const { store, file } = await freshFile();
  expect(store.migrated).toEqual(Object.keys(migrations));
  const before = schemaOf(file);
  const again = await openStore(file);
  expect(again.migrated).toEqual([]);
  await again.close();
  expect(schemaOf(file)).toBe(before);
});

it('several stores can open one new file at once, and one of them migrates it', async () => {
  const { file } = await freshStore();
  const shared = join(file, '../shared.db');
  const stores = await Promise.all([1, 2, 3].map(() => openStore(shared)));
  const taken = stores.map(({ migrated }) => migrated.length).sort((a, b) => a - b);
  expect(taken).toEqual([0, 0, Object.keys(migrations).length]);
  for (const store of stores) await store.close();
  expect(schemaOf(shared)).toBe(schemaOf(file));
});

it('openStore refuses a file that a newer program wrote', async () => {
  const { store, file } = await freshStore();
  await store.close();
  const connection = new SQLite(file);
  connection.prepare('insert into kysely_migration (name, timestamp) values (?, ?)').run('0999_tomorrow', '2027');
  connection.close();
  await expect(openStore(file)).rejects.toMatchObject({ code: 'store.newer', message: /0999_tomorrow/ });
});

it('openStore works with a newer schema that only adds to its own, and leaves that schema alone', async () => {
  const { store, file } = await freshStore();
  await store.close();
  const connection = new SQLite(file);
  connection.prepare('insert into kysely_migration (name, timestamp) values (?, ?)').run('0999_tomorrow', '2027');
  connection.exec("alter table watches add column color text not null default 'blue'");
  const note = (breaking: string) => JSON.stringify({ step: '0999_tomorrow', breaking });
  const say = (breaking: string) =>
    connection.prepare("update settings set value = ? where name = 'schema'").run(note(breaking));
  say(lastBreakingStep);
  const opened = await openStore(file);
  expect(opened.migrated).toEqual([]);
  await putWatches(opened, [['widget', 'query', 0]]);
  await opened.close();
  expect(connection.prepare('select id, color from watches').all()).toEqual([{ id: 'widget', color: 'blue' }]);
  expect(connection.prepare("select value from settings where name = 'schema'").pluck().get()).toBe(
    note(lastBreakingStep),
  );
  say('0999_tomorrow');
  await expect(openStore(file)).rejects.toMatchObject({ code: 'store.newer', message: /cannot work with/ });
  connection.close();
});

it('openStore names a file that cannot be opened, and refuses a file that is no database', async () => {
  await expect(openStore('/nowhere/at/all/tipstaff.db')).rejects.toMatchObject({
    code: 'store.unreadable',
    message: expect.stringContaining('/nowhere/at/all/tipstaff.db'),
  });
  const { store, file } = await freshStore();
  await store.close();
  const text = join(file, '../letter.txt');
  writeFileSync(text, 'Dear Sir or Madam, this is no database at all, but a letter of some length.\n'.repeat(20));
  await expect(openStore(text)).rejects.toMatchObject({ code: 'store.unreadable' });
});

it('openStore opens a file that another process writes to, and gives advice if it must migrate the file', async () => {
  const { store, file } = await freshStore();
  await store.close();
  const holder = new SQLite(file);
  holder.exec('begin immediate');
  const opened = await openStore(file, { busySeconds: 1 });
  holder.exec('commit; delete from kysely_migration where name = (select max(name) from kysely_migration)');
  await opened.close();
  holder.exec('begin immediate');
  await expect(openStore(file, { busySeconds: 1 })).rejects.toMatchObject({
    code: 'store.migration',
    message: expect.stringMatching(/locked.*Another process has held it .* try again when it is done\.$/),
    retryable: true,
  });
  holder.close();
});

it('a transaction also rolls back the tables that it created when a later statement fails', async () => {
  const { store } = await freshStore();
  await expect(
    store.transaction(async (trx) => {
      await trx.schema.createTable('half').addColumn('id', 'integer').execute();
      await trx.schema.createTable('settings').addColumn('id', 'integer').execute();
    }),
  ).rejects.toThrow(/already exists/);
  const tables = await store.db.introspection.getTables();
  expect(tables.map((table) => table.name)).not.toContain('half');
});
