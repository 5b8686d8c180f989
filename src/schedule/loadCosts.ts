import type { Config } from '../config/config.ts';
import { lastCosts } from '../database/claims/queries.ts';
import type { Db } from '../database/store.ts';
import { loadUnchecked } from '../holds/holdsTable.ts';
import { spentByService, spentInMonth } from '../snapshot/spendingTable.ts';
import { adaptiveDueTimes, expectedNews } from './adaptive/lookQueries.ts';
import { utcMonth } from './budget.ts';
import { type CostFacts, type Costs, costsAhead } from './costs.ts';

export async function loadCostFacts(db: Db, now: Date): Promise<CostFacts> {
  const month = utcMonth(now);
  return {
    lastCosts: await lastCosts(db),
    holds: await loadUnchecked(db),
    news: await expectedNews(db),
    dueAt: await adaptiveDueTimes(db),
    // Days are text and sort as text; no day sorts after `-31`.
    spent: { all: await spentInMonth(db, month), byService: await spentByService(db, `${month}-01`, `${month}-31`) },
  };
}

/** What the watches of a config will cost by what is stored. */
export async function loadCosts(db: Db, config: Config, now: Date): Promise<Costs> {
  return costsAhead(config, await loadCostFacts(db, now), now);
}
