import type SQLite from 'better-sqlite3';
import { Kysely, type Transaction } from 'kysely';
import { sqliteDialect } from './dialect.ts';
import { migrateToLatest } from './migrate.ts';
import type { Tables } from './tables.ts';

/** What a query of the store runs on: the database itself, or an open transaction. */
export type Db = Kysely<Tables>;
export type Trx = Transaction<Tables>;

/** The open store. Inside `transaction`, await nothing but queries on the transaction given: one connection serves all. */
export interface Store {
  readonly db: Db;
  /** The file's own connection, for what Kysely does not offer (backup). */
  readonly connection: SQLite.Database;
  /** The schema steps that opening it took. */
  readonly migrated: readonly string[];
  transaction<T>(work: (trx: Trx) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/**
 * Opens the store at `file`, bringing its schema up to date.
 * @throws StoreError `store.newer` when the file was written by a newer program, `store.unreadable` when it cannot be opened.
 */
export async function openStore(file: string): Promise<Store> {
  const { dialect, connection } = sqliteDialect(file);
  const db = new Kysely<Tables>({ dialect });
  const migrated = await migrateToLatest(db);
  return {
    db,
    connection,
    migrated,
    transaction: (work) => db.transaction().execute(work),
    close: async () => {
      connection.pragma('optimize');
      await db.destroy();
    },
  };
}
