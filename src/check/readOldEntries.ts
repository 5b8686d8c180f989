import { setImmediate } from 'node:timers/promises';
import { readOldest } from '../store/snapshot/entriesTable.ts';
import type { Store } from '../store/store.ts';

const batch = 500;

/**
 * Reads the entries that an older program stored without reading them, or read by older rules. In short transactions,
 * so that others can write in between. When it is stopped, it goes on from there the next time.
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
