import type { ExpressionBuilder } from 'kysely';
import type { Db } from '../store.ts';
import type { Tables } from '../tables.ts';
import type { AlertsTable } from './outboxTables.ts';

/** An alert claimed for delivery. Whoever marks it later shows owner and fence: a lease lost meanwhile marks nothing. */
export interface ClaimedAlert {
  readonly id: number;
  readonly channel: string;
  readonly kind: AlertsTable['kind'];
  /** Attempts before this one, since it was made or retried on demand. */
  readonly attempts: number;
  readonly owner: string;
  readonly fence: number;
}

/** Who claims, and until when. */
export interface Claim {
  readonly channel: string;
  readonly owner: string;
  readonly now: Date;
  readonly leaseUntil: Date;
}

/** One alert of a channel, as a claim names it. */
const claimedColumns = ['id', 'channel', 'kind', 'attempts', 'fence'] as const;

/** An alert deferred so often waits behind the others: what the server will not accept must not hold up what it would. */
const patience = 4;

/**
 * Takes the next due alert of a channel under a lease, the longest due first: in one conditional update, so that two deliverers
 * never hold one alert. The attempt counts from here: one that ends the process is an attempt too.
 */
export async function claimNext(db: Db, claim: Claim): Promise<ClaimedAlert | undefined> {
  const { channel, owner, leaseUntil } = claim;
  const now = claim.now.toISOString();
  const due = selectFirstDue(db, channel, now);
  const row = await db
    .updateTable('alerts')
    .set((eb) => ({
      lease_owner: owner,
      lease_until: leaseUntil.toISOString(),
      fence: eb('fence', '+', 1),
      attempts: eb('attempts', '+', 1),
    }))
    .where('id', '=', (eb) => eb.fn.coalesce(due.where('attempts', '<', eb.lit(patience)).$asScalar(), due.$asScalar()))
    // Again outside the subquery: on Postgres another deliverer may have claimed it between the two.
    .where('state', '=', 'waiting')
    .where('lease_owner', 'is', null)
    .returning(claimedColumns)
    .executeTakeFirst();
  return row && { ...row, owner, attempts: row.attempts - 1 };
}

function selectFirstDue(db: Db, channel: string, now: string) {
  return db
    .selectFrom('alerts')
    .select('id')
    .where('channel', '=', channel)
    .where('state', '=', 'waiting')
    .where('due_at', '<=', now)
    .where('lease_owner', 'is', null)
    .orderBy('due_at')
    .orderBy('id')
    .limit(1);
}

/** Whether alerts of a channel are held under a lease that ended, or that no deliverer of today can have taken. */
export async function hasEndedLeases(db: Db, claim: Claim): Promise<boolean> {
  return (
    (await db.selectFrom('alerts').select('id').where(leaseEnded(claim)).limit(1).executeTakeFirst()) !== undefined
  );
}

/** Takes over the alerts of a channel whose deliverer died before it could mark them. */
export async function claimOfTheDead(trx: Db, claim: Claim): Promise<ClaimedAlert[]> {
  const { owner, leaseUntil } = claim;
  const rows = await trx
    .updateTable('alerts')
    .set((eb) => ({ lease_owner: owner, lease_until: leaseUntil.toISOString(), fence: eb('fence', '+', 1) }))
    .where(leaseEnded(claim))
    .returning(claimedColumns)
    .execute();
  return rows.map((row) => ({ ...row, owner, attempts: Math.max(0, row.attempts - 1) }));
}

/** A lease twice as far ahead as one that begins now was taken while a clock was ahead. */
function leaseEnded({ channel, now, leaseUntil }: Claim) {
  const tooFarAhead = new Date(2 * leaseUntil.getTime() - now.getTime()).toISOString();
  return ({ eb, and, or }: ExpressionBuilder<Tables, 'alerts'>) =>
    and([
      eb('channel', '=', channel),
      eb('state', '=', 'waiting'),
      eb('lease_owner', 'is not', null),
      or([eb('lease_until', '<=', now.toISOString()), eb('lease_until', '>', tooFarAhead)]),
    ]);
}

/** Gives a claimed alert back untried: the next deliverer takes it at once. */
export async function release(db: Db, claimed: ClaimedAlert): Promise<void> {
  await db
    .updateTable('alerts')
    .set({ lease_owner: null, lease_until: null, attempts: claimed.attempts })
    .where('id', '=', claimed.id)
    .where('lease_owner', '=', claimed.owner)
    .where('fence', '=', claimed.fence)
    .execute();
}
