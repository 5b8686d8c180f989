import { SqliteAdapter } from 'kysely';
import type { Db } from '../schema/tables.ts';

/**
 * Whether nobody else can change a row that a transaction has read, so that it needs no lock. That is so on SQLite. On
 * Postgres single statements run beside the transaction whose turn it is.
 */
export function hasOneWriter(db: Db): boolean {
  return db.getExecutor().adapter instanceof SqliteAdapter;
}
