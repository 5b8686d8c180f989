import { sql } from 'kysely';
import { TipstaffError } from '../../base/errors.ts';
import { shownDatabase } from '../../config/fields/databaseUrl.ts';
import type { Db } from '../schema/tables.ts';
import type { Engine, ReadOnlyDialect } from '../store.ts';
import { TipstaffPostgresDialect } from './dialect.ts';
import { jobQueue } from './jobs.ts';
import { cannotOpen, isRace, isRefusal, retryConflicts, transactionRunner, withDatabase } from './postgresErrors.ts';

/**
 * How long a program waits for another one that brings a large database up to date, and for programs that use it
 * meanwhile.
 */
const migratingSeconds = 600;

/** The database of a Postgres server at the address. No connection is made yet. */
export function openServer(address: string, busySeconds: number): Engine {
  const name = shownDatabase(address);
  return {
    name,
    dialect: new TipstaffPostgresDialect(address, { busySeconds }),
    // A server that is away comes back, with everything that was committed.
    lost: new AbortController().signal,
    // The tools of Postgres make its backups.
    keepFormer: async () => {},
    migrating: (work) => retryConflicts(migratingSeconds, work, wasRace),
    queue: (db) => jobQueue(db, address),
    transaction: transactionRunner(busySeconds),
    backup: async () => {
      throw noBackup(name);
    },
    // Autovacuum does that.
    optimize: async () => {},
    serverTime,
    lastIds,
    setLastIds,
    explain: (error) => withDatabase(error, name),
    cannotOpen: (error) => cannotOpen(error, name),
  };
}

/**
 * Of two transactions that wait for each other, Postgres makes one begin again. Here that may be a daemon at work, or a
 * migration step that changes its tables.
 */
function wasRace(error: unknown): boolean {
  return error instanceof Error && isRace(error.cause);
}

async function serverTime(db: Db): Promise<Date | undefined> {
  const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(db);
  return rows[0]?.now;
}

function noBackup(name: string): TipstaffError {
  return new TipstaffError(
    'usage.backup',
    `${name} is kept by Postgres, whose own tools copy it: pg_dump --format=custom --file=FILE (docs/running.md). ` +
      'tipstaff backup copies a database that is a file.',
  );
}

async function sequences(db: Db): Promise<{ table: string; sequence: string }[]> {
  const { rows } = await sql<{ table: string; sequence: string }>`
    select table_name as table, pg_get_serial_sequence(quote_ident(table_name), 'id') as sequence
    from information_schema.columns
    where table_schema = current_schema() and column_name = 'id' and is_identity = 'YES'`.execute(db);
  return rows;
}

/** The last id that each table assigned, without tables that assigned none. */
export async function lastIds(db: Db): Promise<Map<string, number>> {
  const ids = new Map<string, number>();
  for (const { table, sequence } of await sequences(db)) {
    const { rows } = await sql<{
      last: number;
    }>`select last_value as last from ${sql.raw(sequence)} where is_called`.execute(db);
    for (const { last } of rows) ids.set(table, last);
  }
  return ids;
}

export async function setLastIds(db: Db, ids: ReadonlyMap<string, number>): Promise<void> {
  for (const { table, sequence } of await sequences(db)) {
    const last = ids.get(table);
    if (last !== undefined && last > 0) await sql`select setval(${sequence}::regclass, ${last})`.execute(db);
  }
}

const busySeconds = 1;

export function readServer(address: string): ReadOnlyDialect {
  return { dialect: new TipstaffPostgresDialect(address, { busySeconds, readOnly: true }), isUnreadable: isRefusal };
}
