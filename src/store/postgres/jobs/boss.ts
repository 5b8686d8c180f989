import type { PgBoss } from 'pg-boss';
import { openPool } from '../pool.ts';

/** Where pg-boss keeps its tables, beside ours. */
export const jobsSchema = 'pgboss';
/** Of the default key. Each other one has a queue of its own, `checks/NAME`, made like this one with its first job (migrations/0030_jobs_by_key.ts). */
export const checksQueue = 'checks';
/** Each channel has a queue of its own, `alerts/counsel`, made like this one when its first alert is. */
export const alertsQueue = 'alerts';

/** Without a sign of life for so long, a job's holder is dead. Looked at every few seconds, by one process at a time: together under 30 s. */
const heartbeatSeconds = 15;
export const keepEverySeconds = 4;
const superviseSeconds = 5;

const hourSeconds = 3600;
const yearSeconds = 365 * 24 * hourSeconds;

const queueOptions = {
  // One unfinished job a key: one for a query, one for an alert.
  policy: 'exclusive',
  heartbeatSeconds,
  // The longest that pg-boss knows.
  expireInSeconds: 24 * hourSeconds,
  // Whoever died, the work stays to be done.
  retryLimit: 1_000_000_000,
  // What waits outlasts any downtime. What is done is in `checks` and `deliveries`.
  retentionSeconds: 10 * yearSeconds,
  deleteAfterSeconds: hourSeconds,
} as const;

/** pg-boss, which comes with the first work: most commands need none of it. */
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

/** Whether a queue is there that is made with its first job. */
export function queuesMade(get: () => Promise<PgBoss>): (queue: string) => Promise<boolean> {
  /** Those that were seen: they stay. */
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
    // Counted per watch and channel by our own metrics.
    warningQueueSize: 1_000_000_000,
  });
  // What fails in the background is tried again in seconds; what fails in the work itself is reported to its caller.
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
 * The version of its tables that pg-boss works with. It works on newer ones too, as a program does while others are upgraded; where a
 * pg-boss makes tables that the one before it cannot work with, they come with a step of ours that says so (migrations/index.ts).
 */
export const jobsVersion = 43;

/** Makes pg-boss's tables and our queues where they are not there yet, and brings older ones up to date. Two processes at once are no harm. */
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

/** @returns version 0 where pg-boss has no tables. */
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
