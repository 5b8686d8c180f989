import { dueUntil, type ScheduledDue, watchesBeforeBaseline, watchesOnDemand } from '../database/claims/due.ts';
import { slotsAfter } from '../schedule/nextDue.ts';
import { openBatches, release } from './alertsTable.ts';
import type { DeliveryParts } from './deliveryOutcome.ts';
import { baselinesUntil, groupUntil } from './whenDue.ts';

/**
 * One moment, one message: a batch waits until the checks that fell due together with its own are done. The store says
 * so, and every process decides the same. Releases the batches of a channel that have nothing left to wait for.
 */
export async function releaseBatches(parts: DeliveryParts, channel: string): Promise<void> {
  const now = parts.clock();
  const waiting = await openBatches(parts.store.db, channel, now);
  // Nearly always there is none, and nothing else is read.
  if (waiting.length === 0) return;
  const { watches: all, operators, delivery } = parts.config;
  const watches = new Set(all.filter((each) => each.notify.includes(channel)).map((each) => each.id));
  // The operators are notified of every watch that finds nothing.
  const announced = operators.includes(channel) ? new Set(all.map((each) => each.id)) : watches;
  const over: number[] = [];
  for (const { id, startedAt, until, isBaseline } of waiting) {
    const latest = isBaseline ? baselinesUntil(delivery, now) : groupUntil(delivery, now);
    const isToCome = isBaseline
      ? await isBaselineToCome(parts, announced, now)
      : await isAnyToCome(parts, watches, startedAt, now);
    // A batch that would wait longer than allowed comes from a clock that was ahead.
    if (until > latest || !isToCome) over.push(id);
  }
  await release(parts.store.db, over, now);
}

/** Releases every batch, on any channel: the results of checks on demand are sent at once. */
export async function releaseAllBatches({ store, channels, clock }: DeliveryParts): Promise<void> {
  for (const channel of channels.keys()) {
    const waiting = await openBatches(store.db, channel, clock());
    await release(
      store.db,
      waiting.map(({ id }) => id),
      clock(),
    );
  }
}

/** A first check that is due later than this is not waited for. */
const soonMs = 600_000;

/** Whether one of these watches will have its first check soon, or has it now. */
async function isBaselineToCome(
  { store, config }: DeliveryParts,
  watches: ReadonlySet<string>,
  now: Date,
): Promise<boolean> {
  const soon = new Date(now.getTime() + config.spreadSeconds * 1000 + soonMs);
  return (await watchesBeforeBaseline(store.db, soon)).some((id) => watches.has(id));
}

/** Whether these watches still expect a check: on demand, or of a slot up to `startedAt` (spread or tried again). */
async function isAnyToCome(
  { store, config }: DeliveryParts,
  watches: ReadonlySet<string>,
  startedAt: Date,
  now: Date,
): Promise<boolean> {
  const latest = new Date(startedAt.getTime() + config.spreadSeconds * 1000);
  const isOfBatch = belongsTo(startedAt);
  for await (const part of dueUntil(store.db, latest)) {
    if (part.some((due) => watches.has(due.watchId) && isOfBatch(due))) return true;
  }
  return (await watchesOnDemand(store.db, now)).some((id) => watches.has(id));
}

/** A due time belongs to a batch unless its schedule has a slot between the two: then it is the next slot's. */
function belongsTo(startedAt: Date): (due: ScheduledDue) => boolean {
  // Many watches share a few schedules.
  const nextSlots = new Map<string, Date | undefined>();
  return ({ schedule, timezone, nextDueAt }) => {
    const dueAt = new Date(nextDueAt);
    if (dueAt <= startedAt) return true;
    const rule = `${schedule} ${timezone}`;
    if (!nextSlots.has(rule)) nextSlots.set(rule, slotsAfter(schedule, timezone, startedAt, 1)[0]);
    const next = nextSlots.get(rule);
    return next === undefined || next > dueAt;
  };
}
