import type { ReadOnlyDialect } from '../readOnly.ts';
import { SameColumnsPostgresDialect } from './dialect.ts';
import { openPool } from './pool.ts';
import { isRefusal } from './postgresErrors.ts';

/** The database of a Postgres server, to be read alone. */
export function readServer(address: string): ReadOnlyDialect {
  return { dialect: new SameColumnsPostgresDialect(openPool(address, { readOnly: true })), isUnreadable: isRefusal };
}
