import { dueAfter, type ScheduledDue, schedulesDueAfter, setNextDue } from '../database/claims/due.ts';
import { type Db, oneAtATime, type Store } from '../database/store.ts';
import { slotsFrom, spreadOver } from './nextDue.ts';

interface Rule {
  readonly now: Date;
  readonly spreadSeconds: number;
}

/**
 * Due times that come from a clock that was ahead: no watch waits for longer than to the next slot of its schedule.
 * @returns those to be written, each at its next slot.
 */
async function correctedDueTimes(db: Db, { now, spreadSeconds }: Rule): Promise<ScheduledDue[]> {
  const corrected: ScheduledDue[] = [];
  for (const { schedule, timezone, latestDueAt } of await schedulesDueAfter(db, now)) {
    const slots = slotsFrom(schedule, timezone, now, spreadSeconds);
    if (slots.latest === undefined || latestDueAt <= slots.latest.toISOString()) continue;
    for (const due of await dueAfter(db, slots.latest, { schedule, timezone })) {
      corrected.push({ ...due, nextDueAt: spreadOver(slots, due.queryId)?.toISOString() ?? due.nextDueAt });
    }
  }
  return corrected;
}

/** Corrects the due times in the store. @returns how many were wrong. */
export async function correctDueTimes(store: Store, rule: Rule): Promise<number> {
  // Nearly always there is none, and reading takes no lock.
  if ((await correctedDueTimes(store.db, rule)).length === 0) return 0;
  return store.transaction(async (trx) => {
    await oneAtATime(trx, 'watches');
    // A check may have moved some meanwhile, or a hold on their watches may have begun.
    const wrong = await correctedDueTimes(trx, rule);
    for (const due of wrong) await setNextDue(trx, due);
    return wrong.length;
  });
}
