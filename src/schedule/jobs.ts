import { schedule } from 'node-cron';
import type { Logger } from 'pino';
import { dayMs } from '../base/time.ts';

export interface Job {
  readonly name: string;
  /** Seconds, by the monotonic clock, or five cron fields in the zone of this process. */
  readonly when: number | string;
  /** Also once at the start: a process that never runs at that hour would never do it. */
  readonly atStart?: boolean;
  readonly work: () => Promise<unknown>;
  readonly breakOff?: () => void;
  readonly close?: () => Promise<void>;
}

export interface RunningJob {
  readonly wake: () => void;
  /** Begins no more, and resolves when what was under way has ended; never rejects for what the work threw. */
  readonly stop: () => Promise<void>;
}

/** Does the work when it falls due, never twice at a time. What it throws is logged, and the next comes. */
export function startJob({ name, when, atStart, work, breakOff, close }: Job, log: Logger): RunningJob {
  let working: Promise<void> | undefined;
  const once = async () => {
    try {
      await work();
    } catch (err) {
      log.error({ job: name, err }, 'a job failed');
    }
  };
  const run = () => {
    working ??= once().finally(() => {
      working = undefined;
    });
    return working;
  };
  const timer = typeof when === 'number' ? setInterval(run, when * 1000) : undefined;
  const endTicks = typeof when === 'string' ? tickByCalendar(run, name, when, log) : () => clearInterval(timer);
  if (atStart) void run();
  return {
    wake: () => void run(),
    stop: async () => {
      endTicks();
      breakOff?.();
      await working;
      await close?.();
    },
  };
}

// A late run is useful until the next one; by default node-cron drops a run that is over a second late.
const lateAtMostMs = 7 * dayMs;

function tickByCalendar(run: () => Promise<void>, name: string, expression: string, log: Logger): () => void {
  const task = schedule(expression, run, {
    name,
    missedExecutionTolerance: lateAtMostMs,
    suppressMissedWarning: true,
    logger: {
      info: (message) => log.debug({ job: name }, message),
      warn: (message) => log.debug({ job: name }, message),
      error: (message, error) => log.error({ job: name, err: error ?? message }, 'the calendar failed'),
      debug: (message) => log.trace({ job: name }, String(message)),
    },
  });
  return () => void task.destroy();
}
