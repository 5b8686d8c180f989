import { randomUUID } from 'node:crypto';
import type { AlertContent } from '../message/content.ts';

/**
 * A lasting name for an alert, by which the receiver recognises a repeat. Its number alone would not do: after a backup was put
 * back, other alerts get numbers that were sent already, and a receiver that drops repeats would never show them.
 * A message that is not stored (id 0) is a new one each time.
 */
export function alertKey({ id, createdAt }: Pick<AlertContent, 'id' | 'createdAt'>): string {
  return id === 0 ? `test-${randomUUID()}` : `alert-${id}.${createdAt.replace(/\D/g, '')}`;
}
