import { type DueWatch, setNextDue } from '../store/queue/due.ts';
import type { Trx } from '../store/store.ts';
import { nextDue } from './nextDue.ts';

interface NextSlotRule {
  readonly now: Date;
  readonly spreadSeconds: number;
  readonly retryAt?: Date | undefined;
}

/**
 * Moves these watches of a query, which a check served, to their first slots after `now`: nothing missed is made up for twice.
 * Call it in the transaction that commits the check: a crash before leaves them due.
 * @param rule.retryAt when a check that was not made, or failed, is worth trying again: due then, unless a slot comes first.
 */
export async function moveToNextSlot(
  trx: Trx,
  queryId: string,
  due: readonly DueWatch[],
  { now, spreadSeconds, retryAt }: NextSlotRule,
): Promise<void> {
  for (const { watchId, schedule, timezone } of due) {
    const slot = nextDue({ schedule, timezone, after: now, spreadKey: queryId, spreadSeconds });
    await setNextDue(trx, { watchId, queryId, nextDueAt: earlier(slot, retryAt)?.toISOString() ?? null });
  }
}

function earlier(slot: Date | null, retryAt: Date | undefined): Date | null {
  if (retryAt === undefined) return slot;
  return slot === null || retryAt < slot ? retryAt : slot;
}
