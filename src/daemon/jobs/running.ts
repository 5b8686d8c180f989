import { startDelivery } from '../../alerts/outbox/deliver.ts';
import { notifyOperators } from '../../alerts/outbox/incidents.ts';
import { connect, loadKeySuspension } from '../../check/admission/serviceKey.ts';
import { runDueCheck } from '../../check/runCheck.ts';
import { configDigest, usesSandbox } from '../../config/config.ts';
import { type RunningJob, startJob } from '../../schedule/jobs.ts';
import { Scheduler } from '../../schedule/scheduler.ts';
import { retrySkipped } from '../../store/claims/due.ts';
import type { Reload } from '../../store/processes.ts';
import { openClockTrust } from '../clockQueries.ts';
import { type FollowedWatches, followWatches } from '../followWatches.ts';
import { openDelivery, type Program, requireSameService } from '../program.ts';
import { checkPartsNow, type DaemonJob, type DaemonParts, jobsOf } from './jobs.ts';

/** @param first its service is closed by the caller */
export async function startRunning(first: DaemonParts) {
  let current = { parts: first, loops: await startLoops(first), close: async () => {} };
  const ending = new Set<typeof current>();
  const end = (former: typeof current) => {
    ending.add(former);
    const { log } = former.parts.program;
    void former.loops
      .finish()
      .then(former.close)
      .catch((err: unknown) => log.error({ err }, 'parts of the former config could not be ended'))
      .finally(() => ending.delete(former));
  };
  return {
    /** Work under way ends with the former config. @throws why the next config cannot come into force */
    async replace(
      next: Program,
      preparePages: (parts: DaemonParts) => Promise<{ use(): void; drop(): Promise<void> }>,
    ): Promise<Pick<Reload, 'otherSince'>> {
      const { add, stopAll } = collectStops();
      const { loops } = current;
      try {
        await requireSameService(next.store, next.config);
        // A running sandbox is kept, because its world has moved on.
        const { baseUrl } = usesSandbox(next.config) ? first.service : next.config.service;
        const service = await connect(next, baseUrl);
        add(() => service.close());
        let inForce: FollowedWatches | undefined;
        const parts: DaemonParts = {
          ...first,
          program: next,
          service,
          get inForce() {
            return inForce ?? first.inForce;
          },
        };
        const pages = await preparePages(parts);
        add(() => pages.drop());
        add(async () => loops.resume());
        await loops.pause();
        const isOther = configDigest(next.config) !== configDigest(current.parts.program.config);
        inForce = await followWatches(next, isOther ? 'reload' : 'look');
        await resumeChecks(next);
        const started = { parts, loops: await startLoops(parts), close: () => service.close() };
        end(current);
        current = started;
        pages.use();
        return { otherSince: inForce.now.newer?.broughtAt };
      } catch (error) {
        await stopAll();
        throw error;
      }
    },
    async stop() {
      await Promise.all([current, ...ending].map(async ({ loops, close }) => loops.stop().finally(close)));
    },
  };
}

const firstStep = '0001_baseline';

export async function prepareDatabase(program: Program): Promise<void> {
  const { store, log } = program;
  await resumeChecks(program);
  if (store.migrated.includes(firstStep)) await announceNewDatabase(program);
  else if (store.migrated.length > 0) log.info({ steps: store.migrated }, 'the database was brought up to date');
}

/** Skipped checks are due again after a start or reload, since the new config may have another key or budget. */
async function resumeChecks({ store, config, clock }: Program): Promise<void> {
  if ((await loadKeySuspension(store.db, config.service)) === undefined) await retrySkipped(store.db, clock());
}

/** Notifies the operators, because a former database may be lost. Missing news alone would show that too late. */
async function announceNewDatabase({ store, config, clock, log }: Program): Promise<void> {
  const { operators } = config;
  const database = store.name;
  const detail =
    `${database} was made at this start, so every watch takes a baseline: what exists already is not ` +
    'reported. If Tipstaff ran here before, stop it and put its database back, or a backup: tipstaff restore FILE.';
  log.warn(detail);
  const incident = { kind: 'new-database', subject: database, detail } as const;
  await store.transaction((trx) => notifyOperators(trx, operators, incident, 'began', { now: clock() }));
}

// For alerts of digests, retries and other processes. Checks of this process wake the delivery directly.
const outboxSeconds = 1;

async function startLoops(parts: DaemonParts) {
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
    for (const job of jobs.filter((one) => !running.has(one))) {
      const work = async () => (mayWork() ? job.work() : undefined);
      running.set(job, startJob(job.needsTime ? { ...job, work } : job, program.log));
    }
  };
  const end = async (which: (job: DaemonJob) => boolean) => {
    const ended = [...running].filter(([job]) => which(job));
    for (const [job] of ended) running.delete(job);
    await Promise.all(ended.map(([, { stop }]) => stop()));
  };
  // `stop` may be called during `finish`.
  let closing: Promise<void> | undefined;
  const endAll = async (how: 'finish' | 'stop') => {
    // Concurrent, so that the waits do not add up.
    await Promise.all([end(() => true), ...loops.map((loop) => loop[how]())]);
    closing ??= delivery?.close();
    await closing;
  };
  try {
    // No check runs before the clocks were compared.
    await jobs.find(({ name }) => name === 'clock')?.work();
  } catch (error) {
    await endAll('stop');
    throw error;
  }
  start();
  wake();
  return {
    /** Rests the jobs that follow the config, while another one is brought into force. */
    pause: () => end(({ rests }) => rests === true),
    resume: start,
    /** Starts nothing more, and resolves when the current checks and deliveries have ended. */
    finish: () => endAll('finish'),
    /** Aborts current work, which is done later. Takes at most 5 s. */
    stop: () => endAll('stop'),
  };
}

function startChecking(parts: DaemonParts, mayWork: () => boolean, onChecked: () => void): Scheduler {
  const { program, inForce } = parts;
  const { store, config, clock, log } = program;
  return new Scheduler({
    store,
    clock,
    log,
    isKnown: (queryId) => mayWork() && inForce.now.queryIds.has(queryId),
    runCheck: (claim, signal) => runDueCheck(checkPartsNow(parts), claim, signal),
    concurrency: config.service.concurrency,
    recheckSeconds: config.service.recheckBaseSeconds,
    onChecked,
  });
}

export function collectStops() {
  const stops: (() => Promise<void>)[] = [];
  return {
    add: (stop: () => Promise<void>) => void stops.push(stop),
    /** Stops in reverse order. Can be called twice. @throws the first error, after all stops were called */
    stopAll: async () => {
      const failed: unknown[] = [];
      for (let next = stops.pop(); next !== undefined; next = stops.pop())
        await next().catch((error: unknown) => failed.push(error));
      if (failed.length > 0) throw failed[0];
    },
  };
}
