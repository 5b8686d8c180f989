import type { DeliveryResult } from '../channels/channel.ts';
import { pauseChannel, readPause, resumeChannel } from '../store/channels.ts';
import { type ClaimedAlert, firstAttemptAt, postponeDue, type Settlement, settle } from '../store/deliveries.ts';
import type { Trx } from '../store/store.ts';
import { isGivenUp, probeAt, retryDelaySeconds } from './backoff.ts';
import type { DeliveryParts } from './deliver.ts';
import { alertUndelivered, channelDead, recipientsRefused } from './deliveryTroubles.ts';
import { beginTrouble, endTrouble, type Trouble } from './troubles.ts';
import { afterQuietHours } from './whenDue.ts';

/** What became of a claimed alert; `lost`: somebody else holds it by now, and nothing was marked. */
export type Became = 'sent' | 'retried' | 'failed' | 'paused' | 'lost';

/** Marks a claimed alert by the result of its attempt, and tells the operators what they must know, in one transaction. */
export async function settleResult(
  parts: DeliveryParts,
  claimed: ClaimedAlert,
  result: DeliveryResult,
): Promise<Became> {
  const now = parts.clock();
  const fields = { alert: claimed.id, channel: claimed.channel, attempt: claimed.attempts + 1, answer: result.answer };
  const became = await parts.store.transaction((trx) => settleIn(trx, parts, claimed, result, now));
  if (became === 'lost')
    parts.log.warn(fields, 'the lease of an alert was lost while it was handed over: it may arrive twice');
  else if (became === 'sent') parts.log.info(fields, 'alert sent');
  else parts.log.warn({ ...fields, became }, 'alert not delivered');
  return became;
}

function settleIn(
  trx: Trx,
  parts: DeliveryParts,
  claimed: ClaimedAlert,
  result: DeliveryResult,
  now: Date,
): Promise<Became> {
  switch (result.outcome) {
    case 'sent':
      return settleSent(trx, parts, claimed, result, now);
    case 'retry':
      return settleRetry(trx, parts, claimed, result, now);
    case 'failed':
      return settleFailed(trx, parts, claimed, result.answer, now);
    case 'dead':
      return settleDead(trx, parts, claimed, result.answer, now);
  }
}

type Outcome<K extends DeliveryResult['outcome']> = Extract<DeliveryResult, { outcome: K }>;

async function settleSent(
  trx: Trx,
  parts: DeliveryParts,
  claimed: ClaimedAlert,
  result: Outcome<'sent'>,
  now: Date,
): Promise<Became> {
  const delivery = { outcome: 'sent', answer: result.answer } as const;
  if (!(await settle(trx, claimed, { state: 'sent', attempts: claimed.attempts + 1, delivery }, now))) return 'lost';
  await passes(trx, parts, claimed, now);
  await end(trx, parts, alertUndelivered(claimed, 'It was delivered.'), now);
  const refused = result.refused ?? [];
  if (refused.length > 0) await begin(trx, parts, recipientsRefused(claimed.channel, refused), now);
  else await end(trx, parts, recipientsRefused(claimed.channel, []), now);
  return 'sent';
}

async function settleRetry(
  trx: Trx,
  parts: DeliveryParts,
  claimed: ClaimedAlert,
  result: Outcome<'retry'>,
  now: Date,
): Promise<Became> {
  const attempts = claimed.attempts + 1;
  const { delivery, channels } = parts.config;
  const delaySeconds = retryDelaySeconds(delivery, attempts, Math.random(), result.afterSeconds);
  const again = new Date(now.getTime() + delaySeconds * 1000);
  const firstAt = (await firstAttemptAt(trx, claimed.id, claimed.attempts)) ?? now;
  if (isGivenUp(delivery, firstAt, again)) {
    const why = `Given up after ${attempts} attempts in ${delivery.giveUpAfterHours} hours: ${result.answer}`;
    return settleFailed(trx, parts, claimed, why, now);
  }
  const config = channels[claimed.channel];
  const dueAt = config === undefined ? again : afterQuietHours(config, again);
  const settlement: Settlement = {
    state: 'waiting',
    dueAt,
    attempts,
    delivery: { outcome: 'retry', answer: result.answer },
  };
  if (!(await settle(trx, claimed, settlement, now))) return 'lost';
  await postponeDue(trx, claimed.channel, now, dueAt);
  return 'retried';
}

async function settleFailed(
  trx: Trx,
  parts: DeliveryParts,
  claimed: ClaimedAlert,
  answer: string,
  now: Date,
): Promise<Became> {
  const delivery = { outcome: 'failed', answer } as const;
  if (!(await settle(trx, claimed, { state: 'failed', attempts: claimed.attempts + 1, delivery }, now))) return 'lost';
  // A notice about a notice could go round for ever; it stays visible in the list of alerts.
  if (claimed.kind !== 'notice') await begin(trx, parts, alertUndelivered(claimed, answer), now);
  return 'failed';
}

async function settleDead(
  trx: Trx,
  parts: DeliveryParts,
  claimed: ClaimedAlert,
  answer: string,
  now: Date,
): Promise<Became> {
  // The alert is not at fault: it waits for the channel, and is never given up for it.
  const delivery = { outcome: 'dead', answer } as const;
  if (!(await settle(trx, claimed, { state: 'waiting', attempts: claimed.attempts, delivery }, now))) return 'lost';
  const since = (await readPause(trx, claimed.channel))?.since ?? now;
  const until = probeAt(since, now);
  await pauseChannel(trx, claimed.channel, { since, until, reason: answer });
  await begin(trx, parts, channelDead(claimed.channel, answer, until), now);
  return 'paused';
}

/** Something passed: a channel that was paused is alive again. */
async function passes(trx: Trx, parts: DeliveryParts, claimed: ClaimedAlert, now: Date): Promise<void> {
  if ((await readPause(trx, claimed.channel)) === undefined) return;
  await resumeChannel(trx, claimed.channel);
  await end(trx, parts, channelDead(claimed.channel, 'Alerts pass again.', now), now);
}

async function begin(trx: Trx, parts: DeliveryParts, trouble: Trouble, now: Date): Promise<void> {
  await beginTrouble(trx, parts.config.operators, trouble, now);
}

async function end(trx: Trx, parts: DeliveryParts, trouble: Trouble, now: Date): Promise<void> {
  await endTrouble(trx, parts.config.operators, trouble, now);
}
