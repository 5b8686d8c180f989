import { existsSync } from 'node:fs';
import SQLite from 'better-sqlite3';
import type { ReadOnlyDialect } from '../readOnly.ts';
import { ImmediateSqliteDialect } from './dialect.ts';

const busySeconds = 1;

/** A database file, for reading only; undefined where there is none that can be opened. */
export function readFile(file: string): ReadOnlyDialect | undefined {
  if (!existsSync(file)) return undefined;
  const isUnreadable = (error: unknown) => error instanceof SQLite.SqliteError;
  try {
    const connection = new SQLite(file, { readonly: true, fileMustExist: true });
    return { dialect: new ImmediateSqliteDialect(connection, busySeconds, undefined), isUnreadable };
  } catch (error) {
    if (isUnreadable(error)) return undefined;
    throw error;
  }
}
