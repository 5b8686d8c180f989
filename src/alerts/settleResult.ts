import type { DeliveryResult } from '../channels/channel.ts';
import type { ClaimedAlert } from '../store/outbox/claimAlert.ts';
import type { Trx } from '../store/store.ts';
import type { DeliveryParts } from './deliveryParts.ts';
import { type Became, settleBy } from './recordOutcome.ts';

/** What became of an alert, and the next one of its channel, claimed. */
export interface Settled {
  readonly became: Became;
  readonly next: ClaimedAlert | undefined;
}

/**
 * Marks a claimed alert by the result of its attempt, tells the operators what they must know, and takes the next alert, unless
 * the channel is to be left alone: all in one transaction. It waits for no disk: it outlasts the death of the process, so that a
 * kill repeats at most the alert under way; a power failure repeats those of its last second, as they were.
 */
export async function settleResult(
  parts: DeliveryParts,
  claimed: ClaimedAlert,
  result: DeliveryResult,
  takeNext: (trx: Trx) => Promise<ClaimedAlert | undefined> = async () => undefined,
): Promise<Settled> {
  const now = parts.clock();
  const settled = await parts.store.unsyncedTransaction(async (trx) => {
    const became = await settleBy(result, { trx, parts, claimed, now });
    const goesOn = became !== 'channel paused' && became !== 'channel failing';
    return { became, next: goesOn ? await takeNext(trx) : undefined };
  });
  logSettled(parts, claimed, result, settled.became);
  return settled;
}

function logSettled(parts: DeliveryParts, claimed: ClaimedAlert, result: DeliveryResult, became: Became): void {
  const fields = { alert: claimed.id, channel: claimed.channel, attempt: claimed.attempts + 1, answer: result.answer };
  if (became === 'sent') parts.log.info(fields, 'alert sent');
  else if (became === 'lost')
    parts.log.warn(fields, 'the lease was lost while an alert was handed over: it may come twice');
  else parts.log.warn({ ...fields, became }, 'alert not delivered');
}
