import { existsSync } from 'node:fs';
import SQLite from 'better-sqlite3';
import { Kysely } from 'kysely';
import { migrations } from '../../../migrations/index.ts';
import type { Db, Tables } from '../tables.ts';
import { ImmediateSqliteDialect } from './dialect.ts';

const busySeconds = 1;

/**
 * Reads from the database without writing a byte: no file is made, no schema brought up to date.
 * @returns undefined where there is no such file, or none of this very version that can be read: for those who only want to add to
 * what they know without it.
 */
export async function readOnly<T>(file: string, read: (db: Db) => Promise<T>): Promise<T | undefined> {
  if (!existsSync(file)) return undefined;
  let db: Kysely<Tables> | undefined;
  try {
    const connection = new SQLite(file, { readonly: true, fileMustExist: true });
    db = new Kysely<Tables>({ dialect: new ImmediateSqliteDialect(connection, busySeconds, undefined) });
    return (await isUpToDate(db)) ? await read(db) : undefined;
  } catch (error) {
    if (error instanceof SQLite.SqliteError) return undefined;
    throw error;
  } finally {
    await db?.destroy();
  }
}

async function isUpToDate<T>(db: Kysely<T>): Promise<boolean> {
  const untyped = db as unknown as Kysely<{ kysely_migration: { name: string } }>;
  const applied = await untyped.selectFrom('kysely_migration').select('name').execute();
  const known = Object.keys(migrations);
  return applied.length === known.length && applied.every((row) => known.includes(row.name));
}
