import { onTestFinished } from 'vitest';
import { openStore } from '../../../src/store/openStore.ts';
import type { Store, Trx } from '../../../src/store/store.ts';
import { onPostgres } from '../database.ts';
import { freshStore } from '../freshStore.ts';

/** Opens the database as another process would: on Postgres by other connections, on SQLite the file once more. */
export async function alsoOpen(store: Store): Promise<Store> {
  if (onPostgres) return store;
  const other = await openStore(store.name);
  onTestFinished(() => other.close());
  return other;
}

/** Opens one database as two processes would. */
export async function twoStores(): Promise<readonly [Store, Store]> {
  const { store } = await freshStore();
  return [store, await alsoOpen(store)];
}

/**
 * Returns a wrapper of stores that makes two transactions overlap: neither works before both have begun. A retry does
 * not wait again, and finds what the other one left. On SQLite the second begins when the first has ended.
 */
export function sideBySide(): (store: Store) => Store {
  const { promise: bothThere, resolve } = Promise.withResolvers<void>();
  let there = 0;
  const meet = async () => {
    there += 1;
    if (there === 2 || !onPostgres) resolve();
    await bothThere;
  };
  return (store) => {
    let met = false;
    return {
      ...store,
      transaction: (work) =>
        store.transaction(async (trx) => {
          if (!met) await meet();
          met = true;
          return work(trx);
        }),
    };
  };
}

/** Returns a store that runs `first` just before its next transaction. */
export function outpaced(store: Store, first: () => Promise<unknown>): Store {
  let isDone = false;
  return {
    ...store,
    transaction: async (work) => {
      if (!isDone) await first();
      isDone = true;
      return store.transaction(work);
    },
  };
}

/** Runs the work in two processes at once. @returns both results */
export async function inBoth<T>(
  [one, other]: readonly [Store, Store],
  work: (trx: Trx, process: 1 | 2) => Promise<T>,
): Promise<[T, T]> {
  const beside = sideBySide();
  return Promise.all([
    beside(one).transaction((trx) => work(trx, 1)),
    beside(other).transaction((trx) => work(trx, 2)),
  ]);
}
