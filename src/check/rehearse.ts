import { dayOf } from '../schedule/budget.ts';
import { recordSpending } from '../store/ledger/spending.ts';
import { loadQuery } from '../store/queue/queries.ts';
import type { Trx } from '../store/store.ts';
import type { CheckParts, CheckSummary } from './parts.ts';

const rollback = Symbol('rollback');

/** Does a check's commit and takes it back: what would be told is known, nothing is stored but what the asking cost. */
export async function rehearse(
  { store, clock }: Pick<CheckParts, 'store' | 'clock'>,
  work: (trx: Trx) => Promise<CheckSummary>,
): Promise<CheckSummary> {
  let summary: CheckSummary | undefined;
  try {
    await store.transaction(async (trx) => {
      summary = await work(trx);
      throw rollback;
    });
  } catch (error) {
    if (error !== rollback) throw error;
  }
  if (summary === undefined) throw new Error('a rehearsal ended without a summary');
  const { queryId, requests, credits } = summary;
  const query = await loadQuery(store.db, queryId);
  if (query !== undefined && requests > 0) {
    const spent = { day: dayOf(clock()), operation: query.operation, requests, credits };
    await store.transaction((trx) => recordSpending(trx, spent));
  }
  return { ...summary, checkId: undefined, changes: summary.changes.map((change) => ({ ...change, id: 0 })) };
}
