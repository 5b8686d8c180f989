import { randomUUID } from 'node:crypto';
import type { AlertContent } from '../message/content.ts';
import type { Arrivals, DeliveryResult } from './channel.ts';

/** Of a message that nobody sends again. */
export function noArrivals(): Arrivals {
  const known = new Map<string, string | null>();
  return { known, note: async (part, refusal) => void known.set(part, refusal) };
}

/**
 * A lasting name for an alert, by which the receiver recognises a repeat. Its number alone would not do: after a backup was put
 * back, other alerts get numbers that were sent already, and a receiver that drops repeats would never show them.
 * A message that is not stored (id 0) is a new one each time.
 */
export function alertKey({ id, createdAt }: Pick<AlertContent, 'id' | 'createdAt'>): string {
  return id === 0 ? `test-${randomUUID()}` : `alert-${id}.${createdAt.replace(/\D/g, '')}`;
}

/** One message of an alert that takes several. */
interface AlertPart {
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
