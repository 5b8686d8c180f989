import { sql } from 'kysely';
import type { Db } from '../schema/tables.ts';

/** The sequences from which Postgres assigns ids, each with its table. */
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
