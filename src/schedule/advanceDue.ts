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
  rule: { now: Date; spreadSeconds: number; dueBy?: Date | undefined; retryAt?: Date | undefined },
): Promise<void> {
  const due = await trx
    .selectFrom('watch_queries')
    .select(['watch_id', 'schedule', 'timezone'])
    .where('query_id', '=', queryId)
    .where('next_due_at', '<=', (rule.dueBy ?? rule.now).toISOString())
    .execute();
  for (const { watch_id, schedule, timezone } of due) {
    const slot = nextDue({
      schedule,
      timezone,
      after: rule.now,
      spreadKey: queryId,
      spreadSeconds: rule.spreadSeconds,
    });
    await trx
      .updateTable('watch_queries')
      .set({ next_due_at: earlier(slot, rule.retryAt)?.toISOString() ?? null })
      .where('watch_id', '=', watch_id)
      .where('query_id', '=', queryId)
      .execute();
  }
}

function earlier(slot: Date | null, retryAt: Date | undefined): Date | null {
  if (retryAt === undefined) return slot;
  return slot === null || retryAt < slot ? retryAt : slot;
}
