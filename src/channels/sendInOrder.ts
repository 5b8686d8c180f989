import type { Arrivals } from './arrivals.ts';
import type { DeliveryResult } from './channel.ts';

/** One message of an alert that takes several. */
export interface AlertPart {
  /** The same at each attempt, for the same content. */
  readonly key: string;
  send(): Promise<DeliveryResult>;
}

/** Sends the messages of an alert one after the other, up to the first that is not accepted; those that have arrived are left out. */
export async function sendInOrder(parts: readonly AlertPart[], arrivals: Arrivals): Promise<DeliveryResult> {
  let last: DeliveryResult = { outcome: 'sent', response: 'ok' };
  for (const [index, part] of parts.entries()) {
    if (arrivals.known.has(part.key)) continue;
    last = await part.send();
    if (last.outcome !== 'sent') {
      return arrivals.known.size === 0
        ? last
        : { ...last, response: `message ${index + 1} of ${parts.length}: ${last.response}` };
    }
    // With the last one the alert itself has arrived.
    if (index < parts.length - 1) await arrivals.note(part.key, null);
  }
  return parts.length === 1 ? last : { outcome: 'sent', response: `${last.response}, ${parts.length} messages` };
}
