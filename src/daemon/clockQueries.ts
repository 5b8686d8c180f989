import { hostname, uptime } from 'node:os';
import { sql } from 'kysely';
import { correctOutbox } from '../alerts/outbox/alertsTable.ts';
import { noteIncident } from '../alerts/outbox/incidents.ts';
import { hourMs, minuteMs } from '../base/time.ts';
import { counted } from '../base/words/sentence.ts';
import { unwatchedMs } from '../check/likeness/firstPictures.ts';
import { nextSlot } from '../schedule/nextDue.ts';
import { schedulesDueAfter } from '../store/claims/due.ts';
import { type Db, oneAtATime, type Store, type Trx } from '../store/store.ts';
import type { Program } from './program.ts';

const smallestStepMs = minuteMs;

type Parts = Pick<Program, 'store' | 'config' | 'clock' | 'log'>;

/**
 * Corrects stored times that a fast clock left too far ahead, but only if the clock agrees with the database's.
 * @param steadySeconds continues while the machine sleeps, and does not depend on its clock
 */
export function openClockLook(parts: Parts, trust: Pick<ClockTrust, 'note'>, wake: () => void, steadySeconds = uptime) {
  const offset = () => parts.clock().getTime() - steadySeconds() * 1000;
  let offsetMs = offset();
  return async () => {
    const stepMs = offset() - offsetMs;
    offsetMs += stepMs;
    const wasSet = Math.abs(stepMs) > smallestStepMs;
    if (wasSet) parts.log.warn({ stepSeconds: Math.round(stepMs / 1000) }, 'the clock was set');
    const agrees = await compareClocks(parts);
    const isNews = trust.note({ agrees, wasSet });
    const corrected = agrees ? await correctTimes(parts) : 0;
    if (isNews || corrected > 0) wake();
  };
}

/** Returns whether the clock agrees with the database's, and begins or ends the incident. */
async function compareClocks(parts: Parts): Promise<boolean> {
  const server = await parts.store.serverTime();
  if (server === undefined) return true;
  const aheadMs = parts.clock().getTime() - server.getTime();
  const agrees = Math.abs(aheadMs) <= smallestStepMs;
  const minutes = counted(Math.round(Math.abs(aheadMs) / minuteMs), 'minute');
  const detail = agrees
    ? 'The clock of this machine agrees with that of the database again.'
    : `The clock of this machine is ${minutes} ${aheadMs > 0 ? 'ahead of' : 'behind'} that of the database. It ` +
      'starts no checks until they agree; other machines do. Check the time service (NTP) of both.';
  const about = hostname();
  await noteIncident(parts, !agrees, { kind: 'clock-wrong', subject: `the clock of ${about}`, about, detail });
  return agrees;
}

export type ClockTrust = ReturnType<typeof openClockTrust>;

/** Does not trust a clock before it was compared. */
export function openClockTrust(monotonicMs: () => number = () => performance.now()) {
  let isRight = false;
  let provenFrom = 0;
  return {
    get isRight() {
      return isRight;
    },
    /** True if the clock has agreed for an hour and was not set meanwhile. Only then old rows may be deleted. */
    get isProven() {
      return isRight && monotonicMs() >= provenFrom;
    },
    /** @returns true if the clock is right now and was not before */
    note({ agrees, wasSet }: Readonly<{ agrees: boolean; wasSet: boolean }>) {
      const isNews = agrees && !isRight;
      if (isNews || wasSet) provenFrom = monotonicMs() + hourMs;
      isRight = agrees;
      return isNews;
    },
  };
}

/** Longer than any lease, and longer than clocks of several machines differ. */
const leaseMs = 10 * minuteMs;

/** Columns with future times, and how far ahead each can be. */
const horizons = [
  ['queries', 'leaseUntil', leaseMs],
  ['alerts', 'leaseUntil', leaseMs],
  ['records', 'picturesDueAt', unwatchedMs + leaseMs],
  ['nudgeSources', 'nextAt', 12 * hourMs],
] as const;

/** Moves times that are too far ahead to now, or to the next slot. @returns how many */
export async function correctTimes({ store, config, clock, log }: Parts): Promise<number> {
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

type Rule = Readonly<{ now: Date; spreadSeconds: number }>;

/** Moves watches that wait longer than until their next slot. @returns how many */
export async function correctDueTimes(store: Pick<Store, 'db' | 'transaction'>, rule: Rule): Promise<number> {
  // Mostly there is none, and this read takes no lock.
  if ((await schedulesTooFarAhead(store.db, rule)).length === 0) return 0;
  return store.transaction(async (trx) => {
    await oneAtATime(trx, 'watches');
    let corrected = 0;
    // Read again under the lock, because a check or a hold may have changed some.
    for (const late of await schedulesTooFarAhead(trx, rule)) corrected += await moveToSlot(trx, late);
    return corrected;
  });
}

type TooFarAhead = Readonly<{ schedule: string; timezone: string; slot: string; latest: string }>;

async function schedulesTooFarAhead(db: Db, { now, spreadSeconds }: Rule): Promise<TooFarAhead[]> {
  return (await schedulesDueAfter(db, now)).flatMap(({ schedule, timezone, latestDueAt }) => {
    const next = nextSlot({ schedule, timezone, after: now, spreadSeconds });
    const latest = next && new Date(next.slot.getTime() + next.mostMs).toISOString();
    return latest && latestDueAt > latest ? [{ schedule, timezone, slot: next.slot.toISOString(), latest }] : [];
  });
}

async function moveToSlot(trx: Trx, { schedule, timezone, slot, latest }: TooFarAhead): Promise<number> {
  const late = trx.updateTable('watchQueries').set({ nextDueAt: slot }).where('nextDueAt', '>', latest);
  const moved = await late.where('schedule', '=', schedule).where('timezone', '=', timezone).executeTakeFirst();
  return Number(moved.numUpdatedRows);
}
