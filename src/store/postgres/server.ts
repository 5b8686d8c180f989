import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { fromKysely, type PgBoss } from 'pg-boss';
import { TipstaffError } from '../../base/errors.ts';
import { shownDatabase } from '../../base/redact.ts';
import { alertQueue } from '../claims/claimAlert.ts';
import { checkQueue, endClaimsOf } from '../claims/claims.ts';
import type { ClaimKeeper, ClaimKind, Queue } from '../claims/queue.ts';
import { type Db, openTables } from '../schema/tables.ts';
import type { Engine, ReadOnly } from '../store.ts';
import { openPool, serverDialect } from './dialect.ts';
import { cannotOpen, isRace, isRefusal, retryConflicts, runTransaction, withDatabase } from './postgresErrors.ts';

const jobsSchema = 'pgboss';

/** Nothing waits in these queues, because the transaction that claims also makes and fetches the job. */
const queueOf = { checks: 'held-checks', alerts: 'held-alerts' } as const satisfies Record<ClaimKind, string>;

/** A holder without a heartbeat for this long is dead. Its death is noticed within 30 s in all. */
const heartbeatSeconds = 15;
const keepEverySeconds = 4;
const monitorSeconds = 5;
const busySeconds = 30;
const hourSeconds = 3600;

/** An owner of another form was never a job, so nobody sends heartbeats for it. */
const isJobId = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

const queueOptions = {
  heartbeatSeconds,
  // The longest that pg-boss allows.
  expireInSeconds: 24 * hourSeconds,
  // The job of a dead holder ends. Its work stays due, and the next holder makes a new job.
  retryLimit: 0,
  // `checks` and `deliveries` record what was done.
  deleteAfterSeconds: hourSeconds,
} as const;

export function jobQueue(db: Db, address: string): Queue {
  const { boss, revive, stop } = lazyBoss(address);
  const keeper = jobKeeper(db, boss);
  return {
    checks: checkQueue(db, keeper),
    alerts: alertQueue(db, keeper),
    async releaseDead() {
      await revive();
      // Ends the jobs of holders without a heartbeat, unless another process has just done so.
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
      const within = { db: fromKysely(trx.withoutPlugins()) };
      await (await boss()).send(queueOf[kind], null, { ...within, id: owner, singletonKey: key });
      // Others' jobs are invisible until they are fetched, so this fetch returns our own.
      const [job] = await (await boss()).fetch(queueOf[kind], { ...within, ignoreStartAfter: true });
      if (job?.id !== owner) throw new Error(`pg-boss gave the job ${job?.id} instead of ${owner}`);
    },
    async keep(kind, owner) {
      const kept = await (await boss()).touch(queueOf[kind], owner);
      return 'affected' in kept && Number(kept.affected) > 0;
    },
    end: async (trx, kind, owner) =>
      void (await (await boss()).complete(queueOf[kind], owner, null, { db: fromKysely(trx.withoutPlugins()) })),
  };
}

function lazyBoss(address: string) {
  let starting: ReturnType<typeof startBoss> | undefined;
  const boss = async () => {
    starting ??= startBoss(address).catch((error) => {
      starting = undefined;
      throw error;
    });
    return (await starting).boss;
  };
  const stop = async () => {
    await (await starting?.catch(() => undefined))?.stop();
  };
  /** Recreates pg-boss's tables after somebody dropped them, for example by restoring our schema alone. */
  const revive = async () => {
    if (await (await boss()).isInstalled()) return;
    await stop();
    starting = undefined;
    await boss();
  };
  return { boss, revive, stop };
}

async function startBoss(address: string): Promise<{ boss: PgBoss; stop(): Promise<void> }> {
  const { PgBoss } = await import('pg-boss');
  const pool = openPool(address, { forJobs: true });
  const boss = new PgBoss({
    db: { executeSql: (text, values) => pool.query(text, values) },
    schema: jobsSchema,
    schedule: false,
    // `releaseDead` supervises.
    supervise: false,
    monitorIntervalSeconds: monitorSeconds,
    maintenanceIntervalSeconds: 10 * 60,
  });
  // Background failures are retried, and failed calls throw.
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

/** How long to retry while another program migrates a large database. */
const migratingSeconds = 600;

/** Returns the engine without connecting. */
export function openServer(address: string, busySeconds: number): Engine {
  const name = shownDatabase(address);
  const db = openTables(serverDialect(address, { busySeconds }));
  return {
    name,
    db,
    queue: jobQueue(db, address),
    // Never aborts, because a server that is away comes back with everything that was committed.
    lost: new AbortController().signal,
    // The tools of Postgres make backups.
    keepFormer: async () => {},
    // A daemon at work and a migration step may deadlock, and Postgres then aborts one of them.
    migrating: (work) =>
      retryConflicts(migratingSeconds, work, (error) => error instanceof Error && isRace(error.cause)),
    transaction: (work) => runTransaction(db, busySeconds, work),
    backup: async () => {
      throw noBackup(name);
    },
    // Autovacuum does that.
    optimize: async () => {},
    serverTime: () => serverTime(db),
    lastIds,
    setLastIds,
    explain: (error) => withDatabase(error, name),
    cannotOpen: (error) => cannotOpen(error, name),
  };
}

async function serverTime(db: Db): Promise<Date | undefined> {
  const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(db);
  return rows[0]?.now;
}

function noBackup(name: string): TipstaffError {
  return new TipstaffError(
    'usage.backup',
    `${name} is kept by Postgres, whose own tools copy it: pg_dump --format=custom --file=FILE (docs/running.md). ` +
      'tipstaff backup copies a database that is a file.',
  );
}

async function sequences(db: Db): Promise<{ table: string; sequence: string }[]> {
  const { rows } = await sql<{ table: string; sequence: string }>`
    select table_name as table, pg_get_serial_sequence(quote_ident(table_name), 'id') as sequence
    from information_schema.columns
    where table_schema = current_schema() and column_name = 'id' and is_identity = 'YES'`.execute(db);
  return rows;
}

export async function lastIds(db: Db): Promise<Map<string, number>> {
  const ids = new Map<string, number>();
  for (const { table, sequence } of await sequences(db)) {
    const value = sql<{ last: number }>`select last_value as last from ${sql.raw(sequence)} where is_called`;
    const { rows } = await value.execute(db);
    for (const { last } of rows) ids.set(table, last);
  }
  return ids;
}

export async function setLastIds(db: Db, ids: ReadonlyMap<string, number>): Promise<void> {
  for (const { table, sequence } of await sequences(db)) {
    const last = ids.get(table);
    if (last !== undefined && last > 0) await sql`select setval(${sequence}::regclass, ${last})`.execute(db);
  }
}

const readersBusySeconds = 1;

export function readServer(address: string): ReadOnly {
  const dialect = serverDialect(address, { busySeconds: readersBusySeconds, readOnly: true });
  return { db: openTables(dialect), isUnreadable: isRefusal };
}
