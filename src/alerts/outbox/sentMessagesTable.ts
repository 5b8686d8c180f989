import { gunzipSync, gzipSync } from 'node:zlib';
import type { Db, Trx } from '../../store/store.ts';
import type { SentMessage } from '../channels/channel.ts';

/** Keeps what the server of a channel accepted. Sent again, the last one is kept. */
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
