import { type BigIntStats, realpathSync, renameSync, statSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type SQLite from 'better-sqlite3';
import {
  type BinaryOperationNode,
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
  type SelectModifierNode,
  SqliteAdapter,
  type SqliteDatabase,
  SqliteDialect,
  SqliteQueryCompiler,
  sql,
} from 'kysely';
import { codeOf, messageOf, TipstaffError } from '../../base/errors.ts';
import { withWholeList } from '../store.ts';

/** Notices a lost file, which loses commits. `lost` fires once: `store.file-lost`, or `store.refused` when damaged. */
export class FileGuard {
  readonly #file: string;
  readonly #real: string; // The path with links followed, where SQLite keeps -wal and -shm.
  readonly #opened: BigIntStats | undefined;
  /** Set after the first write, which creates the -wal file. */
  #openedWal: BigIntStats | undefined;
  readonly #lost = new AbortController();

  /** The file must be open and in WAL mode. */
  constructor(file: string) {
    this.#file = file;
    this.#opened = statusOf(file);
    this.#real = realpathSync(file);
  }

  get lost(): AbortSignal {
    return this.#lost.signal;
  }

  /** Checks the file within microseconds. @throws TipstaffError `store.file-lost` */
  check(): void {
    this.lost.throwIfAborted();
    if (this.#opened === undefined) return;
    const what = whatHappened(this.#opened, statusOf(this.#file));
    if (what === undefined) {
      this.#openedWal ??= statusOf(`${this.#real}-wal`);
      return;
    }
    if (what === 'replaced') this.#moveWalAway();
    this.#lost.abort(fileLost(this.#file, what));
    this.lost.throwIfAborted();
  }

  /** Gives up the file after a query error that shows damage, because a damaged page stays damaged. */
  note(error: unknown): void {
    if (/^SQLITE_(CORRUPT|NOTADB)/.test(codeOf(error))) this.#lost.abort(withFile(error, this.#file));
  }

  /** Renames our -wal, because SQLite would write it into the file that replaced ours and damage that file. */
  #moveWalAway(): void {
    const wal = `${this.#real}-wal`;
    if (this.#openedWal === undefined || !isSameFile(this.#openedWal, statusOf(wal))) return;
    renameSync(wal, `${wal}.former`);
    if (statusOf(`${this.#real}-shm`) !== undefined) renameSync(`${this.#real}-shm`, `${this.#real}-shm.former`);
  }
}

function statusOf(path: string): BigIntStats | undefined {
  return statSync(path, { bigint: true, throwIfNoEntry: false });
}

function isSameFile(opened: BigIntStats, found: BigIntStats | undefined): boolean {
  return found !== undefined && found.dev === opened.dev && found.ino === opened.ino;
}

function whatHappened(
  opened: BigIntStats,
  found: BigIntStats | undefined,
): 'deleted' | 'replaced' | 'emptied' | undefined {
  if (found === undefined) return 'deleted';
  if (!isSameFile(opened, found)) return 'replaced';
  return found.size === 0n ? 'emptied' : undefined;
}

function fileLost(file: string, what: 'deleted' | 'replaced' | 'emptied'): TipstaffError {
  return new TipstaffError(
    'store.file-lost',
    `The database ${file} was ${what} while it was open; nothing more is checked or delivered from it. Stop ` +
      'Tipstaff before you move the database. Put the right file back, or run tipstaff restore FILE with a backup; ' +
      'then start again.',
  );
}

export const restoreWords = 'Stop the daemon, then: tipstaff restore FILE, with the last good backup.';

const rightsWords = 'Give the user that Tipstaff runs as the right to write to it and its folder.';

const remedies: Readonly<Record<string, string>> = {
  EACCES: rightsWords,
  EISDIR: 'It is a folder: name a file under "database" in the config.',
  EPERM: `${rightsWords} It may be marked as immutable: see lsattr.`,
  EROFS: 'Its file system is read-only: make it writable.',
  SQLITE_BUSY: 'Another process has locked it, such as a daemon or a backup: try again when it is done.',
  SQLITE_CORRUPT: restoreWords,
  SQLITE_FULL: 'Make room on its disk, then try again.',
  SQLITE_IOERR: 'Its disk may be full or broken: tipstaff doctor says how much is free.',
  SQLITE_NOTADB:
    'It is damaged, or not a database. Run tipstaff restore FILE with a backup, or correct "database" in the ' +
    'config.',
  SQLITE_READONLY: rightsWords,
};

function isBusy(error: unknown): error is Error {
  return codeOf(error).startsWith('SQLITE_BUSY');
}

export function cannotOpen(cause: unknown, file: string): TipstaffError {
  const remedy = remedyFor(cause) ?? 'Check that its folder exists, and the rights on it.';
  const words = `The database ${file} cannot be opened: ${messageOf(cause)}. ${remedy}`;
  return new TipstaffError('store.unreadable', words, { cause });
}

export function remedyFor(error: unknown): string | undefined {
  return remedies[/^(SQLITE_)?[A-Z]+/.exec(codeOf(error))?.[0] ?? ''];
}

export function withFile(error: unknown, file: string): unknown {
  const remedy = remedyFor(error);
  // Errors of the system may be about other files.
  if (!(error instanceof Error) || remedy === undefined || !codeOf(error).startsWith('SQLITE_')) return error;
  const retryable = isBusy(error) || codeOf(error) === 'SQLITE_FULL';
  const words = `The database ${file} refuses: ${error.message}. ${remedy}`;
  return new TipstaffError('store.refused', words, { retryable, cause: error });
}

class ImmediateSqliteAdapter extends SqliteAdapter {
  /** SQLite can roll back schema changes, so a failed migration does not stay half done. */
  override get supportsTransactionalDdl(): boolean {
    return true;
  }

  /** Our driver shares the one connection. Kysely's mutex would make readers wait for a waiting write. */
  override get supportsMultipleConnections(): boolean {
    return true;
  }
}

export function fileDialect(database: SQLite.Database, busySeconds: number, guard: FileGuard | undefined): Dialect {
  const plain = new SqliteDialect({ database: keepPrepared(database) });
  return {
    createAdapter: () => new ImmediateSqliteAdapter(),
    createDriver: () => patientDriver(plain.createDriver(), { database, busySeconds, guard, mutex: new Mutex() }),
    createIntrospector: (db) => plain.createIntrospector(db),
    createQueryCompiler: () => new FileCompiler(),
  };
}

/** Begins immediately: a deferred transaction fails with SQLITE_BUSY if others write before its first write. */
function patientDriver(inner: Driver, patience: Patience): Driver {
  const { database, guard, mutex } = patience;
  return {
    init: () => inner.init(),
    async acquireConnection() {
      guard?.check();
      await mutex.take();
      return patientConnection(await inner.acquireConnection(), patience);
    },
    beginTransaction: async (connection) => void (await connection.executeQuery(CompiledQuery.raw('begin immediate'))),
    commitTransaction: (connection) => inner.commitTransaction(connection),
    async rollbackTransaction(connection) {
      // On a full disk SQLite has rolled back already. Another rollback would fail and hide the cause.
      if (database.inTransaction) await inner.rollbackTransaction(connection);
    },
    releaseConnection: async () => mutex.give(),
    destroy: () => inner.destroy(),
  };
}

class FileCompiler extends SqliteQueryCompiler {
  protected override visitBinaryOperation(node: BinaryOperationNode): void {
    const asRows = (values: readonly unknown[]) => sql`select value from json_each(${JSON.stringify(values)})`;
    super.visitBinaryOperation(withWholeList(node, asRows));
  }

  /** Leaves out `for update` and the like, which SQLite does not know: a transaction is the only one that writes. */
  protected override visitSelectModifier(node: SelectModifierNode): void {
    if (node.modifier === undefined || node.modifier === 'Distinct') super.visitSelectModifier(node);
  }
}

const statementsKept = 200;
/** Longer statements contain lists of ids, which rarely have the same length twice. */
const longestKept = 2000;

/** Caches statements, because preparing one takes longer than running most. Drops the least recently used first. */
function keepPrepared(connection: SQLite.Database): SqliteDatabase {
  const kept = new Map<string, SQLite.Statement>();
  return {
    close: () => connection.close(),
    prepare(sql) {
      const before = kept.get(sql);
      // A statement whose rows are still being read cannot run again meanwhile.
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

/** Retries outside a transaction, where a busy statement changed nothing. @throws `store.busy` after `busySeconds` */
function patientConnection(inner: DatabaseConnection, patience: Patience): DatabaseConnection {
  const { database, mutex, busySeconds, guard } = patience;
  return {
    async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
      const begun = performance.now();
      for (;;) {
        try {
          return await inner.executeQuery<R>(query);
        } catch (error) {
          guard?.note(error);
          if (!isBusy(error) || database.inTransaction) throw error;
          if (performance.now() - begun > busySeconds * 1000) throw heldTooLong(error, patience);
        }
        mutex.give();
        await sleep(shortestPauseMs + Math.random() * (longestPauseMs - shortestPauseMs));
        await mutex.take();
      }
    },
    streamQuery: (query, chunkSize) => inner.streamQuery(query, chunkSize),
  };
}

function heldTooLong(cause: Error, { database, busySeconds }: Patience): TipstaffError {
  const message =
    `The database ${database.name} is locked. Another process has held it for longer than ` +
    `${busySeconds} seconds: try again when it is done.`;
  return new TipstaffError('store.busy', message, { retryable: true, cause });
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
