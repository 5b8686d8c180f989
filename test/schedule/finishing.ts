import { moveToNextSlot } from '../../src/check/moveDueTimes.ts';
import { endClaim, type QueryClaim } from '../../src/store/queue/claims.ts';
import { dueWatches } from '../../src/store/queue/due.ts';
import type { Store } from '../../src/store/store.ts';

export type Work = (queryId: string, signal: AbortSignal, claim: QueryClaim) => Promise<unknown>;

/** A check that does `work` and is then finished as a real one is: due times moved, claim ended. A stopped one stays due. */
export function finishing(store: Store, work: Work, clock: () => Date) {
  return async (claim: QueryClaim, signal: AbortSignal): Promise<void> => {
    await work(claim.queryId, signal, claim);
    await store.transaction(async (trx) => {
      const now = clock();
      if (!(await endClaim(trx, claim)) || signal.aborted) return;
      const due = await dueWatches(trx, claim.queryId, now);
      await moveToNextSlot(trx, claim.queryId, due, { now, spreadSeconds: 0 });
    });
  };
}
