import SQLite from 'better-sqlite3';
import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type DialectAdapter,
  type Driver,
  SqliteAdapter,
  type SqliteDatabase,
  SqliteDialect,
} from 'kysely';

/** Kysely's adapter does not know that SQLite rolls schema changes back; without this a failed migration stays half done. */
class TransactionalDdlAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

/**
 * SQLite with immediate transactions: a deferred one fails with SQLITE_BUSY as soon as another process wrote between its
 * first read and its first write, whatever busy_timeout says.
 */
class ImmediateSqliteDialect extends SqliteDialect {
  readonly #connection: SQLite.Database;

  constructor(connection: SQLite.Database) {
    super({ database: keepPrepared(connection) });
    this.#connection = connection;
  }

  override createDriver(): Driver {
    const driver = super.createDriver();
    driver.beginTransaction = async (connection: DatabaseConnection) => {
      await connection.executeQuery(CompiledQuery.raw('begin immediate'));
    };
    // On a full disk SQLite has rolled back already; to do so again is an error, which would hide the one that tells why.
    const rollback = driver.rollbackTransaction.bind(driver);
    driver.rollbackTransaction = async (connection: DatabaseConnection) => {
      if (this.#connection.inTransaction) await rollback(connection);
    };
    return driver;
  }

  override createAdapter(): DialectAdapter {
    return new TransactionalDdlAdapter();
  }
}

/** Opens the database file (made when absent) with the pragmas that the store relies on. */
export function sqliteDialect(file: string): { dialect: Dialect; connection: SQLite.Database } {
  const connection = new SQLite(file);
  connection.pragma('journal_mode = WAL');
  // A power loss may take back the last commits, but for those of synced.ts: to wait for the disk costs 0.13 ms each.
  connection.pragma('synchronous = NORMAL');
  connection.pragma('busy_timeout = 5000');
  connection.pragma('foreign_keys = ON');
  // better-sqlite3 would take 16 MB, which a large result fills once and reads no faster for.
  connection.pragma('cache_size = -4096');
  return { dialect: new ImmediateSqliteDialect(connection), connection };
}

const statementsKept = 200;
/** Longer texts are lists of ids, seldom twice the same length. */
const longestKept = 2000;

/** Statements as prepared before: to prepare one takes longer than most take to run. The longest unused goes first. */
function keepPrepared(connection: SQLite.Database): SqliteDatabase {
  const kept = new Map<string, SQLite.Statement>();
  return {
    close: () => connection.close(),
    prepare(sql) {
      const before = kept.get(sql);
      // One that is still being read, row by row, cannot be run again meanwhile.
      if (before?.busy || sql.length > longestKept) return connection.prepare(sql);
      kept.delete(sql);
      const statement = before ?? connection.prepare(sql);
      kept.set(sql, statement);
      if (kept.size > statementsKept) kept.delete(kept.keys().next().value ?? '');
      return statement;
    },
  };
}
