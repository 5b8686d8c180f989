import { SearchError } from '../search/http/searchError.ts';
import { readResult } from '../search/paging/readResult.ts';
import type { SearchResult } from '../search/paging/searchResult.ts';
import { loadKnownHits } from '../store/knownHits.ts';
import { endClaim, type QueryClaim } from '../store/queue/claims.ts';
import type { StoredQuery } from '../store/queue/queries.ts';
import type { Trx } from '../store/store.ts';
import { type BudgetReservation, reserveBudget } from './admission/budgetReservation.ts';
import { mayAsk } from './admission/mayAsk.ts';
import { loadServerLimits } from './admission/serverLimits.ts';
import { ClaimLost } from './claimLost.ts';
import { commitFailure } from './commitFailure.ts';
import { commitResult } from './commitResult.ts';
import { commitSame } from './commitSame.ts';
import { commitSkipped } from './commitSkipped.ts';
import { keepPictures } from './evidence/keepPictures.ts';
import { keepRawResponses } from './evidence/keepRawResponses.ts';
import { readingVersion } from './noteResult.ts';
import type { CheckParts, CheckSummary } from './parts.ts';
import { rehearse } from './rehearse.ts';

export interface CheckOptions {
  /** Under which the check commits, and which ends with that: lost, nothing is stored. */
  readonly claim: QueryClaim;
  /** Ends the check without committing anything. */
  readonly signal?: AbortSignal | undefined;
  /** Asked for by a person: a stopped key is tried all the same. */
  readonly onDemand?: boolean | undefined;
  /** Ask and compare, but store nothing except what was spent. */
  readonly dryRun?: boolean | undefined;
}

/**
 * One check of one query: may it ask, read the whole result, compare and commit (docs/design.md, section 3). What the service does
 * ends as an outcome.
 * @throws ClaimLost when another process took the query over; the signal's reason when aborted.
 */
export async function runCheck(parts: CheckParts, options: CheckOptions): Promise<CheckSummary> {
  const startedAt = parts.clock();
  const { query } = options.claim;
  const reservation = reserveBudget(parts, query);
  const refusal = await mayAsk(parts, reservation, { now: startedAt, onDemand: options.onDemand ?? false });
  if (refusal !== undefined) {
    return commit(parts, options, (trx) => commitSkipped(trx, parts, query, refusal, startedAt));
  }
  const read = await readOrFail(parts, query, reservation, options.signal);
  options.signal?.throwIfAborted();
  const times = { startedAt, now: parts.clock() };
  if (!(read instanceof SearchError) && !options.dryRun) {
    const quiet = await commitSame(parts, options.claim, read, times);
    if (quiet !== undefined) return quiet;
  }
  const summary = await commit(parts, options, async (trx) => {
    const committed =
      read instanceof SearchError
        ? { summary: await commitFailure(trx, parts, query, read, times), before: undefined }
        : await commitResult(trx, parts, query, read, times);
    await keepRawResponses(trx, parts.config, query, read, committed, times.now);
    return committed.summary;
  });
  if (!options.dryRun) await keepPictures(parts, summary, options.signal);
  return summary;
}

async function readOrFail(
  parts: CheckParts,
  query: StoredQuery,
  reservation: BudgetReservation,
  signal: AbortSignal | undefined,
): Promise<SearchResult | SearchError> {
  const { store, config, client } = parts;
  const known = query.knownAnswer;
  try {
    return await readResult({
      client,
      query,
      pageSizes: config.service.pageSizes,
      token: config.service.token,
      ...(await loadServerLimits(store.db, query.operation)),
      known:
        known?.reading === readingVersion
          ? { pages: query.settled ? known.pages : [], loadHits: () => loadKnownHits(store.db, query.id) }
          : undefined,
      signal,
      affordable: reservation.canPay,
    });
  } catch (error) {
    if (error instanceof SearchError && !signal?.aborted) return error;
    throw error;
  }
}

async function commit(
  parts: CheckParts,
  options: CheckOptions,
  work: (trx: Trx) => Promise<CheckSummary>,
): Promise<CheckSummary> {
  if (options.dryRun) return rehearse(parts, work);
  // Delivery waits for the disk before it tells anybody; what a power failure takes back before is found once more.
  return parts.store.unsyncedTransaction(async (trx) => {
    // Given back with the commit: it costs no transaction of its own.
    if (!(await endClaim(trx, options.claim))) throw new ClaimLost(options.claim.queryId);
    return work(trx);
  });
}
