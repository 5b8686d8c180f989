import { type RawBuilder, SqliteAdapter, sql } from 'kysely';
import type { Db } from '../database/schema/tables.ts';

/**
 * Whether the records are those that a sandbox made up: their links lead to hosts that nobody can have (RFC 2606), whatever its seed. It reads all
 * records where they are not. @returns undefined when there is no record
 */
export async function holdsSandboxRecords(db: Db): Promise<boolean | undefined> {
  const any = await db.selectFrom('records').select('id').limit(1).executeTakeFirst();
  if (any === undefined) return undefined;
  const [designs, dockets] = [
    db.selectFrom('records').where('type', '=', 'design').where(bodyLike(db, '%//designs.example/%')),
    db.selectFrom('entries').where('pdf_url', 'like', 'https://dockets.example/%'),
  ];
  if ((await designs.select('id').limit(1).executeTakeFirst()) !== undefined) return true;
  return (await dockets.select('record_id').limit(1).executeTakeFirst()) !== undefined;
}

/**
 * Whether the body of a record matches the pattern, ignoring the case of ASCII letters. A backslash
 * makes the next character literal.
 */
export function bodyLike(db: Db, pattern: string): RawBuilder<boolean> {
  // SQLite's `like` ignores case; that of Postgres does not.
  const like = db.getExecutor().adapter instanceof SqliteAdapter ? sql`like` : sql`ilike`;
  return sql<boolean>`body ${like} ${pattern} escape '\\'`;
}
