import type { CompiledQuery, DatabaseConnection, Driver, QueryResult, TransactionSettings } from 'kysely';
import { wasClosedIdle } from './postgresErrors.ts';
import { untilAlone } from './untilAlone.ts';

/**
 * Runs each statement outside a transaction as SQLite does, as if nobody else wrote meanwhile: serializable, and again where others
 * came between. Transactions say themselves how they are isolated; those of Kysely's migrator must see what was done while they
 * waited for its lock.
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

/** From being acquired until it is released. */
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

  /** A process that stood still for a while has connections that the server closed, and may not have seen that: there the statement never arrived. */
  async #onAnother<R>(error: unknown, run: () => Promise<R>): Promise<R> {
    if (!wasClosedIdle(error)) throw error;
    const closed = this.inner;
    // Before the other is given back, or it might be the same one.
    this.inner = await this.#driver.acquireConnection();
    await this.#driver.releaseConnection(closed);
    return run().catch((again) => this.#onAnother(again, run));
  }

  streamQuery<R>(query: CompiledQuery, chunkSize: number): AsyncIterableIterator<QueryResult<R>> {
    return this.inner.streamQuery<R>(query, chunkSize);
  }
}

/** Postgres keeps no NUL in a text; wherever one comes from (a server's response, a reader's search), it is left out. */
function withoutNul(query: CompiledQuery): CompiledQuery {
  if (!query.parameters.some((value) => typeof value === 'string' && value.includes('\0'))) return query;
  const parameters = query.parameters.map((value) => (typeof value === 'string' ? value.replaceAll('\0', '') : value));
  return { ...query, parameters };
}
