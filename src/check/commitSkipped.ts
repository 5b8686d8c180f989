import { beginIncident } from '../alerts/incidents.ts';
import { advanceDue } from '../schedule/advanceDue.ts';
import { insertCheck, loadCheck } from '../store/ledger/checks.ts';
import { noteCheck, type StoredQuery } from '../store/queue/queries.ts';
import type { Trx } from '../store/store.ts';
import type { Refusal } from './admission/mayAsk.ts';
import type { CheckParts, CheckSummary } from './parts.ts';
import { summarise } from './summarise.ts';

/** Stores a check that was not made, and why; the budget's end is told once per period. */
export async function commitSkipped(
  trx: Trx,
  { config }: Pick<CheckParts, 'config'>,
  query: StoredQuery,
  refusal: Refusal,
  now: Date,
): Promise<CheckSummary> {
  const check = {
    queryId: query.id,
    startedAt: now.toISOString(),
    endedAt: now.toISOString(),
    outcome: 'skipped' as const,
    reason: refusal.reason,
    requests: 0,
    credits: 0,
    hits: 0,
    total: null,
    evidence: {},
  };
  const checkId = (await skippedAlready(trx, query, check.reason)) ?? (await insertCheck(trx, check));
  await noteCheck(trx, query.id, { checkId, complete: false, failures: query.failures });
  await advanceDue(trx, query.id, { now, spreadSeconds: config.spreadSeconds, retryAt: refusal.retryAt });
  if (refusal.incident !== undefined) await beginIncident(trx, config.operators, refusal.incident, now);
  return summarise(query.id, { id: checkId, ...check }, []);
}

/** A key that stays stopped for days is one skipped check a query, not one for every attempt. */
async function skippedAlready(trx: Trx, query: StoredQuery, reason: string): Promise<number | undefined> {
  const last = query.lastCheck === null ? undefined : await loadCheck(trx, query.lastCheck);
  const [cause] = reason.split(' Next attempt at ');
  return last?.outcome === 'skipped' && last.reason?.startsWith(cause ?? reason) ? last.id : undefined;
}
