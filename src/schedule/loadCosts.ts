import { utcDay } from '../base/time.ts';
import { type Config, isLimit } from '../config/config.ts';
import { adaptiveBounds } from '../config/fields/schedule.ts';
import { lastCosts } from '../store/claims/queries.ts';
import { spentInAll } from '../store/snapshot/ledgerTable.ts';
import type { Db } from '../store/store.ts';
import { adaptiveDueTimes, expectedNews } from './adaptive/adaptiveQueries.ts';
import { priceWithoutBudget } from './adaptive/spending.ts';
import { type CostFacts, type Costs, costsAhead, priceAhead } from './costs.ts';
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

/** By the watches of a config. */
const prices = new WeakMap<Config['watches'], { readonly day: string; readonly price: number }>();

/** The price of a credit today, worked out once a day (UTC): 10,000 watches take a while. */
export async function priceOfDay(db: Db, config: Config, now: Date): Promise<number> {
  const { watches, budget } = config;
  const day = utcDay(now);
  const known = prices.get(watches);
  if (known?.day === day) return known.price;
  const isAny = isLimit(budget) && watches.some(({ schedule }) => adaptiveBounds(schedule) !== undefined);
  const price = isAny ? priceAhead(config, await loadCostFacts(db, now), now) : priceWithoutBudget;
  prices.set(watches, { day, price });
  return price;
}
