import type { Logger } from 'pino';
import type { Config } from '../../config/config.ts';
import type { ClaimedAlert } from '../../store/claims/queue.ts';
import type { Store, Trx } from '../../store/store.ts';
import type { Channel, DeliveryResult } from '../channels/channel.ts';
import { dueAlerts, dueNoLaterThan, moveDue } from './alertsTable.ts';
import { countFailure, noteAlive, noteRefusal, readRefusal, retryChannelAt } from './channelsTable.ts';
import { type Attempt, firstAttemptAt, lastResponses, recordAttempt } from './deliveriesTable.ts';
import {
  alertDelivered,
  alertLate,
  alertUndelivered,
  channelDead,
  channelEnded,
  channelFailing,
  channelWorks,
  recipientsAccepted,
  recipientsRefused,
} from './deliveryIncidents.ts';
import { beginIncident, endIncident, type Incident } from './incidents.ts';
import type { FactsOfWatches } from './watchFacts.ts';
import { afterQuietHours, isAbandoned, latestDue, probeAt, retryDelaySeconds, whenDue } from './whenDue.ts';

/** The operators are notified of a channel that accepted nothing for so long, even though it may recover by itself. */
const notifiedAfterMinutes = 15;
/**
 * The same for one alert that is deferred repeatedly while the channel accepts others: mail servers do so for half an
 * hour.
 */
const lateAfterMinutes = 60;

/**
 * An alert whose delivery ended the process so many times in a row, over as long as this, is abandoned. From the second
 * time on others overtake it, so waiting costs little; and a failing machine may end a process again and again through
 * no fault of the alert.
 */
const mostDeaths = 6;
const deathsLastMinutes = 60;
const diedResponse = 'The process ended while it delivered this alert.';

/**
 * What becomes of a claimed alert after an attempt; `lease lost`: somebody else holds it by now, and nothing was
 * marked.
 */
export type DeliveryOutcome = 'sent' | 'deferred' | 'channel failing' | 'failed' | 'channel refused' | 'lease lost';

/** A claimed alert after an attempt, and the transaction in which it is marked. */
export interface Attempted {
  readonly trx: Trx;
  readonly parts: DeliveryParts;
  readonly claimed: ClaimedAlert;
  readonly now: Date;
}

type Result<K extends DeliveryResult['outcome']> = Extract<DeliveryResult, { outcome: K }>;

/**
 * Ends the claim of an alert after an attempt, and does what follows from it, in one transaction. Who has lost the
 * claim changes nothing.
 */
export function finishAttempt(
  parts: DeliveryParts,
  claimed: ClaimedAlert,
  apply: (attempted: Attempted) => Promise<DeliveryOutcome>,
): Promise<DeliveryOutcome> {
  const now = parts.clock();
  return parts.store.transaction(async (trx) => {
    if (!(await parts.store.queue.alerts.end(trx, claimed))) return 'lease lost';
    return apply({ trx, parts, claimed, now });
  });
}

/** Marks the alert by the result of its attempt, and notifies the operators of what they must know. */
export function applyResult(result: DeliveryResult, attempted: Attempted): Promise<DeliveryOutcome> {
  switch (result.outcome) {
    case 'sent':
      return sent(result, attempted);
    case 'retry':
      return retried(result, attempted);
    case 'failed':
      return rejected(result, attempted);
    case 'dead':
    case 'ended':
      return channelRefused(result, attempted);
  }
}

async function sent(result: Result<'sent'>, attempted: Attempted): Promise<DeliveryOutcome> {
  const { claimed } = attempted;
  const delivery = { outcome: 'sent', response: result.response } as const;
  await mark(attempted, { state: 'sent', attempts: claimed.attempts + 1, delivery });
  const refused = result.refused ?? [];
  if (refused.length > 0) await begin(attempted, recipientsRefused(claimed.channel, refused));
  await channelAlive(attempted);
  await end(attempted, alertDelivered(claimed));
  if (refused.length === 0) await end(attempted, recipientsAccepted(claimed.channel));
  return 'sent';
}

