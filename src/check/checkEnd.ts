import type { Incident } from '../alerts/outbox/incidents.ts';
import type { TipstaffError } from '../base/errors.ts';
import type { SearchError } from '../service/http/searchError.ts';
import type { SearchResult } from '../service/paging/searchResult.ts';
import type { QueryClaim } from '../store/claims/queue.ts';
import type { ShownHashes } from '../store/snapshot/membershipsTable.ts';
import type { BudgetReservation } from './admission/budgetReservation.ts';

/** Why a check is not made. */
export interface Refusal {
  readonly cause: 'budget' | 'key';
  readonly reason: string;
  /** When another attempt may work. A weekly watch does not wait a week for a key that works again tomorrow. */
  readonly retryAt: Date;
  readonly incident?: Incident | undefined;
  /**
   * Other checks go on, only these watches have no money or give way: their readers are notified at once. Default
   * false.
   */
  readonly givesWay?: boolean | undefined;
}

export interface OpenCheck {
  /** The claim under which the check commits. It ends in the same transaction. */
  readonly claim: QueryClaim;
  readonly startedAt: Date;
  readonly reservation: BudgetReservation;
}

/**
 * What became of a check:
 * - `read`: a result came, complete or partial.
 * - `failed`: the service returned no result.
 * - `skipped`: it was not made, because the key or the budget did not allow it.
 * - `stopped`: a signal ended it; its watches stay due.
 * - `superseded`: another process took the query over; the check of that process counts.
 * - `unstored`: the database refused what it read, for as long as that was tried.
 * - `crashed`: an exception of our own code.
 * - `deadly`: not made, because the checks before it ended their process.
 */
export type CheckEnd =
  | { readonly kind: 'read'; readonly result: SearchResult; readonly shownAtStart: ShownHashes }
  | { readonly kind: 'failed'; readonly error: SearchError }
  | { readonly kind: 'skipped'; readonly refusal: Refusal }
  | { readonly kind: 'stopped'; readonly reason: string }
  | { readonly kind: 'superseded' }
  | { readonly kind: 'unstored'; readonly error: TipstaffError }
  | { readonly kind: 'crashed'; readonly error: unknown }
  | { readonly kind: 'deadly' };

/** After so many checks in a row without an end the next one is not made, nor paid; at its slot one is tried again. */
export const mostWithoutEnd = 3;
