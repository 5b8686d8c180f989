import type { Selectable } from 'kysely';
import type { Logger } from 'pino';
import { TipstaffError } from '../../base/errors.ts';
import type { AlertsTable } from '../schema/outboxTables.ts';
import type { Db, Trx } from '../schema/tables.ts';
import type { StoredQuery } from './queries.ts';

/** The right to check a query while the claim is renewed. A later claim has a higher fence or another owner. */
export interface QueryClaim {
  readonly queryId: string;
  readonly owner: string;
  readonly fence: number;
  /** The query when it was claimed. Nobody else changes the query during the claim. */
  readonly query: StoredQuery;
  /** The check serves whatever is due by this time, even if this machine's clock differs at the end. */
  readonly servesUntil: Date;
}

/** An alert claimed for delivery. Updates match owner and fence, so a lost claim changes nothing. */
export interface ClaimedAlert
  extends Readonly<Pick<Selectable<AlertsTable>, 'id' | 'channel' | 'kind' | 'attempts' | 'fence'>> {
  readonly owner: string;
  readonly holderDied: boolean;
}

interface Claims<C> {
  /** A claim that is not renewed for several times this long belongs to a dead process and goes to another. */
  readonly keepEverySeconds: number;
  /** @returns false when the claim was lost: stop the work, because it would not be committed */
  keep(claim: C, now: Date): Promise<boolean>;
  /** Runs in the transaction that commits the work. @returns false when the claim was lost: commit nothing */
  end(trx: Trx, claim: C): Promise<boolean>;
  /** Gives a claim back with its work undone, so that another process can take it. Ignores a lost or ended claim. */
  release(claim: C): Promise<void>;
}

export interface DueRequest {
  readonly now: Date;
  readonly most: number;
  readonly isKnown: (queryId: string) => boolean;
}

/** The checks that are due. A query has at most one claim, so nobody checks it twice for one due time. */
export interface CheckQueue extends Claims<QueryClaim> {
  /** Finds due queries, the longest due first. */
  lookForDue(request: DueRequest): Promise<QueryClaim[]>;
  /** Runs in the transaction that begins the work. @returns false when another process was first, or nothing is due */
  take(trx: Trx, claim: QueryClaim, now: Date): Promise<boolean>;
  /** Claims and takes a query, due or not. @returns undefined when somebody else holds the query */
  claim(queryId: string, now: Date): Promise<QueryClaim | undefined>;
  /** Stores the credits reserved per account; none once spent. @returns false for a lost claim: nothing changes */
  reserve(trx: Trx, claim: QueryClaim, accounts: ReadonlyMap<string, number>): Promise<boolean>;
}

export interface AlertQueue extends Claims<ClaimedAlert> {
  /** Claims an alert whose deliverer died, else the longest due. The attempt counts from this call. */
  claimNext(channel: string, now: Date): Promise<ClaimedAlert | undefined>;
}

/** How a holder shows that it lives: by a lease in a file (`leaseQueue`), by a pg-boss job on Postgres. */
export interface ClaimKeeper {
  keepEverySeconds(leaseSeconds: number): number;
  newOwner(): string;
  leaseEnd(now: Date, leaseSeconds: number): string | null;
  transaction<T>(work: (trx: Db) => Promise<T>): Promise<T>;
  begin(trx: Db, kind: ClaimKind, claim: { readonly owner: string; readonly key: string }): Promise<void>;
  /** @param renew renews the lease @returns false when the claim no longer exists */
  keep(kind: ClaimKind, owner: string, renew: () => Promise<boolean>): Promise<boolean>;
  end(trx: Db, kind: ClaimKind, owner: string): Promise<void>;
}

export type ClaimKind = 'checks' | 'alerts';

export interface Queue {
  readonly checks: CheckQueue;
  readonly alerts: AlertQueue;
  releaseDead(): Promise<void>;
  close(): Promise<void>;
}

/** Thrown when a check ends too late to change anything about its query. */
export class ClaimLost extends TipstaffError {
  constructor() {
    super('check.claim-lost', 'Another process took over the query.');
  }
}

type KeepParts = Readonly<{ clock: () => Date; log: Logger; isTaken?: (() => boolean) | undefined }>;

export function keepAlive<C>(
  queue: { readonly keepEverySeconds: number; keep(claim: C, now: Date): Promise<boolean> },
  claim: C,
  { clock, log, isTaken = () => true }: KeepParts,
): { readonly lost: AbortSignal; end(): void } {
  const lost = new AbortController();
  let isOver = false;
  const keep = async () => {
    if (!isTaken()) return;
    try {
      if ((await queue.keep(claim, clock())) || isOver) return;
      lost.abort(new TipstaffError('check.claim-lost', 'another process took it over'));
    } catch (err) {
      log.warn({ err }, 'a claim could not be kept; trying again');
    }
  };
  const timer = setInterval(keep, queue.keepEverySeconds * 1000);
  return {
    lost: lost.signal,
    end: () => {
      isOver = true;
      clearInterval(timer);
    },
  };
}
