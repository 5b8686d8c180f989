import { setTimeout as sleep } from 'node:timers/promises';
import { messageOf } from '../base/errors.ts';
import { startOfNext } from '../schedule/budget.ts';
import { readResult } from '../service/paging/readResult.ts';
import type { StoredQuery } from '../store/claims/queries.ts';
import { ClaimLost, keepAlive, type QueryClaim } from '../store/claims/queue.ts';
import { loadMemberKeys, loadShownHashes } from '../store/snapshot/membershipsTable.ts';
import { listChangesFound } from '../store/snapshot/storeChangesTable.ts';
import { BudgetReservation, type OpenCheck } from './admission/budgetReservation.ts';
import { claimProbe, type KeySuspension, loadKeySuspension, lockKeySuspension } from './admission/keySuspension.ts';
import { loadServerLimits } from './admission/serverLimits.ts';
import { type CheckEnd, type CheckParts, type CheckSummary, mostWithoutEnd, type Refusal } from './checkParts.ts';
import { parserVersion } from './commitResult.ts';
import { digestOfShown } from './compare/applyMembership.ts';
import { endByError, finishCheck } from './finishCheck.ts';

export interface CheckOptions {
  readonly claim: QueryClaim;
  /** Stops the check: nothing that it read is stored, and its watches stay due. */
  readonly signal?: AbortSignal | undefined;
  /** A person asked for this check: it tries a suspended key all the same. */
  readonly onDemand?: boolean | undefined;
  /**
   * Where the claim is still to be taken: called once it is, with the start of the first call or with what comes before
   * it.
   */
  readonly onTaken?: (() => void) | undefined;
}

/**
 * One check of one query: ask whether it may run, read the whole result, compare, finish (docs/design.md, section 3).
 * Whatever happens becomes an outcome, stored in one place.
 * @throws when the store itself refuses to write; then the claim expires, and another process tries again. ClaimLost
 * when the claim could not be taken: then nothing was done.
 */
export async function runCheck(parts: CheckParts, options: CheckOptions): Promise<CheckSummary> {
  const { claim } = options;
  const check: OpenCheck = {
    claim,
    startedAt: parts.clock(),
    reservation: new BudgetReservation(parts, claim.query, claim, { onTaken: options.onTaken, isOfWatches: true }),
  };
  const end = await askAndRead(parts, check, options);
  if (end.kind === 'stopped' && !check.reservation.isTaken) throw new ClaimLost();
  const summary = await finishCheck(parts, check, end);
  await beyondCommit(parts, 'list', async () => {
    if (summary.changes.length > 0) await listChangesFound(parts.store, parts.clock());
  });
  return summary;
}

async function askAndRead(parts: CheckParts, check: OpenCheck, options: CheckOptions): Promise<CheckEnd> {
  const { signal, onDemand = false } = options;
  if (!onDemand && check.claim.query.begun >= mostWithoutEnd) return { kind: 'deadly' };
  try {
    const refusal = await mayAsk(parts, check.reservation, { now: check.startedAt, onDemand });
    if (refusal !== undefined) return { kind: 'skipped', ...refusal };
    const { claim, reservation } = check;
    const end = await read(parts, { query: claim.query, reservation }, signal);
    return signal?.aborted ? stopped(signal) : end;
  } catch (error) {
    if (signal?.aborted) return stopped(signal);
    if (error instanceof ClaimLost && !check.reservation.isTaken) throw error;
    return endByError(parts.store, error);
  }
}

/**
 * Whether a check may call the service now: as far as we know the key works, and the budget can pay.
 * @returns why not; undefined where it may
 */
export async function mayAsk(
  { store, config }: Pick<CheckParts, 'store' | 'config'>,
  reservation: BudgetReservation,
  when: { now: Date; onDemand: boolean },
): Promise<Refusal | undefined> {
  const suspension = when.onDemand ? undefined : await suspensionInForce({ store, config }, reservation, when.now);
  if (suspension !== undefined) {
    const reason = `the key has been suspended since ${suspension.since}: ${suspension.reason}`;
    return { reason, retryAt: new Date(suspension.nextProbeAt) };
  }
  const affordable = await reservation.reserve();
  if (affordable.ok) return undefined;
  const { period, reason } = affordable;
  return { reason: `over budget: ${reason}`, retryAt: startOfNext(period, when.now), budget: affordable };
}

