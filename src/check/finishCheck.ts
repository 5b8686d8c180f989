import { setTimeout as sleep } from 'node:timers/promises';
import { messageOf, TipstaffError } from '../base/errors.ts';
import { doubled, later } from '../base/time.ts';
import type { Config } from '../config/config.ts';
import { adaptiveBounds, whileEnded } from '../config/fields/schedule.ts';
import type { Entry } from '../records/docket.ts';
import { labelOf, titleOf } from '../records/record.ts';
import { chooseNext } from '../schedule/adaptive/chooseNext.ts';
import { causeOf } from '../schedule/budget.ts';
import { priceOfDay } from '../schedule/costs.ts';
import { isDue, nextDue } from '../schedule/nextDue.ts';
import { withoutToken } from '../service/http/body.ts';
import { SearchError } from '../service/http/searchError.ts';
import { type DueWatch, lockWatchQueries, setNextDue, settleNudge } from '../store/claims/due.ts';
import { loadWatchQueries, noteCheck, type StoredQuery, type WatchQuery } from '../store/claims/queries.ts';
import { ClaimLost } from '../store/claims/queue.ts';
import { type CheckRow, insertRawResponses, loadCheck, type RawResponse } from '../store/snapshot/checksTable.ts';
import { givePlaces } from '../store/snapshot/storeChangesTable.ts';
import { hasOneWriter, type Store, type Trx } from '../store/store.ts';
import type { OpenCheck } from './admission/admit.ts';
import { type KeySuspension, resumeKey, suspendKey } from './admission/serviceKey.ts';
import type { Report } from './audience/recipients.ts';
import { type CheckEnd, type CheckParts, type CheckSummary, errorOf, mostWithoutEnd } from './checkParts.ts';
import { type CommittedResult, commitResult, insertRow } from './commitResult.ts';
import type { BaselineStep } from './compare/compareRecords.ts';
import { noteIncidents } from './incidents/noteIncidents.ts';

/** How long a paid result is offered to a database that is busy or unavailable. */
const storedWithinMs = 5 * 60_000;
const againMs = 1_000;

/** Stores all in one transaction, and tries again while the database is busy or full. Throws only if this fails too. */
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
      // Without a call, there is no paid result to lose.
      const isPassing = lost.kind === 'unstored' && lost.error.retryable && check.reservation.isTaken;
      if (!isPassing || performance.now() - begun > storedWithinMs) {
        if (end.kind === 'crashed' || end.kind === 'unstored') throw error;
        return finishCheck(parts, check, lost);
      }
      log.warn({ err: error, query: check.query.id }, 'the database is busy or full; a check is stored when it is not');
    }
    await sleep(againMs);
  }
}

/** Returns how an error ends a check. A refusal of the database is not a crash of Tipstaff. */
export function endByError(
  store: Pick<Store, 'explain'>,
  error: unknown,
): Extract<CheckEnd, { readonly error: unknown }> {
  if (error instanceof SearchError) return { kind: 'failed', error };
  const refused = store.explain(error);
  const isOfStore = refused instanceof TipstaffError && refused.code.startsWith('store.');
  return isOfStore ? { kind: 'unstored', error: refused } : { kind: 'crashed', error };
}

async function finish(trx: Trx, parts: CheckParts, check: OpenCheck, end: CheckEnd, price: number) {
  const { config } = parts;
  const { query } = check;
  // Processes that renew or take over leases wait for this transaction. If the lease was lost, nothing is changed.
  await check.reservation.take(trx);
  if (!(await parts.store.queue.checks.end(trx, check.claim))) throw new ClaimLost();
  await lockWatchQueries(trx, query.id);
  const now = parts.clock();
  const committed =
    end.kind === 'read'
      ? await commitResult(trx, config, check, end, now)
      : await storeRow(trx, parts, check, end, now);
  const { row, steps, watchQueries, lastResult } = committed;
  const failures = failuresAfter(query, end, row);
  const begun = end.kind === 'deadly' ? mostWithoutEnd - 1 : undefined;
  const complete = row.outcome === 'complete';
  await noteCheck(trx, query.id, { checkId: row.id, complete, failures, lastResult, begun });
  const error = errorOf(end);
  const times = { startedAt: check.startedAt, now };
  const suspension = error && (await suspendKey(trx, config.service, error, times));
  if (end.kind === 'read' && suspension === undefined) await resumeKey(trx, config.service, times);
  const served = later(now, check.claim.servesUntil);
  const nudgedAt = await settleNudge(trx, query.id, { startedAt: check.startedAt, wasRead: end.kind === 'read' });
  const furtherAt = row.cause === 'budget' ? check.reservation.furtherAt(now) : undefined;
  const makesUp = complete && query.lastCheck !== query.lastCompleteCheck;
  const after = { now: served, suspension, failures, steps, watchQueries, makesUp, nudgedAt, furtherAt };
  await moveDueTimes(trx, config, query.id, end, after);
  if (complete && watchQueries.some(({ schedule }) => adaptiveBounds(schedule) !== undefined))
    await chooseNext(trx, { query, check: row, price, config, nudged: nudgedAt !== undefined }, now);
  await noteIncidents(trx, parts, check, end, { ...committed, now });
  await keepRawResponses(trx, config, query, end, committed);
  await check.reservation.write(trx);
  if (committed.reported.length > 0 && hasOneWriter(trx)) await givePlaces(trx, parts.clock());
  return summaryOf(row, committed.reported);
}

