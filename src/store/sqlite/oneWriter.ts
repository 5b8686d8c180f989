import { SqliteAdapter } from 'kysely';
import type { Db } from '../tables.ts';

/**
 * Whether nobody can change a row that a transaction has read, as on SQLite: then there is none to lock. On Postgres single statements run
 * beside the transaction whose turn it is.
 */
export function hasOneWriter(db: Db): boolean {
  return db.getExecutor().adapter instanceof SqliteAdapter;
}
