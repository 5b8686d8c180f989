import type { Channel, DeliveryResult } from '../channels/channel.ts';
import { bringAlertsToDisk } from '../store/outbox/alertsOnDisk.ts';
import { heldUntil, readPause } from '../store/outbox/channels.ts';
import { type ClaimedAlert, claimNext, release } from '../store/outbox/claimAlert.ts';
import type { Db } from '../store/store.ts';
import { alertMessage } from './alertMessage.ts';
import type { DeliveryParts, DeliverySummary } from './deliveryParts.ts';
import { gatherAlert } from './gather.ts';
import { settleResult } from './settleResult.ts';

/** A send that takes longer is broken off. Channels have shorter time-outs of their own for each step. */
const sendTimeoutSeconds = 60;
/** Outlives the longest send, so that a lease ends only when its holder died. */
const leaseSeconds = 2 * sendTimeoutSeconds;

/**
 * One pass over one channel: its due alerts, one after the other, until none is left or the far end says later. A channel
 * found dead is left alone until its pause ends, then probed with one alert; when that passes, the others follow.
 */
export async function deliverChannel(
  parts: DeliveryParts,
  channel: Channel,
  signal: AbortSignal,
  brokenOff = signal,
): Promise<DeliverySummary> {
  const counts = { sent: 0, retried: 0, failed: 0 };
  const held = await heldUntil(parts.store.db, channel.name);
  if (held !== undefined && held > parts.clock()) {
    const pause = await readPause(parts.store.db, channel.name);
    return { ...counts, paused: pause === undefined ? [] : [channel.name] };
  }
  const takeNext = async (db: Db) => (signal.aborted ? undefined : claim(db, parts, channel.name));
  let claimed = await takeNext(parts.store.db);
  let onDisk = 0;
  while (claimed !== undefined) {
    // Checks wait for no disk: what is told must not be forgotten when the power fails, and be found and told again.
    if (claimed.id > onDisk || claimed.mayHaveGrown) onDisk = await bringAlertsToDisk(parts.store);
    if (signal.aborted) {
      await release(parts.store.db, claimed);
      break;
    }
    const result = await attempt(parts, channel, claimed, brokenOff);
    if (brokenOff.aborted && result.outcome !== 'sent') {
      // Broken off by us: no fault of the alert's. It may have arrived; then the repeat carries the same Message-ID.
      await release(parts.store.db, claimed);
      break;
    }
    const { became, next } = await settleResult(parts, claimed, result, takeNext);
    if (became === 'sent' || became === 'failed') counts[became] += 1;
    else if (became !== 'lost') counts.retried += 1;
    if (became === 'channel paused') return { ...counts, paused: [channel.name] };
    claimed = next;
  }
  return { ...counts, paused: [] };
}

function claim(db: Db, parts: DeliveryParts, channel: string): Promise<ClaimedAlert | undefined> {
  const now = parts.clock();
  const leaseUntil = new Date(now.getTime() + leaseSeconds * 1000);
  return claimNext(db, { channel, owner: parts.owner, now, leaseUntil });
}

async function attempt(
  parts: DeliveryParts,
  channel: Channel,
  claimed: ClaimedAlert,
  signal: AbortSignal,
): Promise<DeliveryResult> {
  if (signal.aborted) return { outcome: 'retry', answer: 'Tipstaff is stopping.' };
  try {
    const content = await gatherAlert(parts.store.db, claimed.id, parts);
    if (content === undefined) return { outcome: 'failed', answer: 'The alert is no longer in the store.' };
    return await channel.send(
      alertMessage(content),
      AbortSignal.any([signal, AbortSignal.timeout(sendTimeoutSeconds * 1000)]),
    );
  } catch (error) {
    // A fault of ours, in one alert: it must neither stop the channel nor vanish.
    parts.log.error({ alert: claimed.id, channel: channel.name, err: error }, 'an alert could not be written');
    const why = error instanceof Error ? error.message : String(error);
    return { outcome: 'retry', answer: `Tipstaff could not write this alert: ${why}`, scope: 'message' };
  }
}
