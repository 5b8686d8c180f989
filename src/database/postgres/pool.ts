import pg from 'pg';

/** The most connections that a process takes. By default Postgres allows 100 in all. */
const connectionsAtMost = 10;
/** The most connections for pg-boss, whose statements are made to run beside one another. */
const jobConnectionsAtMost = 3;
const connectMs = 10_000;
/** Our transactions wait only for their own queries. One that is idle for longer belongs to a process that hangs. */
const idleInTransactionMs = 20_000;
/**
 * How long an unused connection stays open. A new one costs Postgres as much as several checks, so connections outlast
 * the pauses between bursts of work.
 */
const idleMs = 60_000;

/** The oldest version on which the tests pass (docs/running.md). */
const oldestPostgres = 14;
/** Runs before anything else, so that an older server is refused with this message. */
const checkVersion = `do $$ begin
  if current_setting('server_version_num')::integer < ${oldestPostgres}0000 then
    raise exception 'it is Postgres %, and Tipstaff needs ${oldestPostgres} or later', current_setting('server_version')
      using errcode = 'feature_not_supported';
  end if;
end $$`;

/**
 * A pool of connections to the database at the address, opened as they are needed.
 * @param options.busySeconds how long to wait for a row that somebody else has locked. Default 30, as for SQLite's file
 */
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
    idleTimeoutMillis: idleMs,
    idle_in_transaction_session_timeout: idleInTransactionMs,
    lock_timeout: Math.ceil((options.busySeconds ?? 30) * 1000),
    keepAlive: true,
    types: { getTypeParser: parserOf },
    onConnect: async (client) => void (await client.query(`${checkVersion}; ${session}`)),
    connectionString: address,
  });
  // A connection that breaks while it is idle emits an error event, which would end the process if nobody listened. The
  // next query gets another connection, or an error that says why there is none.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}

const oids = { boolean: 16, bigint: 20, numeric: 1700 };

/** Values as SQLite returns them: every number is a number, and true and false are 1 and 0. */
const parserOf: pg.CustomTypesConfig['getTypeParser'] = (oid: number, format?: 'text' | 'binary') => {
  if (oid === oids.bigint || oid === oids.numeric) return Number;
  if (oid === oids.boolean) return (text: string) => (text === 't' ? 1 : 0);
  return pg.types.getTypeParser(oid, format as 'text');
};