type Unread = Exclude<CheckEnd, { kind: 'read' }>;

async function storeRow(
  trx: Trx,
  { log }: CheckParts,
  check: OpenCheck,
  end: Unread,
  now: Date,
): Promise<CommittedResult> {
  const { query } = check;
  if (end.kind === 'crashed') log.error({ err: end.error, query: query.id }, 'a check crashed');
  const same = end.kind === 'skipped' ? await skippedAlready(trx, query, end.reason) : undefined;
  const row = await insertRow(trx, check, now, endedAs(end), same);
  return { row, watchQueries: await loadWatchQueries(trx, [query.id]), steps: [], reported: [], outgrown: [] };
}

/** Returns the last check if it was skipped for the same reason: a suspension of days leaves one row per query. */
async function skippedAlready(trx: Trx, query: StoredQuery, reason: string): Promise<number | undefined> {
  const last = await loadCheck(trx, query.lastCheck);
  return last?.outcome === 'skipped' && last.reason === reason ? last.id : undefined;
}

/** Stores only the row. The query, its due times and its lease belong to another process by now. */
async function finishSuperseded(trx: Trx, parts: CheckParts, check: OpenCheck): Promise<CheckSummary> {
  await check.reservation.write(trx);
  const row = await insertRow(trx, check, parts.clock(), endedAs({ kind: 'superseded' }));
  return summaryOf(row, []);
}

function endedAs(end: Unread): Pick<CheckRow, 'outcome' | 'cause' | 'reason'> {
  const as = (outcome: 'failed' | 'skipped', cause: CheckRow['cause'], reason: string) => ({ outcome, cause, reason });
  switch (end.kind) {
    case 'failed':
      return as('failed', end.error.errorClass, `${end.error.code}: ${end.error.message}`);
    case 'skipped':
      return as('skipped', end.budget === undefined ? 'key' : causeOf(end.budget), end.reason);
    case 'stopped':
      return as('skipped', end.kind, `stopped: ${end.reason}; the watches of this check stay due`);
    case 'superseded':
      return as('skipped', end.kind, 'superseded: another process took over the query; its check counts');
    case 'unstored':
      return as('failed', 'store', `store: ${end.error.message}`);
    case 'crashed':
      return as('failed', 'internal', `internal: ${messageOf(end.error)}`);
    case 'deadly': {
      const what = `the last ${mostWithoutEnd} checks ended Tipstaff itself; it is tried again at its next slot`;
      return as('failed', 'internal', `internal: ${what}`);
    }
  }
}

function failuresAfter({ failures }: StoredQuery, end: CheckEnd, { outcome }: CheckRow): number {
  if (outcome === 'failed' || errorOf(end) !== undefined) return failures + 1;
  return end.kind === 'read' ? 0 : failures;
}

export function summaryOf(check: CheckRow, reported: readonly Report[]): CheckSummary {
  const { id: checkId, queryId, outcome, reason, requests, credits, hits } = check;
  const changes = reported.map(({ changeId, draft, watchIds, record }) => ({
    id: changeId,
    kind: draft.kind,
    key: record.key,
    label: labelOf(record),
    title: titleOf(record),
    entry: draft.entry && textOf(draft.entry),
    watchIds,
  }));
  return { checkId, queryId, outcome, reason, requests, credits, hits, changes };
}

const textOf = ({ documentNumber, dateFiled, description }: Entry) => ({ documentNumber, dateFiled, description });

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
  const bytes = end.kind === 'failed' ? end.error.bytes : undefined;
  const pages = end.kind === 'read' ? end.result.pages : bytes === undefined ? [] : [{ from: 0, bytes }];
  return pages.map(({ from, bytes }, index) => ({ page: index + 1, request: { ...request, from }, bytes }));
}

