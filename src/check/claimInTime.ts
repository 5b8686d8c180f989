import { setTimeout as after } from 'node:timers/promises';
import type { QueryClaim } from '../database/claims/queue.ts';
import type { CheckParts } from './checkParts.ts';

/** To look for dead holders goes through all that is held, and none dies ten times a second. */
const freeEveryMs = 2_000;

/**
 * Claims a query on demand. If a daemon is checking it, waits until that check ends or the claim of a dead daemon is
 * freed.
 * @returns undefined when that takes longer than `seconds`
 */
export async function claimInTime(
  { store: { queue }, clock }: Pick<CheckParts, 'store' | 'clock'>,
  queryId: string,
  seconds: number,
): Promise<QueryClaim | undefined> {
  const giveUpMs = performance.now() + seconds * 1000;
  let freedMs = Number.NEGATIVE_INFINITY;
  for (;;) {
    const claim = await queue.checks.claim(queryId, clock());
    if (claim !== undefined || performance.now() > giveUpMs) return claim;
    if (performance.now() - freedMs >= freeEveryMs) {
      await queue.freeTheDead();
      freedMs = performance.now();
    }
    await after(100);
  }
}
