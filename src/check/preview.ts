import type { WatchConfig } from '../config/config.ts';
import { creditsAdded } from '../schedule/costs.ts';
import { loadCostFacts } from '../schedule/loadCosts.ts';
import { queriesOf } from '../schedule/planSync.ts';
import { SearchError } from '../service/http/searchError.ts';
import { readResult } from '../service/paging/readResult.ts';
import type { SearchResult } from '../service/paging/searchResult.ts';
import type { Query } from '../service/query.ts';
import { keepQuery } from '../store/claims/queries.ts';
import { BudgetReservation } from './admission/budgetReservation.ts';
import { loadServerLimits } from './admission/serverLimits.ts';
import { claimInTime } from './checkNow.ts';
import type { CheckParts } from './checkParts.ts';
import { type FoundByQuery, type Preview, previewOf } from './previewFigures.ts';
import { mayAsk } from './runCheck.ts';

const waitForOtherSeconds = 10;

/**
 * What a watch would find: the first page of each of its queries, requested at the pace of the key, reserved in the
 * budget and booked in the ledger. No response is stored. A query that cannot be asked has a reason instead of a
 * result.
 * @param otherWatches the watches with which it would share checks
 */
export async function previewWatch(
  parts: CheckParts,
  watch: WatchConfig,
  signal: AbortSignal,
  otherWatches: readonly WatchConfig[] = parts.config.watches,
): Promise<Preview> {
  const found: FoundByQuery[] = [];
  for (const query of queriesOf(watch)) found.push(await ask(parts, query, signal));
  const config = { ...parts.config, watches: otherWatches };
  const [facts, now] = [await loadCostFacts(parts.store.db, parts.clock()), parts.clock()];
  return previewOf(watch, found, config, now, (edited, costs) => {
    const lastCosts = new Map([...facts.lastCosts, ...costs]);
    return creditsAdded(edited, config, { ...facts, lastCosts }, now);
  });
}

async function ask(parts: CheckParts, query: Query, signal: AbortSignal): Promise<FoundByQuery> {
  // Claimed as for a check: the claim carries the reservation, and a check does not ask the same at the same moment.
  await keepQuery(parts.store.db, query);
  const claim = await claimInTime(parts, query.id, waitForOtherSeconds);
  if (claim === undefined) return { query, credits: 0, why: 'it is being checked; try again in a minute' };
  const reservation = new BudgetReservation(parts, { ...claim.query, lastResult: undefined }, claim);
  try {
    const refusal = await mayAsk(parts, reservation, { now: parts.clock(), onDemand: true });
    if (refusal !== undefined) return { query, credits: 0, why: refusal.reason };
    const result = await readFirstPage(parts, query, reservation, signal);
    return { query, credits: reservation.credits, result };
  } catch (error) {
    if (!(error instanceof SearchError)) throw error;
    return { query, credits: reservation.credits, why: error.message };
  } finally {
    await reservation.settle();
    await parts.store.queue.checks.release(claim);
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
  return readResult({ client, query, pageSizes, ...limits, signal, account: reservation, affordable: () => false });
}
