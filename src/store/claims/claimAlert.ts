import { type ExpressionBuilder, sql, type Updateable } from 'kysely';
import type { AlertsTable } from '../schema/outboxTables.ts';
import type { Tables } from '../schema/tables.ts';
import type { Db } from '../store.ts';
import type { AlertQueue, ClaimedAlert, ClaimKeeper } from './queue.ts';

/** Longer than the longest send, so that a lease expires only when its holder died. */
const leaseSeconds = 120;

export function alertQueue(db: Db, keeper: ClaimKeeper): AlertQueue {
  const leaseEnd = (now: Date) => keeper.leaseEnd(now, leaseSeconds);
  const end = async (trx: Db, held: ClaimedAlert, also: Updateable<AlertsTable> = {}) => {
    if (!(await markHeld(trx, held, { claimedBy: null, leaseUntil: null, ...also }))) return false;
    await keeper.end(trx, 'alerts', held.owner);
    return true;
  };
  return {
    keepEverySeconds: keeper.keepEverySeconds(leaseSeconds),
    async claimNext(channel, now) {
      const claim = { channel, now, owner: keeper.newOwner(), leaseUntil: leaseEnd(now) };
      return keeper.transaction(async (trx) => {
        const taken = (await claimFirst(trx, claim, true)) ?? (await claimFirst(trx, claim, false));
        if (taken !== undefined) await keeper.begin(trx, 'alerts', { owner: claim.owner, key: String(taken.id) });
        return taken;
      });
    },
    keep: (held, now) => keeper.keep('alerts', held.owner, () => markHeld(db, held, { leaseUntil: leaseEnd(now) })),
    end,
    // This attempt is not counted, so the next deliverer takes the alert at once.
    release: (held) => keeper.transaction(async (trx) => void (await end(trx, held, { attempts: held.attempts }))),
  };
}

type Claim = Readonly<{ channel: string; owner: string; now: Date; leaseUntil: string | null }>;

/** After this many attempts an alert waits behind the others, so that it does not delay them. */
const patience = 4;

/** One conditional update, so that two deliverers never hold one alert. A dead holder began its attempt already. */
async function claimFirst(db: Db, claim: Claim, holderDied: boolean): Promise<ClaimedAlert | undefined> {
  const { channel, owner, leaseUntil } = claim;
  const due = selectFirstDue(db, channel, claim.now.toISOString());
  const soonest = db.fn.coalesce(due.where('attempts', '<', sql.lit(patience)).$asScalar(), due.$asScalar());
  const ofTheDead = db.selectFrom('alerts').select('id').where(leaseEnded(claim)).limit(1).forUpdate();
  const row = await db
    .updateTable('alerts')
    .set((eb) => ({
      claimedBy: owner,
      leaseUntil,
      fence: eb('fence', '+', 1),
      attempts: eb('attempts', '+', holderDied ? 0 : 1),
    }))
    .where('id', '=', holderDied ? ofTheDead : soonest)
    .returning(['id', 'channel', 'kind', 'attempts', 'fence'])
    .executeTakeFirst();
  return row && { ...row, owner, attempts: Math.max(0, row.attempts - 1), holderDied };
}

function selectFirstDue(db: Db, channel: string, now: string) {
  return db
    .selectFrom('alerts')
    .select('id')
    .where('channel', '=', channel)
    .where('state', '=', 'waiting')
    .where('dueAt', '<=', now)
    .where('claimedBy', 'is', null)
    .where(({ eb, or, not, exists, selectFrom }) =>
      // A notice waits for earlier ones under retry, so that an incident's end arrives after its start. It does not
      // wait for days, for example for one recipient whose mailbox is full.
      or([
        eb('kind', '!=', 'notice'),
        not(
          exists(
            selectFrom('alerts as earlier')
              .select('earlier.id')
              .whereRef('earlier.channel', '=', 'alerts.channel')
              .whereRef('earlier.id', '<', 'alerts.id')
              .where('earlier.kind', '=', 'notice')
              .where('earlier.state', '=', 'waiting')
              .where('earlier.attempts', '>', 0)
              .where('earlier.attempts', '<', eb.lit(patience)),
          ),
        ),
      ]),
    )
    .orderBy('dueAt')
    .orderBy('id')
    .limit(1)
    .forUpdate();
}

function leaseEnded({ channel, now }: Claim) {
  return ({ eb, and }: ExpressionBuilder<Tables, 'alerts'>) =>
    and([
      eb('channel', '=', channel),
      eb('state', '=', 'waiting'),
      eb('claimedBy', 'is not', null),
      eb('leaseUntil', '<=', now.toISOString()),
    ]);
}

async function markHeld(db: Db, { id, owner, fence }: ClaimedAlert, columns: Updateable<AlertsTable>) {
  const alerts = db.updateTable('alerts').set(columns).where('id', '=', id).where('claimedBy', '=', owner);
  return (await alerts.where('fence', '=', fence).executeTakeFirst()).numUpdatedRows > 0n;
}
