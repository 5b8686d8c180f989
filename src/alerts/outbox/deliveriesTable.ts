import { hash } from 'node:crypto';
import { gunzipSync, gzipSync } from 'node:zlib';
import type { Selectable } from 'kysely';
import type { ChannelConfig } from '../../config/channels.ts';
import type { Config } from '../../config/config.ts';
import type { ClaimedAlert } from '../../store/claims/queue.ts';
import type { AlertsTable, DeliveriesTable } from '../../store/schema/outboxTables.ts';
import type { Tables } from '../../store/schema/tables.ts';
import { allOf, type Db, putRows, type Trx } from '../../store/store.ts';
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
  const made = { state, attempts, lastResponse: response, endedAt: state === 'waiting' ? null : at };
  const columns = { ...made, ...(dueAt && { dueAt: dueAt.toISOString() }) };
  await trx.updateTable('alerts').set(columns).where('id', '=', claimed.id).execute();
  await trx.insertInto('deliveries').values({ alertId: claimed.id, attemptedAt: at, outcome, response }).execute();
  // The alert is sent or failed. A retry on demand sends all its parts.
  if (state !== 'waiting') await trx.deleteFrom('arrivedParts').where('alertId', '=', claimed.id).execute();
}

/** Returns the time of the first of the last `attempts`. Attempts that found the channel dead do not count. */
export async function firstAttemptAt(db: Db, alertId: number, attempts: number): Promise<Date | undefined> {
  if (attempts < 1) return undefined;
  const deliveries = db.selectFrom('deliveries').select('attemptedAt').where('alertId', '=', alertId);
  const latest = deliveries.where('outcome', '!=', 'dead').orderBy('id', 'desc').limit(attempts);
  const [first] = (await allOf(latest, 'attemptedAt')).sort();
  return first === undefined ? undefined : new Date(first);
}

export async function loadArrived(db: Db, alertId: number): Promise<Map<string, string | null>> {
  const arrivedParts = db.selectFrom('arrivedParts').select(['part', 'refusal']).where('alertId', '=', alertId);
  return new Map((await arrivedParts.execute()).map(({ part, refusal }) => [part, refusal]));
}

export async function noteArrived(db: Db, alertId: number, part: string, refusal: string | null): Promise<void> {
  await putRows(db, 'arrivedParts', [{ alertId, part, refusal }], 'keep');
}

export async function keepSent(
  db: Db,
  { alertId, part, at, message }: { alertId: number; part: string; at: Date; message: SentMessage },
): Promise<void> {
  const sent = { alertId, part, sentAt: at.toISOString(), body: gzipSync(JSON.stringify(message)) };
  await putRows(db, 'sentMessages', [sent], { key: ['alertId', 'part'], set: ['sentAt', 'body'] });
}

/** Returns an alert's messages as they were sent, in that order; none after `retention.sentDays`. */
export async function loadSent(db: Db, alertId: number): Promise<SentMessage[]> {
  const sentMessages = db.selectFrom('sentMessages').select('body').where('alertId', '=', alertId);
  const rows = await sentMessages.orderBy('sentAt').orderBy('part').execute();
  return rows.map(({ body }) => JSON.parse(gunzipSync(body).toString('utf8')) as SentMessage);
}

/** @param before ISO @returns how many were deleted, at most `atMost` */
export async function deleteSent(trx: Trx, before: string, atMost: number): Promise<number> {
  const sentMessages = trx.selectFrom('sentMessages').select(['alertId', 'part']).where('sentAt', '<', before);
  const old = await sentMessages.orderBy('sentAt').limit(atMost).execute();
  for (const { alertId, part } of old)
    await trx.deleteFrom('sentMessages').where('alertId', '=', alertId).where('part', '=', part).execute();
  return old.length;
}

export type ChannelState = Readonly<Selectable<Tables['channels']>>;

export async function loadChannelStates(db: Db): Promise<Map<string, ChannelState>> {
  return new Map((await db.selectFrom('channels').selectAll().execute()).map((row) => [row.id, row]));
}

/** @param refusal why the server refuses the whole channel @returns the number of failures in a row, and since when */
export async function countFailure(db: Db, channel: string, now: Date, refusal?: string) {
  const at = now.toISOString();
  const refused = refusal === undefined ? {} : { pauseReason: refusal };
  const row = await db
    .insertInto('channels')
    .values({ id: channel, failures: 1, failingSince: at, ...refused, ...(refusal && { pausedAt: at }) })
    .onConflict((conflict) =>
      conflict
        .column('id')
        .doUpdateSet((eb) => ({
          failures: eb('channels.failures', '+', 1),
          failingSince: eb.fn.coalesce('channels.failingSince', eb.val(at)),
          ...refused,
          ...(refusal && { pausedAt: eb.fn.coalesce('channels.pausedAt', eb.val(at)) }),
        })),
    )
    .returning(['failures', 'failingSince'])
    .executeTakeFirstOrThrow();
  return { failures: row.failures, since: new Date(row.failingSince ?? now) };
}

/** Defers a channel. Its alerts stay due, in order. @param at undefined: until a person resumes the channel */
export async function retryChannelAt(db: Db, channel: string, at: Date | undefined, of?: ChannelConfig) {
  const deferred = { retryAt: at?.toISOString() ?? null, config: of && digestOf(of) };
  await db.updateTable('channels').set(deferred).where('id', '=', channel).execute();
}

/** @returns whether it was refused or failing */
export async function noteAlive(db: Db, channel: string): Promise<boolean> {
  const alive = { pausedAt: null, pauseReason: null, failures: 0, failingSince: null, retryAt: null };
  const noted = db.updateTable('channels').set(alive).where('id', '=', channel);
  const stopped = noted.where((eb) => eb.or([eb('failures', '>', 0), eb('pausedAt', 'is not', null)]));
  return (await stopped.executeTakeFirst()).numUpdatedRows > 0n;
}

/** Makes refused and failing channels due now, except those that their receiver ended. */
export async function probeNow(db: Db, channels: readonly string[], now: Date): Promise<void> {
  const waiting = db.updateTable('channels').where('id', 'in', channels).where('retryAt', '>', now.toISOString());
  await waiting.set({ retryAt: now.toISOString() }).execute();
}

/** Makes refused and failing channels due now if their config has changed: their pause was about the former one. */
export async function retryChanged(db: Db, { channels }: Pick<Config, 'channels'>, now: Date): Promise<void> {
  for (const channel of Object.values(channels)) {
    const stopped = db.updateTable('channels').set({ retryAt: now.toISOString() }).where('failures', '>', 0);
    await stopped.where('id', '=', channel.name).where('config', '!=', digestOf(channel)).execute();
  }
}

/** A corrected password is a change too. Too short for anybody with the database to confirm a guess of the password. */
function digestOf(channel: ChannelConfig): string {
  return hash('sha256', JSON.stringify(channel), 'hex').slice(0, 4);
}
