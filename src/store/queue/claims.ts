import { type Selectable, sql } from 'kysely';
import { prepared } from '../prepared.ts';
import type { Db, Trx } from '../store.ts';
import type { QueriesTable } from '../tables.ts';
import { type StoredQuery, toStoredQuery } from './queries.ts';

/** The right to check a query until the lease ends. A later claim has a higher fence. */
export interface QueryClaim {
  readonly queryId: string;
  /** Names the process that holds it, e.g. a random id made at start. */
  readonly owner: string;
  readonly fence: number;
  /** The query as it stood when it was claimed; nobody else changes it under the claim. */
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
  const values = { queryId, owner, now, until: leaseEnd(claim.now, claim.leaseSeconds) };
  const [row] = (await (claim.onlyIfDue ? takeIfDue : take)(db, values)).rows;
  return row === undefined ? undefined : { queryId, owner, fence: row.fence, query: toStoredQuery(row) };
}

const take = prepared<ClaimValues, Selectable<QueriesTable>>((db, value) => claimStatement(db, value));

const takeIfDue = prepared<ClaimValues, Selectable<QueriesTable>>((db, value) =>
  claimStatement(db, value).where((eb) =>
    eb.exists(
      eb
        .selectFrom('watch_queries')
        .select('watch_id')
        .where('query_id', '=', value('queryId'))
        .where('next_due_at', '<=', value('now')),
    ),
  ),
);

type ClaimValues = Readonly<Record<'queryId' | 'owner' | 'now' | 'until', string>>;

function claimStatement(db: Db, value: (name: keyof ClaimValues) => string) {
  return db
    .updateTable('queries')
    .set((eb) => ({
      lease_owner: value('owner'),
      lease_until: value('until'),
      fence: eb('fence', '+', 1),
      reserved: 0,
    }))
    .where('id', '=', value('queryId'))
    .where(isFree(value('now')))
    .returningAll();
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

/** Whether the claim still stands: to be asked in the transaction that commits what was done under it. */
export async function holdsClaim(db: Db, claim: QueryClaim): Promise<boolean> {
  return (await selectHeld(db, lease(claim))).rows.length > 0;
}

const selectHeld = prepared<Lease, { id: string }>((db, value) =>
  db.selectFrom('queries').select('id').where(isHeldBy(value)),
);

/**
 * Ends the claim in the transaction that commits what was done under it, the credits set aside included: they are in the
 * ledger by then. False when the claim was lost: then commit nothing.
 */
export async function endClaim(trx: Trx, claim: QueryClaim): Promise<boolean> {
  return ((await updateEnded(trx, lease(claim))).numAffectedRows ?? 0n) > 0n;
}

const updateEnded = prepared<Lease>((db, value) =>
  db.updateTable('queries').set({ lease_owner: null, lease_until: null, reserved: 0 }).where(isHeldBy(value)),
);

/** Gives the claim back; does nothing when it was lost or has ended. */
export async function releaseQuery(db: Db, claim: QueryClaim): Promise<void> {
  await updateReleased(db, lease(claim));
}

const updateReleased = prepared<Lease>((db, value) =>
  db.updateTable('queries').set({ lease_owner: null, lease_until: null }).where(isHeldBy(value)),
);

type Lease = Readonly<{ queryId: string; owner: string; fence: number }>;

function lease({ queryId, owner, fence }: QueryClaim): Lease {
  return { queryId, owner, fence };
}

function isHeldBy(value: <Name extends keyof Lease>(name: Name) => Lease[Name]) {
  return isHeld({ queryId: value('queryId'), owner: value('owner'), fence: value('fence') });
}

function isHeld({ queryId, owner, fence }: Lease) {
  return sql<boolean>`(queries.id = ${queryId} and queries.lease_owner = ${owner} and queries.fence = ${fence})`;
}

/** Whether no lease of a query is in force. */
export function isFree(now: string) {
  return sql<boolean>`(queries.lease_until is null or queries.lease_until <= ${now})`;
}

function leaseEnd(now: Date, leaseSeconds: number): string {
  return new Date(now.getTime() + leaseSeconds * 1000).toISOString();
}
