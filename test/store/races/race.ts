import { onTestFinished } from 'vitest';
import { openStore } from '../../../src/store/openStore.ts';
import type { Store, Trx } from '../../../src/store/store.ts';
import { onPostgres } from '../database.ts';
import { freshStore } from '../freshStore.ts';

/** What another process has open: on Postgres another connection, on SQLite the file once more. */
export async function alsoOpen(store: Store): Promise<Store> {
  if (onPostgres) return store;
  const other = await openStore(store.name);
  onTestFinished(() => other.close());
  return other;
}

/** One database that two processes have open. */
export async function twoStores(): Promise<readonly [Store, Store]> {
  const { store } = await freshStore();
  return [store, await alsoOpen(store)];
}

/**
 * Has two transactions run side by side on purpose: neither works before both have begun. Nobody waits twice: work that is run
 * again finds what the other one left. On SQLite the second begins when the first has ended.
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

/** The store of a process that somebody comes before: `first` is done when its next transaction was about to begin. */
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

/** Runs the work in two processes at once. @returns what each came to. */
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
