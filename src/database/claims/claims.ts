import { type ExpressionBuilder, sql, type Updateable } from 'kysely';
import type { QueriesTable } from '../schema/queueTables.ts';
import type { Tables } from '../schema/tables.ts';
import type { Db } from '../store.ts';
import { embeddedAlerts } from './claimAlert.ts';
import { dueQueries, isFree } from './due.ts';
import { endLeasesOfTheDead, newLeaseOwner } from './leaseOwner.ts';
import { toStoredQuery } from './queries.ts';
import type { CheckQueue, DueRequest, QueryClaim, Queue } from './queue.ts';

/** How long a claim lasts without being renewed. A query waits this long when the process that held it was killed. */
const leaseSeconds = 60;
const candidatesAtOnce = 100;

/** Claims queries by leases in their rows. */
export function embeddedChecks(db: Db, owner: string): CheckQueue {
  // Per scheduler: each one of a process asks for its own queries.
  const candidatesOf = new WeakMap<DueRequest['isKnown'], string[]>();
  const claim = (queryId: string, now: Date, onlyIfDue: boolean) =>
    claimQuery(db, { queryId, owner, now, leaseSeconds, onlyIfDue });
  return {
    keepEverySeconds: leaseSeconds / 3,
    async claimDue({ service, now, most, isKnown }) {
      const claims: QueryClaim[] = [];
      while (claims.length < most) {
        const waiting = candidatesOf.get(isKnown) ?? [];
        const candidates =
          waiting.length > 0 ? waiting : await dueQueries(db, now, candidatesAtOnce, { service, isKnown });
        candidatesOf.set(isKnown, candidates);
        const queryId = candidates.shift();
        if (queryId === undefined) break;
        // It was known when it was looked for.
        if (!isKnown(queryId)) continue;
        const claimed = await claim(queryId, now, true);
        if (claimed !== undefined) claims.push(claimed);
      }
      return claims;
    },
    claim: (queryId, now) => claim(queryId, now, false),
    reserve: (trx, held, credits) => changeHeld(trx, held, { reserved: credits }),
    keep: (held, now) => changeHeld(db, held, { lease_until: leaseEnd(now, leaseSeconds) }),
    end: (trx, held) => changeHeld(trx, held, ended),
    release: async (held) => void (await changeHeld(db, held, ended)),
  };
}

interface ClaimRequest {
  readonly queryId: string;
  readonly owner: string;
  readonly now: Date;
  readonly leaseSeconds: number;
  readonly onlyIfDue: boolean;
}

/**
 * Claims a query for `leaseSeconds`, in one conditional update. undefined when somebody else holds it; with `onlyIfDue`
 * also when none of its watches is due any more, because another process has just checked it.
 */
async function claimQuery(db: Db, claim: ClaimRequest): Promise<QueryClaim | undefined> {
  const { queryId, owner } = claim;
  const now = claim.now.toISOString();
  const row = await db
    .updateTable('queries')
    .set((eb) => ({
      claimed_by: owner,
      lease_until: leaseEnd(claim.now, claim.leaseSeconds),
      fence: eb('fence', '+', 1),
      reserved: 0,
    }))
    .where('id', '=', queryId)
    .where(isFree(now))
    .$if(claim.onlyIfDue, (update) => update.where((eb) => eb.exists(dueWatch(eb, queryId, now))))
    .returningAll()
    .executeTakeFirst();
  if (row === undefined) return undefined;
  return { queryId, owner, fence: row.fence, query: toStoredQuery(row), servesUntil: claim.now };
}

function dueWatch(eb: ExpressionBuilder<Tables, 'queries'>, queryId: string, now: string) {
  return eb
    .selectFrom('watch_queries')
    .select('watch_id')
    .where('query_id', '=', queryId)
    .where('next_due_at', '<=', now);
}

const ended = { claimed_by: null, lease_until: null };

/** @returns false when the claim was lost. */
async function changeHeld(db: Db, claim: QueryClaim, change: Updateable<QueriesTable>): Promise<boolean> {
  const result = await db.updateTable('queries').set(change).where(isHeld(claim)).executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

function isHeld({ queryId, owner, fence }: QueryClaim) {
  return sql<boolean>`(queries.id = ${queryId} and queries.claimed_by = ${owner} and queries.fence = ${fence})`;
}

function leaseEnd(now: Date, leaseSeconds: number): string {
  return new Date(now.getTime() + leaseSeconds * 1000).toISOString();
}

/** The queue of a database file: a claim is a lease in the row itself, taken and ended by one conditional update. */
export function embeddedQueue(db: Db): Queue {
  const owner = newLeaseOwner();
  return {
    checks: embeddedChecks(db, owner),
    alerts: embeddedAlerts(db, owner),
    freeTheDead: () => endLeasesOfTheDead(db),
    close: async () => {},
  };
}