async function retried(result: Result<'retry'>, attempted: Attempted): Promise<DeliveryOutcome> {
  const { trx, parts, claimed, now } = attempted;
  const { delivery, channels } = parts.config;
  const attempts = claimed.attempts + 1;
  const failing = result.scope === 'message' ? undefined : await countFailure(trx, claimed.channel, now);
  // A channel that fails is left alone longer and longer, whichever of its alerts is tried.
  const tries = Math.max(attempts, failing?.failures ?? 0);
  const again = new Date(now.getTime() + retryDelaySeconds(delivery, tries, Math.random(), result.afterSeconds) * 1000);
  const firstAt = (await firstAttemptAt(trx, claimed.id, claimed.attempts)) ?? now;
  if (isAbandoned(delivery, firstAt, again)) {
    const why = `Abandoned after ${attempts} attempts in ${delivery.giveUpAfterHours} hours: ${result.response}`;
    return failed(why, attempted);
  }
  // Notices do not wait for the end of quiet hours.
  const config = claimed.kind === 'notice' ? undefined : channels[claimed.channel];
  const retryAt = config === undefined ? again : afterQuietHours(config, again);
  // Where the channel itself fails, the channel waits and its alerts stay in their order.
  const dueAt = failing === undefined ? retryAt : undefined;
  const noted = { outcome: 'retry', response: result.response } as const;
  await mark(attempted, { state: 'waiting', dueAt, attempts, delivery: noted });
  if (failing === undefined) {
    await channelAlive(attempted);
    // A notice about a notice could repeat forever.
    const isReported = hasLasted(firstAt, lateAfterMinutes, now) && claimed.kind !== 'notice';
    if (isReported) await begin(attempted, alertLate(claimed, result.response, delivery.giveUpAfterHours));
    return 'deferred';
  }
  await retryChannelAt(trx, claimed.channel, retryAt);
  if (hasLasted(failing.since, notifiedAfterMinutes, now))
    await begin(attempted, channelFailing(claimed.channel, result.response, failing.since));
  return 'channel failing';
}

function hasLasted(since: Date, minutes: number, now: Date): boolean {
  return now.getTime() - since.getTime() >= minutes * 60_000;
}

/**
 * The process of a delivery died before it could mark its alert. The first time, another attempt follows at once; later
 * ones are made apart from other alerts, one of which may be to blame; after `mostDeaths` times in a row, over an hour
 * or more, the alert is abandoned.
 */
export async function processDied(attempted: Attempted): Promise<DeliveryOutcome> {
  const { trx, parts, claimed, now } = attempted;
  const before = await lastResponses(trx, claimed.id, claimed.attempts);
  const alive = before.findIndex((response) => response !== diedResponse);
  const deaths = 1 + (alive < 0 ? before.length : alive);
  const firstAt = (await firstAttemptAt(trx, claimed.id, claimed.attempts)) ?? now;
  if (deaths >= mostDeaths && hasLasted(firstAt, deathsLastMinutes, now))
    return failed(`Abandoned after its delivery ended the process ${deaths} times.`, attempted);
  const waitSeconds = deaths === 1 ? 0 : retryDelaySeconds(parts.config.delivery, deaths, Math.random(), undefined);
  const dueAt = waitSeconds === 0 ? undefined : new Date(now.getTime() + waitSeconds * 1000);
  const delivery = { outcome: 'retry', response: diedResponse } as const;
  await mark(attempted, { state: 'waiting', dueAt, attempts: claimed.attempts + 1, delivery });
  return 'deferred';
}

async function rejected(result: Result<'failed'>, attempted: Attempted): Promise<DeliveryOutcome> {
  await channelAlive(attempted);
  return failed(result.response, attempted);
}

async function failed(response: string, attempted: Attempted): Promise<DeliveryOutcome> {
  const { claimed } = attempted;
  const delivery = { outcome: 'failed', response } as const;
  await mark(attempted, { state: 'failed', attempts: claimed.attempts + 1, delivery });
  // A notice about a notice could repeat forever; it stays visible in the list of alerts.
  if (claimed.kind !== 'notice') await begin(attempted, alertUndelivered(claimed, response));
  return 'failed';
}

