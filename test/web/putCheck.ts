import { syncWatches } from '../../src/schedule/syncWatches.ts';
import { noteCheck } from '../../src/store/claims/queries.ts';
import { type CheckRow, insertCheck, type Outcome } from '../../src/store/snapshot/checksTable.ts';
import type { Store } from '../../src/store/store.ts';
import { aWatch } from '../schedule/aWatch.ts';
import { now } from './serve.ts';

export async function putCheck(store: Store, name = 'Widget case'): Promise<void> {
  await syncWatches(store, { watches: [aWatch({ name })], spreadSeconds: 0 }, now);
  const { id } = await store.db.selectFrom('queries').select('id').executeTakeFirstOrThrow();
  await putCheckOf(store, id);
}

/** Inserts a complete check. */
export async function putCheckOf(store: Store, queryId: string, ended = now): Promise<void> {
  const at = ended.toISOString();
  const counts = { requests: 3, credits: 36, hits: 7, total: 7 };
  const check = {
    queryId,
    startedAt: at,
    endedAt: at,
    outcome: 'complete',
    reason: null,
    ...counts,
    evidence: {},
  } as const;
  await noteCheck(store.db, queryId, { checkId: await insertCheck(store.db, check), complete: true, failures: 0 });
}

/** Inserts a check of the query that `putCheck` made. */
export async function putCheckRow(
  store: Store,
  outcome: Outcome,
  ended: Date,
  reason = 'search.request: the service refused',
  cause: CheckRow['cause'] = 'request',
): Promise<void> {
  const { id: queryId } = await store.db.selectFrom('queries').select('id').executeTakeFirstOrThrow();
  const at = ended.toISOString();
  const counts = { requests: 1, credits: 0, hits: 0, total: null, evidence: {} };
  await insertCheck(store.db, { queryId, startedAt: at, endedAt: at, outcome, cause, reason, ...counts });
}
