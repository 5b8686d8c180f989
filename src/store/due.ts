import { sql } from 'kysely';
import type { Db, Trx } from './store.ts';
import { withoutSync } from './unsynced.ts';

/** The right to check a query until the lease ends. A later claim has a higher fence. */
export interface QueryClaim {
  readonly queryId: string;
  /** Names the process that holds it, e.g. a random id made at start. */
  readonly owner: string;
  readonly fence: number;
}

/**
 * Queries with at least one due watch and no lease in force, the longest due first, each once: those of the first `limit` due
 * watches. Read in the order of the index, so that neither the number of watches nor of those due matters.
 */
export async function dueQueries(db: Db, now: Date, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('watch_queries')
    .innerJoin('queries', 'queries.id', 'watch_queries.query_id')
    .select('watch_queries.query_id')
    .where('watch_queries.next_due_at', '<=', now.toISOString())
    .where(isFree(now))
    .orderBy('watch_queries.next_due_at')
    .limit(limit)
    .execute();
  return [...new Set(rows.map((row) => row.query_id))];
}

/** The earliest due time of all watches; undefined when none will ever fall due. */
export async function nextDueAt(db: Db): Promise<Date | undefined> {
  const row = await db
    .selectFrom('watch_queries')
    .select((eb) => eb.fn.min('next_due_at').as('at'))
    .executeTakeFirst();
  return row?.at ? new Date(row.at) : undefined;
}

/**
 * Claims a query for `leaseSeconds`, in one conditional update: undefined when somebody else holds it, or, with `onlyIfDue`,
 * when no watch of it is due any more because another process has just checked it.
 */
export function claimQuery(db: Db, claim: ClaimRequest): Promise<QueryClaim | undefined> {
  return withoutSync(db, (connection) => takeClaim(connection, claim));
}

interface ClaimRequest {
  readonly queryId: string;
  readonly owner: string;
  readonly now: Date;
  readonly leaseSeconds: number;
  readonly onlyIfDue: boolean;
}

async function takeClaim(db: Db, claim: ClaimRequest): Promise<QueryClaim | undefined> {
  const { queryId, owner, now } = claim;
  let update = db
    .updateTable('queries')
    .set((eb) => ({
      lease_owner: owner,
      lease_until: leaseEnd(now, claim.leaseSeconds),
      fence: eb('fence', '+', 1),
      reserved: 0,
    }))
    .where('id', '=', queryId)
    .where(isFree(now));
  if (claim.onlyIfDue) {
    update = update.where((eb) =>
      eb.exists(
        eb
          .selectFrom('watch_queries')
          .select('watch_id')
          .where('query_id', '=', queryId)
          .where('next_due_at', '<=', now.toISOString()),
      ),
    );
  }
  const row = await update.returning('fence').executeTakeFirst();
  return row === undefined ? undefined : { queryId, owner, fence: row.fence };
}

/** Makes the lease end `leaseSeconds` from now. False when it was lost: then stop the check, its work would not be kept. */
export async function renewLease(db: Db, claim: QueryClaim, now: Date, leaseSeconds: number): Promise<boolean> {
  const result = await db
    .updateTable('queries')
    .set({ lease_until: leaseEnd(now, leaseSeconds) })
    .where('id', '=', claim.queryId)
    .where('lease_owner', '=', claim.owner)
    .where('fence', '=', claim.fence)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** Whether the claim still stands: to be asked in the transaction that commits what was done under it. */
export async function holdsClaim(db: Db, claim: QueryClaim): Promise<boolean> {
  const row = await db
    .selectFrom('queries')
    .select('id')
    .where('id', '=', claim.queryId)
    .where('lease_owner', '=', claim.owner)
    .where('fence', '=', claim.fence)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Ends the claim in the transaction that commits what was done under it, the credits set aside included: they are in the
 * ledger by then. False when the claim was lost: then commit nothing.
 */
export async function endClaim(trx: Trx, claim: QueryClaim): Promise<boolean> {
  const result = await trx
    .updateTable('queries')
    .set({ lease_owner: null, lease_until: null, reserved: 0 })
    .where('id', '=', claim.queryId)
    .where('lease_owner', '=', claim.owner)
    .where('fence', '=', claim.fence)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** Gives the claim back; does nothing when it was lost or has ended. */
export async function releaseQuery(db: Db, claim: QueryClaim): Promise<void> {
  await db
    .updateTable('queries')
    .set({ lease_owner: null, lease_until: null })
    .where('id', '=', claim.queryId)
    .where('lease_owner', '=', claim.owner)
    .where('fence', '=', claim.fence)
    .execute();
}

function isFree(now: Date) {
  return sql<boolean>`(queries.lease_until is null or queries.lease_until <= ${now.toISOString()})`;
}

function leaseEnd(now: Date, leaseSeconds: number): string {
  return new Date(now.getTime() + leaseSeconds * 1000).toISOString();
}
