import type { WatchConfig } from '../../../config/config.ts';
import type { Sight } from '../../../people/sight.ts';
import { creditsPerRun } from '../../../schedule/costs.ts';
import { queriesOf, watchesByQuery } from '../../../schedule/planSync.ts';
import { lastCosts } from '../../../store/claims/queries.ts';
import type { PageParts } from '../../frame/page.ts';

/** A check or a watch that costs more credits than this is confirmed at its price. */
const dearCredits = 100;

export interface CheckPrice {
  /** What one check costs by the last complete ones, in whole credits. */
  readonly credits: number;
  /** Whether it may be more: a query that was never checked counts as one page. */
  readonly isLeast: boolean;
  readonly isDear: boolean;
}

/**
 * @param sight what a query costs is known only where the viewer may read a watch that asks it
 * @param others watches that pay for the queries that they share with this one
 */
export async function checkPrice(
  { store, config }: Pick<PageParts, 'store' | 'config'>,
  { readable }: Sight,
  watch: WatchConfig,
  others: readonly WatchConfig[] = [],
): Promise<CheckPrice> {
  const ids = queriesOf(watch).map((query) => query.id);
  const asked = watchesByQuery(readable);
  const costs = await lastCosts(
    store.db,
    ids.filter((id) => asked.has(id)),
  );
  const credits = Math.ceil(creditsPerRun(watch, costs, config, others));
  return { credits, isLeast: !ids.every((id) => costs.has(id)), isDear: credits > dearCredits };
}
