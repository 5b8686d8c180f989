import type { ExpressionBuilder } from 'kysely';
import { minuteMs } from '../../base/time.ts';
import type { Config } from '../../config/config.ts';
import { deadOwnersOfAlerts } from '../../store/claims/claims.ts';
import { isHeld } from '../../store/claims/queries.ts';
import type { AlertsTable } from '../../store/schema/outboxTables.ts';
import { countRows, type Db, isAny, type Trx } from '../../store/store.ts';
import { reportsOnly } from './alertsOfWatchesQueries.ts';
import { latestRetry, whenDue } from './whenDue.ts';

export type AlertColumns = ExpressionBuilder<{ alerts: AlertsTable }, 'alerts'>;

function isUntried(eb: AlertColumns) {
  return eb.and([eb('state', '=', 'waiting'), eb('attempts', '=', 0)]);
}

/** True for an alert that was never claimed. A claimed one may have been read or sent, so nothing may join it. */
export function isUnclaimed(eb: AlertColumns) {
  return eb.and([isUntried(eb), eb('fence', '=', 0)]);
}

export type ListedAlert = Awaited<ReturnType<typeof listAlerts>>[number];

/** Returns the newest alerts first. @param options.undelivered only those that wait or failed */
export async function listAlerts(db: Db, options: { undelivered?: boolean; ids?: readonly number[]; limit: number }) {
  let query = db
    .selectFrom('alerts')
    .select(['id', 'channel', 'kind', 'state', 'createdAt', 'dueAt', 'attempts', 'lastResponse', 'endedAt'])
    .select((eb) => [
      eb
        .selectFrom('alertChanges')
        .select(({ fn }) => fn.count<number>('changeId').distinct().as('reported'))
        .whereRef('alertChanges.alertId', '=', 'alerts.id')
        .as('changes'),
      eb
        .selectFrom('deliveries')
        .select(({ fn }) => fn.countAll<number>().as('made'))
        .whereRef('deliveries.alertId', '=', 'alerts.id')
        .as('made'),
      eb.selectFrom('channels').select('retryAt').whereRef('channels.id', '=', 'alerts.channel').as('held'),
    ])
    .orderBy('id', 'desc')
    .limit(options.limit);
  if (options.undelivered) query = query.where('state', 'in', ['waiting', 'failed']);
  if (options.ids !== undefined) query = query.where('id', 'in', [...options.ids]);
  return (await query.execute()).map(({ held, made, ...alert }) => ({
    ...alert,
    /** Also attempts that the channel refused, and those before a retry on demand. Old deliveries may be deleted. */
    attempts: Math.max(alert.attempts, made ?? 0),
    changes: alert.changes ?? 0,
    /** ISO time before which nothing is sent to its failing or busy channel; null: the channel does not delay it. */
    heldUntil: alert.state === 'waiting' && held !== null && held > alert.dueAt ? held : null,
  }));
}

export async function waitingChannels(db: Db): Promise<{ channel: string; alerts: number }[]> {
  const waiting = db.selectFrom('alerts').where('state', '=', 'waiting').groupBy('channel');
  return waiting.select(({ fn }) => ['channel', fn.countAll<number>().as('alerts')]).execute();
}

/** True also if the alert for this moment was already sent: with a slow clock, the moment may still lie ahead. */
export async function hasAlertFor(db: Db, channel: string, dueAt: Date): Promise<boolean> {
  const at = dueAt.toISOString();
  const ofChannel = db.selectFrom('alerts').where('channel', '=', channel).where('kind', '=', 'changes');
  const held = ofChannel.where(isUntried).where('dueAt', '=', at).where('batchStartedAt', 'is', null);
  return (await isAny(held)) || hasTriedFor(db, channel, dueAt);
}

