import { utcDay } from '../base/time.ts';
import type { Config } from '../config/config.ts';
import { lastCosts } from '../store/claims/queries.ts';
import { spentInAll } from '../store/snapshot/ledgerTable.ts';
import type { Db } from '../store/store.ts';
import { adaptiveDueTimes, expectedNews } from './adaptive/adaptiveQueries.ts';
import { type CostFacts, type Costs, costsAhead } from './costs.ts';
import { loadUnchecked } from './holds/holdsTable.ts';

export async function loadCostFacts(db: Db, now: Date): Promise<CostFacts> {
  return {
    lastCosts: await lastCosts(db),
    holds: await loadUnchecked(db),
    news: await expectedNews(db),
    dueAt: await adaptiveDueTimes(db),
    spentThisMonth: (await spentInAll(db, utcDay(now))).thisMonth,
  };
}

/** What the watches of a config will cost by what is stored. */
export async function loadCosts(db: Db, config: Config, now: Date): Promise<Costs> {
  return costsAhead(config, await loadCostFacts(db, now), now);
}
