import { sql } from 'kysely';
import type { Db, Trx } from '../schema/tables.ts';
import { Turns } from '../sqlite/dialect.ts';
import { lockMs } from './pool.ts';
import { isAway } from './postgresErrors.ts';
import { untilAlone } from './untilAlone.ts';

/** Every transaction locks this table first. Nobody else reads or writes it, so single statements wait for nobody. */
const writersTable = 'kysely_migration_lock';

/**
 * Makes a function that runs work as one serializable transaction. The transactions of all processes on the database
 * run one after the other, as on SQLite: side by side, most would conflict and have to be run again. Single
 * statements and readers wait for nobody.
 *
 * The work is run again if a single statement of others came in between, or if its connection broke before the commit:
 * a server that restarts costs no work. If the connection broke during the commit, nobody knows whether it was
 * committed, so the error is thrown.
 */
export function transactionRunner(busySeconds: number): <T>(db: Db, work: (trx: Trx) => Promise<T>) => Promise<T> {
  // Only one transaction of each process waits at the database. Otherwise those that wait
  // would take all its connections.
  const turns = new Turns();
  return async (db, work) => {
    const begun = performance.now();
    await turns.take();
    try {
      // The wait for the turn counts too: behind a lock of somebody else, each would wait as long again as the one before.
      const leftSeconds = busySeconds - (performance.now() - begun) / 1000;
      return await runTransaction(db, work, Math.max(leftSeconds, shortestWaitSeconds));
    } finally {
      turns.give();
    }
  };
}

/** Who has waited for its turn long enough waits for the lock no longer than one that is free takes. */
const shortestWaitSeconds = 0.1;

function runTransaction<T>(db: Db, work: (trx: Trx) => Promise<T>, busySeconds: number): Promise<T> {
  let committing = false;
  const run = () =>
    db
      .transaction()
      .setIsolationLevel('serializable')
      .execute(async (trx) => {
        committing = false;
        // Locking comes before anything is read: the work then sees whatever was committed while this
        // transaction waited for the table.
        await lockWriters(trx, busySeconds);
        const done = await work(trx);
        committing = true;
        return done;
      });
  return untilAlone(busySeconds, run, (error) => !committing && isAway(error));
}

async function lockWriters(trx: Trx, busySeconds: number): Promise<void> {
  const waitMs = Math.ceil(busySeconds * 1000);
  // Most have waited for nobody in their process: they need no statement more.
  const isShorter = waitMs < lockMs - 1_000;
  if (isShorter) await setLockTimeout(trx, waitMs);
  await sql`lock table ${sql.table(writersTable)} in share update exclusive mode`.execute(trx);
  if (isShorter) await setLockTimeout(trx, lockMs);
}

/** Until the end of the transaction. It takes no snapshot. */
async function setLockTimeout(trx: Trx, ms: number): Promise<void> {
  await sql.raw(`set local lock_timeout = ${ms}`).execute(trx);
}
