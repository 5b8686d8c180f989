import { Kysely } from 'kysely';
import { migrations } from '../../migrations/index.ts';
import { isPostgres } from '../fields/databaseUrl.ts';
import type { ReadOnlyDialect } from './engine.ts';
import type { Db, Tables } from './schema/tables.ts';

/**
 * Reads from the database without writing a byte: nothing is made, and no schema is brought up to date. For callers
 * that can do without what they would learn from it.
 * @returns undefined where there is no database, or none with exactly this program's schema that can be read
 */
export async function readOnly<T>(database: string, read: (db: Db) => Promise<T>): Promise<T | undefined> {
  const opened = await open(database);
  if (opened === undefined) return undefined;
  const db = new Kysely<Tables>({ dialect: opened.dialect });
  try {
    return (await isUpToDate(db)) ? await read(db) : undefined;
  } catch (error) {
    if (opened.isUnreadable(error)) return undefined;
    throw error;
  } finally {
    await db.destroy();
  }
}

async function open(database: string): Promise<ReadOnlyDialect | undefined> {
  if (isPostgres(database)) return (await import('./postgres/openServer.ts')).readServer(database);
  return (await import('./sqlite/openFile.ts')).readFile(database);
}

async function isUpToDate<T>(db: Kysely<T>): Promise<boolean> {
  const untyped = db as unknown as Kysely<{ kysely_migration: { name: string } }>;
  const applied = await untyped.selectFrom('kysely_migration').select('name').execute();
  const known = Object.keys(migrations);
  return applied.length === known.length && applied.every((row) => known.includes(row.name));
}
