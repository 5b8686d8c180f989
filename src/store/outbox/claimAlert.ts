import type { Db } from '../store.ts';
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

interface Claim {
  readonly channel: string;
  readonly owner: string;
  readonly now: Date;
  readonly leaseUntil: Date;
}

/** An alert deferred so often waits behind the others: what the server will not accept must not hold up what it would. */
const patience = 4;

/** Takes the next due alert of a channel under a lease, the longest due first: in one conditional update, so that two deliverers never hold one alert. */
export async function claimNext(db: Db, claim: Claim): Promise<ClaimedAlert | undefined> {
  const { channel, owner, leaseUntil } = claim;
  const now = claim.now.toISOString();
  const due = selectFirstDue(db, channel, now);
  const row = await db
    .updateTable('alerts')
    .set((eb) => ({ lease_owner: owner, lease_until: leaseUntil.toISOString(), fence: eb('fence', '+', 1) }))
    .where('id', '=', (eb) => eb.fn.coalesce(due.where('attempts', '<', eb.lit(patience)).$asScalar(), due.$asScalar()))
    // Again outside the subquery: on Postgres another deliverer may have claimed it between the two.
    .where('state', '=', 'waiting')
    .where((eb) => eb.or([eb('lease_until', 'is', null), eb('lease_until', '<=', now)]))
    .returning(['id', 'channel', 'kind', 'attempts', 'fence'])
    .executeTakeFirst();
  return row && { ...row, owner };
}

function selectFirstDue(db: Db, channel: string, now: string) {
  return db
    .selectFrom('alerts')
    .select('id')
    .where('channel', '=', channel)
    .where('state', '=', 'waiting')
    .where('due_at', '<=', now)
    .where((eb) => eb.or([eb('lease_until', 'is', null), eb('lease_until', '<=', now)]))
    .orderBy('due_at')
    .orderBy('id')
    .limit(1);
}

/** Gives a claimed alert back untried: the next deliverer takes it at once. */
export async function release(db: Db, claimed: ClaimedAlert): Promise<void> {
  await db
    .updateTable('alerts')
    .set({ lease_owner: null, lease_until: null })
    .where('id', '=', claimed.id)
    .where('lease_owner', '=', claimed.owner)
    .where('fence', '=', claimed.fence)
    .execute();
}
