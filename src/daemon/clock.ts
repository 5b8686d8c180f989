import { hostname, uptime } from 'node:os';
import { beginIncident, endIncident, type Incident } from '../alerts/outbox/incidents.ts';
import { hourMs, minuteMs } from '../base/time.ts';
import { counted } from '../base/words/sentence.ts';
import type { Program } from './program.ts';
import { correctTimes } from './storedTimesQueries.ts';

const smallestStepMs = minuteMs;

type Parts = Pick<Program, 'store' | 'config' | 'clock' | 'log'>;

interface Compared {
  readonly agrees: boolean;
  readonly wasSet: boolean;
}

interface FollowedClock {
  readonly onCorrected: () => void;
  readonly onCompared?: ((compared: Compared) => void) | undefined;
  /** Runs on while the machine sleeps, whatever its clock says. Default: since the machine was started. */
  readonly steadySeconds?: (() => number) | undefined;
}

/**
 * No stored moment is further ahead than what it is for allows: one that is was written by a clock that was ahead, or
 * under another config. A clock that differs from the database's machine corrects nothing.
 * @returns what looks once
 */
export function openClockLook(
  parts: Parts,
  { onCorrected, onCompared, steadySeconds = uptime }: FollowedClock,
): () => Promise<void> {
  const offset = () => parts.clock().getTime() - steadySeconds() * 1000;
  let offsetMs = offset();
  return async () => {
    const stepMs = offset() - offsetMs;
    offsetMs += stepMs;
    const wasSet = Math.abs(stepMs) > smallestStepMs;
    if (wasSet) parts.log.warn({ stepSeconds: Math.round(stepMs / 1000) }, 'the clock was set');
    const agrees = await compareClocks(parts);
    onCompared?.({ agrees, wasSet });
    if (agrees && (await correctTimes(parts)) > 0) onCorrected();
  };
}

/** Begins and ends the incident. */
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
  const incident: Incident = { kind: 'clock-wrong', subject: `the clock of ${hostname()}`, about: hostname(), detail };
  const note = agrees ? endIncident : beginIncident;
  await store.transaction((trx) => note(trx, { config, log }, incident, now));
  return agrees;
}

export interface ClockTrust {
  readonly isRight: boolean;
  /** It has agreed for an hour, and was not set meanwhile: what is old by it may be deleted. */
  readonly isProven: boolean;
  /** @returns whether it is right from now on, and was not before */
  note(compared: Compared): boolean;
}

/** A clock that nobody has compared yet is not believed. */
export function openClockTrust(monotonicMs: () => number = () => performance.now()): ClockTrust {
  let isRight = false;
  let provenFrom = 0;
  return {
    get isRight() {
      return isRight;
    },
    get isProven() {
      return isRight && monotonicMs() >= provenFrom;
    },
    note({ agrees, wasSet }) {
      const isNews = agrees && !isRight;
      if (isNews || wasSet) provenFrom = monotonicMs() + hourMs;
      isRight = agrees;
      return isNews;
    },
  };
}
