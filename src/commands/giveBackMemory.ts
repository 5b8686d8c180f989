import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { Store } from '../store/store.ts';

type CollectGarbage = (options?: { type: 'major'; flavor: 'last-resort' }) => void;

/**
 * Gives memory that is no longer used back to the system: reading thousands of watches leaves hundreds of megabytes behind that
 * an idle process would hold for good, since V8 collects only when more is asked for. Takes tens of milliseconds.
 */
export function giveBackMemory(store: Pick<Store, 'connection'>): void {
  store.connection.pragma('shrink_memory');
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as CollectGarbage;
  setFlagsFromString('--no-expose-gc');
  // Only as a last resort V8 gives up the pages as well as what was on them.
  collect({ type: 'major', flavor: 'last-resort' });
}
