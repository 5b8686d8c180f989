import type { Logger } from 'pino';
import { TipstaffError } from '../../base/errors.ts';
import type { Db, Trx } from '../schema/tables.ts';
import type { StoredQuery } from './queries.ts';

/** The right to check a query, for as long as it is renewed. A later claim has a higher fence, or another owner. */
export interface QueryClaim {
  readonly queryId: string;
  readonly owner: string;
  readonly fence: number;
  /** The query as it was when it was claimed; nobody else changes it under the claim. */
  readonly query: StoredQuery;
  /** What is due by then counts as served, whatever this machine's clock says at the end. */
  readonly servesUntil: Date;
}

/** An alert claimed for delivery. Marked by owner and fence: a claim that was lost marks nothing. */
export interface ClaimedAlert {
  readonly id: number;
  readonly channel: string;
  readonly kind: 'changes' | 'baseline' | 'notice';
  readonly attempts: number;
  readonly owner: string;
  readonly fence: number;
  readonly holderDied: boolean;
}

interface Claims<C> {
  /** A claim that is not renewed for several times as long is that of a dead process, and goes to another. */
  readonly keepEverySeconds: number;
  /** @returns false when it was lost: stop the work, because it would not be committed */
  keep(claim: C, now: Date): Promise<boolean>;
  /** In the transaction that commits the work. @returns false when it was lost: commit nothing */
  end(trx: Trx, claim: C): Promise<boolean>;
  /** Gives it back with its work undone, for another to take at once. Nothing where it was lost or has ended. */
  release(claim: C): Promise<void>;
}

export interface DueRequest {
  readonly now: Date;
  readonly most: number;
  readonly isKnown: (queryId: string) => boolean;
  /** Of the due queries, those that this process begins with; undefined: it is alone. */
  readonly share?: Share | undefined;
}

/** The checks that are due. A query has at most one claim, so nobody checks it twice for one due time. */
export interface CheckQueue extends Claims<QueryClaim> {
  /** The longest due first, still to be taken; where the own share is empty, a late one of another share. */
  lookForDue(request: DueRequest): Promise<QueryClaim[]>;
  /** In the transaction that begins the work. @returns false when another process took it first, or nothing is due */
  take(trx: Trx, claim: QueryClaim, now: Date): Promise<boolean>;
  /** Claims and takes a query whether it is due or not; undefined when somebody else holds it. */
  claim(queryId: string, now: Date): Promise<QueryClaim | undefined>;
  /** None once they are spent. @returns false when the claim was lost: what its next holder reserved stays */
  reserve(trx: Trx, claim: QueryClaim, accounts: ReadonlyMap<string, number>): Promise<boolean>;
}

export interface AlertQueue extends Claims<ClaimedAlert> {
  /** One whose deliverer died, else the one due longest. The attempt counts from here. */
  claimNext(channel: string, now: Date): Promise<ClaimedAlert | undefined>;
}

/** How a holder shows that it lives: in a file by a lease (`leaseQueue`), on Postgres by a job of pg-boss. */
export interface ClaimKeeper {
  keepEverySeconds(leaseSeconds: number): number;
  newOwner(): string;
  leaseEnd(now: Date, leaseSeconds: number): string | null;
  transaction<T>(work: (trx: Db) => Promise<T>): Promise<T>;
  begin(trx: Db, kind: ClaimKind, claim: { readonly owner: string; readonly key: string }): Promise<void>;
  /** @returns false when the claim is not alive any more. @param renew renews its lease */
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

/** A check came too late to change anything that belongs to its query. */
export class ClaimLost extends TipstaffError {
  constructor() {
    super('check.claim-lost', 'Another process took over the query.', { retryable: true });
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
      lost.abort(new TipstaffError('check.claim-lost', 'another process took it over', { retryable: true }));
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

export interface Share {
  has(queryId: string): boolean;
  /** An order of the others' queries that each process has for itself. */
  sort(queryIds: readonly string[]): string[];
}

/** By rendezvous hashing: when a process comes or goes, only its own queries change hands. */
export function shareOf(own: string, all: readonly string[]): Share {
  const starts = all.filter((name) => name !== own).map((name) => mix(name));
  const ownStart = mix(own);
  const rank = (queryId: string) => finish(mix(queryId, ownStart));
  return {
    has: (queryId) => {
      const ours = rank(queryId);
      return starts.every((start) => finish(mix(queryId, start)) < ours);
    },
    sort: (queryIds) => queryIds.toSorted((a, b) => rank(b) - rank(a)),
  };
}

/** FNV-1a. */
function mix(text: string, start = 0x811c9dc5): number {
  let hash = start;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash;
}

/** The end of MurmurHash3: every bit counts for the order. */
function finish(hash: number): number {
  const once = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  const twice = Math.imul(once ^ (once >>> 13), 0xc2b2ae35);
  return (twice ^ (twice >>> 16)) >>> 0;
}
