import { dueNoLaterThan } from '../store/outbox/alerts.ts';
import { type Claim, claimOfTheDead, hasEndedLeases } from '../store/outbox/claimAlert.ts';
import { processDied } from './deliveryOutcome.ts';
import type { DeliveryParts } from './deliveryParts.ts';
import { latestDue } from './latestWait.ts';
import { whenDue } from './whenDue.ts';

/**
 * Puts a channel's alerts right before a pass: those whose deliverer died have an attempt more behind them, and those that wait
 * for a moment which no rule allows wait for the right one.
 */
export async function recoverOutbox(parts: DeliveryParts, claim: Claim): Promise<void> {
  const { store, config } = parts;
  const channel = config.channels[claim.channel];
  if (channel !== undefined) {
    const latest = latestDue(channel, config.delivery, claim.now);
    await dueNoLaterThan(store.db, claim.channel, latest, whenDue(channel, claim.now));
  }
  // Reading first: a pass that finds nothing to put right takes no lock.
  if (!(await hasEndedLeases(store.db, claim))) return;
  await store.transaction(async (trx) => {
    for (const claimed of await claimOfTheDead(trx, claim)) {
      const outcome = await processDied({ trx, parts, claimed, now: claim.now });
      const level = outcome === 'failed' ? 'warn' : 'info';
      const fields = { alert: claimed.id, channel: claimed.channel, outcome };
      parts.log[level](fields, 'a process ended while it delivered an alert');
    }
  });
}
