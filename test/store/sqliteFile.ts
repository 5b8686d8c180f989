import SQLite from 'better-sqlite3';
import { sql } from 'kysely';
import type { Store } from '../../src/store/store.ts';

/** Sets a pragma on the store's own connection, for example to refuse writes. */
export async function pragma(store: Pick<Store, 'db'>, text: string): Promise<void> {
  await sql.raw(`pragma ${text}`).execute(store.db);
}

/** Returns the value of a pragma on the store's own connection. */
export async function pragmaValue(store: Pick<Store, 'db'>, name: string): Promise<unknown> {
  const [row] = (await sql.raw<Record<string, unknown>>(`pragma ${name}`).execute(store.db)).rows;
  return Object.values(row ?? {})[0];
}

/** Returns the file of a store. */
export async function fileOf(store: Pick<Store, 'db'>): Promise<string> {
  const { rows } = await sql<{ name: string; file: string }>`pragma database_list`.execute(store.db);
  return rows.find((row) => row.name === 'main')?.file ?? '';
}

/** Opens another connection to the file of a store, for plain SQL. The caller closes it. */
export async function connectionTo(store: Pick<Store, 'db'>): Promise<SQLite.Database> {
  return new SQLite(await fileOf(store));
}
