import { hostname } from 'node:os';
import { beginIncident, endIncident, type Incident } from '../alerts/outbox/incidents.ts';
import { latestRetry, whenDue } from '../alerts/outbox/whenDue.ts';
import { minuteMs } from '../base/time.ts';
import { counted } from '../base/words/sentence.ts';
import { longestPicturesMs } from '../evidence/firstPictures.ts';
import { latestMoments, withSlack } from '../schedule/impossibleTimes.ts';
import { slotsFrom, spreadOver } from '../schedule/nextDue.ts';
import { startTick } from '../schedule/scheduler.ts';
import { dueAfter, type ScheduledDue, schedulesDueAfter, setNextDue } from '../store/claims/due.ts';
import { type Db, oneAtATime, type Store } from '../store/store.ts';
import { correctDeferredAlerts, correctRetries, correctStoredTimes } from './impossibleTimesQueries.ts';
import type { Program } from './program.ts';

/** A wall clock that moves by more than this against the monotonic one was set. */
const smallestStepMs = 60_000;
const steadyMs = 60_000;

type Parts = Pick<Program, 'store' | 'config' | 'clock' | 'log'>;

interface WatchedClock {
  readonly onCorrected: () => void;
  /** Called with whether the clock of this machine agrees with that of the database's machine, or was just set. */
  readonly onCompared?: ((compared: { readonly agrees: boolean; readonly wasSet: boolean }) => void) | undefined;
  readonly monotonicMs?: (() => number) | undefined;
  /** How often it looks; by default every second. */
  readonly everySeconds?: number | undefined;
}

/**
 * Compares the wall clock with the monotonic one (`monotonicMs`) every second. When it was set, the operators are
 * notified. Then, at the start and once a minute, stored moments that come from a wrong clock are corrected: none is
 * further ahead than it can be. Where the database is on another machine, a clock that differs from that machine's
 * corrects nothing, and the operators are notified: this machine's clock is the wrong one.
 * @returns what stops it, and resolves when the look under way has ended.
 */
export async function startClockWatch(
  parts: Parts,
  { onCorrected, onCompared, monotonicMs = () => performance.now(), everySeconds = 1 }: WatchedClock,
): Promise<() => Promise<void>> {
  const { clock, log } = parts;
  let offsetMs = clock().getTime() - monotonicMs();
  let steppedAtMs: number | undefined;
  let correctedAtMs = Number.NEGATIVE_INFINITY;
  const look = async () => {
    const stepMs = clock().getTime() - monotonicMs() - offsetMs;
    const isStep = Math.abs(stepMs) > smallestStepMs;
    if (isStep) {
      log.warn({ stepSeconds: Math.round(stepMs / 1000) }, 'the clock was set');
      await noteStep(parts, stepMs);
      steppedAtMs = monotonicMs();
    }
    // Only once a step is noted: where that failed, the next look sees it again.
    offsetMs += stepMs;
    if (isStep || monotonicMs() - correctedAtMs >= minuteMs) {
      correctedAtMs = monotonicMs();
      const agrees = await compareClocks(parts);
      onCompared?.({ agrees, wasSet: isStep });
      if (agrees && (await correctTimes(parts)) > 0) onCorrected();
    }
    if (steppedAtMs !== undefined && monotonicMs() - steppedAtMs >= steadyMs) {
      steppedAtMs = undefined;
      await noteSteady(parts);
    }
  };
  await noteSteady(parts);
  await look();
  return startTick('clock', look, log, everySeconds);
}

const subject = `the clock of ${hostname()}`;

/**
 * Whether the clock of this machine agrees with that of the database's machine, which all share. Begins and ends the
 * incident.
 */
async function compareClocks({ store, config, clock, log }: Parts): Promise<boolean> {
  const server = await store.serverTime();
  if (server === undefined) return true;
  const now = clock();
  const aheadMs = now.getTime() - server.getTime();
  const agrees = Math.abs(aheadMs) <= smallestStepMs;
  const minutes = counted(Math.round(Math.abs(aheadMs) / minuteMs), 'minute');
  const detail = agrees
    ? 'The clock of this machine agrees with that of the database again.'
    : `The clock of this machine is ${minutes} ${aheadMs > 0 ? 'ahead of' : 'behind'} that of the database. It ` +
      'begins no checks until they agree; other machines do. Look after the time service (NTP) of both.';
  const incident: Incident = { kind: 'clock-wrong', subject, detail };
  const note = agrees ? endIncident : beginIncident;
  await store.transaction((trx) => note(trx, { config, log }, incident, now));
  return agrees;
}

function noteStep({ store, config, clock, log }: Parts, stepMs: number): Promise<unknown> {
  const minutes = counted(Math.round(Math.abs(stepMs) / minuteMs), 'minute');
  const detail =
    `The clock was set ${stepMs > 0 ? 'ahead' : 'back'} by ${minutes}. Due times were corrected, and ` +
    "checks continue; times in this period's records may be wrong. If this repeats, look after the machine's time " +
    'service (NTP).';
  const incident: Incident = { kind: 'clock-stepped', subject, detail };
  return store.transaction((trx) => beginIncident(trx, { config, log }, incident, clock()));
}

function noteSteady({ store, config, clock, log }: Parts): Promise<unknown> {
  const incident: Incident = { kind: 'clock-stepped', subject, detail: 'The clock runs evenly again.' };
  return store.transaction((trx) => endIncident(trx, { config, log }, incident, clock()));
}

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
