import { SqliteAdapter } from 'kysely';
import type { Db } from '../tables.ts';

/**
 * Whether one transaction writes at a time, as on SQLite: nobody changes a row that it has read, so there is none to lock. On Postgres
 * several do.
 */
export function hasOneWriter(db: Db): boolean {
  return db.getExecutor().adapter instanceof SqliteAdapter;
}
