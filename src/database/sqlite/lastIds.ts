import { sql } from 'kysely';
import type { Db } from '../schema/tables.ts';

/** The last id that each table assigned, for tables whose ids SQLite counts (`autoincrement`). */
export async function lastIds(db: Db): Promise<Map<string, number>> {
  const { rows } = await sql<{ name: string; seq: number }>`select name, seq from sqlite_sequence`.execute(db);
  return new Map(rows.map(({ name, seq }) => [name, seq]));
}

export async function setLastIds(db: Db, ids: ReadonlyMap<string, number>): Promise<void> {
  for (const [name, seq] of ids) {
    await sql`delete from sqlite_sequence where name = ${name}`.execute(db);
    await sql`insert into sqlite_sequence (name, seq) values (${name}, ${seq})`.execute(db);
  }
}
