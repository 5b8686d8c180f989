import { setTimeout as sleep } from 'node:timers/promises';
import type SQLite from 'better-sqlite3';
import {
  CompiledQuery,
  type DatabaseConnection,
  type DialectAdapter,
  type Driver,
  type QueryResult,
  SqliteAdapter,
  type SqliteDatabase,
  SqliteDialect,
} from 'kysely';
import { TipstaffError } from '../../base/errors.ts';
import { type FileGuard, isBusy } from './fileGuard.ts';

class ImmediateSqliteAdapter extends SqliteAdapter {
  /** SQLite can roll back schema changes: a failed migration does not stay half done. */
  override get supportsTransactionalDdl(): boolean {
    return true;
  }

  /** Our driver gives out the one connection; Kysely's mutex would make readers wait for a waiting write. */
  override get supportsMultipleConnections(): boolean {
    return true;
  }
}

/** Immediate: a deferred one fails with SQLITE_BUSY when another process wrote between its first read and write. */
export class ImmediateSqliteDialect extends SqliteDialect {
  readonly #connection: SQLite.Database;
  readonly #busySeconds: number;
  readonly #guard: FileGuard | undefined;

  constructor(connection: SQLite.Database, busySeconds: number, guard: FileGuard | undefined) {
    super({ database: keepPrepared(connection) });
    this.#connection = connection;
    this.#busySeconds = busySeconds;
    this.#guard = guard;
  }

  override createDriver(): Driver {
    const driver = super.createDriver();
    const mutex = new Mutex();
    const acquire = driver.acquireConnection.bind(driver);
    driver.acquireConnection = async () => {
      this.#guard?.check();
      await mutex.take();
      return new PatientConnection(await acquire(), {
        database: this.#connection,
        mutex,
        busySeconds: this.#busySeconds,
        guard: this.#guard,
      });
    };
    driver.releaseConnection = async () => mutex.give();
    driver.beginTransaction = async (connection: DatabaseConnection) => {
      await connection.executeQuery(CompiledQuery.raw('begin immediate'));
    };
    // On a full disk SQLite has rolled back already; the error of doing so again would hide the cause.
    const rollback = driver.rollbackTransaction.bind(driver);
    driver.rollbackTransaction = async (connection: DatabaseConnection) => {
      if (this.#connection.inTransaction) await rollback(connection);
    };
    return driver;
  }

  override createAdapter(): DialectAdapter {
    return new ImmediateSqliteAdapter();
  }
}

const statementsKept = 200;
/** Longer statements contain lists of ids, which rarely have the same length twice. */
const longestKept = 2000;

/** Preparing a statement takes longer than running most. The least recently used is dropped first. */
function keepPrepared(connection: SQLite.Database): SqliteDatabase {
  const kept = new Map<string, SQLite.Statement>();
  return {
    close: () => connection.close(),
    prepare(sql) {
      const before = kept.get(sql);
      // A statement that is still being read, row by row, cannot be run again meanwhile.
      if (before?.busy || sql.length > longestKept) return connection.prepare(sql);
      kept.delete(sql);
      const statement = before ?? connection.prepare(sql);
      kept.set(sql, statement);
      if (kept.size > statementsKept) kept.delete(kept.keys().next().value ?? '');
      return statement;
    },
  };
}

const shortestPauseMs = 20;
const longestPauseMs = 150;

interface Patience {
  readonly database: SQLite.Database;
  readonly mutex: Mutex;
  readonly busySeconds: number;
  readonly guard: FileGuard | undefined;
}

/** Tries again outside a transaction, where a busy statement did nothing. @throws `store.busy` after `busySeconds` */
class PatientConnection implements DatabaseConnection {
  readonly #inner: DatabaseConnection;
  readonly #patience: Patience;

  constructor(inner: DatabaseConnection, patience: Patience) {
    this.#inner = inner;
    this.#patience = patience;
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const { database, busySeconds, guard } = this.#patience;
    const begun = performance.now();
    for (;;) {
      try {
        return await this.#inner.executeQuery<R>(query);
      } catch (error) {
        guard?.note(error);
        if (!isBusy(error) || database.inTransaction) throw error;
        if (performance.now() - begun > busySeconds * 1000) throw this.#heldTooLong(error);
      }
      await this.#pause();
    }
  }

  streamQuery<R>(query: CompiledQuery, chunkSize: number): AsyncIterableIterator<QueryResult<R>> {
    return this.#inner.streamQuery<R>(query, chunkSize);
  }

  async #pause(): Promise<void> {
    this.#patience.mutex.give();
    await sleep(shortestPauseMs + Math.random() * (longestPauseMs - shortestPauseMs));
    await this.#patience.mutex.take();
  }

  #heldTooLong(cause: Error): TipstaffError {
    const { database, busySeconds } = this.#patience;
    const message =
      `The database ${database.name} is locked. Another process has held it for longer than ` +
      `${busySeconds} seconds: try again when it is done.`;
    return new TipstaffError('store.busy', message, { retryable: true, cause });
  }
}

export class Mutex {
  #last: Promise<void> = Promise.resolve();
  #end = () => {};

  async take(): Promise<void> {
    const before = this.#last;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#last = promise;
    await before;
    this.#end = resolve;
  }

  give(): void {
    this.#end();
  }
}
