import { chmodSync, closeSync, openSync, realpathSync, statSync } from 'node:fs';
import SQLite from 'better-sqlite3';
import type { Dialect } from 'kysely';
import { ImmediateSqliteDialect } from './dialect.ts';

/** Blocks the event loop, so it is short; longer waits are those of `PatientConnection`. */
const busyTimeoutMs = 100;

/** Docket and watch names can be confidential: nobody but the owner reads the file. */
export const ownerOnly = 0o600;

/** Opens the database file (made when absent) with the pragmas that the store relies on. */
export function openFile(file: string, busySeconds: number): Dialect {
  if (file !== ':memory:') keepPrivate(file);
  const connection = new SQLite(file);
  connection.pragma('journal_mode = WAL');
  // What is committed outlasts a power failure.
  connection.pragma('synchronous = FULL');
  connection.pragma('foreign_keys = ON');
  // better-sqlite3 would take 16 MB, which a large result fills once and reads no faster for.
  connection.pragma('cache_size = -4096');
  connection.pragma(`busy_timeout = ${busyTimeoutMs}`);
  return new ImmediateSqliteDialect(connection, busySeconds);
}

/** Makes the file for its owner alone, or tightens one of ours. SQLite gives -wal and -shm the rights of the file as it makes them. */
function keepPrivate(file: string): void {
  closeSync(openSync(file, 'a', ownerOnly));
  const real = realpathSync(file);
  for (const path of [real, `${real}-wal`, `${real}-shm`]) {
    const found = statSync(path, { throwIfNoEntry: false });
    if (found === undefined || found.uid !== process.getuid?.()) continue;
    if ((found.mode & 0o077) !== 0) chmodSync(path, ownerOnly);
  }
}
