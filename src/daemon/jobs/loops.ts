import { startDelivery } from '../../alerts/outbox/deliver.ts';
import { runDueCheck } from '../../check/runCheck.ts';
import { type RunningJob, startJob } from '../../schedule/jobs.ts';
import { type Scheduler, startScheduler } from '../../schedule/scheduler.ts';
import { openClockTrust } from '../clock.ts';
import { openDelivery } from '../delivery.ts';
import { checkPartsNow, type DaemonJob, type DaemonParts, jobsOf } from './jobs.ts';

// How often the outbox is searched for alerts that fell due or come from other processes; a check of this process wakes
// the delivery.
const outboxSeconds = 1;

interface Loops {
  /** Has the jobs that follow the config rest, while another one is brought into force; checks and delivery go on. */
  pause(): Promise<void>;
  resume(): void;
  /** Begins nothing more, and resolves when checks and deliveries under way have ended by themselves. */
  finish(): Promise<void>;
  /** Abandons what is under way; it is done later. Within 5 s. */
  stop(): Promise<void>;
}

export async function startLoops(parts: DaemonParts): Promise<Loops> {
  const { program, service, inForce, roles } = parts;
  const time = openClockTrust();
  const mayWork = () => time.isRight && inForce.now.newer === undefined;
  const delivery = roles.includes('deliver') ? await openDelivery(program, service) : undefined;
  const sending =
    delivery && startDelivery({ ...delivery.parts, everySeconds: outboxSeconds, inForce: () => inForce.now.config });
  const checking = roles.includes('check') ? startChecking(parts, mayWork, () => sending?.wake()) : undefined;
  const loops = [checking, sending].filter((loop) => loop !== undefined);

  const running = new Map<DaemonJob, RunningJob>();
  const wake = () => {
    for (const loop of loops) loop.wake();
    for (const [job, { wake: wakeJob }] of running) if (job.isWoken) wakeJob();
  };
  const all = await jobsOf(parts, { time, delivery: delivery?.parts, wake });
  const jobs = all.filter((job) => job.roles?.some((role) => roles.includes(role)) ?? true);
  const start = () => {
    for (const job of jobs) if (!running.has(job)) running.set(job, startJob(timed(job, mayWork), program.log));
  };
  const end = async (which: (job: DaemonJob) => boolean) => {
    const ended = [...running].filter(([job]) => which(job));
    for (const [job] of ended) running.delete(job);
    await Promise.all(ended.map(([, { stop }]) => stop()));
  };
  // Those that are told to finish may be stopped meanwhile.
  let closing: Promise<void> | undefined;
  const endAll = async (how: 'finish' | 'stop') => {
    // At the same time, so that the waits do not add up.
    await Promise.all([end(() => true), ...loops.map((loop) => loop[how]())]);
    closing ??= delivery?.close();
    await closing;
  };
  try {
    // Nothing is checked before the clocks were compared.
    await jobs.find(({ name }) => name === 'clock')?.work();
  } catch (error) {
    await endAll('stop');
    throw error;
  }
  start();
  wake();
  return {
    pause: () => end(({ rests }) => rests === true),
    resume: start,
    finish: () => endAll('finish'),
    stop: () => endAll('stop'),
  };
}

function timed(job: DaemonJob, mayWork: () => boolean): DaemonJob {
  if (!job.needsTime) return job;
  return { ...job, work: async () => (mayWork() ? job.work() : undefined) };
}

function startChecking(parts: DaemonParts, mayWork: () => boolean, onChecked: () => void): Scheduler {
  const { program, inForce, share } = parts;
  const { store, config, clock, log } = program;
  return startScheduler({
    store,
    clock,
    log,
    isKnown: (queryId) => mayWork() && inForce.now.queryIds.has(queryId),
    share,
    runCheck: (claim, signal) => runDueCheck(checkPartsNow(parts), claim, signal),
    concurrency: config.service.concurrency,
    recheckSeconds: config.service.recheckBaseSeconds,
    onChecked,
  });
}

interface Stops {
  add(stop: () => Promise<void>): void;
  /**
   * Stops all parts, the last started first, one after the other. Safe to call twice. @throws what the first that
   * failed threw, once all were asked.
   */
  stopAll(): Promise<void>;
}

export function collectStops(): Stops {
  const stops: (() => Promise<void>)[] = [];
  return {
    add: (stop) => void stops.push(stop),
    stopAll: async () => {
      const failed: unknown[] = [];
      for (let next = stops.pop(); next !== undefined; next = stops.pop())
        await next().catch((error: unknown) => failed.push(error));
      if (failed.length > 0) throw failed[0];
    },
  };
}
