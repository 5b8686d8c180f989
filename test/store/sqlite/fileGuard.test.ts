import {
  closeSync,
  copyFileSync,
  existsSync,
  openSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import SQLite from 'better-sqlite3';
import { expect, it } from 'vitest';
import { openStore } from '../../../src/store/openStore.ts';
import { remedyFor } from '../../../src/store/sqlite/dialect.ts';
import { writeSetting } from '../../../src/store/store.ts';
import { freshStore } from '../freshStore.ts';

const lost = { code: 'store.file-lost' };

it('the store writes nothing more to a deleted file, and stays lost', async () => {
  const { store, file } = await freshStore();
  await store.ping();
  expect(store.lost.aborted).toBe(false);
  rmSync(file);
  await expect(writeSetting(store.db, 'a', 1)).rejects.toMatchObject({
    ...lost,
    message: expect.stringContaining('deleted'),
  });
  expect(store.lost.reason).toMatchObject(lost);
  writeFileSync(file, '');
  await expect(store.ping()).rejects.toMatchObject(lost);
});

it('the store leaves a backup that is moved over its open file as it is, also for the next start', async () => {
  const { store, file } = await freshStore();
  await writeSetting(store.db, 'what', 'old');
  await store.backup(`${file}.backup`);
  await writeSetting(store.db, 'what', 'newer');
  renameSync(`${file}.backup`, file);
  await expect(store.transaction((trx) => writeSetting(trx, 'what', 'newest'))).rejects.toMatchObject({
    ...lost,
    message: expect.stringContaining('replaced'),
  });
  expect([existsSync(`${file}-wal`), existsSync(`${file}-wal.former`)]).toEqual([false, true]);
  await store.close().catch(() => {});
  const reader = new SQLite(file, { readonly: true });
  expect(reader.pragma('integrity_check', { simple: true })).toBe('ok');
  expect(reader.prepare("select value from settings where name = 'what'").pluck().get()).toBe('"old"');
  reader.close();
});

it('the store notices that its file was emptied', async () => {
  const { store, file } = await freshStore();
  truncateSync(file, 0);
  await expect(store.ping()).rejects.toMatchObject({ ...lost, message: expect.stringContaining('emptied') });
});

it('the store is lost as soon as a query meets a damaged page', async () => {
  const { store, file } = await freshStore();
  await store.close();
  const rootPage = new SQLite(file).prepare("select rootpage from sqlite_master where name = 'checks'").pluck().get();
  const handle = openSync(file, 'r+');
  writeSync(handle, Buffer.alloc(4096, 0xff), 0, 4096, (Number(rootPage) - 1) * 4096);
  closeSync(handle);
  const damaged = await openStore(file);
  expect(damaged.lost.aborted).toBe(false);
  await expect(damaged.db.selectFrom('checks').selectAll().execute()).rejects.toThrow('malformed');
  expect(damaged.lost.reason).toMatchObject({
    code: 'store.refused',
    message: expect.stringContaining('tipstaff restore FILE'),
  });
  await damaged.close().catch(() => {});
});

it.each(['missing', 'empty'])('openStore does not start anew if the file is %s but its -wal exists', async (state) => {
  const { store, file } = await freshStore();
  await writeSetting(store.db, 'a', 1);
  copyFileSync(`${file}-wal`, `${file}.copy-wal`);
  if (state === 'empty') writeFileSync(`${file}.copy`, '');
  await expect(openStore(`${file}.copy`)).rejects.toMatchObject({
    code: 'store.history-lost',
    message: expect.stringMatching(new RegExp(`${state}.*tipstaff restore FILE`)),
  });
});

it('a read-only folder is a matter of rights, not of the schema', () => {
  const error = Object.assign(new Error('attempt to write'), { code: 'SQLITE_READONLY_DIRECTORY' });
  expect(remedyFor(error)).toContain('the right to write to it and its folder');
});

it('openStore refuses the database of another program, and leaves it unchanged', async () => {
  const { file } = await freshStore();
  const other = `${file}.other`;
  const connection = new SQLite(other);
  connection.exec('create table invoices (id integer)');
  connection.close();
  await expect(openStore(other)).rejects.toMatchObject({
    code: 'store.other-program',
    message: expect.stringMatching(/invoices.*tipstaff restore FILE/),
  });
  const reader = new SQLite(other, { readonly: true });
  expect(reader.prepare('select name from sqlite_master').pluck().all()).toEqual(['invoices']);
  reader.close();
});

it('openStore says of a damaged file to restore a backup', async () => {
  const { store, file } = await freshStore();
  await store.close();
  const handle = openSync(file, 'r+');
  writeSync(handle, Buffer.alloc(300, 0xff), 0, 300, 100);
  closeSync(handle);
  await expect(openStore(file)).rejects.toMatchObject({
    code: 'store.unreadable',
    message: expect.stringContaining('tipstaff restore FILE'),
  });
});
