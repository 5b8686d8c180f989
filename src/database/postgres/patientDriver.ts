import type { CompiledQuery, DatabaseConnection, Driver, QueryResult, TransactionSettings } from 'kysely';
import { wasClosedIdle } from './postgresErrors.ts';
import { retryConflicts } from './retryConflicts.ts';

/**
 * Runs a statement outside a transaction again where it did nothing: a deadlock, or a connection that had been closed.
 */
export class PatientDriver implements Driver {
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
