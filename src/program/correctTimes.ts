import { dueAfter, type ScheduledDue, schedulesDueAfter, setNextDue } from '../database/claims/due.ts';
import { type Db, oneAtATime, type Store } from '../database/store.ts';
import { longestPicturesMs } from '../evidence/firstPictures.ts';
import { latestRetry } from '../outbox/backoff.ts';
import { whenDue } from '../outbox/whenDue.ts';
import { latestMoments, withSlack } from '../schedule/impossibleTimes.ts';
import { slotsFrom, spreadOver } from '../schedule/nextDue.ts';
import { correctDeferredAlerts, correctRetries, correctStoredTimes } from './impossibleTimesQueries.ts';
import type { Program } from './program.ts';

/** @returns how many stored moments were wrong. */
export async function correctTimes({
  store,
  config,
  clock,
  log,
}: Pick<Program, 'store' | 'config' | 'clock' | 'log'>): Promise<number> {
  const now = clock();
  const due = await correctDueTimes(store, { now, spreadSeconds: config.spreadSeconds });
  const others = await store.transaction(async (trx) => {
    let corrected = await correctStoredTimes(trx, latestMoments(now, longestPicturesMs));
    for (const channel of Object.values(config.channels)) {
      const dueAt = whenDue(channel, now);
      corrected += await correctDeferredAlerts(trx, channel.name, { latest: withSlack(dueAt), dueAt });
      corrected += await correctRetries(trx, channel.name, latestRetry(channel, config.delivery, now));
    }
    return corrected;
  });
  if (due + others > 0) log.warn({ due, others }, 'stored times were further ahead than they can be; corrected');
  return due + others;
}

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
