import type { ClaimedAlert } from '../database/claims/queue.ts';
import { dueAlerts, dueNoLaterThan, moveDue } from './alertsTable.ts';
import { finishAttempt, processDied } from './deliveryOutcome.ts';
import type { DeliveryParts } from './deliveryParts.ts';
import { latestDue } from './latestWait.ts';
import { afterQuietHours, whenDue } from './whenDue.ts';

/** Corrects alerts of a channel that wait for a moment which no rule allows. */
export async function recoverOutbox({ store, config, clock }: DeliveryParts, name: string): Promise<void> {
  const now = clock();
  const channel = config.channels[name];
  if (channel === undefined) return;
  await dueNoLaterThan(store.db, name, latestDue(channel, config.delivery, now), whenDue(channel, now));
}

/**
 * Defers alerts of a channel that fell due before its quiet hours began, because the machine was off or the channel dead, until these end. Once:
 * what was held by quiet hours before goes out, lest a daemon that runs by night alone never sends it.
 */
export async function deferLate({ store, config, clock }: DeliveryParts, name: string): Promise<void> {
  const now = clock();
  const channel = config.channels[name];
  const quietUntil = channel === undefined ? now : afterQuietHours(channel, now);
  if (channel === undefined || quietUntil <= now) return;
  const isByDay = (dueAt: Date) => afterQuietHours(channel, new Date(dueAt.getTime() - 1)) < dueAt;
  const late = (await dueAlerts(store.db, name, now)).filter(({ dueAt }) => isByDay(dueAt));
  const ids = late.map((alert) => alert.id);
  if (ids.length > 0) await moveDue(store.db, ids, quietUntil);
}

/** Counts an attempt for each alert whose deliverer died. */
export async function noteDeath(parts: DeliveryParts, claimed: ClaimedAlert): Promise<void> {
  const outcome = await finishAttempt(parts, claimed, processDied);
  const level = outcome === 'failed' ? 'warn' : 'info';
  const fields = { alert: claimed.id, channel: claimed.channel, outcome };
  parts.log[level](fields, 'a process ended while it delivered an alert');
}