async function hasTriedFor(db: Db, channel: string, dueAt: Date): Promise<boolean> {
  const at = dueAt.toISOString();
  const tried = db
    .selectFrom('alerts')
    .where('channel', '=', channel)
    .where('kind', '=', 'changes')
    .where('openFor', '=', at)
    .where((eb) => eb.or([eb('state', '!=', 'waiting'), eb('attempts', '>', 0)]))
    // An alert that a person sent before its moment (`alerts retry`) does not count.
    .where('dueAt', '>=', at);
  return isAny(tried);
}

interface Counted {
  readonly channel?: string;
  /** Counts only alerts that report changes, and all of them for these watches. */
  readonly watchIds?: readonly string[] | undefined;
}

/** Counts undelivered alerts, except those that wait for their digest or are being delivered now. */
export async function countLate(db: Db, now: Date, counted: Counted = {}): Promise<number> {
  // The lease of a process that was killed on this machine lasts a while longer, but nobody delivers under it.
  const dead = await deadOwnersOfAlerts(db);
  const free = alertsOf(db, counted)
    .where('state', '=', 'waiting')
    .where((eb) => eb.or([eb.not(isHeld('alerts', now)), eb('alerts.claimedBy', 'in', dead)]));
  return countRows(free.where(isLate(now)));
}

function isLate(now: Date) {
  return (eb: AlertColumns) =>
    eb.or([eb('dueAt', '<=', now.toISOString()), eb('attempts', '>', 0), eb('lastResponse', 'is not', null)]);
}

/** Counts failed alerts and those that should have arrived by now. */
export async function countNotArrived(db: Db, now: Date, counted: Counted = {}): Promise<number> {
  const failed = alertsOf(db, counted).where('state', '=', 'failed');
  return (await countRows(failed)) + (await countLate(db, now, counted));
}

function alertsOf(db: Db, { channel, watchIds }: Counted) {
  return db
    .selectFrom('alerts')
    .$if(channel !== undefined, (query) => query.where('channel', '=', channel ?? ''))
    .$if(watchIds !== undefined, (query) => query.where(reportsOnly(watchIds ?? [])));
}

export function dueAlerts(db: Db, channel: string, now: Date): Promise<{ id: number; dueAt: string }[]> {
  const waiting = db.selectFrom('alerts').where('channel', '=', channel).where('state', '=', 'waiting');
  const due = waiting.where('dueAt', '<=', now.toISOString()).where('kind', '!=', 'notice');
  return due.select(['id', 'dueAt']).execute();
}

export async function moveDue(db: Db, ids: readonly number[], dueAt: Date): Promise<void> {
  const update = db.updateTable('alerts').set({ dueAt: dueAt.toISOString(), batchStartedAt: null });
  await update.where('id', 'in', ids).where('state', '=', 'waiting').execute();
}

export async function replacePayload(db: Db, id: number, payload: readonly object[]): Promise<void> {
  await db
    .updateTable('alerts')
    .set({ payload: JSON.stringify(payload) })
    .where('id', '=', id)
    .execute();
}

export async function deleteAlert(trx: Trx, id: number): Promise<void> {
  await trx.deleteFrom('alerts').where('id', '=', id).execute();
}

/** Retries alerts that are not being delivered now. @param ids empty: all that failed or should have arrived by now */
export async function retryAlerts(db: Db, now: Date, ids: readonly number[]) {
  const at = now.toISOString();
  const undelivered = db
    .updateTable('alerts')
    .set({ state: 'waiting', dueAt: at, attempts: 0, endedAt: null, claimedBy: null, leaseUntil: null })
    .where('state', 'in', ['waiting', 'failed'])
    .where(({ not }) => not(isHeld('alerts', now)));
  const chosen =
    ids.length === 0
      ? undelivered.where((eb) => eb.or([eb('state', '=', 'failed'), isLate(now)(eb)]))
      : undelivered.where('id', 'in', ids);
  const rows = await chosen.returning(['id', 'channel']).execute();
  return rows.sort((a, b) => a.id - b.id);
}

