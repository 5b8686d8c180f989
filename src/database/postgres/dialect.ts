import {
  type CompiledQuery,
  type DatabaseConnection,
  type DataTypeNode,
  type Driver,
  PostgresDialect,
  PostgresDriver,
  PostgresQueryCompiler,
  type QueryCompiler,
  type QueryResult,
  type TransactionSettings,
} from 'kysely';
import type { Pool } from 'pg';
import { openPool } from './pool.ts';
import { wasClosedIdle } from './postgresErrors.ts';
import { retryConflicts } from './retryConflicts.ts';

/**
 * Runs a statement outside a transaction again where it did nothing: a deadlock, or a connection that had been closed.
 */
class PatientDriver implements Driver {
  readonly #inner: Driver;
  readonly #busySeconds: number;

  constructor(inner: Driver, busySeconds: number) {
    this.#inner = inner;
    this.#busySeconds = busySeconds;
  }

  init(): Promise<void> {
    return this.#inner.init();
  }

  async acquireConnection(): Promise<PatientConnection> {
    return new PatientConnection(await this.#inner.acquireConnection(), this.#inner, this.#busySeconds);
  }

  async beginTransaction(connection: PatientConnection, settings: TransactionSettings): Promise<void> {
    await this.#inner.beginTransaction(connection.inner, settings);
    connection.inTransaction = true;
  }

  async commitTransaction({ inner }: PatientConnection): Promise<void> {
    await this.#inner.commitTransaction(inner);
  }

  async rollbackTransaction({ inner }: PatientConnection): Promise<void> {
    await this.#inner.rollbackTransaction(inner);
  }

  releaseConnection({ inner }: PatientConnection): Promise<void> {
    return this.#inner.releaseConnection(inner);
  }

  destroy(): Promise<void> {
    return this.#inner.destroy();
  }
}

/** A connection, from when it is acquired until it is released. */
class PatientConnection implements DatabaseConnection {
  inner: DatabaseConnection;
  inTransaction = false;
  readonly #driver: Driver;
  readonly #busySeconds: number;

  constructor(inner: DatabaseConnection, driver: Driver, busySeconds: number) {
    this.inner = inner;
    this.#driver = driver;
    this.#busySeconds = busySeconds;
  }

  executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const run = () => this.inner.executeQuery<R>(query);
    if (this.inTransaction) return run();
    return retryConflicts(this.#busySeconds, () => run().catch((error) => this.#onAnother(error, run)));
  }

  /**
   * While a process hangs, the server may close its idle connections without the process noticing. A statement sent on
   * such a connection never arrived, so it is run on another one.
   */
  async #onAnother<R>(error: unknown, run: () => Promise<R>): Promise<R> {
    if (!wasClosedIdle(error)) throw error;
    const closed = this.inner;
    // First acquire, then release the closed one: otherwise this might be the same one again.
    this.inner = await this.#driver.acquireConnection();
    await this.#driver.releaseConnection(closed);
    return run().catch((again) => this.#onAnother(again, run));
  }

  streamQuery<R>(query: CompiledQuery, chunkSize: number): AsyncIterableIterator<QueryResult<R>> {
    return this.inner.streamQuery<R>(query, chunkSize);
  }
}

/**
 * Postgres with the columns that the store knows from SQLite: texts are ordered byte by byte whatever the server's
 * locale (times and cursors need that), and whole numbers have 64 bits.
 */
export class TipstaffPostgresDialect extends PostgresDialect {
  readonly #pool: Pool;
  readonly #busySeconds: number;

  /** @param options.busySeconds how long to wait for a row that somebody else has locked */
  constructor(address: string, options: { readonly busySeconds: number; readonly readOnly?: boolean }) {
    const pool = openPool(address, options);
    super({ pool });
    this.#pool = pool;
    this.#busySeconds = options.busySeconds;
  }

  override createDriver(): Driver {
    return new PatientDriver(new PostgresDriver({ pool: this.#pool }), this.#busySeconds);
  }

  override createQueryCompiler(): QueryCompiler {
    return new SameColumnsCompiler();
  }
}

const columnTypes: Readonly<Record<string, string>> = { text: 'text collate "C"', integer: 'bigint' };

class SameColumnsCompiler extends PostgresQueryCompiler {
  protected override visitDataType(node: DataTypeNode): void {
    const inDefinition = this.parentNode?.kind === 'ColumnDefinitionNode';
    const type = inDefinition ? columnTypes[node.dataType] : undefined;
    if (type === undefined) super.visitDataType(node);
    else this.append(type);
  }

  /**
   * Postgres cannot keep NUL in a text. Wherever one comes from (a server's response, a reader's search), it is left
   * out.
   */
  protected override addParameter(value: unknown): void {
    super.addParameter(typeof value === 'string' ? value.replaceAll('\0', '') : value);
  }
}
