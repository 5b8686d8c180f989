import { type ExpressionBuilder, sql } from 'kysely';
import type { Db, Trx } from '../store.ts';
import type { Tables } from '../tables.ts';
import { type CheckNote, columnsOf, type StoredQuery, toStoredQuery } from './queries.ts';

/** The right to check a query until the lease ends. A later claim has a higher fence. */
export interface QueryClaim {
  readonly queryId: string;
  /** Names the process that holds it, e.g. a random id made at start. */
  readonly owner: string;
  readonly fence: number;
  /** The query as it was when it was claimed; nobody else changes it under the claim. */
  readonly query: StoredQuery;
}

interface ClaimRequest {
  readonly queryId: string;
  readonly owner: string;
  readonly now: Date;
  readonly leaseSeconds: number;
  readonly onlyIfDue: boolean;
}

/**
 * Claims a query for `leaseSeconds`, in one conditional update: undefined when somebody else holds it, or, with `onlyIfDue`,
 * when no watch of it is due any more because another process has just checked it.
 */
export async function claimQuery(db: Db, claim: ClaimRequest): Promise<QueryClaim | undefined> {
  const { queryId, owner } = claim;
  const now = claim.now.toISOString();
  const row = await db
    .updateTable('queries')
    .set((eb) => ({
      lease_owner: owner,
      lease_until: leaseEnd(claim.now, claim.leaseSeconds),
      fence: eb('fence', '+', 1),
      reserved: 0,
    }))
    .where('id', '=', queryId)
    .where(isFree(now))
    .$if(claim.onlyIfDue, (update) => update.where((eb) => eb.exists(dueWatch(eb, queryId, now))))
    .returningAll()
    .executeTakeFirst();
  return row === undefined ? undefined : { queryId, owner, fence: row.fence, query: toStoredQuery(row) };
}

function dueWatch(eb: ExpressionBuilder<Tables, 'queries'>, queryId: string, now: string) {
  return eb
    .selectFrom('watch_queries')
    .select('watch_id')
    .where('query_id', '=', queryId)
    .where('next_due_at', '<=', now);
}

/** Makes the lease end `leaseSeconds` from now. False when it was lost: then stop the check, its work would not be kept. */
export async function renewLease(db: Db, claim: QueryClaim, now: Date, leaseSeconds: number): Promise<boolean> {
  const result = await db
    .updateTable('queries')
    .set({ lease_until: leaseEnd(now, leaseSeconds) })
    .where(isHeld(claim))
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/**
 * Whether the claim still stands: to be asked first in the transaction that commits what was done under it. Until that ends nobody
 * else can renew or take the lease: it writes the row.
 */
export async function holdsClaim(db: Db, claim: QueryClaim): Promise<boolean> {
  const result = await db.updateTable('queries').set({ fence: claim.fence }).where(isHeld(claim)).executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/**
 * Ends the claim in the transaction that commits what was done under it, and notes what the check leaves for the next one. The
 * reserved credits end too: they are in the ledger by then. False when the claim was lost: then commit nothing.
 */
export async function endClaim(trx: Trx, claim: QueryClaim, note: CheckNote): Promise<boolean> {
  const result = await trx
    .updateTable('queries')
    .set({ lease_owner: null, lease_until: null, reserved: 0, ...columnsOf(note) })
    .where(isHeld(claim))
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** Gives the claim back; does nothing when it was lost or has ended. */
export async function releaseQuery(db: Db, claim: QueryClaim): Promise<void> {
  await db.updateTable('queries').set({ lease_owner: null, lease_until: null }).where(isHeld(claim)).execute();
}

function isHeld({ queryId, owner, fence }: QueryClaim) {
  return sql<boolean>`(queries.id = ${queryId} and queries.lease_owner = ${owner} and queries.fence = ${fence})`;
}

/** Whether no lease of a query is in force. */
export function isFree(now: string) {
  return sql<boolean>`(queries.lease_until is null or queries.lease_until <= ${now})`;
}

function leaseEnd(now: Date, leaseSeconds: number): string {
  return new Date(now.getTime() + leaseSeconds * 1000).toISOString();
}

/**
 * Credits that checks under way have reserved, of all services or of the one with this name, this query's left out. A lease that ended
 * gives its credits back.
 */
export async function reservedByOthers(db: Db, queryId: string, now: Date, service?: string): Promise<number> {
  const row = await db
    .selectFrom('queries')
    .select((eb) => eb.fn.sum<number | string | null>('reserved').as('credits'))
    .where('id', '!=', queryId)
    // As it stands in the index, or it would not be read by it.
    .where((eb) => eb('reserved', '>', eb.lit(0)))
    .where('lease_until', '>', now.toISOString())
    .$if(service !== undefined, (select) => select.where('service', '=', service ?? null))
    .executeTakeFirst();
  return Number(row?.credits ?? 0);
}

/** Reserves so many credits in all for the check of a query that is under way; 0 when they are spent and in the ledger. */
export async function reserve(db: Db, queryId: string, credits: number): Promise<void> {
  await db.updateTable('queries').set({ reserved: credits }).where('id', '=', queryId).execute();
}
