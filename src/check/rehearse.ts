import { loadQuery, type StoredQuery } from '../database/claims/queries.ts';
import type { Trx } from '../database/store.ts';
import type { WatchSync } from '../schedule/watchSyncQueries.ts';
import { applySync } from '../schedule/watchSyncQueries.ts';
import { SearchError } from '../service/http/searchError.ts';
import type { Query } from '../service/query.ts';
import { BudgetReservation } from './admission/budgetReservation.ts';
import { commitResult } from './commitResult.ts';
import { summaryOf } from './finishCheck.ts';
import type { CheckParts, CheckSummary } from './parts.ts';
import { mayAsk, partsOfService, read } from './runCheck.ts';

const rollback = Symbol('rollback');

/**
 * A dry run of one query: calls the service, compares, and rolls everything back. It shows what would be reported, and
 * stores nothing except what the calls cost, not even the config.
 * @param sync what the config would change in the store
 */
export async function rehearse(
  defaultParts: CheckParts,
  query: Query,
  sync: WatchSync,
  signal: AbortSignal | undefined,
): Promise<CheckSummary> {
  const parts = partsOfService(defaultParts, query.service);
  const startedAt = parts.clock();
  const stored = (await loadQuery(parts.store.db, query.id)) ?? neverChecked(query);
  const reservation = new BudgetReservation(parts, stored);
  const nothing = { checkId: undefined, queryId: query.id, hits: 0, changes: [] };
  const refusal = await mayAsk(parts, reservation, { now: startedAt, onDemand: true });
  if (refusal !== undefined) {
    return { ...nothing, outcome: 'skipped', reason: refusal.reason, requests: 0, credits: 0 };
  }
  try {
    const reading = await read(parts, { query: stored, reservation }, signal);
    return await rolledBack(parts, async (trx) => {
      await applySync(trx, sync, startedAt);
      const check = { query: stored, startedAt, reservation };
      const { row, reported } = await commitResult(trx, parts, check, reading, parts.clock());
      const summary = summaryOf(query.id, row, reported);
      return { ...summary, checkId: undefined, changes: summary.changes.map((change) => ({ ...change, id: 0 })) };
    });
  } catch (error) {
    if (!(error instanceof SearchError)) throw error;
    const { requests, credits } = reservation;
    return { ...nothing, outcome: 'failed', reason: `${error.code}: ${error.message}`, requests, credits };
  }
}

function neverChecked(query: Query): StoredQuery {
  return { ...query, failures: 0, lastResult: undefined, lastCheck: null, lastCompleteCheck: null };
}

async function rolledBack(parts: CheckParts, work: (trx: Trx) => Promise<CheckSummary>): Promise<CheckSummary> {
  let summary: CheckSummary | undefined;
  try {
    await parts.store.transaction(async (trx) => {
      summary = await work(trx);
      throw rollback;
    });
  } catch (error) {
    if (error !== rollback) throw error;
  }
  if (summary === undefined) throw new Error('a dry run ended without a summary');
  return summary;
}
