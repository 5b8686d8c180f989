import type { CompiledQuery, DatabaseConnection, Driver, QueryResult, TransactionSettings } from 'kysely';
import { wasClosedIdle } from './postgresErrors.ts';
import { untilAlone } from './untilAlone.ts';

/**
 * Runs each statement outside a transaction as SQLite does, as if nobody else wrote meanwhile: serializable, and again
 * where others came in between. Transactions set their own isolation. Those of Kysely's migrator must see what was done
 * while they waited for its lock.
 */
export class SerializableDriver implements Driver {
  readonly #inner: Driver;
  readonly #busySeconds: number;

  constructor(inner: Driver, busySeconds: number) {
    this.#inner = inner;
    this.#busySeconds = busySeconds;
  }

  init(): Promise<void> {
    return this.#inner.init();
  }

  async acquireConnection(): Promise<SerializableConnection> {
    return new SerializableConnection(await this.#inner.acquireConnection(), this.#inner, this.#busySeconds);
  }

  async beginTransaction(connection: SerializableConnection, settings: TransactionSettings): Promise<void> {
    await this.#inner.beginTransaction(connection.inner, { isolationLevel: 'read committed', ...settings });
    connection.inTransaction = true;
  }

  async commitTransaction({ inner }: SerializableConnection): Promise<void> {
    await this.#inner.commitTransaction(inner);
  }

  async rollbackTransaction({ inner }: SerializableConnection): Promise<void> {
    await this.#inner.rollbackTransaction(inner);
  }

  releaseConnection({ inner }: SerializableConnection): Promise<void> {
    return this.#inner.releaseConnection(inner);
  }

  destroy(): Promise<void> {
    return this.#inner.destroy();
  }
}

/** A connection, from when it is acquired until it is released. */
class SerializableConnection implements DatabaseConnection {
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
    const run = () => this.inner.executeQuery<R>(withoutNul(query));
    if (this.inTransaction) return run();
    return untilAlone(this.#busySeconds, () => run().catch((error) => this.#onAnother(error, run)));
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
 * Postgres cannot keep NUL in a text. Wherever one comes from (a server's response, a reader's search), it is left out.
 */
function withoutNul(query: CompiledQuery): CompiledQuery {
  if (!query.parameters.some((value) => typeof value === 'string' && value.includes('\0'))) return query;
  const parameters = query.parameters.map((value) => (typeof value === 'string' ? value.replaceAll('\0', '') : value));
  return { ...query, parameters };
}
