import SQLite from 'better-sqlite3';
import { expect, it, onTestFinished } from 'vitest';
import { openStore } from '../../../src/store/openStore.ts';
import { readSetting, writeSetting } from '../../../src/store/store.ts';
import { freshStore } from '../freshStore.ts';
import { pragmaValue } from '../sqliteFile.ts';

it('a write waits for another writer, while the event loop and readers continue', async () => {
  const { store, file } = await freshStore();
  const hasty = await openStore(file, { busySeconds: 0.1 });
  onTestFinished(() => hasty.close());
  const holder = new SQLite(file);
  holder.exec('begin immediate');
  let settled = false;
  const writes = Promise.all([
    store.transaction((trx) => writeSetting(trx, 'by-transaction', 1)),
    writeSetting(store.db, 'by-itself', 2),
  ]).finally(() => {
    settled = true;
  });
  // The later writer has given up by now, and readers had their turn. A blocked event loop could not end the wait.
  await expect(hasty.transaction((trx) => writeSetting(trx, 'late', 3))).rejects.toMatchObject({ code: 'store.busy' });
  expect(await readSetting(store.db, 'by-itself')).toBeUndefined();
  expect(settled).toBe(false);
  holder.exec('commit');
  holder.close();
  await writes;
  expect(await readSetting(store.db, 'by-transaction')).toBe(1);
  expect(await readSetting(store.db, 'by-itself')).toBe(2);
});

it('a write that another process blocks says what to do, and succeeds once the lock is released', async () => {
  const { file } = await freshStore();
  const store = await openStore(file, { busySeconds: 0.3 });
  onTestFinished(() => store.close());
  const holder = new SQLite(file);
  holder.exec('begin immediate');
  const put = () => store.transaction((trx) => writeSetting(trx, 'put', 1));
  await expect(put()).rejects.toMatchObject({
    code: 'store.busy',
    retryable: true,
    message: `The database ${file} is locked. Another process has held it for longer than 0.3 seconds: try again when it is done.`,
  });
  holder.close();
  await put();
});

it('every commit waits for the disk', async () => {
  const { store } = await freshStore();
  expect(await pragmaValue(store, 'synchronous')).toBe(2);
});
