import { sql } from 'kysely';
import { prepared } from '../prepared.ts';
import type { Db } from '../store.ts';
import type { ClaimedAlert } from './claimAlert.ts';
import type { AlertsTable, DeliveriesTable } from './outboxTables.ts';

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
  const { id, owner, fence } = claimed;
  const { state, attempts } = settlement;
  const { outcome, answer } = settlement.delivery;
  const dueAt = settlement.dueAt?.toISOString() ?? null;
  const endedAt = state === 'waiting' ? null : at;
  const marked = await markAlert(trx, { id, owner, fence, state, attempts, dueAt, answer, endedAt });
  if (marked.numAffectedRows === 0n) return false;
  await insertDelivery(trx, { id, at, outcome, answer });
  return true;
}

interface Mark {
  readonly id: number;
  readonly owner: string;
  readonly fence: number;
  readonly state: AlertsTable['state'];
  readonly attempts: number;
  readonly dueAt: string | null;
  readonly answer: string;
  readonly endedAt: string | null;
}

const markAlert = prepared<Pick<Mark, keyof Mark>>((db, value) =>
  db
    .updateTable('alerts')
    .set((eb) => ({
      state: value('state'),
      due_at: sql<string>`coalesce(${value('dueAt')}, ${eb.ref('due_at')})`,
      attempts: value('attempts'),
      lease_owner: null,
      lease_until: null,
      last_answer: value('answer'),
      ended_at: value('endedAt'),
    }))
    .where('id', '=', value('id'))
    .where('lease_owner', '=', value('owner'))
    .where('fence', '=', value('fence')),
);

type Attempt = Readonly<{ id: number; at: string; outcome: DeliveriesTable['outcome']; answer: string }>;

const insertDelivery = prepared<Attempt>((db, value) =>
  db.insertInto('deliveries').values({
    alert_id: value('id'),
    attempted_at: value('at'),
    outcome: value('outcome'),
    answer: value('answer'),
  }),
);

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
  const [row] = (await selectNextDue(db, { channel })).rows;
  return row?.due_at ? new Date(row.due_at) : undefined;
}

const selectNextDue = prepared<{ readonly channel: string }, { due_at: string | null }>((db, value) =>
  db
    .selectFrom('alerts')
    .select(({ fn }) => fn.min('due_at').as('due_at'))
    .where('channel', '=', value('channel'))
    .where('state', '=', 'waiting')
    .where('lease_owner', 'is', null),
);
