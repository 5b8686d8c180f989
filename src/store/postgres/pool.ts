import pg from 'pg';

/** Each process takes at most so many connections; Postgres allows 100 in all by default. */
const connectionsAtMost = 10;
/** So many of pg-boss, whose statements are made to run beside one another. */
const jobConnectionsAtMost = 3;
const connectMs = 10_000;
/** Our transactions wait for nothing but their own queries: one that is idle for longer belongs to a process that stands still. */
const idleInTransactionMs = 20_000;
/** A connection that is unused is closed; a new one costs Postgres as much as several checks, so those of a burst outlast the pause after it. */
const idleMs = 60_000;
/** A row or table that another holds is waited for as long as SQLite's file is. */
const lockMs = 30_000;

/** The oldest that the tests pass on (docs/running.md). */
const oldestPostgres = 14;
/** Before all else, so that an older one is refused in these words. */
const checkVersion = `do $$ begin
  if current_setting('server_version_num')::integer < ${oldestPostgres}0000 then
    raise exception 'it is Postgres %, and Tipstaff needs ${oldestPostgres} or later', current_setting('server_version')
      using errcode = 'feature_not_supported';
  end if;
end $$`;

/**
 * Connections to the database at the address, made when they are needed. A statement outside a transaction is serializable on them
 * (untilAlone.ts); a transaction says itself how it is isolated.
 */
export function openPool(
  address: string,
  options: { readonly readOnly?: boolean; readonly forJobs?: boolean },
): pg.Pool {
  const isolation = options.forJobs ? 'read committed' : 'serializable';
  const session = `set session characteristics as transaction isolation level ${isolation}${options.readOnly ? ', read only' : ''}`;
  const pool = new pg.Pool({
    fallback_application_name: 'tipstaff',
    max: options.forJobs ? jobConnectionsAtMost : connectionsAtMost,
    connectionTimeoutMillis: connectMs,
    idleTimeoutMillis: idleMs,
    idle_in_transaction_session_timeout: idleInTransactionMs,
    lock_timeout: lockMs,
    keepAlive: true,
    types: { getTypeParser: parserOf },
    onConnect: async (client) => void (await client.query(`${checkVersion}; ${session}`)),
    connectionString: address,
  });
  // A connection that breaks while nobody asks on it says so by an event, which unheard would end the process. Whoever asks next is
  // given another connection, or an error that says why there is none.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}

const oids = { boolean: 16, bigint: 20, numeric: 1700 };

/** Values as SQLite gives them: every number a number, and true and false 1 and 0. */
const parserOf: pg.CustomTypesConfig['getTypeParser'] = (oid: number, format?: 'text' | 'binary') => {
  if (oid === oids.bigint || oid === oids.numeric) return Number;
  if (oid === oids.boolean) return (text: string) => (text === 't' ? 1 : 0);
  return pg.types.getTypeParser(oid, format as 'text');
};
