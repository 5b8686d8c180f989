import { sql } from 'kysely';
import type { Db } from '../../src/store/store.ts';

/** Lets time pass for the pace of all keys by moving the stored times back. */
export async function letTimePass(db: Db, ms: number): Promise<void> {
  const back = (column: string) => sql<number>`${sql.ref(column)} - ${sql.lit(ms)}`;
  const moved = { next_start_ms: back('next_start_ms'), not_before_ms: back('not_before_ms') };
  await db.updateTable('service_pace').set(moved).execute();
}
