import type { Logger } from 'pino';
import { minuteMs } from '../../base/time.ts';
import type { Config } from '../../config/config.ts';
import type { ClaimedAlert } from '../../store/claims/queue.ts';
import type { Store, Trx } from '../../store/store.ts';
import type { Channel, DeliveryResult } from '../channels/channel.ts';
import {
  type Attempt,
  countFailure,
  firstAttemptAt,
  noteAlive,
  recordAttempt,
  retryChannelAt,
} from './deliveriesTable.ts';
import {
  alertDelivered,
  alertLate,
  alertUndelivered,
  beginIncident,
  beginRefused,
  channelDead,
  channelEnded,
  channelFailing,
  channelWorks,
  endIncident,
  type Incident,
  recipientsAccepted,
} from './incidents.ts';
import { afterQuietHours, isAbandoned, retryDelaySeconds } from './whenDue.ts';

/** The operators are notified if a channel accepts nothing for this time, although it may recover by itself. */
const notifiedAfterMinutes = 15;
/** The same for one alert while its channel accepts others. Mail servers may defer a message for half an hour. */
const lateAfterMinutes = 60;

/** `lease lost`: another process holds the alert by now, and nothing was marked. */
type DeliveryOutcome = 'sent' | 'deferred' | 'channel failing' | 'failed' | 'channel refused' | 'lease lost';

type Attempted = Readonly<{ trx: Trx; parts: DeliveryParts; claimed: ClaimedAlert; now: Date }>;

/** The process that held the alert ended, and whether the alert arrived is unknown. */
export const processEnded = {
  outcome: 'killed',
  response: 'The process ended while it delivered this alert.',
} as const;

type AttemptResult = DeliveryResult | typeof processEnded;
type Result<K extends AttemptResult['outcome']> = Extract<AttemptResult, { outcome: K }>;

export async function storeAttempt(parts: DeliveryParts, claimed: ClaimedAlert, result: AttemptResult) {
  const now = parts.clock();
  const outcome = await parts.store.transaction(async (trx) => {
    if (!(await parts.store.queue.alerts.end(trx, claimed))) return 'lease lost';
    return applyResult(result, { trx, parts, claimed, now });
  });
  const { id: alert, channel } = claimed;
  const fields = { alert, channel, response: result.response };
  if (outcome === 'sent') parts.log.info(fields, 'alert sent');
  else if (outcome === 'lease lost')
    parts.log.warn(fields, 'the lease was lost while an alert was handed over: it may come twice');
  // A process that ended is not a problem of the channel, and its alert is tried again.
  else if (result.outcome === 'killed' && outcome === 'deferred')
    parts.log.info(fields, 'a process ended while it delivered an alert');
  else parts.log.warn({ ...fields, outcome }, 'alert not delivered');
  return outcome;
}

async function applyResult(result: AttemptResult, attempted: Attempted): Promise<DeliveryOutcome> {
  switch (result.outcome) {
    case 'sent':
      return sent(result, attempted);
    case 'retry':
      return retried(result, attempted);
    case 'failed':
      await channelAlive(attempted);
      return failed(result.response, attempted);
    case 'dead':
    case 'ended':
      return channelRefused(result, attempted);
    case 'killed':
      return killed(result, attempted);
  }
}

async function sent(result: Result<'sent'>, attempted: Attempted): Promise<DeliveryOutcome> {
  const { trx, parts, claimed, now } = attempted;
  const { channel } = claimed;
  const { response } = result;
  await mark(attempted, { outcome: 'sent', response });
  const refused = result.refused ?? [];
  if (refused.length > 0) await beginRefused(trx, parts, { channel, refused }, now);
  await channelAlive(attempted);
  await end(attempted, alertDelivered(claimed));
  if (refused.length === 0) await end(attempted, recipientsAccepted(channel));
  return 'sent';
}

