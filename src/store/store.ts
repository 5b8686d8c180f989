import type SQLite from 'better-sqlite3';
import { Kysely } from 'kysely';
import { TipstaffError } from '../errors.ts';
import type { Db, Trx } from './db.ts';
import { migrateToLatest } from './migrate.ts';
import { sqliteDialect } from './sqlite/dialect.ts';
import { LateSync } from './sqlite/lateSync.ts';
import { withSync } from './sqlite/synced.ts';
import type { Tables } from './tables.ts';

export type { Db, Trx } from './db.ts';

/** The open store. Inside `transaction`, await nothing but queries on the transaction given: one connection serves all. */
export interface Store {
  readonly db: Db;
  /** The file's own connection, for what Kysely does not offer (backup). */
  readonly connection: SQLite.Database;
  /** The schema steps that opening it took. */
  readonly migrated: readonly string[];
  /** Waits for the disk: what it committed outlasts a power failure. */
  transaction<T>(work: (trx: Trx) => Promise<T>): Promise<T>;
  /**
   * Waits for no disk: a power failure within the next second may take it back, the death of the process does not. For what is
   * then simply done again. Whatever is committed by `transaction` meanwhile takes it to the disk sooner.
   */
  unsyncedTransaction<T>(work: (trx: Trx) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/**
 * Opens the store at `file`, bringing its schema up to date.
 * @throws TipstaffError `store.newer` when the file was written by a newer program, `store.unreadable` when it cannot be opened.
 */
export async function openStore(file: string): Promise<Store> {
  const { dialect, connection } = openFile(file);
  const db = new Kysely<Tables>({ dialect });
  const migrated = await migrateOrClose(db, file);
  const lateSync = new LateSync(db);
  return {
    db,
    connection,
    migrated,
    transaction: (work) => withSync(db, (connection) => connection.transaction().execute(work)),
    unsyncedTransaction: async (work) => {
      const done = await db.transaction().execute(work);
      lateSync.soon();
      return done;
    },
    close: async () => {
      try {
        await lateSync.end();
        connection.pragma('optimize');
      } finally {
        await db.destroy();
      }
    },
  };
}

function openFile(file: string): ReturnType<typeof sqliteDialect> {
  try {
    return sqliteDialect(file);
  } catch (error) {
    throw unreadable(file, error);
  }
}

async function migrateOrClose(db: Kysely<Tables>, file: string): Promise<string[]> {
  try {
    return await migrateToLatest(db);
  } catch (error) {
    await db.destroy();
    throw error instanceof TipstaffError ? error : unreadable(file, error);
  }
}

function unreadable(file: string, cause: unknown): TipstaffError {
  const why = cause instanceof Error ? cause.message : String(cause);
  return new TipstaffError(
    'store.unreadable',
    `The database ${file} cannot be opened: ${why}. Check the folder, the rights on it, and that the file is Tipstaff's; "database" in the config names it.`,
    { cause },
  );
}
