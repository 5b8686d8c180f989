import { dueNoLaterThan } from '../store/outbox/alerts.ts';
import { processDied } from './deliveryOutcome.ts';
import type { DeliveryParts } from './deliveryParts.ts';
import { latestDue } from './latestWait.ts';
import { whenDue } from './whenDue.ts';

/**
 * Puts a channel's alerts right before a pass: those whose deliverer died have an attempt more behind them, and those that wait
 * for a moment which no rule allows wait for the right one.
 */
export async function recoverOutbox(parts: DeliveryParts, channelName: string): Promise<void> {
  const { store, config } = parts;
  const now = parts.clock();
  const channel = config.channels[channelName];
  if (channel !== undefined) {
    const latest = latestDue(channel, config.delivery, now);
    await dueNoLaterThan(store.db, channelName, latest, whenDue(channel, now));
  }
  for (const claimed of await store.queue.alerts.claimOfTheDead(channelName, now)) {
    const outcome = await store.transaction((trx) => processDied({ trx, parts, claimed, now }));
    const level = outcome === 'failed' ? 'warn' : 'info';
    const fields = { alert: claimed.id, channel: channelName, outcome };
    parts.log[level](fields, 'a process ended while it delivered an alert');
  }
}
