import { prepared } from '../prepared.ts';
import type { Db } from '../store.ts';
import type { AlertsTable } from './outboxTables.ts';

/** An alert taken for delivery. Whoever marks it later shows owner and fence: a lease lost meanwhile marks nothing. */
export interface ClaimedAlert {
  readonly id: number;
  readonly channel: string;
  readonly kind: AlertsTable['kind'];
  /** Attempts before this one, since it was made or retried by hand. */
  readonly attempts: number;
  /** It may have grown while it was held (`addToAlert`): what it tells can be newer than the alert. */
  readonly mayHaveGrown: boolean;
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
export async function claimNext(db: Db, claim: Claim): Promise<ClaimedAlert | undefined> {
  const { channel, owner, now, leaseUntil } = claim;
  const values = { channel, owner, now: now.toISOString(), leaseUntil: leaseUntil.toISOString() };
  const [row] = (await takeNext(db, values)).rows;
  if (row === undefined) return undefined;
  const { created_at, due_at, ...alert } = row;
  return { ...alert, owner, mayHaveGrown: row.kind === 'baseline' || due_at > created_at };
}

type ClaimValues = Readonly<Record<'channel' | 'owner' | 'now' | 'leaseUntil', string>>;

type TakenRow = Pick<AlertsTable, 'channel' | 'kind' | 'created_at' | 'due_at'> &
  Pick<ClaimedAlert, 'id' | 'attempts' | 'fence'>;

/** One conditional update, so that two deliverers never hold one alert. */
const takeNext = prepared<ClaimValues, TakenRow>((db, value) =>
  db
    .updateTable('alerts')
    .set((eb) => ({
      lease_owner: value('owner'),
      lease_until: value('leaseUntil'),
      fence: eb('fence', '+', 1),
    }))
    .where('id', '=', (eb) =>
      eb.fn.coalesce(
        firstDue(db, value).where('attempts', '<', eb.lit(patience)).$asScalar(),
        firstDue(db, value).$asScalar(),
      ),
    )
    // Again outside the subquery: on Postgres another deliverer may have taken it between the two.
    .where('state', '=', 'waiting')
    .where((eb) => eb.or([eb('lease_until', 'is', null), eb('lease_until', '<=', value('now'))]))
    .returning(['id', 'channel', 'kind', 'attempts', 'fence', 'created_at', 'due_at']),
);

function firstDue(db: Db, value: (name: keyof ClaimValues) => string) {
  return db
    .selectFrom('alerts')
    .select('id')
    .where('channel', '=', value('channel'))
    .where('state', '=', 'waiting')
    .where('due_at', '<=', value('now'))
    .where((eb) => eb.or([eb('lease_until', 'is', null), eb('lease_until', '<=', value('now'))]))
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
