import type { Logger } from 'pino';
import { slotsAfter } from './nextDue.ts';
import { startTick } from './scheduler.ts';

/** Work that recurs by the calendar rather than by a watch: maintenance that nobody waits for. */
export interface CalendarJob {
  readonly name: string;
  /** Five cron fields, in the time zone of this process. */
  readonly schedule: string;
  /** Also once at the start: a process that never runs at that hour would never do it. */
  readonly atStart?: boolean;
  readonly work: () => Promise<void>;
}

const lookSeconds = 30;

/**
 * Runs each job when it falls due, until stopped, never one job twice at a time. What a job throws is logged; its next
 * run still comes. After a sleep of the machine it runs once, however many runs were missed.
 * @returns a function that stops them, and resolves when none is under way.
 */
export function startCalendar(jobs: readonly CalendarJob[], log: Logger): () => Promise<void> {
  const stops = jobs.map((job) => startJob(job, log));
  return async () => {
    await Promise.all(stops.map((stop) => stop()));
  };
}

function startJob({ name, schedule, atStart = false, work }: CalendarJob, log: Logger): () => Promise<void> {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  let looked = new Date();
  const isDue = (now: Date) => {
    const [next] = slotsAfter(schedule, timeZone, looked, 1);
    return next !== undefined && next <= now;
  };
  const run = () => work().catch((err: unknown) => log.error({ job: name, err }, 'a calendar job failed'));
  const first = atStart ? run() : Promise.resolve();
  const look = async () => {
    await first;
    const now = new Date();
    const due = isDue(now);
    // A clock that was set back counts from where it is.
    looked = now;
    if (due) await run();
  };
  const stopTick = startTick(`calendar: ${name}`, look, log, lookSeconds);
  return async () => {
    await stopTick();
    await first;
  };
}
