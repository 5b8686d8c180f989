import type { Config } from '../config/config.ts';
import { withOwnWatches } from '../config/ownWatches.ts';
import { listOwnWatches } from '../store/ownWatches.ts';
import { dueAfter, type ScheduledDue, setNextDue } from '../store/queue/due.ts';
import { setAsideDue } from '../store/queue/pauses.ts';
import { applySync, loadWatches } from '../store/queue/watchSync.ts';
import type { Store } from '../store/store.ts';
import { type Slots, slotsFrom, spreadOver } from './nextDue.ts';
import { planSync } from './planSync.ts';

interface SyncedWatches {
  /** New watches, and those that returned or were changed. */
  readonly changed: number;
  readonly removed: number;
  /** Searches that will take a baseline. */
  readonly baselines: number;
}

/**
 * Brings the config's watches into the store (see `planSync` for the rules), those of the page as they are at that moment: a process that
 * read them earlier removes none that was added since. Whole or not at all, and harmless to repeat: a config that did not change writes
 * nothing. 10,000 watches take about a second the first time.
 * @param config or a list of watches, to be taken as it stands
 */
export async function syncWatches(
  store: Store,
  config: Config | Pick<Config, 'watches' | 'spreadSeconds'>,
  now: Date,
): Promise<SyncedWatches> {
  return store.transaction(async (trx) => {
    const { watches } = 'defaults' in config ? withOwnWatches(config, await listOwnWatches(trx)) : config;
    const sync = planSync(await loadWatches(trx), watches, { now, spreadSeconds: config.spreadSeconds });
    await applySync(trx, sync, now);
    await setAsideDue(trx);
    return {
      changed: sync.watches.length,
      removed: sync.removedWatches.length,
      baselines: sync.newWatchQueries.length,
    };
  });
}

interface Rule {
  readonly now: Date;
  readonly spreadSeconds: number;
}

/**
 * Due times that a clock which was ahead left behind: no watch waits for longer than to the next slot of its schedule. Pure.
 * @returns those that are to be written, each at its next slot.
 */
function correctedDueTimes(stored: readonly ScheduledDue[], { now, spreadSeconds }: Rule): ScheduledDue[] {
  // Thousands of watches have a few schedules between them.
  const known = new Map<string, Slots>();
  return stored.flatMap((due) => {
    const { schedule, timezone, queryId } = due;
    const key = `${timezone} ${schedule}`;
    const slots = known.get(key) ?? slotsFrom(schedule, timezone, now, spreadSeconds);
    known.set(key, slots);
    if (slots.latest === undefined || due.nextDueAt <= slots.latest.toISOString()) return [];
    return [{ ...due, nextDueAt: spreadOver(slots, queryId)?.toISOString() ?? due.nextDueAt }];
  });
}

/** Corrects the due times in the store. @returns how many were wrong. */
export async function correctDueTimes(store: Store, rule: Rule): Promise<number> {
  const wrong = correctedDueTimes(await dueAfter(store.db, rule.now), rule);
  if (wrong.length === 0) return 0;
  await store.transaction(async (trx) => {
    for (const due of wrong) await setNextDue(trx, due);
  });
  return wrong.length;
}
