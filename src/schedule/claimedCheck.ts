import type { Logger } from 'pino';
import { TipstaffError } from '../errors.ts';
import { holdsClaim, type QueryClaim, releaseQuery, renewLease } from '../store/queue/claims.ts';
import type { Store } from '../store/store.ts';
import { advanceDue } from './advanceDue.ts';

/** How long a claim lasts without being renewed: so long a query waits when the process that held it was killed. */
export const leaseSeconds = 60;

/** What the schedule needs to know of a check that ended. */
export interface Checked {
  readonly outcome: 'complete' | 'partial' | 'failed' | 'skipped';
  readonly reason: string | null;
  readonly requests: number;
  readonly credits: number;
}

/**
 * Runs one check of a query. It commits under the claim (`endClaim` in its transaction), and stops soon after the signal.
 * What the service does ends as an outcome; it throws only when aborted or broken.
 */
export type RunCheck = (queryId: string, signal: AbortSignal, claim: QueryClaim) => Promise<Checked>;

export interface ClaimedCheckParts {
  readonly store: Store;
  readonly runCheck: RunCheck;
  readonly spreadSeconds: number;
  readonly clock: () => Date;
  readonly log: Logger;
}

/**
 * Checks a claimed query: keeps the lease alive meanwhile, moves its watches to their next slots whatever the outcome, and
 * gives the claim back. Given up (`stop` fires, or the lease was lost), it leaves them due. Never throws.
 */
export async function runClaimed(parts: ClaimedCheckParts, claim: QueryClaim, stop: AbortSignal): Promise<void> {
  const log = parts.log.child({ query: claim.queryId });
  const startedAt = parts.clock();
  const lease = keepLease(parts, claim);
  const signal = AbortSignal.any([stop, lease.lost]);
  try {
    await checkAndLog(parts, claim, signal, log);
    await handBack(parts, claim, signal.aborted ? undefined : startedAt);
  } catch (err) {
    // The store refuses writes: the lease is left to run out, and so is the time to the next try.
    log.error({ err, leaseSeconds }, 'the due time could not be stored; the query is tried again when its lease ends');
  } finally {
    lease.end();
  }
}

/**
 * Gives the claim back, and moves on what was due by `dueBy`. The check's own commit has done both already, unless it broke:
 * then this keeps it from running again at once. What was given up (`dueBy` undefined) stays due.
 */
async function handBack(parts: ClaimedCheckParts, claim: QueryClaim, dueBy: Date | undefined): Promise<void> {
  if (!(await holdsClaim(parts.store.db, claim))) return;
  await parts.store.transaction(async (trx) => {
    if (!(await holdsClaim(trx, claim))) return;
    const { clock, spreadSeconds } = parts;
    if (dueBy !== undefined) await advanceDue(trx, claim.queryId, { now: clock(), dueBy, spreadSeconds });
    await releaseQuery(trx, claim);
  });
}

async function checkAndLog(
  parts: ClaimedCheckParts,
  claim: QueryClaim,
  signal: AbortSignal,
  log: Logger,
): Promise<void> {
  try {
    const { outcome, reason, requests, credits } = await parts.runCheck(claim.queryId, signal, claim);
    log.info({ outcome, reason, requests, credits }, 'checked');
  } catch (err) {
    if (signal.aborted) log.info({ reason: String(signal.reason) }, 'check given up; it stays due');
    else log.error({ err }, 'the check broke; its watches wait for their next time');
  }
}

/** Renews the claim's lease three times in its length; `lost` fires when somebody else took it. */
function keepLease(parts: ClaimedCheckParts, claim: QueryClaim): { lost: AbortSignal; end(): void } {
  const lost = new AbortController();
  const renew = async () => {
    try {
      if (await renewLease(parts.store.db, claim, parts.clock(), leaseSeconds)) return;
      lost.abort(new TipstaffError('schedule.leaseLost', 'another process took over the query', { retryable: true }));
    } catch (err) {
      parts.log.warn({ err, query: claim.queryId }, 'the lease could not be renewed; trying again');
    }
  };
  const timer = setInterval(renew, (leaseSeconds * 1000) / 3);
  return { lost: lost.signal, end: () => clearInterval(timer) };
}
