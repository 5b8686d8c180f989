import { slotsAfter } from '../schedule/nextDue.ts';
import { groupedAlerts, letGo } from '../store/outbox/moments.ts';
import { dueUntil, type ScheduledDue, watchesOnDemand } from '../store/queue/due.ts';
import type { DeliveryParts } from './deliveryParts.ts';
import { groupUntil } from './whenDue.ts';

/**
 * One moment, one message: an alert waits until the checks that fell due with the one that made it are done, as the store shows it, so
 * that whichever process looks decides the same. Releases those of a channel that wait for nothing any more.
 */
export async function endMoments(parts: DeliveryParts, channel: string): Promise<void> {
  const now = parts.clock();
  const waiting = await groupedAlerts(parts.store.db, channel, now);
  // Nearly always there is none, and nothing else is read.
  if (waiting.length === 0) return;
  const watches = new Set(parts.config.watches.filter((each) => each.notify.includes(channel)).map((each) => each.id));
  const latest = groupUntil(parts.config.delivery, now);
  const over: number[] = [];
  for (const { id, moment, until } of waiting) {
    // One that waits for longer than any may was made by a clock that was ahead.
    if (until > latest || !(await isAnyToCome(parts, watches, moment, now))) over.push(id);
  }
  await letGo(parts.store.db, over, now);
}

/** Releases everything that waits for checks, on any channel: what a person asked for is sent when it is done. */
export async function endAllMoments({ store, channels, clock }: DeliveryParts): Promise<void> {
  for (const channel of channels.keys()) {
    const waiting = await groupedAlerts(store.db, channel, clock());
    await letGo(
      store.db,
      waiting.map((alert) => alert.id),
      clock(),
    );
  }
}

/** Whether a check of these watches is still to be finished for a slot that had come by `moment` (spread, tried again), or on demand. */
async function isAnyToCome(
  { store, config }: DeliveryParts,
  watches: ReadonlySet<string>,
  moment: Date,
  now: Date,
): Promise<boolean> {
  const latest = new Date(moment.getTime() + config.spreadSeconds * 1000);
  const isOfMoment = belongsTo(moment);
  for await (const part of dueUntil(store.db, latest)) {
    if (part.some((due) => watches.has(due.watchId) && isOfMoment(due))) return true;
  }
  return (await watchesOnDemand(store.db, now)).some((id) => watches.has(id));
}

/** A due time belongs to a moment unless its schedule has a slot between the two: then it is the next slot's. */
function belongsTo(moment: Date): (due: ScheduledDue) => boolean {
  // Many watches share a few schedules.
  const nextSlots = new Map<string, Date | undefined>();
  return ({ schedule, timezone, nextDueAt }) => {
    const dueAt = new Date(nextDueAt);
    if (dueAt <= moment) return true;
    const rule = `${schedule} ${timezone}`;
    if (!nextSlots.has(rule)) nextSlots.set(rule, slotsAfter(schedule, timezone, moment, 1)[0]);
    const next = nextSlots.get(rule);
    return next === undefined || next > dueAt;
  };
}
