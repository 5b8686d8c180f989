import type { Config } from '../config/config.ts';
import { affords, dayOf, monthOf, pricePerPage } from '../schedule/budget.ts';
import type { StoredQuery } from '../store/queries.ts';
import { spentInMonth, spentOn } from '../store/spending.ts';
import type { Db } from '../store/store.ts';

/** Whether the budget can still pay one more page, after what this check has spent so far (credits). */
export type Purse = (spentByThisCheck: number) => boolean;

export async function openPurse(db: Db, config: Config, query: StoredQuery, now: Date): Promise<Purse> {
  const { perDay, perMonth } = config.budget;
  if (perDay === undefined && perMonth === undefined) return () => true;
  const [today, thisMonth] = [await spentOn(db, dayOf(now)), await spentInMonth(db, monthOf(now))];
  const estimatedCredits = pricePerPage(query, config.service.prices);
  return (spent) =>
    affords({
      budget: config.budget,
      spentToday: today + spent,
      spentThisMonth: thisMonth + spent,
      estimatedCredits,
    }).ok;
}
