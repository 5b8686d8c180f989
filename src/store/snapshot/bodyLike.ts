import { type RawBuilder, SqliteAdapter, sql } from 'kysely';
import type { Db } from '../tables.ts';

/** Whether the body of a record is like the pattern, whatever the case of its ASCII letters; a backslash makes the next sign plain. */
export function bodyLike(db: Db, pattern: string): RawBuilder<boolean> {
  // The one of SQLite is blind to case, that of Postgres is not.
  const like = db.getExecutor().adapter instanceof SqliteAdapter ? sql`like` : sql`ilike`;
  return sql<boolean>`body ${like} ${pattern} escape '\\'`;
}
