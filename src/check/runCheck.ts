import { setTimeout as sleep } from 'node:timers/promises';
import { messageOf } from '../base/errors.ts';
import { readResult } from '../service/paging/readResult.ts';
import { ClaimLost, keepAlive, type QueryClaim } from '../store/claims/queue.ts';
import { loadMembers } from '../store/snapshot/membershipsTable.ts';
import { listChangesFound } from '../store/snapshot/storeChangesTable.ts';
import { admit, BudgetReservation, type OpenCheck } from './admission/admit.ts';
import { loadServerLimits } from './admission/serviceKey.ts';
import { type CheckEnd, type CheckParts, type CheckSummary, mostWithoutEnd, type ReadEnd } from './checkParts.ts';
import { parserVersion } from './commitResult.ts';
import { digestOfShown } from './compare/applyMembership.ts';
import { endByError, finishCheck } from './finishCheck.ts';

interface CheckOptions {
  readonly claim: QueryClaim;
  /** False if the lease is still to be taken, with the start of the first call or in an earlier transaction. */
  readonly isTaken?: boolean | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly onDemand?: boolean | undefined;
}

/** Turns every event into an outcome. @throws if the store fails to write; ClaimLost if nothing was done */
export async function runCheck(parts: CheckParts, options: CheckOptions): Promise<CheckSummary> {
  const { claim, isTaken, signal, onDemand = false } = options;
  const log = parts.log.child({ query: claim.queryId });
  const reservation = new BudgetReservation(parts, claim.query, claim, { isTaken, isOfWatches: true });
  const check: OpenCheck = { query: claim.query, claim, startedAt: parts.clock(), reservation };
  const lease = keepAlive(parts.store.queue.checks, claim, {
    clock: parts.clock,
    log,
    isTaken: () => reservation.isTaken,
  });
  const stopping = signal === undefined ? lease.lost : AbortSignal.any([signal, lease.lost]);
  const summary = await admitAndRead(parts, check, stopping, onDemand)
    .then((end) => finishCheck(parts, check, end))
    .finally(() => lease.end());
  const { checkId, outcome, reason, requests, credits, changes } = summary;
  log[outcome === 'complete' ? 'info' : 'warn']({ check: checkId, outcome, reason, requests, credits }, 'checked');
  await tryTo('list', log, async () => {
    if (changes.length > 0) await listChangesFound(parts.store, parts.clock());
  });
  await tryTo('keep the pictures of', log, async () => {
    if (claim.query.operation === 'wipo') await parts.keepPictures?.(parts.config, changes, signal);
  });
  return summary;
}

async function admitAndRead(
  parts: CheckParts,
  check: OpenCheck,
  signal: AbortSignal,
  onDemand: boolean,
): Promise<CheckEnd> {
  const { query, startedAt, reservation } = check;
  if (!onDemand && query.begun >= mostWithoutEnd) return { kind: 'deadly' };
  try {
    const refusal = await admit(parts, reservation, { now: startedAt, onDemand });
    if (refusal !== undefined) return { kind: 'skipped', ...refusal };
    const end = await read(parts, check, signal);
    if (!signal.aborted) return end;
  } catch (error) {
    const isLost = error instanceof ClaimLost && !reservation.isTaken;
    if (isLost && !signal.aborted) throw error;
    if (!signal.aborted) return endByError(parts.store, error);
  }
  if (!reservation.isTaken) throw new ClaimLost();
  const { reason } = signal;
  return { kind: 'stopped', reason: messageOf(reason) };
}

/** Reads all pages. `lastPages` detects unchanged pages, and is passed only if the store still has their records. */
export async function read(
  { store, config, client, clock }: Pick<CheckParts, 'store' | 'config' | 'client' | 'clock'>,
  { query, reservation }: Pick<OpenCheck, 'query' | 'reservation'>,
  signal: AbortSignal | undefined,
): Promise<ReadEnd> {
  const members = await loadMembers(store.db, query.id);
  const limits = await loadServerLimits(store.db, query, clock());
  const shownAtStart = new Map(members.map(({ key, shownHash }) => [key, shownHash]));
  const { lastResult } = query;
  const hasLastResult = lastResult?.parser === parserVersion && lastResult.members === digestOfShown(shownAtStart);
  // Needed from the second result without a total on, to confirm its end. A single one makes no record gone.
  const wasCounted = lastResult?.members !== undefined && lastResult.pages.at(-1)?.total !== undefined;
  const result = await readResult({
    client,
    query,
    pageSizes: config.service.pageSizes,
    ...limits,
    memberKeys: wasCounted ? undefined : members.flatMap(({ key, gone }) => (gone ? [] : [key])),
    lastPages: hasLastResult ? lastResult.pages : undefined,
    shortPages: lastResult?.isShort ? lastResult.pages : undefined,
    signal,
    account: reservation,
    affordable: () => reservation.affordsPage(),
  });
  return { kind: 'read', result, shownAtStart, limits };
}

/** Pause after another process took the query, before due queries are read again. */
const lostPauseMs = 250;

/** Runs a check as a daemon does, without a lease yet. Does nothing if another process takes the query first. */
export async function runDueCheck(parts: CheckParts, claim: QueryClaim, signal: AbortSignal): Promise<void> {
  try {
    await runCheck(parts, { claim, signal, isTaken: false });
  } catch (error) {
    if (!(error instanceof ClaimLost)) throw error;
    await sleep(lostPauseMs, undefined, { signal }).catch(() => {});
  }
}

/** Runs work after a check is stored, so that its failure is only logged. */
async function tryTo(what: string, log: CheckParts['log'], work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (err) {
    log.warn({ err }, `a check is stored; what it found: could not ${what} it`);
  }
}
