import type { Logger } from 'pino';
import type { TipstaffError } from '../base/errors.ts';
import type { Config, WatchConfig } from '../config/config.ts';
import type { Refusal as BudgetRefusal } from '../schedule/budget.ts';
import type { SearchClient } from '../service/http/client.ts';
import type { SearchError } from '../service/http/searchError.ts';
import type { SearchResult } from '../service/paging/pass.ts';
import type { Outcome } from '../store/snapshot/checksTable.ts';
import type { ShownHashes } from '../store/snapshot/membershipsTable.ts';
import type { Store } from '../store/store.ts';

export interface CheckParts {
  readonly store: Store;
  readonly config: Config;
  readonly watches: ReadonlyMap<string, WatchConfig>;
  readonly client: SearchClient;
  readonly keepPictures?: KeepPictures | undefined; // Undefined where no pictures are kept.
  readonly clock: () => Date;
  readonly log: Logger;
}

export interface CheckSummary {
  readonly checkId?: number | undefined; // undefined for a dry run, which stores no check.
  readonly queryId: string;
  readonly outcome: Outcome;
  readonly reason: string | null;
  readonly requests: number;
  readonly credits: number;
  readonly hits: number;
  readonly changes: readonly FoundChange[];
}

export interface FoundChange {
  readonly id: number; // 0 in a dry run.
  readonly kind: string;
  readonly label: string;
  readonly title: string;
  readonly watchIds: readonly string[];
}

export type KeepPictures = (
  parts: Pick<CheckParts, 'config' | 'watches'>,
  changes: readonly FoundChange[],
  signal: AbortSignal | undefined,
) => Promise<void>;

export interface Refusal {
  readonly reason: string;
  readonly retryAt: Date; // A weekly watch does not wait a week for a key that works again tomorrow.
  readonly budget?: BudgetRefusal | undefined; // The budget that cannot pay; undefined: the key is suspended.
}

export type ReadEnd = Readonly<{ kind: 'read'; result: SearchResult; shownAtStart: ShownHashes }>;

export type CheckEnd =
  | ReadEnd
  | { readonly kind: 'failed'; readonly error: SearchError }
  /** It was not made, because the key or the budget did not allow it. */
  | ({ readonly kind: 'skipped' } & Refusal)
  /** A signal ended it; its watches stay due. */
  | { readonly kind: 'stopped'; readonly reason: string }
  /** Another process took the query over; the check of that process counts. */
  | { readonly kind: 'superseded' }
  /** The database refused what it read, for as long as that was tried. */
  | { readonly kind: 'unstored'; readonly error: TipstaffError }
  | { readonly kind: 'crashed'; readonly error: unknown }
  /** Not made, because the checks before it ended their process. */
  | { readonly kind: 'deadly' };

/** After so many checks in a row without an end the next is not made, nor paid; at its slot one is tried again. */
export const mostWithoutEnd = 3;

export function errorOf(end: CheckEnd): SearchError | undefined {
  return end.kind === 'failed' ? end.error : end.kind === 'read' ? end.result.error : undefined;
}
