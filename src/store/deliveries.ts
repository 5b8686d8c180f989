import type { AlertsTable, DeliveriesTable } from './outboxTables.ts';
import type { Db } from './store.ts';
import { withoutSync } from './unsynced.ts';

/** An alert taken for delivery. Whoever marks it later shows owner and fence: a lease lost meanwhile marks nothing. */
export interface ClaimedAlert {
  readonly id: number;
  readonly channel: string;
  readonly kind: AlertsTable['kind'];
  /** Attempts before this one, since it was made or retried by hand. */
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

/** An alert put off so often waits behind the others: what the far end will not take must not hold up what it would. */
const patience = 4;

/** Takes the next due alert of a channel under a lease, the longest due first. */
export function claimNext(db: Db, claim: Claim): Promise<ClaimedAlert | undefined> {
  return withoutSync(
    db,
    async (own) => (await claimOne(own, claim, patience)) ?? (await claimOne(own, claim, Number.MAX_SAFE_INTEGER)),
  );
}

/** One conditional update, so that two deliverers never hold one alert. */
async function claimOne(db: Db, claim: Claim, attemptsBelow: number): Promise<ClaimedAlert | undefined> {
  const now = claim.now.toISOString();
  const row = await db
    .updateTable('alerts')
    .set((eb) => ({
      lease_owner: claim.owner,
      lease_until: claim.leaseUntil.toISOString(),
      fence: eb('fence', '+', 1),
    }))
    .where('id', '=', (eb) =>
      eb
        .selectFrom('alerts')
        .select('id')
        .where('channel', '=', claim.channel)
        .where('state', '=', 'waiting')
        .where('due_at', '<=', now)
        .where('attempts', '<', attemptsBelow)
        .where((inner) => inner.or([inner('lease_until', 'is', null), inner('lease_until', '<=', now)]))
        .orderBy('due_at')
        .orderBy('id')
        .limit(1),
    )
    // Again outside the subquery: on Postgres another deliverer may have taken it between the two.
    .where('state', '=', 'waiting')
    .where((eb) => eb.or([eb('lease_until', 'is', null), eb('lease_until', '<=', now)]))
    .returning(['id', 'channel', 'kind', 'attempts', 'fence'])
    .executeTakeFirst();
  return row && { ...row, owner: claim.owner };
}

/** What becomes of a claimed alert after an attempt. */
export interface Settlement {
  readonly state: AlertsTable['state'];
  /** undefined: as it was. */
  readonly dueAt?: Date | undefined;
  readonly attempts: number;
  readonly delivery: Pick<DeliveriesTable, 'outcome' | 'answer'>;
}

/** Marks a claimed alert and notes the attempt. @returns false when the lease was lost: then nothing is written. */
export async function settle(trx: Db, claimed: ClaimedAlert, settlement: Settlement, now: Date): Promise<boolean> {
  const at = now.toISOString();
  const { outcome, answer } = settlement.delivery;
  const result = await trx
    .updateTable('alerts')
    .set({
      state: settlement.state,
      ...(settlement.dueAt && { due_at: settlement.dueAt.toISOString() }),
      attempts: settlement.attempts,
      lease_owner: null,
      lease_until: null,
      last_answer: answer,
      ended_at: settlement.state === 'waiting' ? null : at,
    })
    .where('id', '=', claimed.id)
    .where('lease_owner', '=', claimed.owner)
    .where('fence', '=', claimed.fence)
    .executeTakeFirst();
  if (result.numUpdatedRows === 0n) return false;
  await trx.insertInto('deliveries').values({ alert_id: claimed.id, attempted_at: at, outcome, answer }).execute();
  return true;
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

/** When the first of the alert's last `attempts` attempts was; undefined when there was none. */
export async function firstAttemptAt(db: Db, alertId: number, attempts: number): Promise<Date | undefined> {
  if (attempts < 1) return undefined;
  const row = await db
    .selectFrom('deliveries')
    .select('attempted_at')
    .where('alert_id', '=', alertId)
    // An attempt that found the channel dead was no attempt at this alert.
    .where('outcome', '!=', 'dead')
    .orderBy('id', 'desc')
    .limit(1)
    .offset(attempts - 1)
    .executeTakeFirst();
  return row && new Date(row.attempted_at);
}

/** When the next waiting alert of a channel falls due; undefined when none waits. */
export async function nextDueAt(db: Db, channel: string): Promise<Date | undefined> {
  const row = await db
    .selectFrom('alerts')
    .select(({ fn }) => fn.min('due_at').as('due_at'))
    .where('channel', '=', channel)
    .where('state', '=', 'waiting')
    .where('lease_owner', 'is', null)
    .executeTakeFirst();
  return row?.due_at ? new Date(row.due_at) : undefined;
}
