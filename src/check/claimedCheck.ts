import { TipstaffError } from '../errors.ts';
import { type QueryClaim, renewLease } from '../store/queue/claims.ts';
import type { CheckParts, CheckSummary } from './parts.ts';
import { runCheck } from './runCheck.ts';

/** How long a claim lasts without being renewed: so long a query waits when the process that held it was killed. */
export const leaseSeconds = 60;

/** Checks a claimed query and keeps the lease alive meanwhile. @throws only when the store refuses to write. */
export async function runClaimedCheck(
  parts: CheckParts,
  claim: QueryClaim,
  options: { readonly signal?: AbortSignal | undefined; readonly onDemand?: boolean | undefined },
): Promise<CheckSummary> {
  const log = parts.log.child({ query: claim.queryId });
  const lease = keepLease(parts, claim);
  const signal = options.signal === undefined ? lease.lost : AbortSignal.any([options.signal, lease.lost]);
  try {
    const summary = await runCheck(parts, { claim, signal, onDemand: options.onDemand });
    const { checkId, outcome, reason, requests, credits } = summary;
    const level = outcome === 'complete' ? 'info' : 'warn';
    log[level]({ check: checkId, outcome, reason, requests, credits }, 'checked');
    return summary;
  } finally {
    lease.end();
  }
}

/** Renews the claim's lease three times in its length; `lost` fires when somebody else took it. */
function keepLease(parts: CheckParts, claim: QueryClaim): { lost: AbortSignal; end(): void } {
  const lost = new AbortController();
  const renew = async () => {
    try {
      if (await renewLease(parts.store.db, claim, parts.clock(), leaseSeconds)) return;
      lost.abort(new TipstaffError('check.claim-lost', 'another process took over the query', { retryable: true }));
    } catch (err) {
      parts.log.warn({ err, query: claim.queryId }, 'the lease could not be renewed; trying again');
    }
  };
  const timer = setInterval(renew, (leaseSeconds * 1000) / 3);
  return { lost: lost.signal, end: () => clearInterval(timer) };
}
