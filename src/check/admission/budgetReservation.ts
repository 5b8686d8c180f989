import { type Affordable, affords, dayOf, estimateCredits, monthOf, pricePerPage } from '../../schedule/budget.ts';
import { spentInMonth, spentOn } from '../../store/ledger/spending.ts';
import type { StoredQuery } from '../../store/queue/queries.ts';
import { reserve, reservedByOthers } from '../../store/queue/reservations.ts';
import type { CheckParts } from '../parts.ts';

/** Pays for one check. What it may spend is set aside in the store first, so that checks side by side keep to one budget. */
export interface BudgetReservation {
  /** Sets aside what the check will probably cost. */
  open(): Promise<Affordable>;
  /** Sets aside the price of one more page, after so many credits spent by this check. */
  canPay(spentByThisCheck: number): Promise<boolean>;
}

/** Credits: amounts of the whole key, whoever spends them (docs/design.md, section 3). */
export function reserveBudget({ store, config, clock }: CheckParts, query: StoredQuery): BudgetReservation {
  const { budget, service } = config;
  const isLimited = budget.perDay !== undefined || budget.perMonth !== undefined;
  let setAside = 0;

  async function provide(credits: number): Promise<Affordable> {
    if (!isLimited || credits <= setAside) return { ok: true };
    // What is set aside ends with the lease, and so with the machine: it waits for no disk.
    return store.unsyncedTransaction(async (trx) => {
      const now = clock();
      const others = await reservedByOthers(trx, query.id, now);
      const affordable = affords({
        budget,
        spentToday: others + (await spentOn(trx, dayOf(now))),
        spentThisMonth: others + (await spentInMonth(trx, monthOf(now))),
        estimatedCredits: credits,
      });
      if (!affordable.ok) return affordable;
      await reserve(trx, query.id, credits);
      setAside = credits;
      return affordable;
    });
  }

  return {
    open: () => provide(estimateCredits(query, query.knownAnswer?.pages.length ?? 1, service.prices)),
    canPay: async (spent) => (await provide(spent + pricePerPage(query, service.prices))).ok,
  };
}