interface After {
  readonly now: Date;
  readonly suspension: KeySuspension | undefined;
  readonly failures: number;
  readonly steps: readonly BaselineStep[];
  readonly watchQueries: readonly WatchQuery[];
  readonly makesUp: boolean; // True if it is complete and the check before was not, which is then not repeated.
  readonly nudgedAt: Date | undefined;
  readonly furtherAt?: Date | undefined; // When the budget that cut the check short is renewed.
}

/** No search waits a month, even if its cases have ended: after a complete check, `chooseNext` decides that. */
async function moveDueTimes(
  trx: Trx,
  { service, spreadSeconds }: Pick<Config, 'service' | 'spreadSeconds'>,
  queryId: string,
  end: CheckEnd,
  after: After,
): Promise<void> {
  if (end.kind === 'stopped' || end.kind === 'superseded') return;
  const first = new Set(after.steps.filter((step) => step.was === 'first').map((step) => step.watchQuery.watchId));
  const isServed = (watch: WatchQuery) =>
    isDue(watch, after.now) || first.has(watch.watchId) || (after.makesUp && watch.nextDueAt !== null);
  const served = after.watchQueries.filter(isServed);
  const retryAt = againAt(end, service.recheckBaseSeconds, after);
  const next = served.map((watch) => ({ ...watch, schedule: whileEnded(watch.schedule, false) }));
  await moveToNextSlot(trx, queryId, next, { now: after.now, spreadSeconds, retryAt });
  // A check between slots is repeated too.
  const repeatAt = retryAtOf(end, service.recheckBaseSeconds, after)?.toISOString();
  for (const { watchId, nextDueAt } of advanced(repeatAt, after.watchQueries, served))
    await setNextDue(trx, { watchId, queryId, nextDueAt });
}

export function advanced<Watch extends { readonly nextDueAt: string | null }>(
  at: string | undefined,
  watchQueries: readonly Watch[],
  served: readonly Watch[],
): Watch[] {
  if (at === undefined) return [];
  const later = watchQueries.filter(({ nextDueAt }) => nextDueAt !== null && nextDueAt > at);
  return later.filter((watch) => !served.includes(watch)).map((watch) => ({ ...watch, nextDueAt: at }));
}

/** A nudge that this check should have served becomes due with the next attempt. */
export function againAt(
  end: CheckEnd,
  baseSeconds: number,
  after: Pick<After, 'now' | 'suspension' | 'failures' | 'nudgedAt' | 'furtherAt'>,
): Date | undefined {
  const wasToFollow = end.kind !== 'read' && after.nudgedAt !== undefined && after.nudgedAt <= after.now;
  const times = [retryAtOf(end, baseSeconds, after), wasToFollow ? undefined : after.nudgedAt];
  return times.filter((at) => at !== undefined).sort((a, b) => Number(a) - Number(b))[0];
}

const longestUnpaidSeconds = 3600;
/** A check that read pages before it failed pays for them again each time. */
const longestPaidSeconds = 24 * 3600;

function retryAtOf(end: CheckEnd, baseSeconds: number, after: Parameters<typeof againAt>[2]): Date | undefined {
  if (after.suspension !== undefined) return new Date(after.suspension.nextProbeAt);
  if (end.kind === 'skipped') return end.retryAt;
  if (after.furtherAt !== undefined) return after.furtherAt;
  const errorClass = errorOf(end)?.errorClass;
  const isPassing =
    errorClass === 'busy' || errorClass === 'server' || end.kind === 'unstored' || end.kind === 'crashed';
  // An announced entry does not wait for the next slot.
  const isAwaited = end.kind === 'failed' && after.nudgedAt !== undefined;
  if (!isPassing && !isAwaited) return undefined;
  const longestSeconds = end.kind === 'failed' ? longestUnpaidSeconds : longestPaidSeconds;
  return new Date(after.now.getTime() + doubled(baseSeconds, after.failures, longestSeconds) * 1000);
}

/** Missed slots are not made up for. @param rule.retryAt when to check again, unless a slot comes first */
export async function moveToNextSlot(
  trx: Trx,
  queryId: string,
  due: readonly DueWatch[],
  { now, spreadSeconds, retryAt }: { now: Date; spreadSeconds: number; retryAt?: Date | undefined },
): Promise<void> {
  for (const { watchId, schedule, timezone } of due) {
    const slot = nextDue({ schedule, timezone, after: now, spreadKey: queryId, spreadSeconds });
    const [nextDueAt = null] = [slot, retryAt].flatMap((at) => at?.toISOString() ?? []).sort();
    await setNextDue(trx, { watchId, queryId, nextDueAt });
  }
}
