import { schedule } from 'node-cron';
import type { Logger } from 'pino';
import { dayMs } from '../base/time.ts';

export interface Job {
  readonly name: string;
  /** Seconds by the monotonic clock, or five cron fields in the process's time zone. Absent: runs only when woken. */
  readonly when?: number | string;
  /** Also runs once at the start, for processes that never run at the scheduled hour. */
  readonly atStart?: boolean;
  readonly work: () => Promise<unknown>;
  readonly breakOff?: () => void;
  readonly close?: () => Promise<void>;
}

export interface RunningJob {
  /** Runs the work now. During a run, it runs once more afterwards, because that run may have missed the news. */
  readonly wake: () => void;
  /** Starts no further run, and resolves when the current run has ended. Never rejects. */
  readonly stop: () => Promise<void>;
}

/** Runs the work when it is due, never twice at a time. Errors are logged, and the job continues. */
export function startJob({ name, when, atStart, work, breakOff, close }: Job, log: Logger): RunningJob {
  let working: Promise<void> | undefined;
  let [isWoken, isStopped] = [false, false];
  const workUntilDone = async () => {
    do {
      isWoken = false;
      try {
        await work();
      } catch (err) {
        log.error({ job: name, err }, 'a job failed');
      }
    } while (isWoken && !isStopped);
    working = undefined;
  };
  const run = async () => {
    if (isStopped) return;
    working ??= workUntilDone();
    await working;
  };
  const timer = typeof when === 'number' ? setInterval(run, when * 1000) : undefined;
  const endTicks = typeof when === 'string' ? tickByCalendar(run, name, when, log) : () => clearInterval(timer);
  if (atStart) void run();
  return {
    wake: () => {
      isWoken = true;
      void run();
    },
    stop: async () => {
      isStopped = true;
      endTicks();
      breakOff?.();
      await working;
      await close?.();
    },
  };
}

// A late run is still useful. By default, node-cron drops a run that is over a second late.
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
