import { type Affordable, affords, dayOf, estimateCredits, monthOf } from '../../schedule/budget.ts';
import type { BookRequest } from '../../search/http/client.ts';
import { pricePerPage } from '../../search/http/prices.ts';
import { recordSpending, spentInMonth, spentOn } from '../../store/ledger/spending.ts';
import type { StoredQuery } from '../../store/queue/queries.ts';
import { reserve, reservedByOthers } from '../../store/queue/reservations.ts';
import type { CheckParts } from '../parts.ts';

/**
 * Pays for one check, in credits of the whole key, whoever spends them. What the check may spend is reserved in the store
 * first, so that checks side by side keep to one budget; what it spends is in the ledger before each call leaves, so that
 * neither a stop nor a crash leaves a paid call out.
 */
export class BudgetReservation {
  /** What this check has spent so far. */
  requests = 0;
  credits = 0;
  readonly #parts: CheckParts;
  readonly #query: StoredQuery;
  #reserved = 0;

  constructor(parts: CheckParts, query: StoredQuery) {
    this.#parts = parts;
    this.#query = query;
  }

  /** Reserves what the check will probably cost. */
  reserve(): Promise<Affordable> {
    const { query, prices } = { query: this.#query, prices: this.#parts.config.service.prices };
    return this.#provide(estimateCredits(query, query.lastResult?.pages.length ?? 1, prices));
  }

  /** Reserves the price of one more page, unless it is reserved. */
  async affordsPage(): Promise<boolean> {
    return (await this.#provide(pricePerPage(this.#query, this.#parts.config.service.prices))).ok;
  }

  readonly book: BookRequest = async (highestCredits) => {
    this.requests += 1;
    await this.#spend(1, highestCredits);
    return async (credits) => {
      if (credits !== highestCredits) await this.#spend(0, credits - highestCredits);
    };
  };

  /** Moves credits from the reservation to the ledger; a negative amount moves them back. */
  async #spend(requests: number, credits: number): Promise<void> {
    const { store, clock } = this.#parts;
    const { operation, id } = this.#query;
    this.credits += credits;
    this.#reserved = Math.max(0, this.#reserved - credits);
    await store.transaction(async (trx) => {
      await recordSpending(trx, { day: dayOf(clock()), operation, requests, credits });
      if (this.#isLimited) await reserve(trx, id, this.#reserved);
    });
  }

  async #provide(credits: number): Promise<Affordable> {
    if (!this.#isLimited || credits <= this.#reserved) return { ok: true };
    const { store, clock, config } = this.#parts;
    return store.transaction(async (trx) => {
      const now = clock();
      const others = await reservedByOthers(trx, this.#query.id, now);
      const affordable = affords({
        budget: config.budget,
        spentToday: others + (await spentOn(trx, dayOf(now))),
        spentThisMonth: others + (await spentInMonth(trx, monthOf(now))),
        estimatedCredits: credits,
      });
      if (!affordable.ok) return affordable;
      await reserve(trx, this.#query.id, credits);
      this.#reserved = credits;
      return affordable;
    });
  }

  get #isLimited(): boolean {
    const { perDay, perMonth } = this.#parts.config.budget;
    return perDay !== undefined || perMonth !== undefined;
  }
}
