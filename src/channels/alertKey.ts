import { randomUUID } from 'node:crypto';
import type { AlertContent } from './message/content.ts';

/**
 * Names an alert for good, so that the receiver recognises a repeat. Its number alone would not do: when a backup has been put
 * back, numbers that were sent come again for other alerts, which a receiver that drops repeats would never show.
 * A message that is not stored (id 0) is a new one each time.
 */
export function alertKey({ id, createdAt }: Pick<AlertContent, 'id' | 'createdAt'>): string {
  return id === 0 ? `test-${randomUUID()}` : `alert-${id}.${createdAt.replace(/\D/g, '')}`;
}
