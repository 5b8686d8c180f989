import {
  type BinaryOperationNode,
  type CompiledQuery,
  type DatabaseConnection,
  type DataTypeNode,
  type Dialect,
  type Driver,
  PostgresDialect,
  PostgresQueryCompiler,
  type QueryResult,
  sql,
} from 'kysely';
import pg from 'pg';
import { withWholeList } from '../store.ts';
import { retryConflicts, wasClosedIdle } from './postgresErrors.ts';

/** Outside a transaction, repeats a statement that had no effect: after a deadlock or on a closed connection. */
function patientDriver(inner: Driver, busySeconds: number): Driver {
  return {
    init: () => inner.init(),
    acquireConnection: async () => new PatientConnection(await inner.acquireConnection(), inner, busySeconds),
    async beginTransaction(connection: PatientConnection, settings) {
      await inner.beginTransaction(connection.inner, settings);
      connection.inTransaction = true;
    },
    commitTransaction: (connection: PatientConnection) => inner.commitTransaction(connection.inner),
    rollbackTransaction: (connection: PatientConnection) => inner.rollbackTransaction(connection.inner),
    releaseConnection: (connection: PatientConnection) => inner.releaseConnection(connection.inner),
    destroy: () => inner.destroy(),
  };
}

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

  /** The server may close an idle connection unnoticed. A statement sent on one never arrived, so another runs it. */
  async #onAnother<R>(error: unknown, run: () => Promise<R>): Promise<R> {
    if (!wasClosedIdle(error)) throw error;
    const closed = this.inner;
    // Acquiring comes first; otherwise the pool might return the closed connection again.
    this.inner = await this.#driver.acquireConnection();
    await this.#driver.releaseConnection(closed);
    return run().catch((again) => this.#onAnother(again, run));
  }

  streamQuery<R>(query: CompiledQuery, chunkSize: number): AsyncIterableIterator<QueryResult<R>> {
    return this.inner.streamQuery<R>(query, chunkSize);
  }
}

/** Matches SQLite: texts are ordered byte by byte, as times and cursors require, and integers have 64 bits. */
export function serverDialect(address: string, options: { busySeconds: number; readOnly?: boolean }): Dialect {
  const plain = new PostgresDialect({ pool: openPool(address, options) });
  return {
    createAdapter: () => plain.createAdapter(),
    createDriver: () => patientDriver(plain.createDriver(), options.busySeconds),
    createIntrospector: (db) => plain.createIntrospector(db),
    createQueryCompiler: () => new SameColumnsCompiler(),
  };
}

const columnTypes: Readonly<Record<string, string>> = { text: 'text collate "C"', integer: 'bigint' };

class SameColumnsCompiler extends PostgresQueryCompiler {
  protected override visitDataType(node: DataTypeNode): void {
    const inDefinition = this.parentNode?.kind === 'ColumnDefinitionNode';
    const type = inDefinition ? columnTypes[node.dataType] : undefined;
    if (type === undefined) super.visitDataType(node);
    else this.append(type);
  }

  protected override visitBinaryOperation(node: BinaryOperationNode): void {
    const asRows = (values: readonly unknown[]) =>
      sql`select unnest(${values}::${sql.raw(typeof values[0] === 'number' ? 'bigint' : 'text')}[])`;
    super.visitBinaryOperation(withWholeList(node, asRows));
  }

  protected override addParameter(value: unknown): void {
    super.addParameter(Array.isArray(value) ? value.map(withoutNul) : withoutNul(value));
  }
}

/** Removes NUL, which Postgres cannot store in a text. */
function withoutNul(value: unknown): unknown {
  return typeof value === 'string' ? value.replaceAll('\0', '') : value;
}

/** The most connections per process. By default Postgres allows 100 in all. */
const connectionsAtMost = 10;
/** The most connections for pg-boss, whose statements are made to run concurrently. */
const jobConnectionsAtMost = 3;
const connectMs = 10_000;
/** Our transactions wait only for their own queries. A transaction that is idle longer belongs to a hung process. */
const idleInTransactionMs = 20_000;

/** The oldest version on which the tests pass (docs/running.md). */
const oldestPostgres = 14;
const checkVersion = `do $$ begin
  if current_setting('server_version_num')::integer < ${oldestPostgres}0000 then
    raise exception 'it is Postgres %, and Tipstaff needs ${oldestPostgres} or later', current_setting('server_version')
      using errcode = 'feature_not_supported';
  end if;
end $$`;

/** @param options.busySeconds how long to wait for a row that somebody else locked; default 30 */
export function openPool(
  address: string,
  options: { readonly readOnly?: boolean; readonly forJobs?: boolean; readonly busySeconds?: number },
): pg.Pool {
  const session =
    'set session characteristics as transaction isolation level read ' +
    `committed${options.readOnly ? ', read only' : ''}`;
  const pool = new pg.Pool({
    fallback_application_name: 'tipstaff',
    max: options.forJobs ? jobConnectionsAtMost : connectionsAtMost,
    connectionTimeoutMillis: connectMs,
    idle_in_transaction_session_timeout: idleInTransactionMs,
    lock_timeout: Math.ceil((options.busySeconds ?? 30) * 1000),
    keepAlive: true,
    types: { getTypeParser: parserOf },
    onConnect: async (client) => void (await client.query(`${checkVersion}; ${session}`)),
    connectionString: address,
  });
  // Without listeners, the error event of a broken idle connection would end the process.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}

const oids = { boolean: 16, bigint: 20, numeric: 1700 };

/** Parses values as SQLite returns them: every number is a number, and true and false are 1 and 0. */
const parserOf: pg.CustomTypesConfig['getTypeParser'] = (oid: number, format?: 'text' | 'binary') => {
  if (oid === oids.bigint || oid === oids.numeric) return Number;
  if (oid === oids.boolean) return (text: string) => (text === 't' ? 1 : 0);
  return pg.types.getTypeParser(oid, format as 'text');
};
