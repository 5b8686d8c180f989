import type { Channel } from '../channels/channel.ts';
import { addToAlert } from '../store/outbox/addToAlert.ts';
import type { DeliveryParts } from './deliveryParts.ts';
import { whenDue } from './whenDue.ts';

/**
 * Makes sure that a channel with `heartbeat` has an alert waiting for its next digest. Changes found until then join it; without
 * any it goes out empty, and says what was looked at, and what was not. Doing so twice does no harm.
 */
export async function keepHeartbeat(parts: DeliveryParts, channel: Channel): Promise<void> {
  const config = parts.config.channels[channel.name];
  if (config?.heartbeat !== true || config.digest === undefined) return;
  const now = parts.clock();
  const dueAt = whenDue(config, now);
  await parts.store.transaction((trx) =>
    addToAlert(trx, { channel: channel.name, kind: 'changes', createdAt: now, dueAt, changes: [] }),
  );
}
