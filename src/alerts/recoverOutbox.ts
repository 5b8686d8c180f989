import { dueNoLaterThan } from '../store/outbox/alerts.ts';
import type { ClaimedAlert } from '../store/queue/queue.ts';
import { finishAttempt, processDied } from './deliveryOutcome.ts';
import type { DeliveryParts } from './deliveryParts.ts';
import { latestDue } from './latestWait.ts';
import { whenDue } from './whenDue.ts';

/** Corrects alerts of a channel that wait for a moment which no rule allows. */
export async function recoverOutbox({ store, config, clock }: DeliveryParts, name: string): Promise<void> {
  const now = clock();
  const channel = config.channels[name];
  if (channel === undefined) return;
  await dueNoLaterThan(store.db, name, latestDue(channel, config.delivery, now), whenDue(channel, now));
}

/** Counts an attempt for each alert whose deliverer died. */
export async function noteDeath(parts: DeliveryParts, claimed: ClaimedAlert): Promise<void> {
  const outcome = await finishAttempt(parts, claimed, processDied);
  const level = outcome === 'failed' ? 'warn' : 'info';
  const fields = { alert: claimed.id, channel: claimed.channel, outcome };
  parts.log[level](fields, 'a process ended while it delivered an alert');
}
