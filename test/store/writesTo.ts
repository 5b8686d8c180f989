import { sql } from 'kysely';
import type { Store } from '../../src/store/store.ts';
import { onPostgres } from './database.ts';

/** Returns a value that differs once a row of these tables was written. */
export async function writesTo({ db }: Pick<Store, 'db'>, tables: readonly string[]): Promise<unknown> {
  if (!onPostgres) return (await sql`select total_changes() as n`.execute(db)).rows;
  const rows = [];
  for (const table of tables) rows.push(...(await sql`select xmin, ctid from ${sql.table(table)}`.execute(db)).rows);
  return rows;
}
