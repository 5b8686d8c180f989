import { randomUUID } from 'node:crypto';
import { readlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import { sql, type Updateable } from 'kysely';
import { codeOf } from '../../base/errors.ts';
import type { QueriesTable } from '../schema/outboxTables.ts';
import { allOf, type Db } from '../store.ts';
import { alertQueue } from './claimAlert.ts';
import { dueQueries } from './due.ts';
import { isFree, toStoredQuery } from './queries.ts';
import type { CheckQueue, ClaimKeeper, ClaimKind, QueryClaim, Queue } from './queue.ts';

/** How long a claim lasts without renewal. The query of a killed process waits this long. */
const leaseSeconds = 60;

export function checkQueue(db: Db, keeper: ClaimKeeper): CheckQueue {
  const leaseEnd = (now: Date) => keeper.leaseEnd(now, leaseSeconds);
  const end = async (trx: Db, held: QueryClaim) => {
    if (!(await changeHeld(trx, held, { claimedBy: null, leaseUntil: null, begun: 0 }))) return false;
    await keeper.end(trx, 'checks', held.owner);
    return true;
  };
  const openClaims = async (trx: Db, queryIds: readonly string[], now: Date): Promise<QueryClaim[]> => {
    const rows = await trx.selectFrom('queries').selectAll().where('id', 'in', queryIds).execute();
    const byId = new Map(rows.map((row) => [row.id, row]));
    return queryIds.flatMap((queryId) => {
      const row = byId.get(queryId);
      if (row === undefined) return [];
      const query = toStoredQuery(row);
      return [{ queryId, owner: keeper.newOwner(), fence: row.fence + 1, query, servesUntil: now }];
    });
  };
  const take = async (trx: Db, claim: QueryClaim, now: Date, mustBeDue: boolean) => {
    if (!(await takeClaim(trx, claim, { now, leaseUntil: leaseEnd(now), mustBeDue }))) return false;
    await keeper.begin(trx, 'checks', { owner: claim.owner, key: claim.queryId });
    return true;
  };
  return {
    keepEverySeconds: keeper.keepEverySeconds(leaseSeconds),
    lookForDue: async ({ now, most, isKnown }) => openClaims(db, await dueQueries(db, now, most, isKnown), now),
    take: (trx, held, now) => take(trx, held, now, true),
    claim: (queryId, now) =>
      keeper.transaction(async (trx) => {
        const [held] = await openClaims(trx, [queryId], now);
        return held !== undefined && (await take(trx, held, now, false)) ? held : undefined;
      }),
    reserve: (trx, held, accounts) =>
      changeHeld(trx, held, { reserved: accounts.size === 0 ? null : JSON.stringify(Object.fromEntries(accounts)) }),
    keep: (held, now) => keeper.keep('checks', held.owner, () => changeHeld(db, held, { leaseUntil: leaseEnd(now) })),
    end,
    release: (held) => keeper.transaction(async (trx) => void (await end(trx, held))),
  };
}

/** Takes a claim by one conditional update. The fence shows whether another process had the query in between. */
async function takeClaim(
  trx: Db,
  { queryId, owner, fence }: QueryClaim,
  { now, leaseUntil, mustBeDue }: Readonly<{ now: Date; leaseUntil: string | null; mustBeDue: boolean }>,
): Promise<boolean> {
  const at = now.toISOString();
  // On Postgres, does not wait. A process that locked the row takes it or will soon end its claim.
  const unlocked = trx.selectFrom('queries').select('id').where('id', '=', queryId).forNoKeyUpdate().skipLocked();
  const due = trx.selectFrom('watchQueries').select('queryId').where('nextDueAt', '<=', at);
  const taken = await trx
    .updateTable('queries')
    // Counted before the first call, so that a check that kills its process counts too.
    .set((eb) => ({ claimedBy: owner, leaseUntil, fence, reserved: null, begun: eb('begun', '+', 1) }))
    .where('id', '=', queryId)
    .where('id', 'in', unlocked)
    .where('fence', '=', fence - 1)
    .where(isFree(at))
    .$if(mustBeDue, (query) => query.where('id', 'in', due.where('queryId', '=', queryId)))
    .executeTakeFirst();
  return taken.numUpdatedRows > 0n;
}

/** @returns false when the claim was lost. */
async function changeHeld(db: Db, claim: QueryClaim, change: Updateable<QueriesTable>): Promise<boolean> {
  const { queryId, owner, fence } = claim;
  const held = sql<boolean>`(queries.id = ${queryId} and queries.claimed_by = ${owner} and queries.fence = ${fence})`;
  return (await db.updateTable('queries').set(change).where(held).executeTakeFirst()).numUpdatedRows > 0n;
}

/** The queue of a database file. A claim lasts until its lease ends; its holder renews three times per lease. */
export function leaseQueue(db: Db, owner = newLeaseOwner()): Queue {
  const keeper: ClaimKeeper = {
    keepEverySeconds: (leaseSeconds) => leaseSeconds / 3,
    newOwner: () => owner,
    leaseEnd: (now, leaseSeconds) => new Date(now.getTime() + leaseSeconds * 1000).toISOString(),
    // A claim is one statement.
    transaction: (work) => work(db),
    begin: async () => {},
    keep: (_, __, renew) => renew(),
    end: async () => {},
  };
  return {
    checks: checkQueue(db, keeper),
    alerts: alertQueue(db, keeper),
    releaseDead: () => endClaimsOf(db, (_, holder) => isDeadOwner(holder)),
    close: async () => {},
  };
}

// Process ids are reused; in a container, at every start.
const incarnation = randomUUID().slice(0, 8);
let owners = 0;

export function newLeaseOwner(): string {
  owners += 1;
  return `${machine()}/${process.pid}/${incarnation}/${owners}`;
}

/** Containers may share a host name but number their processes separately. */
function machine(): string {
  try {
    return `${hostname()} ${readlinkSync('/proc/self/ns/pid')}`;
  } catch {
    return hostname();
  }
}

/** True for a process of this machine that has ended. False when nothing is known about the owner. */
export function isDeadOwner(owner: string): boolean {
  const [itsMachine, pid, itsIncarnation] = owner.split('/');
  if (itsMachine !== machine() || pid === undefined || itsIncarnation === undefined) return false;
  return Number(pid) === process.pid ? itsIncarnation !== incarnation : !isAlive(Number(pid));
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) !== 'ESRCH';
  }
}

