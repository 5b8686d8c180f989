import type { WatchConfig } from '../config/config.ts';
import { lastCosts } from '../database/claims/queries.ts';
import type { PageParts } from '../pages/page.ts';
import { creditsPerRun } from '../schedule/costs.ts';
import { queriesOf } from '../schedule/planSync.ts';

/** A check or a watch that costs more credits than this is confirmed at its price. */
const dearCredits = 100;

export interface CheckPrice {
  /** What one check costs by the last complete ones, in whole credits. */
  readonly credits: number;
  /** Whether it may be more: a query that was never checked counts as one page. */
  readonly isLeast: boolean;
  readonly isDear: boolean;
}

/** @param others watches that pay for the queries that they share with this one */
export async function checkPrice(
  { store, config }: PageParts,
  watch: WatchConfig,
  others: readonly WatchConfig[] = [],
): Promise<CheckPrice> {
  const ids = queriesOf(watch).map((query) => query.id);
  const costs = await lastCosts(store.db, ids);
  const credits = Math.ceil(creditsPerRun(watch, costs, config, others));
  return { credits, isLeast: !ids.every((id) => costs.has(id)), isDear: credits > dearCredits };
}
