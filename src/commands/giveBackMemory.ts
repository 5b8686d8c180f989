import { collectGarbage } from '../heap.ts';
import type { Store } from '../store/store.ts';

/**
 * Gives memory that is no longer used back to the system: what storing the due times of thousands of watches leaves behind an
 * idle process would hold for good, since V8 collects only when more is asked for. Takes tens of milliseconds.
 */
export async function giveBackMemory(store: Pick<Store, 'optimize'>): Promise<void> {
  await store.optimize();
  collectGarbage({ type: 'major', flavor: 'last-resort' });
}
