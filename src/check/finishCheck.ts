import { setTimeout as sleep } from 'node:timers/promises';
import { messageOf, TipstaffError } from '../base/errors.ts';
import { later } from '../base/time.ts';
import type { Config } from '../config/config.ts';
import { adaptiveBounds } from '../config/fields/schedule.ts';
import { labelOf, titleOf } from '../records/record.ts';
import { chooseNext } from '../schedule/adaptive/chooseNext.ts';
import { priceOfDay } from '../schedule/costs.ts';
import { withoutToken } from '../service/http/body.ts';
import { SearchError } from '../service/http/searchError.ts';
import { lockWatchQueries, settleNudge } from '../store/claims/due.ts';
import { loadWatchQueries, noteCheck, type StoredQuery } from '../store/claims/queries.ts';
import { ClaimLost } from '../store/claims/queue.ts';
import {
  type CheckRow,
  insertCheck,
  insertRawResponses,
  loadCheck,
  type RawResponse,
} from '../store/snapshot/checksTable.ts';
import type { Store, Trx } from '../store/store.ts';
import { resumeKey, suspendKey } from './admission/admit.ts';
import type { OpenCheck } from './admission/budgetReservation.ts';
import type { Report } from './audience/recipients.ts';
import { type CheckEnd, type CheckParts, type CheckSummary, errorOf, mostWithoutEnd } from './checkParts.ts';
import { type CommittedResult, commitResult } from './commitResult.ts';
import { noteIncidents } from './incidents/noteIncidents.ts';
import { moveDueTimes } from './moveDueTimes.ts';

/** For so long a result that was paid is offered to a database that is busy or away. */
const storedWithinMs = 5 * 60_000;
const againMs = 1_000;

/**
 * The one end of a check, whatever became of it, all in one transaction. While the database is busy or full the same
 * end is stored again: what was paid is not thrown away. What it refuses for longer (`unstored`), and an exception in
 * here (`crashed`), are outcomes too. It throws only when the store refuses to write even that.
 */
export async function finishCheck(parts: CheckParts, check: OpenCheck, end: CheckEnd): Promise<CheckSummary> {
  const { store, config, clock, log } = parts;
  const begun = performance.now();
  for (;;) {
    try {
      const price = await priceOfDay(store.db, config, clock());
      return await store.transaction((trx) => finish(trx, parts, check, end, price));
    } catch (error) {
      if (error instanceof ClaimLost && !check.reservation.isTaken) throw error;
      if (error instanceof ClaimLost) return store.transaction((trx) => finishSuperseded(trx, parts, check));
      const lost = endByError(store, error);
      // Where nothing was asked yet, nothing would be lost.
      const isPassing = lost.kind === 'unstored' && lost.error.retryable && check.reservation.isTaken;
      if (!isPassing || performance.now() - begun > storedWithinMs) {
        if (end.kind === 'crashed' || end.kind === 'unstored') throw error;
        return finishCheck(parts, check, lost);
      }
      const query = check.claim.queryId;
      log.warn({ err: error, query }, 'the database is busy or full; a check is stored when it is not');
    }
    await sleep(againMs);
  }
}

/** Where the database refused, that is no mistake of ours. */
export function endByError(
  store: Pick<Store, 'explain'>,
  error: unknown,
): Extract<CheckEnd, { readonly error: unknown }> {
  if (error instanceof SearchError) return { kind: 'failed', error };
  const refused = store.explain(error);
  const isOfStore = refused instanceof TipstaffError && refused.code.startsWith('store.');
  return isOfStore ? { kind: 'unstored', error: refused } : { kind: 'crashed', error };
}

async function finish(
  trx: Trx,
  parts: CheckParts,
  check: OpenCheck,
  end: CheckEnd,
  price: number,
): Promise<CheckSummary> {
  const { config } = parts;
  const { query } = check.claim;
  // If the claim was lost, this check is too late and must change nothing. If not, whoever renews or takes over claims
  // waits for this transaction, and cannot come in between however long it takes.
  await check.reservation.take(trx);
  if (!(await parts.store.queue.checks.end(trx, check.claim))) throw new ClaimLost();
  await lockWatchQueries(trx, query.id);
  const now = parts.clock();
  const committed =
    end.kind === 'read'
      ? await commitResult(trx, parts, { ...check, query }, end, now)
      : await storeRow(trx, parts, check, end, now);
  const { row, steps, watchQueries, lastResult } = committed;
  const failures = failuresAfter(query, end);
  const begun = end.kind === 'deadly' ? mostWithoutEnd - 1 : undefined;
  const complete = row.outcome === 'complete';
  await noteCheck(trx, query.id, { checkId: row.id, complete, failures, lastResult, begun });
  const error = errorOf(end);
  const suspension = error && (await suspendKey(trx, config.service, error, now));
  if (end.kind === 'read' && suspension === undefined) await resumeKey(trx, config.service, { ...check, now });
  const served = later(now, check.claim.servesUntil);
  const nudgedAt = await settleNudge(trx, query.id, { startedAt: check.startedAt, wasRead: end.kind === 'read' });
  await moveDueTimes(trx, config, query.id, end, { now: served, suspension, failures, steps, watchQueries, nudgedAt });
  if (complete && watchQueries.some(({ schedule }) => adaptiveBounds(schedule) !== undefined))
    await chooseNext(trx, { query, check: row, price, config, watches: parts.watches }, now);
  await noteIncidents(trx, parts, query, end, { ...committed, now }, check.reservation);
  await keepRawResponses(trx, config, query, end, committed);
  // Last: the ledger has one row for all keys.
  await check.reservation.write(trx);
  return summaryOf(query.id, row, committed.reported);
}

