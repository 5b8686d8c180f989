import { sql } from 'kysely';
import { expect, it, onTestFinished } from 'vitest';
import { openStore } from '../../src/store/openStore.ts';
import { oneAtATime, readSetting, type Store, writeSetting } from '../../src/store/store.ts';
import { freshStore } from '../store/freshStore.ts';
import { lockWaits } from './lockWaits.ts';

/** A transaction that reads first, and writes by what it read. */
function countUp(store: Store): Promise<void> {
  return store.transaction(async (trx) => {
    await oneAtATime(trx, 'count');
    const before = (await readSetting<number>(trx, 'count')) ?? 0;
    await writeSetting(trx, 'count', before + 1);
  });
}

it('transactions that use oneAtATime read and write one after another', async () => {
  const { store, database } = await freshStore();
  const other = await openStore(database);
  await Promise.all(Array.from({ length: 40 }, (_, index) => countUp(index % 2 === 0 ? store : other)));
  expect(await readSetting(store.db, 'count')).toBe(40);
  await other.close();
});

it('a transaction that finds no row and inserts one finds the row that another inserted in the meantime', async () => {
  const { store, database } = await freshStore();
  const other = await openStore(database);
  const claim = (by: Store, name: string) =>
    by.transaction(async (trx) => {
      const there = await readSetting<string>(trx, 'whose');
      await sql`select pg_sleep(0.1)`.execute(trx);
      if (there === undefined)
        await trx
          .insertInto('settings')
          .values({ name: 'whose', value: `"${name}"` })
          .execute();
      return there ?? name;
    });
  const [first, second] = await Promise.all([claim(store, 'a'), claim(other, 'b')]);
  expect(first).toBe(second);
  await other.close();
});

it('a transaction that always conflicts fails with an error that may be retried', async () => {
  const { database } = await freshStore();
  const hasty = await openStore(database, { busySeconds: 0.2 });
  const race = Object.assign(new Error('could not serialize access'), { code: '40001' });
  await expect(hasty.transaction(() => Promise.reject(race))).rejects.toMatchObject({
    code: 'store.busy',
    retryable: true,
  });
  await hasty.close();
});

it('a mistake is not retried forever', async () => {
  const { store } = await freshStore();
  let tries = 0;
  const twice = store.transaction(async (trx) => {
    tries += 1;
    for (const value of ['1', '2']) await trx.insertInto('settings').values({ name: 'same', value }).execute();
  });
  await expect(twice).rejects.toThrow('duplicate key');
  expect(tries).toBeLessThan(10);
});

it('a lease renewal does not interfere with the commit of its check, however long that takes', async () => {
  const { store } = await freshStore();
  await store.db.insertInto('queries').values({ id: 'q', operation: 'pacer', body: '{}' }).execute();
  const { checks } = store.queue;
  const now = new Date();
  const claim = (await checks.claim('q', now)) ?? expect.fail();
  let runs = 0;
  const ended = Promise.withResolvers<void>();
  const committing = store.transaction(async (trx) => {
    runs += 1;
    const held = await checks.end(trx, claim);
    ended.resolve();
    await sql`select pg_sleep(0.5)`.execute(trx);
    return held;
  });
  await ended.promise;
  expect(await checks.keep(claim, now)).toBe(false);
  expect(await committing).toBe(true);
  expect(runs).toBe(1);
});

it('transactions of one process wait for a lock of another process together, not one after another', async () => {
  const { store, database } = await freshStore();
  const other = await openStore(database);
  onTestFinished(() => other.close());
  const locked = Promise.withResolvers<void>();
  const release = Promise.withResolvers<void>();
  const holding = other.transaction(async (trx) => {
    await oneAtATime(trx, 'count');
    locked.resolve();
    await release.promise;
  });
  await locked.promise;
  const waiting = Promise.all(Array.from({ length: 5 }, () => countUp(store)));
  await lockWaits(other, 5);
  release.resolve();
  await Promise.all([holding, waiting]);
  expect(await readSetting(store.db, 'count')).toBe(5);
});

it('a transaction that waits too long for a lock fails with an error that may be retried', async () => {
  const { store, database } = await freshStore();
  const hasty = await openStore(database, { busySeconds: 0.2 });
  onTestFinished(() => hasty.close());
  await store.transaction(async (trx) => {
    await oneAtATime(trx, 'count');
    const error: unknown = await countUp(hasty).catch((cause: unknown) => cause);
    expect(hasty.explain(error)).toMatchObject({ code: 'store.busy', retryable: true });
  });
  await countUp(hasty);
});
