import { setTimeout as after } from 'node:timers/promises';
import type { QueryClaim } from '../store/queue/queue.ts';
import type { CheckParts } from './parts.ts';

/** Claims a query on demand. A daemon may be at it: its check ends soon, or with the daemon. @returns undefined when it takes longer. */
export async function claimInTime(
  { store: { queue }, clock }: Pick<CheckParts, 'store' | 'clock'>,
  queryId: string,
  seconds: number,
): Promise<QueryClaim | undefined> {
  const giveUpMs = performance.now() + seconds * 1000;
  for (;;) {
    const claim = await queue.checks.claim(queryId, clock());
    if (claim !== undefined || performance.now() > giveUpMs) return claim;
    await queue.freeTheDead();
    await after(100);
  }
}
