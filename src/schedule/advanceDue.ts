import { type DueWatch, dueWatches, setNextDue } from '../store/queue/due.ts';
import type { Trx } from '../store/store.ts';
import { nextDue } from './nextDue.ts';

/**
 * After a check of a query: moves every watch of it that was due to its first slot after `now`, so that one check serves all
 * who waited for it and nothing missed is made up for twice. Call it in the transaction that commits the check: a crash before
 * leaves them due.
 * @param rule.dueBy which watches count as served: those due by then; `now` when absent.
 * @param rule.retryAt when a check that was not made, or was refused, is worth trying again: due then, unless a slot comes first.
 */
export async function advanceDue(
  trx: Trx,
  queryId: string,
  rule: NextSlotRule & { dueBy?: Date | undefined },
): Promise<void> {
  const due = await dueWatches(trx, queryId, rule.dueBy ?? rule.now);
  await moveToNextSlot(trx, queryId, due, rule);
}

interface NextSlotRule {
  readonly now: Date;
  readonly spreadSeconds: number;
  readonly retryAt?: Date | undefined;
}

/** Moves these watches of a query, which were due, to their first slots after `now`. */
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
