import { CompiledQuery } from 'kysely';
import type { Db } from './db.ts';

const waitForNoDisk = CompiledQuery.raw('pragma synchronous = normal');
const waitForTheDisk = CompiledQuery.raw('pragma synchronous = full');

/**
 * Runs what may be forgotten when the power fails, and so need not wait for the disk: a lease, which ends with the machine that
 * held it. What is committed afterwards waits for this too. Inside a transaction it is synced as the whole is.
 */
export async function withoutSync<T>(db: Db, work: (db: Db) => Promise<T>): Promise<T> {
  if (db.isTransaction) return work(db);
  // One connection serves all: until it is given back, nobody else commits on it.
  return db.connection().execute(async (connection) => {
    await connection.executeQuery(waitForNoDisk);
    try {
      return await work(connection);
    } finally {
      await connection.executeQuery(waitForTheDisk);
    }
  });
}