/** Ends the claims of dead owners, so that their work resumes at once and not only when the lease expires. */
export async function endClaimsOf(db: Db, isDead: (kind: ClaimKind, owner: string) => boolean | Promise<boolean>) {
  const holders = db
    .selectFrom('queries')
    .select((eb) => eb.ref('claimedBy').$notNull().as('owner'))
    .distinct();
  for (const owner of await allOf(holders.where('claimedBy', 'is not', null), 'owner')) {
    if (!(await isDead('checks', owner))) continue;
    const ended = { claimedBy: null, leaseUntil: null };
    await db.updateTable('queries').set(ended).where('claimedBy', '=', owner).execute();
  }
  for (const owner of await ownersOfAlerts(db)) {
    if (!(await isDead('alerts', owner))) continue;
    // The owner stays, so that the next deliverer counts the attempt that ended the process.
    const over = { leaseUntil: new Date(0).toISOString() };
    await db.updateTable('alerts').set(over).where('state', '=', 'waiting').where('claimedBy', '=', owner).execute();
  }
}

export async function deadOwnersOfAlerts(db: Db): Promise<readonly string[]> {
  return (await ownersOfAlerts(db)).filter(isDeadOwner);
}

async function ownersOfAlerts(db: Db): Promise<string[]> {
  const holders = db
    .selectFrom('alerts')
    .select((eb) => eb.ref('claimedBy').$notNull().as('owner'))
    .distinct();
  return allOf(holders.where('state', '=', 'waiting').where('claimedBy', 'is not', null), 'owner');
}