async function suspensionInForce(
  { store, config }: Pick<CheckParts, 'store' | 'config'>,
  reservation: BudgetReservation,
  now: Date,
): Promise<KeySuspension | undefined> {
  // Usually the key is not suspended, and no transaction is needed to see that.
  if ((await loadKeySuspension(store.db, config.service)) === undefined) return undefined;
  return store.transaction(async (trx) => {
    await reservation.take(trx);
    const found = await lockKeySuspension(trx, config.service);
    const asks = found === undefined || (await claimProbe(trx, config.service, found, now));
    return asks ? undefined : found;
  });
}

/**
 * Reads the result of the query. `lastPages`, by which an unchanged page is recognised, is given only while the store
 * still holds what the last result showed.
 */
export async function read(
  { store, config, client, clock }: Pick<CheckParts, 'store' | 'config' | 'client' | 'clock'>,
  { query, reservation }: { readonly query: StoredQuery; readonly reservation: BudgetReservation },
  signal: AbortSignal | undefined,
): Promise<Extract<CheckEnd, { kind: 'read' }>> {
  const shownAtStart = await loadShownHashes(store.db, query.id);
  const { lastResult } = query;
  const hasLastResult = lastResult?.parser === parserVersion && lastResult.members === digestOfShown(shownAtStart);
  // One result that is suddenly not counted makes nothing gone; from the next one on its end is confirmed.
  const wasCounted = lastResult?.members !== undefined && lastResult.pages.at(-1)?.total !== undefined;
  const result = await readResult({
    client,
    query,
    pageSizes: config.service.pageSizes,
    ...(await loadServerLimits(store.db, query, clock())),
    memberKeys: wasCounted ? undefined : await loadMemberKeys(store.db, query.id),
    lastPages: hasLastResult ? lastResult.pages : undefined,
    signal,
    account: reservation,
    affordable: () => reservation.affordsPage(),
  });
  return { kind: 'read', result, shownAtStart };
}

function stopped(signal: AbortSignal): CheckEnd {
  const { reason } = signal;
  return { kind: 'stopped', reason: messageOf(reason) };
}

/**
 * Checks a claimed query and keeps its claim alive meanwhile; then keeps the pictures of what the check found.
 * @throws only when the store refuses to write
 */
export async function runClaimedCheck(
  parts: CheckParts,
  claim: QueryClaim,
  options: Omit<CheckOptions, 'claim' | 'onTaken'> & { readonly isTaken?: boolean },
): Promise<CheckSummary> {
  const log = parts.log.child({ query: claim.queryId });
  let { isTaken = true } = options;
  const onTaken = () => {
    isTaken = true;
  };
  const held = keepAlive(parts.store.queue.checks, claim, { clock: parts.clock, log, isTaken: () => isTaken });
  const signal = options.signal === undefined ? held.lost : AbortSignal.any([options.signal, held.lost]);
  const untaken = isTaken ? {} : { onTaken };
  const checking = runCheck(parts, { claim, signal, onDemand: options.onDemand, ...untaken });
  const summary = await checking.finally(() => held.end());
  const { checkId, outcome, reason, requests, credits } = summary;
  const level = outcome === 'complete' ? 'info' : 'warn';
  log[level]({ check: checkId, outcome, reason, requests, credits }, 'checked');
  await beyondCommit({ log }, 'keep the pictures of', async () => {
    if (claim.query.operation === 'wipo') await parts.keepPictures?.(parts, summary.changes, options.signal);
  });
  return summary;
}

/** Another process is at the query: it is looked for again when that may have ended. */
const lostPauseMs = 250;

/**
 * Makes a check as a daemon does, whose claim is still to be taken. Does nothing where another process takes the query
 * first.
 */
export async function runDueCheck(parts: CheckParts, claim: QueryClaim, signal: AbortSignal): Promise<void> {
  try {
    await runClaimedCheck(parts, claim, { signal, isTaken: false });
  } catch (error) {
    if (!(error instanceof ClaimLost)) throw error;
    await sleep(lostPauseMs, undefined, { signal }).catch(() => {});
  }
}

/**
 * What comes after the commit can fail, and the check is stored all the same. The next check or reader lists what was
 * left.
 */
async function beyondCommit({ log }: Pick<CheckParts, 'log'>, what: string, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (err) {
    log.warn({ err }, `a check is stored; what it found: could not ${what} it`);
  }
}
