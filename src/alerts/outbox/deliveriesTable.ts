import { gunzipSync, gzipSync } from 'node:zlib';
import type { ClaimedAlert } from '../../store/claims/queue.ts';
import type { AlertsTable, DeliveriesTable } from '../../store/schema/outboxTables.ts';
import type { Db, Trx } from '../../store/store.ts';
import type { SentMessage } from '../channels/channel.ts';

export interface Attempt {
  readonly state: AlertsTable['state'];
  /** undefined: as before. */
  readonly dueAt?: Date | undefined;
  readonly attempts: number;
  readonly delivery: { readonly outcome: DeliveriesTable['outcome']; readonly response: string };
}

export async function recordAttempt(trx: Trx, claimed: ClaimedAlert, attempt: Attempt, now: Date): Promise<void> {
  const at = now.toISOString();
  const { outcome, response } = attempt.delivery;
  await trx
    .updateTable('alerts')
    .set({
      state: attempt.state,
      ...(attempt.dueAt === undefined ? {} : { due_at: attempt.dueAt.toISOString() }),
      attempts: attempt.attempts,
      last_response: response,
      ended_at: attempt.state === 'waiting' ? null : at,
    })
    .where('id', '=', claimed.id)
    .execute();
  await trx.insertInto('deliveries').values({ alert_id: claimed.id, attempted_at: at, outcome, response }).execute();
  // Delivered or failed: retried on demand, it is sent whole.
  if (attempt.state !== 'waiting') await trx.deleteFrom('arrived_parts').where('alert_id', '=', claimed.id).execute();
}

/**
 * The earliest of the alert’s last `attempts` attempts, whatever a clock that was ahead said of the others; undefined:
 * none. One that found the channel dead was no attempt at this alert.
 */
export async function firstAttemptAt(db: Db, alertId: number, attempts: number): Promise<Date | undefined> {
  if (attempts < 1) return undefined;
  const rows = await db
    .selectFrom('deliveries')
    .select('attempted_at')
    .where('alert_id', '=', alertId)
    .where('outcome', '!=', 'dead')
    .orderBy('id', 'desc')
    .limit(attempts)
    .execute();
  const [first] = rows.map((row) => row.attempted_at).sort();
  return first === undefined ? undefined : new Date(first);
}

export async function loadArrived(db: Db, alertId: number): Promise<Map<string, string | null>> {
  const rows = await db
    .selectFrom('arrived_parts')
    .select(['part', 'refusal'])
    .where('alert_id', '=', alertId)
    .execute();
  return new Map(rows.map(({ part, refusal }) => [part, refusal]));
}

export async function noteArrived(db: Db, alertId: number, part: string, refusal: string | null): Promise<void> {
  await db
    .insertInto('arrived_parts')
    .values({ alert_id: alertId, part, refusal })
    .onConflict((conflict) => conflict.columns(['alert_id', 'part']).doNothing())
    .execute();
}

export async function keepSent(
  db: Db,
  { alertId, part, at, message }: { alertId: number; part: string; at: Date; message: SentMessage },
): Promise<void> {
  const kept = { sent_at: at.toISOString(), body: gzipSync(JSON.stringify(message)) };
  await db
    .insertInto('sent_messages')
    .values({ alert_id: alertId, part, ...kept })
    .onConflict((conflict) => conflict.columns(['alert_id', 'part']).doUpdateSet(kept))
    .execute();
}

/** The messages of an alert as they were sent, in the order in which they went out; none after `retention.sentDays`. */
export async function loadSent(db: Db, alertId: number): Promise<SentMessage[]> {
  const rows = await db
    .selectFrom('sent_messages')
    .select('body')
    .where('alert_id', '=', alertId)
    .orderBy('sent_at')
    .orderBy('part')
    .execute();
  return rows.map(({ body }) => JSON.parse(gunzipSync(body).toString('utf8')) as SentMessage);
}

/** @param before ISO @returns how many were deleted, at most `atMost` */
export async function deleteSent(trx: Trx, before: string, atMost: number): Promise<number> {
  const old = await trx
    .selectFrom('sent_messages')
    .select(['alert_id', 'part'])
    .where('sent_at', '<', before)
    .orderBy('sent_at')
    .limit(atMost)
    .execute();
  for (const { alert_id, part } of old)
    await trx.deleteFrom('sent_messages').where('alert_id', '=', alert_id).where('part', '=', part).execute();
  return old.length;
}
