import { setTimeout as after } from 'node:timers/promises';
import type { Config, WatchConfig } from '../config/config.ts';
import { serviceOf } from '../config/serviceOf.ts';
import { queriesOf } from '../schedule/planSync.ts';
import { pricePerPage } from '../search/http/page.ts';
import { SearchError } from '../search/http/searchError.ts';
import { readResult } from '../search/paging/readResult.ts';
import type { SearchResult } from '../search/paging/searchResult.ts';
import type { Query } from '../search/query.ts';
import { claimQuery, type QueryClaim, releaseQuery } from '../store/queue/claims.ts';
import { newLeaseOwner } from '../store/queue/leaseOwner.ts';
import { keepQuery } from '../store/queue/queries.ts';
import { BudgetReservation } from './admission/budgetReservation.ts';
import { loadServerLimits } from './admission/serverLimits.ts';
import type { CheckParts } from './parts.ts';
import { type FoundByQuery, type Preview, previewOf } from './previewFigures.ts';
import { leaseSeconds, mayAsk, partsOfService } from './runCheck.ts';

const waitForOtherSeconds = 10;

/** What a preview of the watch costs at most, in credits: one page of each of its queries. */
export function priceOfPreview(
  watch: WatchConfig,
  config: Pick<Config, 'service'> & Partial<Pick<Config, 'services'>>,
): number {
  const { prices } = serviceOf(config, watch.service);
  return queriesOf(watch).reduce((sum, query) => sum + pricePerPage(query, prices), 0);
}

/**
 * What a watch would find: the first page of each of its queries, asked at the pace of the key, reserved in the budget and booked. Nothing
 * of what comes is stored. A query that cannot be asked has the reason instead.
 */
export async function previewWatch(all: CheckParts, watch: WatchConfig, signal: AbortSignal): Promise<Preview> {
  const parts = partsOfService(all, watch.service);
  const found: FoundByQuery[] = [];
  for (const query of queriesOf(watch)) found.push(await ask(parts, query, signal));
  return previewOf(watch, found, parts.config, parts.clock());
}

async function ask(parts: CheckParts, query: Query, signal: AbortSignal): Promise<FoundByQuery> {
  const claim = await claimInTime(parts, query);
  if (claim === undefined) return { query, credits: 0, why: 'it is being checked; try again in a minute' };
  const reservation = new BudgetReservation(parts, { ...claim.query, lastResult: undefined });
  try {
    const refusal = await mayAsk(parts, reservation, { now: parts.clock(), onDemand: true });
    if (refusal !== undefined) return { query, credits: 0, why: refusal.reason };
    const result = await readFirstPage(parts, query, reservation, signal);
    return { query, credits: reservation.credits, result };
  } catch (error) {
    if (!(error instanceof SearchError)) throw error;
    return { query, credits: reservation.credits, why: error.message };
  } finally {
    await releaseQuery(parts.store.db, claim);
  }
}

async function readFirstPage(
  { store, config, client, clock }: CheckParts,
  query: Query,
  reservation: BudgetReservation,
  signal: AbortSignal,
): Promise<SearchResult> {
  const { pageSizes } = config.service;
  const limits = await loadServerLimits(store.db, query, clock());
  return readResult({ client, query, pageSizes, ...limits, signal, book: reservation.book, affordable: () => false });
}

/** Claimed as for a check: what it may spend is reserved by the claim, and the two do not ask at once. */
async function claimInTime({ store, clock }: CheckParts, query: Query): Promise<QueryClaim | undefined> {
  await keepQuery(store.db, query);
  const owner = newLeaseOwner();
  const giveUpMs = performance.now() + waitForOtherSeconds * 1000;
  for (;;) {
    const request = { queryId: query.id, owner, now: clock(), leaseSeconds, onlyIfDue: false };
    const claim = await claimQuery(store.db, request);
    if (claim !== undefined || performance.now() > giveUpMs) return claim;
    await after(100);
  }
}