async function retried(result: Result<'retry'>, attempted: Attempted): Promise<DeliveryOutcome> {
  const { trx, parts, claimed, now } = attempted;
  const isOfMessage = result.scope === 'message';
  const failing = isOfMessage ? undefined : await countFailure(trx, claimed.channel, now);
  // The pause of a failing channel grows with each failure, whichever alert was tried.
  const tries = Math.max(claimed.attempts + 1, failing?.failures ?? 0);
  const again = nextAttemptAt(attempted, tries, result.afterSeconds);
  const dueAt = quietUntil(attempted, again) ?? (failing === undefined ? again : undefined);
  const firstAt = await deferOrAbandon(attempted, result.response, again, dueAt);
  if (firstAt === undefined) return 'failed';
  if (failing === undefined) {
    await channelAlive(attempted);
    // A notice about a notice could repeat forever.
    const isReported = hasLasted(firstAt, lateAfterMinutes, now) && claimed.kind !== 'notice';
    const { giveUpAfterHours } = parts.config.delivery;
    if (isReported) await begin(attempted, alertLate(claimed, result.response, giveUpAfterHours));
    return 'deferred';
  }
  await retryChannelAt(trx, claimed.channel, again, parts.config.channels[claimed.channel]);
  if (hasLasted(failing.since, notifiedAfterMinutes, now))
    await begin(attempted, channelFailing(claimed.channel, result.response, failing.since));
  return 'channel failing';
}

/** Within quiet hours too, because a channel that waits for their end would hold back the notices to operators. */
function nextAttemptAt({ parts, now }: Attempted, tries: number, afterSeconds?: number): Date {
  const delaySeconds = retryDelaySeconds(parts.config.delivery, tries, Math.random(), afterSeconds);
  return new Date(now.getTime() + delaySeconds * 1000);
}

/** Returns undefined outside quiet hours, and for a notice, which they do not defer. */
function quietUntil({ parts, claimed }: Attempted, again: Date): Date | undefined {
  const channel = claimed.kind === 'notice' ? undefined : parts.config.channels[claimed.channel];
  const end = channel && afterQuietHours(channel, again);
  return end !== undefined && end > again ? end : undefined;
}

/** @param dueAt undefined: keeps the alert's place among the others @returns its first attempt; undefined: abandoned */
async function deferOrAbandon(
  attempted: Attempted,
  response: string,
  again: Date,
  dueAt: Date | undefined,
): Promise<Date | undefined> {
  const { trx, parts, claimed, now } = attempted;
  const { delivery } = parts.config;
  const attempts = claimed.attempts + 1;
  const firstAt = (await firstAttemptAt(trx, claimed.id, claimed.attempts)) ?? now;
  if (isAbandoned(delivery, firstAt, dueAt ?? again)) {
    await failed(`Abandoned after ${attempts} attempts in ${delivery.giveUpAfterHours} hours: ${response}`, attempted);
    return undefined;
  }
  await mark(attempted, { dueAt, outcome: 'retry', response });
  return firstAt;
}

function hasLasted(since: Date, minutes: number, now: Date): boolean {
  return now.getTime() - since.getTime() >= minutes * minuteMs;
}

/** The first retry follows at once. Later ones wait, so that other alerts overtake one that may kill the process. */
async function killed({ response }: Result<'killed'>, attempted: Attempted): Promise<DeliveryOutcome> {
  const { claimed, now } = attempted;
  const again = claimed.attempts === 0 ? now : nextAttemptAt(attempted, claimed.attempts + 1);
  const dueAt = claimed.attempts === 0 ? undefined : (quietUntil(attempted, again) ?? again);
  const firstAt = await deferOrAbandon(attempted, response, again, dueAt);
  return firstAt === undefined ? 'failed' : 'deferred';
}

async function failed(response: string, attempted: Attempted): Promise<DeliveryOutcome> {
  const { claimed } = attempted;
  await mark(attempted, { outcome: 'failed', response });
  // A notice about a notice could repeat forever. The list of alerts shows the failed notice.
  if (claimed.kind !== 'notice') await begin(attempted, alertUndelivered(claimed, response));
  return 'failed';
}

async function channelRefused(result: Result<'dead' | 'ended'>, attempted: Attempted): Promise<DeliveryOutcome> {
  const { trx, parts, claimed, now } = attempted;
  const { channel } = claimed;
  const { response } = result;
  const { failures } = await countFailure(trx, channel, now, response);
  const again = result.outcome === 'ended' ? undefined : nextAttemptAt(attempted, failures);
  // The channel failed, not the alert, so the alert waits for the channel and is never abandoned.
  const dueAt = again && quietUntil(attempted, again);
  await mark(attempted, { dueAt, outcome: 'dead', response });
  await retryChannelAt(trx, channel, again, parts.config.channels[channel]);
  await begin(attempted, again ? channelDead(channel, response) : channelEnded(channel, response));
  return 'channel refused';
}

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

export interface DeliveryParts {
  readonly store: Store;
  readonly channels: ReadonlyMap<string, Channel>;
  readonly config: Config;
  readonly clock: () => Date;
  readonly log: Logger;
  readonly pageUrl?: string | undefined;
  readonly signingKey?: string | undefined;
}
