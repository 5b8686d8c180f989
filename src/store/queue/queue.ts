import type { Trx } from '../store.ts';
import type { StoredQuery } from './queries.ts';

/** The right to check a query, as long as it is kept alive. A later one has a higher fence, or another owner. */
export interface QueryClaim {
  readonly queryId: string;
  /** What holds it: a process, or a job. */
  readonly owner: string;
  readonly fence: number;
  /** The query as it was when it was claimed; nobody else changes it under the claim. */
  readonly query: StoredQuery;
  /** What falls due by then is served, whatever the clock of this machine says at the end. */
  readonly servesUntil: Date;
}

/** An alert claimed for delivery. Whoever marks it later shows owner and fence: a claim lost meanwhile marks nothing. */
export interface ClaimedAlert {
  readonly id: number;
  readonly channel: string;
  readonly kind: 'changes' | 'baseline' | 'notice';
  /** Attempts before this one, since it was made or retried on demand. */
  readonly attempts: number;
  readonly owner: string;
  readonly fence: number;
  /** Whoever claimed it before died before it could mark it. */
  readonly holderDied: boolean;
}

/** What a claim can do, whatever it is of. */
interface Claims<C> {
  /** A claim that is not kept for several times as long is taken for a dead process's, and goes to another. */
  readonly keepEverySeconds: number;
  /** Says that its holder lives. @returns false when it was lost: then stop the work, it would not be kept. */
  keep(claim: C, now: Date): Promise<boolean>;
  /** Ends the claim in the transaction that commits what was done under it. @returns false when it was lost: then commit nothing. */
  end(trx: Trx, claim: C): Promise<boolean>;
  /** Gives the claim back, its work undone: another may take it at once. Does nothing when it was lost or has ended. */
  release(claim: C): Promise<void>;
}

export interface DueRequest {
  /** Of which key, by the name of its service; absent: the default one. What waits for another does not stand in the way. */
  readonly service?: string | undefined;
  readonly now: Date;
  readonly most: number;
  /** Whether the query belongs to a watch of this process's config: another's is left to the process that knows it. */
  readonly isKnown: (queryId: string) => boolean;
}

/** The checks that are due. A query has one claim at most, so that several processes never check it twice for one due time. */
export interface CheckQueue extends Claims<QueryClaim> {
  /** Claims queries of which a watch is due, the longest due first. */
  claimDue(request: DueRequest): Promise<QueryClaim[]>;
  /** Claims a query whether it is due or not; undefined when somebody else holds it. */
  claim(queryId: string, now: Date): Promise<QueryClaim | undefined>;
}

/** The alerts that wait. Two deliverers never hold one of them. */
export interface AlertQueue extends Claims<ClaimedAlert> {
  /** Claims an alert of a channel whose deliverer died, else the next one that is due, the longest due first. The attempt counts from here: one that ends the process is an attempt too. */
  claimNext(channel: string, now: Date): Promise<ClaimedAlert | undefined>;
}

/**
 * Who does what is due: due times become claims, and claims end with the work. SQLite has its own (`embedded.ts`), by leases in the rows
 * themselves; on Postgres it is pg-boss (`../postgres/jobs/`). When something is due is in the rows that both have, for people to see:
 * `watch_queries.next_due_at`, and `due_at` of an alert. Who holds it, both tell by `held_queries` and `held_alerts`.
 */
export interface Queue {
  readonly checks: CheckQueue;
  readonly alerts: AlertQueue;
  /** Frees what processes hold that are known to be dead, so that nobody waits for it any longer. */
  freeTheDead(): Promise<void>;
  close(): Promise<void>;
}
