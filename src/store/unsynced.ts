import { sql } from 'kysely';
import type { Db } from './store.ts';

/**
 * Runs a statement that may be forgotten when the power fails, and so need not wait for the disk: a lease, which ends with the
 * machine that held it. What is committed afterwards waits for this too. Not inside a transaction, which is synced as a whole.
 */
export async function withoutSync<T>(db: Db, work: (db: Db) => Promise<T>): Promise<T> {
  if (db.isTransaction) return work(db);
  // One connection serves all: until it is given back, nobody else commits on it.
  return db.connection().execute(async (connection) => {
    await sql`pragma synchronous = normal`.execute(connection);
    try {
      return await work(connection);
    } finally {
      await sql`pragma synchronous = full`.execute(connection);
    }
  });
}