async function storeRow(
  trx: Trx,
  { log }: CheckParts,
  check: OpenCheck,
  end: Exclude<CheckEnd, { kind: 'read' }>,
  now: Date,
): Promise<CommittedResult> {
  if (end.kind === 'crashed') log.error({ err: end.error, query: check.claim.queryId }, 'a check crashed');
  const row = rowOf(check, end, now);
  const same = end.kind === 'skipped' ? await skippedAlready(trx, check.claim.query, end.reason) : undefined;
  const id = same ?? (await insertCheck(trx, row));
  const watchQueries = await loadWatchQueries(trx, [row.queryId]);
  return { row: { ...row, id }, watchQueries, steps: [], reported: [], outgrown: [] };
}

/** A key that stays suspended for days leaves one skipped check per query, not one for every attempt. */
async function skippedAlready(trx: Trx, query: StoredQuery, reason: string): Promise<number | undefined> {
  const last = query.lastCheck === null ? undefined : await loadCheck(trx, query.lastCheck);
  return last?.outcome === 'skipped' && last.reason === reason ? last.id : undefined;
}

/** Stores only the row: the query, its due times and its claim belong to another process by now. */
async function finishSuperseded(trx: Trx, parts: CheckParts, check: OpenCheck): Promise<CheckSummary> {
  const row = rowOf(check, { kind: 'superseded' }, parts.clock());
  await check.reservation.write(trx);
  return summaryOf(check.claim.queryId, { ...row, id: await insertCheck(trx, row) }, []);
}

const failedKinds: ReadonlySet<CheckEnd['kind']> = new Set(['failed', 'unstored', 'crashed', 'deadly']);

function rowOf(
  { claim, startedAt, reservation }: OpenCheck,
  end: Exclude<CheckEnd, { kind: 'read' }>,
  now: Date,
): Omit<CheckRow, 'id'> {
  return {
    queryId: claim.queryId,
    startedAt: startedAt.toISOString(),
    endedAt: now.toISOString(),
    outcome: failedKinds.has(end.kind) ? 'failed' : 'skipped',
    cause: causeOf(end),
    reason: reasonOf(end),
    requests: reservation.requests,
    credits: reservation.credits,
    hits: 0,
    total: null,
    evidence: {},
  };
}

function causeOf(end: Exclude<CheckEnd, { kind: 'read' }>): CheckRow['cause'] {
  switch (end.kind) {
    case 'failed':
      return end.error.errorClass;
    case 'skipped':
      return end.budget === undefined ? 'key' : 'budget';
    case 'stopped':
    case 'superseded':
      return end.kind;
    case 'unstored':
      return 'store';
    case 'crashed':
    case 'deadly':
      return 'internal';
  }
}

function reasonOf(end: Exclude<CheckEnd, { kind: 'read' }>): string {
  switch (end.kind) {
    case 'failed':
      return `${end.error.code}: ${end.error.message}`;
    case 'skipped':
      return end.reason;
    case 'stopped':
      return `stopped: ${end.reason}; its watches stay due`;
    case 'superseded':
      return 'superseded: another process took over the query; its check counts';
    case 'unstored':
      return `store: ${end.error.message}`;
    case 'crashed':
      return `internal: ${messageOf(end.error)}`;
    case 'deadly':
      return `internal: the last ${mostWithoutEnd} checks ended Tipstaff itself; it is tried again at its next slot`;
  }
}

function failuresAfter({ failures }: StoredQuery, end: CheckEnd): number {
  switch (end.kind) {
    case 'failed':
    case 'unstored':
    case 'crashed':
    case 'deadly':
      return failures + 1;
    case 'read':
      return end.result.error === undefined ? 0 : failures + 1;
    case 'skipped':
    case 'stopped':
    case 'superseded':
      return failures;
  }
}

export function summaryOf(queryId: string, check: CheckRow, reported: readonly Report[]): CheckSummary {
  const { outcome, reason, requests, credits, hits } = check;
  const changes = reported.map(({ changeId, draft, watchIds, record }) => ({
    id: changeId,
    kind: draft.kind,
    label: labelOf(record),
    title: titleOf(record),
    watchIds,
  }));
  return { checkId: check.id, queryId, outcome, reason, requests, credits, hits, changes };
}

/** Of a check that found something, was partial or failed. */
async function keepRawResponses(
  trx: Trx,
  { service, retainRawDays }: Config,
  query: StoredQuery,
  end: CheckEnd,
  { row, reported }: CommittedResult,
): Promise<void> {
  if (retainRawDays === 0 || (row.outcome === 'complete' && reported.length === 0)) return;
  const pages = pagesOf(query, end).map((page) => ({ ...page, bytes: withoutToken(page.bytes, service.token) }));
  await insertRawResponses(trx, row.id, pages, row.endedAt);
}

function pagesOf(query: StoredQuery, end: CheckEnd): RawResponse[] {
  const request = { operation: query.operation, ...query.body };
  if (end.kind === 'read') {
    return end.result.pages.map(({ from, bytes }, index) => ({
      page: index + 1,
      request: { ...request, from },
      bytes,
    }));
  }
  const bytes = end.kind === 'failed' ? end.error.bytes : undefined;
  return bytes === undefined ? [] : [{ page: 1, request: { ...request, from: 0 }, bytes }];
}