/** Returns due digests. `batchStartedAt`: since when a digest waits for its checks; null: not waiting. */
export function deferredUntilNow(db: Db, channel: string, now: Date) {
  return db
    .selectFrom('alerts')
    .select(['id', 'createdAt', 'dueAt', 'batchStartedAt'])
    .where('channel', '=', channel)
    .where('kind', '=', 'changes')
    .where(isUnclaimed)
    .where('openFor', 'is not', null)
    .where('openFor', '!=', 'batch')
    .where((eb) => eb.or([eb('dueAt', '<=', now.toISOString()), eb('batchStartedAt', 'is not', null)]))
    .execute();
}

export async function waitForChecks(db: Db, id: number, since: Date, dueAt: Date): Promise<void> {
  const waits = { batchStartedAt: since.toISOString(), dueAt: dueAt.toISOString() };
  await db.updateTable('alerts').set(waits).where('id', '=', id).where(isUnclaimed).execute();
}

export async function releaseBatches(db: Db, now: Date): Promise<void> {
  const at = now.toISOString();
  const batches = db.updateTable('alerts').set({ dueAt: at }).where('batchStartedAt', 'is not', null);
  await batches.where(isUntried).where('dueAt', '>', at).execute();
}

/** Longer than alerts wait to be grouped, and longer than the clocks of several machines differ. */
const slackMs = 10 * minuteMs;

/** Corrects times further ahead than the rules allow. A fast clock or another config stored them. */
export async function correctOutbox(
  trx: Trx,
  { channels, delivery }: Pick<Config, 'channels' | 'delivery'>,
  now: Date,
): Promise<number> {
  const at = now.toISOString();
  const failing = trx.updateTable('channels').set({ failingSince: at }).where('failingSince', '>', at);
  let corrected = Number((await failing.executeTakeFirst()).numUpdatedRows);
  for (const channel of Object.values(channels)) {
    const latest = latestRetry(channel, delivery, now);
    corrected += await correctDeferred(trx, channel.name, whenDue(channel, now), latest);
    corrected += await correctRetries(trx, channel.name, at, latest.toISOString());
  }
  return corrected;
}

async function correctRetries(trx: Trx, channel: string, at: string, latest: string): Promise<number> {
  const alerts = trx.updateTable('alerts').set({ dueAt: at }).where('channel', '=', channel);
  const tried = alerts.where('state', '=', 'waiting').where('attempts', '>', 0).where('dueAt', '>', latest);
  const channels = trx.updateTable('channels').set({ retryAt: at }).where('id', '=', channel);
  const results = [await tried.executeTakeFirst(), await channels.where('retryAt', '>', latest).executeTakeFirst()];
  return results.reduce((sum, { numUpdatedRows }) => sum + Number(numUpdatedRows), 0);
}

/** If the digest of this moment was already sent, an empty one stays as it is, since it would say the same again. */
async function correctDeferred(trx: Trx, channel: string, dueAt: Date, latestRetry: Date): Promise<number> {
  const latest = new Date(dueAt.getTime() + slackMs);
  const result = await trx
    .updateTable('alerts')
    .set({ dueAt: dueAt.toISOString() })
    .where('channel', '=', channel)
    .where(isUntried)
    // A digest may wait an hour for the checks of its hour.
    .where((eb) =>
      eb.or([
        eb.and([eb('batchStartedAt', 'is', null), eb('dueAt', '>', latest.toISOString())]),
        eb('dueAt', '>', (latestRetry > latest ? latestRetry : latest).toISOString()),
      ]),
    )
    .$if(await hasTriedFor(trx, channel, dueAt), (held) =>
      held.where(({ eb, exists, or, selectFrom }) => {
        const changes = selectFrom('alertChanges').select('alertId').whereRef('alertId', '=', 'alerts.id');
        return or([eb('kind', '!=', 'changes'), exists(changes)]);
      }),
    )
    .executeTakeFirst();
  return Number(result.numUpdatedRows);
}
