import type { ReadOnlyDialect } from '../readOnly.ts';
import { LikeSqlitePostgresDialect } from './dialect.ts';
import { isRefusal } from './postgresErrors.ts';

const busySeconds = 1;

/** The database of a Postgres server, for reading only. */
export function readServer(address: string): ReadOnlyDialect {
  return { dialect: new LikeSqlitePostgresDialect(address, { busySeconds, readOnly: true }), isUnreadable: isRefusal };
}
