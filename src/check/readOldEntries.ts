import { setImmediate } from 'node:timers/promises';
import { readOldest } from '../store/snapshot/entries.ts';
import type { Store } from '../store/store.ts';

const batch = 500;

/**
 * Reads the entries that were stored by a program that did not read them, or by other rules. In short transactions, between which
 * others can write; stopped in between, it goes on from there the next time.
 *
 * @returns how many it read
 */
export async function readOldEntries(
  store: Store,
  options: { readonly signal?: AbortSignal; readonly onRead?: (read: number) => void } = {},
): Promise<number> {
  let read = 0;
  while (options.signal?.aborted !== true) {
    const some = await store.transaction((trx) => readOldest(trx, batch));
    read += some;
    if (some < batch) break;
    options.onRead?.(read);
    await setImmediate();
  }
  return read;
}
