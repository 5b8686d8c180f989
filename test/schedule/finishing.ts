import { moveToNextSlot } from '../../src/check/finishCheck.ts';
import { isDue } from '../../src/schedule/nextDue.ts';
import { loadWatchQueries } from '../../src/store/claims/queries.ts';
import type { QueryClaim } from '../../src/store/claims/queue.ts';
import type { Store } from '../../src/store/store.ts';

export type Work = (queryId: string, signal: AbortSignal, claim: QueryClaim) => Promise<unknown>;

/**
 * A check that does `work` and then moves the due times and ends its claim, as a real check does, unless it is stopped.
 */
export function finishing(store: Store, work: Work, clock: () => Date) {
  return async (claim: QueryClaim, signal: AbortSignal): Promise<void> => {
    if (!(await store.transaction((trx) => store.queue.checks.take(trx, claim, clock())))) return;
    await work(claim.queryId, signal, claim);
    if (signal.aborted) return store.queue.checks.release(claim);
    await store.transaction(async (trx) => {
      const now = clock();
      if (!(await store.queue.checks.end(trx, claim))) return;
      const due = (await loadWatchQueries(trx, [claim.queryId])).filter((watch) => isDue(watch, now));
      await moveToNextSlot(trx, claim.queryId, due, { now, spreadSeconds: 0 });
    });
  };
}
