import { CompiledQuery } from 'kysely';
import type { Db } from '../db.ts';

const waitForTheDisk = CompiledQuery.raw('pragma synchronous = full');
const waitForNoDisk = CompiledQuery.raw('pragma synchronous = normal');

/**
 * Runs what must outlast a power failure. Whatever else is committed waits for no disk (dialect.ts): a lease, which ends with the
 * machine that held it, or a check, which is then made once more. What is committed here takes all that came before it along.
 */
export async function withSync<T>(db: Db, work: (db: Db) => Promise<T>): Promise<T> {
  // One connection serves all: until it is given back, nobody else commits on it.
  return db.connection().execute(async (connection) => {
    await connection.executeQuery(waitForTheDisk);
    try {
      return await work(connection);
    } finally {
      await connection.executeQuery(waitForNoDisk);
    }
  });
}