async function channelRefused(result: Result<'dead' | 'ended'>, attempted: Attempted): Promise<DeliveryOutcome> {
  const { trx, claimed, now } = attempted;
  // The alert is not at fault: it waits for the channel, and is never abandoned for it.
  const delivery = { outcome: 'dead', response: result.response } as const;
  await mark(attempted, { state: 'waiting', attempts: claimed.attempts, delivery });
  const since = (await readRefusal(trx, claimed.channel))?.since ?? now;
  const until = result.outcome === 'ended' ? undefined : probeAt(since, now);
  await noteRefusal(trx, claimed.channel, { since, until, reason: result.response });
  const { channel } = claimed;
  await begin(attempted, until ? channelDead(channel, result.response, until) : channelEnded(channel, result.response));
  return 'channel refused';
}

/** The server dealt with a message: the channel itself is in order. */
async function channelAlive(attempted: Attempted): Promise<void> {
  const { trx, claimed } = attempted;
  if (!(await noteAlive(trx, claimed.channel))) return;
  await end(attempted, channelWorks(claimed.channel, 'channel-dead'));
  await end(attempted, channelWorks(claimed.channel, 'channel-ended'));
}

function mark({ trx, claimed, now }: Attempted, attempt: Attempt): Promise<void> {
  return recordAttempt(trx, claimed, attempt, now);
}

async function begin({ trx, parts, now }: Attempted, incident: Incident): Promise<void> {
  await beginIncident(trx, parts, incident, now);
}

async function end({ trx, parts, now }: Attempted, incident: Incident): Promise<void> {
  await endIncident(trx, parts, incident, now);
}

/** Corrects alerts of a channel that wait for a moment which no rule allows. */
export async function recoverOutbox({ store, config, clock }: DeliveryParts, name: string): Promise<void> {
  const now = clock();
  const channel = config.channels[name];
  if (channel === undefined) return;
  await dueNoLaterThan(store.db, name, latestDue(channel, config.delivery, now), whenDue(channel, now));
}

/**
 * Defers alerts of a channel that fell due before its quiet hours began, because the machine was off or the channel
 * dead, until these end. Once: what quiet hours deferred before goes out: otherwise a daemon that runs by night alone
 * would never send it.
 */
export async function deferLate({ store, config, clock }: DeliveryParts, name: string): Promise<void> {
  const now = clock();
  const channel = config.channels[name];
  const quietUntil = channel === undefined ? now : afterQuietHours(channel, now);
  if (channel === undefined || quietUntil <= now) return;
  const isByDay = (dueAt: Date) => afterQuietHours(channel, new Date(dueAt.getTime() - 1)) < dueAt;
  const late = (await dueAlerts(store.db, name, now)).filter(({ dueAt }) => isByDay(dueAt));
  const ids = late.map((alert) => alert.id);
  if (ids.length > 0) await moveDue(store.db, ids, quietUntil);
}

export async function noteDeath(parts: DeliveryParts, claimed: ClaimedAlert): Promise<void> {
  const outcome = await finishAttempt(parts, claimed, processDied);
  const level = outcome === 'failed' ? 'warn' : 'info';
  const fields = { alert: claimed.id, channel: claimed.channel, outcome };
  parts.log[level](fields, 'a process ended while it delivered an alert');
}

/** What the delivery of alerts is made of, built once. */
export interface DeliveryParts {
  readonly store: Store;
  /** By name, as `openChannels` gives them. */
  readonly channels: ReadonlyMap<string, Channel>;
  readonly config: Config;
  readonly watches: FactsOfWatches;
  readonly clock: () => Date;
  readonly log: Logger;
  readonly pageUrl?: string | undefined;
  readonly signingKey?: string | undefined;
}

export interface DeliverySummary {
  readonly sent: number;
  /** Attempts that failed for now; each waits for its next one. */
  readonly retried: number;
  /** Alerts that were rejected for good, or abandoned. */
  readonly failed: number;
  /** Channels that are left alone until somebody fixes them. */
  readonly refused: readonly string[];
}
