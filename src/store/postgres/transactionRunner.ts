import { sql } from 'kysely';
import { Turns } from '../sqlite/turns.ts';
import type { Db, Trx } from '../tables.ts';
import { isAway } from './postgresErrors.ts';
import { untilAlone } from './untilAlone.ts';

/** Names the lock of those who write, among the advisory locks of the database. */
const writersLock = 7_429_011;

/**
 * Makes what runs work as one serializable transaction, one after the other among all processes of the database, as SQLite does: side by
 * side most would come between one another, and be run again for it. Single statements and readers wait for nobody.
 *
 * The work is run again where a statement of others came between, and where its connection broke before it was to be committed: a server
 * that restarts costs no work. Whether one was committed whose connection broke then, nobody knows: that is thrown.
 */
export function transactionRunner(busySeconds: number): <T>(db: Db, work: (trx: Trx) => Promise<T>) => Promise<T> {
  // Of each process one waits at the database; or those that wait would take all its connections.
  const turns = new Turns();
  return async (db, work) => {
    await turns.take();
    try {
      return await runTransaction(db, work, busySeconds);
    } finally {
      turns.give();
    }
  };
}

function runTransaction<T>(db: Db, work: (trx: Trx) => Promise<T>, busySeconds: number): Promise<T> {
  let committing = false;
  const run = () =>
    db.connection().execute(async (own) => {
      committing = false;
      // Before the transaction begins: it sees what was committed when it began.
      await sql`select pg_advisory_lock(${sql.lit(writersLock)})`.execute(own);
      try {
        return await own
          .transaction()
          .setIsolationLevel('serializable')
          .execute(async (trx) => {
            const done = await work(trx);
            committing = true;
            return done;
          });
      } finally {
        // A connection that broke has given it up.
        await sql`select pg_advisory_unlock(${sql.lit(writersLock)})`.execute(own).catch(() => {});
      }
    });
  return untilAlone(busySeconds, run, (error) => !committing && isAway(error));
}
