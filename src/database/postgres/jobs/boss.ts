import type { PgBoss } from 'pg-boss';
import { openPool } from '../pool.ts';

/** The schema in which pg-boss keeps its tables, beside ours. */
const jobsSchema = 'pgboss';
/**
 * The queue of the default key. Every other key has its own queue, `checks/NAME`, made like this one with its first job
 * (migrations/0030_jobs_by_key.ts).
 */
export const checksQueue = 'checks';
/** Every channel has its own queue, such as `alerts/counsel`, made like this one with its first alert. */
export const alertsQueue = 'alerts';

/**
 * After this long without a sign of life, the holder of a job is dead. One process at a time looks for such jobs, every
 * few seconds: in all that takes less than 30 s.
 */
const heartbeatSeconds = 15;
export const keepEverySeconds = 4;
const superviseSeconds = 5;

const hourSeconds = 3600;
const yearSeconds = 365 * 24 * hourSeconds;

const queueOptions = {
  // One unfinished job per key, that is, per query or alert.
  policy: 'exclusive',
  heartbeatSeconds,
  // The longest that pg-boss allows.
  expireInSeconds: 24 * hourSeconds,
  // Whoever dies, the work must still be done.
  retryLimit: 1_000_000_000,
  // Waiting jobs outlast any downtime. What is done is recorded in `checks` and `deliveries`.
  retentionSeconds: 10 * yearSeconds,
  deleteAfterSeconds: hourSeconds,
} as const;

/** pg-boss, started with the first work: most commands need none. */
export function lazyBoss(address: string): { get(): Promise<PgBoss>; stop(): Promise<void> } {
  let starting: Promise<StartedBoss> | undefined;
  return {
    async get() {
      starting ??= startBoss(address).catch((error) => {
        starting = undefined;
        throw error;
      });
      return (await starting).boss;
    },
    async stop() {
      await (await starting?.catch(() => undefined))?.stop();
    },
  };
}

/** Whether a queue exists that is made with its first job. */
export function queuesMade(get: () => Promise<PgBoss>): (queue: string) => Promise<boolean> {
  /** The queues that were seen. They stay. */
  const known = new Set<string>();
  return async (queue) => {
    if (known.has(queue)) return true;
    if ((await (await get()).getQueues([queue])).length === 0) return false;
    known.add(queue);
    return true;
  };
}

interface StartedBoss {
  readonly boss: PgBoss;
  stop(): Promise<void>;
}

async function startBoss(address: string, supervise = true): Promise<StartedBoss> {
  const { PgBoss } = await import('pg-boss');
  const pool = openPool(address, { forJobs: true });
  const boss = new PgBoss({
    db: { executeSql: (text, values) => pool.query(text, values) },
    schema: jobsSchema,
    schedule: false,
    supervise,
    superviseIntervalSeconds: superviseSeconds,
    monitorIntervalSeconds: superviseSeconds,
    maintenanceIntervalSeconds: 10 * 60,
    // Our own metrics count what waits, per watch and channel.
    warningQueueSize: 1_000_000_000,
  });
  // What fails in the background is tried again within seconds. What fails in the work
  // itself is reported to its caller.
  boss.on('error', () => {});
  const stop = async () => {
    await boss.stop({ graceful: false, close: false });
    await pool.end();
  };
  try {
    await boss.start();
    return { boss, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/**
 * The version of pg-boss's tables that this program works with. It also works with newer ones, as programs do while
 * others are upgraded. Where a pg-boss makes tables that the one before it cannot work with, they come with a migration
 * step of ours that says so (migrations/index.ts).
 */
export const jobsVersion = 43;

/**
 * Makes pg-boss's tables and our queues where they are missing, and brings older ones up to date. Two
 * processes may do this at once.
 */
export async function installJobs(address: string): Promise<void> {
  const { version, missing } = await installedJobs(address);
  if (version >= jobsVersion && missing.length === 0) return;
  const { boss, stop } = await startBoss(address, false);
  try {
    for (const name of missing) await boss.createQueue(name, queueOptions);
  } finally {
    await stop();
  }
}

/** @returns version 0 where pg-boss has no tables */
async function installedJobs(address: string): Promise<{ version: number; missing: readonly string[] }> {
  const pool = openPool(address, { forJobs: true });
  try {
    const queues = [checksQueue, alertsQueue];
    const { rows: tables } = await pool.query(`select to_regclass('${jobsSchema}.version') as version`);
    if (tables[0]?.version === null) return { version: 0, missing: queues };
    const { rows } = await pool.query(
      `select (select max(version) from ${jobsSchema}.version) as version, array(select name from ${jobsSchema}.queue) as queues`,
    );
    const { version, queues: made } = rows[0];
    return { version, missing: queues.filter((name) => !made.includes(name)) };
  } finally {
    await pool.end();
  }
}
