import { randomUUID } from 'node:crypto';
import { writeSetting } from '../settings.ts';
import type { Store } from '../store.ts';
import { newestAlert } from './newAlerts.ts';

/**
 * Brings the outbox to the disk with all that led to it, which checks commit without waiting: one commit that waits takes
 * everything before it along, whichever process wrote it. @returns the newest alert that is there.
 */
export function bringAlertsToDisk(store: Store): Promise<number> {
  return store.transaction(async (trx) => {
    // What is written does not matter, but SQLite waits for nothing where nothing differs.
    await writeSetting(trx, 'synced', randomUUID());
    return newestAlert(trx);
  });
}
