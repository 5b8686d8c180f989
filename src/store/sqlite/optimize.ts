import { sql } from 'kysely';
import type { Db } from '../db.ts';

/** Brings the query planner's statistics up to date, and gives memory that is no longer used back. */
export async function optimize(db: Db): Promise<void> {
  await sql`pragma optimize`.execute(db);
  await sql`pragma shrink_memory`.execute(db);
}
