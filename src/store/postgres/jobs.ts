import { randomUUID } from 'node:crypto';
import { fromKysely, type PgBoss } from 'pg-boss';
import { alertQueue } from '../claims/claimAlert.ts';
import { checkQueue } from '../claims/claims.ts';
import { endClaimsOf } from '../claims/leaseOwner.ts';
import type { ClaimKeeper, ClaimKind, Queue } from '../claims/queue.ts';
import type { Db } from '../schema/tables.ts';
import { openPool } from './dialect.ts';
import { retryConflicts } from './postgresErrors.ts';

const jobsSchema = 'pgboss';

/**
 * Each claim is a job in one of these. Nothing waits in them: a job is made and fetched in the transaction that claims.
 */
const queueOf = { checks: 'held-checks', alerts: 'held-alerts' } as const satisfies Record<ClaimKind, string>;

/**
 * After this long without a sign of life, the holder of a job is dead. Daemons look for such jobs every few seconds: in
 * all that takes less than 30 s.
 */
const heartbeatSeconds = 15;
const keepEverySeconds = 4;
const monitorSeconds = 5;
const busySeconds = 30;
const hourSeconds = 3600;

/** What else stands in a row was never a job, and nobody gives signs of life for it. */
const isJobId = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

const queueOptions = {
  heartbeatSeconds,
  // The longest that pg-boss allows.
  expireInSeconds: 24 * hourSeconds,
  // The job of a dead holder ends. Its work is due as before, and whoever takes it makes a job of his own.
  retryLimit: 0,
  // What was done is recorded in `checks` and `deliveries`.
  deleteAfterSeconds: hourSeconds,
} as const;

/** The queue on Postgres, for any number of machines: a claim lasts as long as its job of pg-boss. */
export function jobQueue(db: Db, address: string): Queue {
  const { boss, stop } = lazyBoss(address);
  const keeper = jobKeeper(db, boss);
  return {
    checks: checkQueue(db, keeper),
    alerts: alertQueue(db, keeper),
    async releaseDead() {
      // Ends the jobs whose holders give no sign of life, unless another process has just done so.
      await (await boss()).supervise();
      await endClaimsOf(db, async (kind, owner) => {
        if (!isJobId.test(owner)) return true;
        const [job] = await (await boss()).findJobs(queueOf[kind], { id: owner });
        return job?.state !== 'active';
      });
    },
    close: stop,
  };
}

function jobKeeper(db: Db, boss: () => Promise<PgBoss>): ClaimKeeper {
  return {
    keepEverySeconds: () => keepEverySeconds,
    newOwner: randomUUID,
    leaseEnd: () => null,
    transaction: (work) => retryConflicts(busySeconds, () => db.transaction().execute(work)),
    async begin(trx, kind, { owner, key }) {
      const within = { db: fromKysely(trx) };
      await (await boss()).send(queueOf[kind], null, { ...within, id: owner, singletonKey: key });
      // The others' are not to be seen before they are fetched.
      const [job] = await (await boss()).fetch(queueOf[kind], { ...within, ignoreStartAfter: true });
      if (job?.id !== owner) throw new Error(`pg-boss gave the job ${job?.id} instead of ${owner}`);
    },
    async keep(kind, owner) {
      const kept = await (await boss()).touch(queueOf[kind], owner);
      return 'affected' in kept && Number(kept.affected) > 0;
    },
    end: async (trx, kind, owner) =>
      void (await (await boss()).complete(queueOf[kind], owner, null, { db: fromKysely(trx) })),
  };
}

/** pg-boss, started with the first work: most commands need none. */
function lazyBoss(address: string): { boss(): Promise<PgBoss>; stop(): Promise<void> } {
  let starting: ReturnType<typeof startBoss> | undefined;
  return {
    async boss() {
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

/**
 * Starts pg-boss with its queues. It makes its tables, and brings older ones up to date; several processes may do so
 * at once.
 */
async function startBoss(address: string): Promise<{ boss: PgBoss; stop(): Promise<void> }> {
  const { PgBoss } = await import('pg-boss');
  const pool = openPool(address, { forJobs: true });
  const boss = new PgBoss({
    db: { executeSql: (text, values) => pool.query(text, values) },
    schema: jobsSchema,
    schedule: false,
    // `releaseDead` does.
    supervise: false,
    monitorIntervalSeconds: monitorSeconds,
    maintenanceIntervalSeconds: 10 * 60,
  });
  // What fails in the background is tried again within seconds. What fails in the work itself is reported to its
  // caller.
  boss.on('error', () => {});
  const stop = async () => {
    await boss.stop({ graceful: false, close: false });
    await pool.end();
  };
  try {
    await boss.start();
    for (const name of Object.values(queueOf)) await boss.createQueue(name, queueOptions);
    return { boss, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
