import SQLite from 'better-sqlite3';
import { TipstaffError } from '../../base/errors.ts';
import { cannotOpen } from './fileGuard.ts';

const busyTimeoutMs = 1_000;

/**
 * Brings all that was committed into the database file itself: after that it is whole without its -wal. What SQLite
 * finds damaged stays as it was.
 * @throws TipstaffError `store.in-use` where another process reads or writes it, `store.unreadable`
 */
export function foldLog(file: string): void {
  try {
    const connection = new SQLite(file, { fileMustExist: true, timeout: busyTimeoutMs });
    try {
      const isBusy = connection.pragma('wal_checkpoint(TRUNCATE)', { simple: true }) === 1;
      if (!isBusy) return;
    } finally {
      connection.close();
    }
  } catch (error) {
    if (error instanceof SQLite.SqliteError && /^SQLITE_(CORRUPT|NOTADB)/.test(error.code)) return;
    throw cannotOpen(error, file);
  }
  throw new TipstaffError('store.in-use', `Another process reads or writes ${file}. Stop it first, then restore.`);
}
