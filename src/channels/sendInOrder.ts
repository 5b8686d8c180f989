import type { DeliveryResult } from './channel.ts';

/** One message of an alert that takes several. */
export interface AlertPart {
  /** The same at each attempt, for the same content. */
  readonly key: string;
  send(): Promise<DeliveryResult>;
}

/** Sends the messages of an alert one after the other, up to the first that is not accepted. Alerts without a number (0) are forgotten. */
export type SendInOrder = (alert: number, parts: readonly AlertPart[]) => Promise<DeliveryResult>;

/**
 * Remembers which messages of an alert have arrived, so that a retry goes on where it stopped. Forgotten when the process ends: then the
 * alert is repeated whole, as every delivery may be.
 */
export function createSendInOrder(): SendInOrder {
  const arrived = new Map<number, Set<string>>();

  return async (alert, parts) => {
    const there = arrived.get(alert) ?? new Set<string>();
    if (alert !== 0) arrived.set(alert, there);
    let last: DeliveryResult = { outcome: 'sent', response: 'ok' };
    for (const [index, part] of parts.entries()) {
      if (there.has(part.key)) continue;
      last = await part.send();
      if (last.outcome !== 'sent') {
        if (last.outcome === 'failed' || there.size === 0) arrived.delete(alert);
        return there.size === 0
          ? last
          : { ...last, response: `message ${index + 1} of ${parts.length}: ${last.response}` };
      }
      there.add(part.key);
    }
    arrived.delete(alert);
    return parts.length === 1 ? last : { outcome: 'sent', response: `${last.response}, ${parts.length} messages` };
  };
}
