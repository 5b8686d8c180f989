import { sql } from 'kysely';
import { correctOutbox } from '../alerts/outbox/alertsTable.ts';
import { hourMs, minuteMs } from '../base/time.ts';
import { longestPicturesMs } from '../check/likeness/firstPictures.ts';
import { slotsFrom } from '../schedule/nextDue.ts';
import { schedulesDueAfter } from '../store/claims/due.ts';
import { type Db, oneAtATime, type Store, type Trx } from '../store/store.ts';
import type { Program } from './program.ts';

/** Longer than any lease. Clocks of several machines differ by less. */
const leaseMs = 10 * minuteMs;

/** Moments that are still to come, and how far ahead each can be. */
const horizons = [
  ['queries', 'lease_until', leaseMs],
  ['alerts', 'lease_until', leaseMs],
  ['records', 'pictures_due_at', longestPicturesMs + leaseMs],
  ['nudge_sources', 'lease_until', leaseMs],
  ['nudge_sources', 'next_at', 12 * hourMs],
] as const;

/** @returns how many were further ahead than they can be, and are brought to now, or to their next slot */
export async function correctTimes({
  store,
  config,
  clock,
  log,
}: Pick<Program, 'store' | 'config' | 'clock' | 'log'>): Promise<number> {
  const now = clock();
  const due = await correctDueTimes(store, { now, spreadSeconds: config.spreadSeconds });
  const others = await store.transaction(async (trx) => {
    let corrected = await correctOutbox(trx, config, now);
    for (const [table, column, mostMs] of horizons) {
      const latest = new Date(now.getTime() + mostMs).toISOString();
      const [moment, at] = [sql.ref(column), now.toISOString()];
      const update = sql`update ${sql.table(table)} set ${moment} = ${at} where ${moment} > ${latest}`;
      corrected += Number((await update.execute(trx)).numAffectedRows ?? 0);
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

/** No watch waits for longer than to the next slot of its schedule. @returns how many did */
export async function correctDueTimes(store: Pick<Store, 'db' | 'transaction'>, rule: Rule): Promise<number> {
  // Nearly always there is none, and reading takes no lock.
  if ((await schedulesTooFarAhead(store.db, rule)).length === 0) return 0;
  return store.transaction(async (trx) => {
    await oneAtATime(trx, 'watches');
    let corrected = 0;
    // A check may have moved some meanwhile, or a hold on their watches may have begun.
    for (const late of await schedulesTooFarAhead(trx, rule)) corrected += await moveToSlot(trx, late);
    return corrected;
  });
}

interface TooFarAhead {
  readonly schedule: string;
  readonly timezone: string;
  readonly slot: string;
  readonly latest: string;
}

async function schedulesTooFarAhead(db: Db, { now, spreadSeconds }: Rule): Promise<TooFarAhead[]> {
  return (await schedulesDueAfter(db, now)).flatMap(({ schedule, timezone, latestDueAt }) => {
    const { slot, latest } = slotsFrom(schedule, timezone, now, spreadSeconds);
    if (slot === undefined || latest === undefined || latestDueAt <= latest.toISOString()) return [];
    return [{ schedule, timezone, slot: slot.toISOString(), latest: latest.toISOString() }];
  });
}

async function moveToSlot(trx: Trx, { schedule, timezone, slot, latest }: TooFarAhead): Promise<number> {
  const moved = await trx
    .updateTable('watch_queries')
    .set({ next_due_at: slot })
    .where('next_due_at', '>', latest)
    .where('schedule', '=', schedule)
    .where('timezone', '=', timezone)
    .executeTakeFirst();
  return Number(moved.numUpdatedRows);
}
