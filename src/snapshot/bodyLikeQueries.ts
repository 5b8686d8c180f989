import { type RawBuilder, SqliteAdapter, sql } from 'kysely';
import type { Db } from '../database/schema/tables.ts';

/**
 * Whether the body of a record matches the pattern, ignoring the case of ASCII letters. A backslash
 * makes the next character literal.
 */
export function bodyLike(db: Db, pattern: string): RawBuilder<boolean> {
  // SQLite's `like` ignores case; that of Postgres does not.
  const like = db.getExecutor().adapter instanceof SqliteAdapter ? sql`like` : sql`ilike`;
  return sql<boolean>`body ${like} ${pattern} escape '\\'`;
}
