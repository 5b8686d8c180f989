import { sql } from 'kysely';
import { Turns } from '../sqlite/turns.ts';
import type { Db, Trx } from '../tables.ts';
import { isAway } from './postgresErrors.ts';
import { untilAlone } from './untilAlone.ts';

/** Whoever writes has this table to itself: one that nobody writes to or reads, so that single statements wait for nobody. */
const writersTable = 'kysely_migration_lock';

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
    db
      .transaction()
      .setIsolationLevel('serializable')
      .execute(async (trx) => {
        committing = false;
        // The one statement that a transaction may wait in before it looks: it sees what was committed when it has the table.
        await sql`lock table ${sql.table(writersTable)} in share update exclusive mode`.execute(trx);
        const done = await work(trx);
        committing = true;
        return done;
      });
  return untilAlone(busySeconds, run, (error) => !committing && isAway(error));
}
