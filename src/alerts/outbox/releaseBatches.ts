import { hourMs } from '../../base/time.ts';
import { slotsAfter } from '../../schedule/nextDue.ts';
import { dueUntil, type ScheduledDue, watchesBeforeBaseline, watchesOnDemand } from '../../store/claims/due.ts';
import { type Batch, heldUntilNow, openBatches, release, waitForChecks } from './alertsTable.ts';
import type { DeliveryParts } from './deliveryOutcome.ts';
import { baselinesUntil, groupUntil, whenDue } from './whenDue.ts';

/**
 * One moment, one message: a batch waits until the checks that fell due together with its own are done. The store says
 * so, and every process decides the same. Releases the batches of a channel that have nothing left to wait for.
 */
export async function releaseBatches(parts: DeliveryParts, channel: string): Promise<void> {
  const now = parts.clock();
  const waiting = await openBatches(parts.store.db, channel, now);
  // Nearly always there is none, and nothing else is read.
  if (waiting.length === 0) return;
  const over: number[] = [];
  for (const batch of waiting) {
    // A batch that would wait longer than allowed comes from a clock that was ahead.
    if (batch.until > latestOf(batch, parts, now) || !(await isToCome(batch, parts, channel, now))) over.push(batch.id);
  }
  await release(parts.store.db, over, now);
}

function latestOf({ of }: Batch, { config: { delivery } }: DeliveryParts, now: Date): Date {
  if (of === 'digest') return digestUntil(now);
  return of === 'baselines' ? baselinesUntil(delivery, now) : groupUntil(delivery, now);
}

/** Whether what a batch waits for is still to come. */
async function isToCome({ of, startedAt }: Batch, parts: DeliveryParts, channel: string, now: Date): Promise<boolean> {
  const watches = watchesOf(parts, channel);
  if (of === 'digest') return isAnyDue(parts, watches, startedAt);
  if (of === 'moment') return isAnyToCome(parts, watches, startedAt, now);
  // The operators are notified of every watch that finds nothing.
  const { operators, watches: all } = parts.config;
  return isBaselineToCome(parts, operators.includes(channel) ? new Set(all.map(({ id }) => id)) : watches, now);
}

function watchesOf({ config }: DeliveryParts, channel: string): ReadonlySet<string> {
  return new Set(config.watches.filter(({ notify }) => notify.includes(channel)).map(({ id }) => id));
}

function digestUntil(now: Date): Date {
  return new Date(now.getTime() + hourMs);
}

/**
 * A digest whose hour has come waits for the checks that are due then, an hour at most, and once: after downtime they
 * are made first, and what they find is in it. What could not be checked by then, it says.
 */
export async function holdDigests(parts: DeliveryParts, channel: string): Promise<void> {
  const config = parts.config.channels[channel];
  if (config?.digest === undefined) return;
  const now = parts.clock();
  const held = await heldUntilNow(parts.store.db, channel, now);
  // What is urgent came ahead of its digest, and what somebody has sent again is none.
  const due = held.flatMap(({ id, createdAt, dueAt }) => (dueAt >= whenDue(config, createdAt) ? id : []));
  if (due.length === 0 || !(await isAnyDue(parts, watchesOf(parts, channel), now))) return;
  await waitForChecks(parts.store.db, due, now, digestUntil(now));
}

/** Whether a check of these watches that was due at a moment is still to be made. */
async function isAnyDue({ store }: DeliveryParts, watches: ReadonlySet<string>, at: Date): Promise<boolean> {
  for await (const part of dueUntil(store.db, at)) if (part.some(({ watchId }) => watches.has(watchId))) return true;
  return false;
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
