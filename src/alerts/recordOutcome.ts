import type { DeliveryResult } from '../channels/channel.ts';
import {
  countFailure,
  isAnythingAmiss,
  noteAlive,
  pauseChannel,
  readPause,
  retryChannelAt,
} from '../store/outbox/channels.ts';
import type { ClaimedAlert } from '../store/outbox/claimAlert.ts';
import { firstAttemptAt, settle } from '../store/outbox/deliveries.ts';
import type { Trx } from '../store/store.ts';
import { isGivenUp, probeAt, retryDelaySeconds } from './backoff.ts';
import {
  alertDelivered,
  alertUndelivered,
  channelDead,
  channelFailing,
  channelMended,
  recipientsAccepted,
  recipientsRefused,
} from './deliveryIncidents.ts';
import type { DeliveryParts } from './deliveryParts.ts';
import { beginIncident, endIncident, type Incident } from './incidents.ts';
import { afterQuietHours } from './whenDue.ts';

/** A channel that took nothing for so long is told of, though it may come back by itself. */
const toldAfterMinutes = 15;

/** What became of a claimed alert; `lost`: somebody else holds it by now, and nothing was marked. */
export type Became = 'sent' | 'put off' | 'channel failing' | 'failed' | 'channel paused' | 'lost';

/** A claimed alert after an attempt, and the transaction in which it is marked. */
export interface Settling {
  readonly trx: Trx;
  readonly parts: DeliveryParts;
  readonly claimed: ClaimedAlert;
  readonly now: Date;
}

type Result<K extends DeliveryResult['outcome']> = Extract<DeliveryResult, { outcome: K }>;

/** Marks the alert by the result of its attempt, and tells the operators what they must know. */
export function settleBy(result: DeliveryResult, settling: Settling): Promise<Became> {
  switch (result.outcome) {
    case 'sent':
      return settleSent(result, settling);
    case 'retry':
      return settleRetry(result, settling);
    case 'failed':
      return settleRefused(result, settling);
    case 'dead':
      return settleDead(result, settling);
  }
}

async function settleSent(result: Result<'sent'>, settling: Settling): Promise<Became> {
  const { trx, claimed, now } = settling;
  const delivery = { outcome: 'sent', answer: result.answer } as const;
  if (!(await settle(trx, claimed, { state: 'sent', attempts: claimed.attempts + 1, delivery }, now))) return 'lost';
  const refused = result.refused ?? [];
  if (refused.length > 0) await begin(settling, recipientsRefused(claimed.channel, refused));
  const [delivered, accepted] = [alertDelivered(claimed), recipientsAccepted(claimed.channel)];
  const endable = {
    channel: claimed.channel,
    channelIncident: accepted.kind,
    alertIncident: delivered.kind,
    alertSubject: delivered.subject,
  };
  if (!(await isAnythingAmiss(trx, endable))) return 'sent';
  await channelAlive(settling);
  await end(settling, delivered);
  if (refused.length === 0) await end(settling, accepted);
  return 'sent';
}

async function settleRetry(result: Result<'retry'>, settling: Settling): Promise<Became> {
  const { trx, parts, claimed, now } = settling;
  const { delivery, channels } = parts.config;
  const attempts = claimed.attempts + 1;
  const failing = result.scope === 'message' ? undefined : await countFailure(trx, claimed.channel, now);
  // A channel that fails is left alone longer and longer, whichever of its alerts is tried.
  const tries = Math.max(attempts, failing?.failures ?? 0);
  const again = new Date(now.getTime() + retryDelaySeconds(delivery, tries, Math.random(), result.afterSeconds) * 1000);
  const firstAt = (await firstAttemptAt(trx, claimed.id, claimed.attempts)) ?? now;
  if (isGivenUp(delivery, firstAt, again)) {
    const why = `Given up after ${attempts} attempts in ${delivery.giveUpAfterHours} hours: ${result.answer}`;
    return settleFailed(why, settling);
  }
  const config = channels[claimed.channel];
  const retryAt = config === undefined ? again : afterQuietHours(config, again);
  // When it is the channel that fails, the channel waits, and its alerts stay in their order.
  const dueAt = failing === undefined ? retryAt : undefined;
  const noted = { outcome: 'retry', answer: result.answer } as const;
  if (!(await settle(trx, claimed, { state: 'waiting', dueAt, attempts, delivery: noted }, now))) return 'lost';
  if (failing === undefined) {
    await channelAlive(settling);
    return 'put off';
  }
  await retryChannelAt(trx, claimed.channel, retryAt);
  if (now.getTime() - failing.since.getTime() >= toldAfterMinutes * 60_000) {
    await begin(settling, channelFailing(claimed.channel, result.answer, failing.since));
  }
  return 'channel failing';
}

async function settleRefused(result: Result<'failed'>, settling: Settling): Promise<Became> {
  await channelAlive(settling);
  return settleFailed(result.answer, settling);
}

async function settleFailed(answer: string, settling: Settling): Promise<Became> {
  const { trx, claimed, now } = settling;
  const delivery = { outcome: 'failed', answer } as const;
  if (!(await settle(trx, claimed, { state: 'failed', attempts: claimed.attempts + 1, delivery }, now))) return 'lost';
  // A notice about a notice could go round for ever; it stays visible in the list of alerts.
  if (claimed.kind !== 'notice') await begin(settling, alertUndelivered(claimed, answer));
  return 'failed';
}

async function settleDead(result: Result<'dead'>, settling: Settling): Promise<Became> {
  const { trx, claimed, now } = settling;
  // The alert is not at fault: it waits for the channel, and is never given up for it.
  const delivery = { outcome: 'dead', answer: result.answer } as const;
  if (!(await settle(trx, claimed, { state: 'waiting', attempts: claimed.attempts, delivery }, now))) return 'lost';
  const since = (await readPause(trx, claimed.channel))?.since ?? now;
  const until = probeAt(since, now);
  await pauseChannel(trx, claimed.channel, { since, until, reason: result.answer });
  await begin(settling, channelDead(claimed.channel, result.answer, until));
  return 'channel paused';
}

/** The far end judged a message: the channel itself is in order. */
async function channelAlive(settling: Settling): Promise<void> {
  const { trx, claimed } = settling;
  if (!(await noteAlive(trx, claimed.channel))) return;
  await end(settling, channelMended(claimed.channel));
}

async function begin({ trx, parts, now }: Settling, incident: Incident): Promise<void> {
  await beginIncident(trx, parts.config.operators, incident, now);
}

async function end({ trx, parts, now }: Settling, incident: Incident): Promise<void> {
  await endIncident(trx, parts.config.operators, incident, now);
}
