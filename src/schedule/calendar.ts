import { schedule } from 'node-cron';
import type { Logger } from 'pino';
import { dayMs } from '../base/time.ts';

/** Work that recurs by the calendar rather than by a watch: maintenance that nobody waits for. */
export interface CalendarJob {
  readonly name: string;
  /** Five cron fields, in the time zone of this process. */
  readonly schedule: string;
  /** Also once at the start: a process that never runs at that hour would never do it. */
  readonly atStart?: boolean;
  readonly work: () => Promise<void>;
}

// A late run is useful until the next one; by default node-cron drops a run that is over a second late.
const lateAtMostMs = 7 * dayMs;

/**
 * Runs each job when it falls due, until stopped, never one job twice at a time. What a job throws is logged; its next
 * run still comes.
 * @returns a function that stops them, and resolves when none is under way.
 */
export function startCalendar(jobs: readonly CalendarJob[], log: Logger): () => Promise<void> {
  const stops = jobs.map((job) => startJob(job, log));
  return async () => {
    await Promise.all(stops.map((stop) => stop()));
  };
}

function startJob({ name, schedule: expression, atStart, work }: CalendarJob, log: Logger): () => Promise<void> {
  let running = Promise.resolve();
  const run = () => {
    running = running.then(work).catch((err: unknown) => log.error({ job: name, err }, 'a calendar job failed'));
    return running;
  };
  const task = schedule(expression, run, {
    name,
    noOverlap: true,
    missedExecutionTolerance: lateAtMostMs,
    suppressMissedWarning: true,
    logger: loggerOf(name, log),
  });
  if (atStart) void run();
  return async () => {
    await task.destroy();
    await running;
  };
}

function loggerOf(job: string, log: Logger) {
  return {
    info: (message: string) => log.debug({ job }, message),
    // Overlaps and the like do no harm.
    warn: (message: string) => log.debug({ job }, message),
    error: (message: string | Error, error?: Error) => log.error({ job, err: error ?? message }, 'the calendar failed'),
    debug: (message: string | Error) => log.trace({ job }, String(message)),
  };
}
