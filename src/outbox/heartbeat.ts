import type { Channel } from '../channels/channel.ts';
import type { ChannelConfig } from '../channels/kinds.ts';
import { addToAlert } from './addToAlertQueries.ts';
import { hasAlertFor } from './alertsTable.ts';
import type { DeliveryParts } from './deliveryParts.ts';
import { whenDue } from './whenDue.ts';

export function hasHeartbeat({ heartbeat, digest }: ChannelConfig): boolean {
  return heartbeat === true && digest !== undefined;
}

/**
 * Makes sure that a channel with `heartbeat` has an alert waiting for its next digest. Changes found until then join it; without
 * any it goes out empty, and says what was looked at, and what was not. Doing so twice does no harm.
 */
export async function keepHeartbeat(parts: DeliveryParts, channel: Channel): Promise<void> {
  const config = parts.config.channels[channel.name];
  if (config === undefined || !hasHeartbeat(config)) return;
  const now = parts.clock();
  const dueAt = whenDue(config, now);
  // Nearly always it is there, and nothing is written.
  if (await hasAlertFor(parts.store.db, channel.name, dueAt)) return;
  await parts.store.transaction((trx) =>
    addToAlert(trx, { channel: channel.name, kind: 'changes', createdAt: now, dueAt, changes: [] }),
  );
}
