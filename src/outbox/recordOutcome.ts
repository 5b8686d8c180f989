import type { DeliveryResult } from '../channels/channel.ts';
import type { ClaimedAlert } from '../database/claims/queue.ts';
import { applyResult, type DeliveryOutcome, finishAttempt } from './deliveryOutcome.ts';
import type { DeliveryParts } from './deliveryParts.ts';

/** Marks a claimed alert by the result of its attempt and notifies the operators of what they must know, in one transaction. */
export async function recordOutcome(
  parts: DeliveryParts,
  claimed: ClaimedAlert,
  result: DeliveryResult,
): Promise<DeliveryOutcome> {
  const outcome = await finishAttempt(parts, claimed, (attempted) => applyResult(result, attempted));
  logOutcome(parts, claimed, result, outcome);
  return outcome;
}

function logOutcome(
  parts: DeliveryParts,
  claimed: ClaimedAlert,
  result: DeliveryResult,
  outcome: DeliveryOutcome,
): void {
  const fields = {
    alert: claimed.id,
    channel: claimed.channel,
    attempt: claimed.attempts + 1,
    response: result.response,
  };
  if (outcome === 'sent') parts.log.info(fields, 'alert sent');
  else if (outcome === 'lease lost')
    parts.log.warn(fields, 'the lease was lost while an alert was handed over: it may come twice');
  else parts.log.warn({ ...fields, outcome }, 'alert not delivered');
}
