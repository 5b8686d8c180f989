import { deliverChannel } from './deliverChannel.ts';
import { notifyOfOrphans } from './deliveryIncidents.ts';
import type { DeliveryParts, DeliverySummary } from './deliveryOutcome.ts';
import { releaseAllBatches } from './releaseBatches.ts';

/**
 * One pass over the outbox: hands over every alert that is due, all channels side by side, the alerts of one channel in
 * order. A person asked for it, so no alert waits for checks that are still to come. Alerts are delivered at least
 * once: sent, then marked. When `signal` fires it ends early and releases its leases.
 */
export async function deliverDue(parts: DeliveryParts, signal: AbortSignal): Promise<DeliverySummary> {
  await notifyOfOrphans(parts);
  await releaseAllBatches(parts);
  const channels = [...parts.channels.values()];
  const ended = await Promise.allSettled(channels.map((channel) => deliverChannel(parts, channel, signal)));
  // Only when all have ended: the caller may close the store on an error.
  const passes = ended.map((pass) => {
    if (pass.status === 'rejected') throw pass.reason;
    return pass.value;
  });
  return {
    sent: sum(passes.map((pass) => pass.sent)),
    retried: sum(passes.map((pass) => pass.retried)),
    failed: sum(passes.map((pass) => pass.failed)),
    refused: passes.flatMap((pass) => pass.refused),
  };
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
