import { waitingChannels } from './alertsTable.ts';
import { channelKnown, channelUnknown } from './deliveryIncidents.ts';
import type { DeliveryParts } from './deliveryParts.ts';
import { beginIncident, endIncident } from './incidents.ts';

/** Notifies the operators of alerts that wait for a channel which the config no longer has: nobody would ever deliver them. */
export async function notifyOfOrphans(parts: DeliveryParts): Promise<void> {
  const now = parts.clock();
  const { channels } = parts.config;
  await parts.store.transaction(async (trx) => {
    for (const { channel, alerts } of await waitingChannels(trx)) {
      if (channels[channel] === undefined) await beginIncident(trx, parts, channelUnknown(channel, alerts), now);
    }
    for (const channel of Object.keys(channels)) await endIncident(trx, parts, channelKnown(channel), now);
  });
}
