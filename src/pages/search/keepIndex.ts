import { setImmediate } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Store } from '../../database/store.ts';
import { countPending, indexPending } from '../../find/indexPendingQueries.ts';

const everyMs = 1000;
/** So small that neither other writers nor a page wait for it. */
const batch = 250;

/**
 * Puts what is written into the index of the search within a second or two, and what an older version stored, from the newest record
 * back, at some thousands of texts a second. @returns what stops it, after the batch under way.
 */
export function keepIndex(store: Store, log: Logger): () => Promise<void> {
  const ending = new AbortController();
  let running = Promise.resolve();
  const run = () => {
    running = running
      .then(() => indexAll(store, ending.signal))
      .catch((err: unknown) => log.error({ err }, 'the search could not read what is new; it is tried again'))
      .then(() => {
        if (!ending.signal.aborted) timer = setTimeout(run, everyMs).unref();
      });
  };
  let timer = setTimeout(run, 0).unref();
  return async () => {
    ending.abort();
    clearTimeout(timer);
    await running;
  };
}

async function indexAll(store: Store, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    // Nearly always there is none, and looking takes no lock.
    if ((await countPending(store.db, 1)) === 0) return;
    await store.transaction((trx) => indexPending(trx, batch));
    await setImmediate();
  }
}
