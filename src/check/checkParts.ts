import type { Logger } from 'pino';
import type { TipstaffError } from '../base/errors.ts';
import type { Config } from '../config/config.ts';
import type { ChangeKind } from '../records/diff/change.ts';
import type { Entry } from '../records/docket.ts';
import type { Refusal as BudgetRefusal } from '../schedule/budget.ts';
import type { SearchClient } from '../service/http/client.ts';
import type { SearchError } from '../service/http/searchError.ts';
import type { SearchResult } from '../service/paging/pass.ts';
import type { CheckRow } from '../store/snapshot/checksTable.ts';
import type { ShownHashes } from '../store/snapshot/membershipsTable.ts';
import type { Store } from '../store/store.ts';

export interface CheckParts {
  readonly store: Store;
  readonly config: Config;
  readonly client: SearchClient;
  readonly keepPictures?: KeepPictures | undefined; // Undefined if no pictures are kept.
  readonly clock: () => Date;
  readonly log: Logger;
}

export interface CheckSummary
  extends Pick<CheckRow, 'queryId' | 'outcome' | 'reason' | 'requests' | 'credits' | 'hits'> {
  readonly checkId?: number | undefined; // undefined for a dry run, which stores no check.
  readonly changes: readonly FoundChange[];
}

export interface FoundChange {
  readonly id: number; // 0 in a dry run.
  readonly kind: ChangeKind;
  readonly key: string;
  readonly label: string;
  readonly title: string;
  readonly entry?: Pick<Entry, 'documentNumber' | 'dateFiled' | 'description'> | undefined;
  readonly watchIds: readonly string[];
}

export type KeepPictures = (
  config: Config,
  changes: readonly FoundChange[],
  signal: AbortSignal | undefined,
) => Promise<void>;

export interface Refusal {
  readonly reason: string;
  readonly retryAt: Date; // When to try again, unless a slot comes first.
  readonly budget?: BudgetRefusal | undefined; // The budget that cannot pay; undefined if the key is suspended.
}

/** What the service was seen to grant. */
export interface ServerLimits {
  readonly grantedSize: number;
  readonly sizesRefused: boolean; // The service's default sizes must be used.
  /** Since when the service refuses our page sizes (ISO); absent while it accepts them. */
  readonly refusedAt?: string | undefined;
}

export type ReadEnd = Readonly<{ kind: 'read'; result: SearchResult; shownAtStart: ShownHashes; limits: ServerLimits }>;

export type CheckEnd =
  | ReadEnd
  | { readonly kind: 'failed'; readonly error: SearchError }
  /** Not started, because the key is suspended or a budget cannot pay. */
  | ({ readonly kind: 'skipped' } & Refusal)
  /** Stopped by a signal. The watches stay due. */
  | { readonly kind: 'stopped'; readonly reason: string }
  /** Another process took over the query, and its check counts. */
  | { readonly kind: 'superseded' }
  /** The database refused the result until the attempts ended. */
  | { readonly kind: 'unstored'; readonly error: TipstaffError }
  | { readonly kind: 'crashed'; readonly error: unknown }
  /** Not started, because earlier checks of the query terminated the process. */
  | { readonly kind: 'deadly' };

/** After this number of checks without an end, the next one is skipped at no cost. Each later slot allows one try. */
export const mostWithoutEnd = 3;

export function errorOf(end: CheckEnd): SearchError | undefined {
  return end.kind === 'failed' ? end.error : end.kind === 'read' ? end.result.error : undefined;
}
