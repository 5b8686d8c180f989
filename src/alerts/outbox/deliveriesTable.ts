import { gunzipSync, gzipSync } from 'node:zlib';
import type { ClaimedAlert } from '../../store/claims/queue.ts';
import type { AlertsTable, DeliveriesTable } from '../../store/schema/outboxTables.ts';
import { type Db, putRows, type Trx } from '../../store/store.ts';
import type { SentMessage } from '../channels/channel.ts';

export interface Attempt {
  readonly outcome: DeliveriesTable['outcome'];
  readonly dueAt?: Date | undefined; // undefined: unchanged.
  readonly response: string;
}

export async function recordAttempt(trx: Trx, claimed: ClaimedAlert, attempt: Attempt, now: Date): Promise<void> {
  const at = now.toISOString();
  const { dueAt, outcome, response } = attempt;
  const state: AlertsTable['state'] = outcome === 'sent' || outcome === 'failed' ? outcome : 'waiting';
  // An attempt that finds the channel dead does not count.
  const attempts = outcome === 'dead' ? claimed.attempts : claimed.attempts + 1;
  const made = { state, attempts, last_response: response, ended_at: state === 'waiting' ? null : at };
  const columns = { ...made, ...(dueAt && { due_at: dueAt.toISOString() }) };
  await trx.updateTable('alerts').set(columns).where('id', '=', claimed.id).execute();
  await trx.insertInto('deliveries').values({ alert_id: claimed.id, attempted_at: at, outcome, response }).execute();
  // The alert is sent or failed. A retry on demand sends all its parts.
  if (state !== 'waiting') await trx.deleteFrom('arrived_parts').where('alert_id', '=', claimed.id).execute();
}

/** Returns the time of the first of the last `attempts`. Attempts that found the channel dead do not count. */
export async function firstAttemptAt(db: Db, alertId: number, attempts: number): Promise<Date | undefined> {
  if (attempts < 1) return undefined;
  const deliveries = db.selectFrom('deliveries').select('attempted_at').where('alert_id', '=', alertId);
  const rows = await deliveries.where('outcome', '!=', 'dead').orderBy('id', 'desc').limit(attempts).execute();
  const [first] = rows.map((row) => row.attempted_at).sort();
  return first === undefined ? undefined : new Date(first);
}

export async function loadArrived(db: Db, alertId: number): Promise<Map<string, string | null>> {
  const arrivedParts = db.selectFrom('arrived_parts').select(['part', 'refusal']).where('alert_id', '=', alertId);
  const rows = await arrivedParts.execute();
  return new Map(rows.map(({ part, refusal }) => [part, refusal]));
}

export async function noteArrived(db: Db, alertId: number, part: string, refusal: string | null): Promise<void> {
  await putRows(db, 'arrived_parts', [{ alert_id: alertId, part, refusal }], 'keep');
}

export async function keepSent(
  db: Db,
  { alertId, part, at, message }: { alertId: number; part: string; at: Date; message: SentMessage },
): Promise<void> {
  const sent = { alert_id: alertId, part, sent_at: at.toISOString(), body: gzipSync(JSON.stringify(message)) };
  await putRows(db, 'sent_messages', [sent], { key: ['alert_id', 'part'], set: ['sent_at', 'body'] });
}

/** Returns an alert's messages as they were sent, in that order; none after `retention.sentDays`. */
export async function loadSent(db: Db, alertId: number): Promise<SentMessage[]> {
  const sentMessages = db.selectFrom('sent_messages').select('body').where('alert_id', '=', alertId);
  const rows = await sentMessages.orderBy('sent_at').orderBy('part').execute();
  return rows.map(({ body }) => JSON.parse(gunzipSync(body).toString('utf8')) as SentMessage);
}

/** @param before ISO @returns how many were deleted, at most `atMost` */
export async function deleteSent(trx: Trx, before: string, atMost: number): Promise<number> {
  const sentMessages = trx.selectFrom('sent_messages').select(['alert_id', 'part']).where('sent_at', '<', before);
  const old = await sentMessages.orderBy('sent_at').limit(atMost).execute();
  for (const { alert_id, part } of old)
    await trx.deleteFrom('sent_messages').where('alert_id', '=', alert_id).where('part', '=', part).execute();
  return old.length;
}

export interface ChannelState {
  readonly refusedSince: Date | undefined;
  readonly refusal: string | undefined;
  readonly failingSince: Date | undefined;
  /** A time in the past defers nothing. If the channel is refused, undefined: until a person resumes it. */
  readonly deferredUntil: Date | undefined;
}

export async function loadChannelStates(db: Db): Promise<Map<string, ChannelState>> {
  const rows = await db.selectFrom('channels').selectAll().execute();
  const dateOf = (at: string | null) => (at === null ? undefined : new Date(at));
  return new Map(
    rows.map((row) => {
      const [refusedSince, failingSince] = [dateOf(row.paused_at), dateOf(row.failing_since)];
      const refusal = refusedSince && (row.pause_reason ?? '');
      return [row.id, { refusedSince, refusal, failingSince, deferredUntil: dateOf(row.retry_at) }];
    }),
  );
}

/** @param refusal why the server refuses the whole channel @returns the number of failures in a row, and since when */
export async function countFailure(db: Db, channel: string, now: Date, refusal?: string) {
  const at = now.toISOString();
  const refused = refusal === undefined ? {} : { pause_reason: refusal };
  const row = await db
    .insertInto('channels')
    .values({ id: channel, failures: 1, failing_since: at, ...refused, ...(refusal && { paused_at: at }) })
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet((eb) => ({
        failures: eb('channels.failures', '+', 1),
        failing_since: eb.fn.coalesce('channels.failing_since', eb.val(at)),
        ...refused,
        ...(refusal && { paused_at: eb.fn.coalesce('channels.paused_at', eb.val(at)) }),
      })),
    )
    .returning(['failures', 'failing_since'])
    .executeTakeFirstOrThrow();
  return { failures: row.failures, since: new Date(row.failing_since ?? now) };
}

/** Defers a channel. Its alerts stay due, in order. @param retryAt undefined: until a person resumes the channel */
export async function retryChannelAt(db: Db, channel: string, retryAt: Date | undefined): Promise<void> {
  const retry_at = retryAt?.toISOString() ?? null;
  await db.updateTable('channels').set({ retry_at }).where('id', '=', channel).execute();
}

/** @returns whether it was refused or failing */
export async function noteAlive(db: Db, channel: string): Promise<boolean> {
  const alive = { paused_at: null, pause_reason: null, failures: 0, failing_since: null, retry_at: null };
  const noted = db.updateTable('channels').set(alive).where('id', '=', channel);
  const stopped = noted.where((eb) => eb.or([eb('failures', '>', 0), eb('paused_at', 'is not', null)]));
  return (await stopped.executeTakeFirst()).numUpdatedRows > 0n;
}

/** Makes refused and failing channels due now, except those that their receiver ended. */
export async function probeNow(db: Db, channels: readonly string[], now: Date): Promise<void> {
  const waiting = db.updateTable('channels').where('id', 'in', channels).where('retry_at', '>', now.toISOString());
  await waiting.set({ retry_at: now.toISOString() }).execute();
}
