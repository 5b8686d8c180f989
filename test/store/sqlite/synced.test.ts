import { sql } from 'kysely';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { readSetting, writeSetting } from '../../../src/store/settings.ts';
import { type Db, openStore, type Store } from '../../../src/store/store.ts';
import { freshStore } from '../freshStore.ts';

/** What SQLite waits for when it commits: 2 is the disk, 1 is nothing. */
async function synchronous(db: Db): Promise<unknown> {
  return (await sql<{ synchronous: number }>`pragma synchronous`.execute(db)).rows[0]?.synchronous;
}

const put = (store: Store) => store.unsyncedTransaction((trx) => writeSetting(trx, 'put', 1));
const syncedAt = (store: Store) => readSetting<string>(store.db, 'synced');

it('a transaction waits for the disk, and leaves all that has not to as quick as it was, also where it fails', async () => {
  const { store } = await freshStore();
  expect(await store.transaction(synchronous)).toBe(2);
  expect(await store.unsyncedTransaction(synchronous)).toBe(1);
  await expect(store.transaction(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await synchronous(store.db)).toBe(1);
  expect(await Promise.all([store.unsyncedTransaction(synchronous), store.transaction(synchronous)])).toEqual([1, 2]);
});

describe('a transaction that waits for no disk', () => {
  it('is on the disk a second later, by a commit that waits', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const { store } = await freshStore();
    await put(store);
    await vi.advanceTimersByTimeAsync(999);
    expect(await syncedAt(store)).toBeUndefined();
    await vi.advanceTimersByTimeAsync(1);
    expect(await syncedAt(store)).toBeDefined();
  });

  it('is on the disk when its store is closed', async () => {
    const { store, file } = await freshStore();
    const reader = await openStore(file);
    onTestFinished(() => reader.close());
    await put(store);
    await store.close();
    expect(await syncedAt(reader)).toBeDefined();
    expect(await readSetting(reader.db, 'put')).toBe(1);
  });
});
