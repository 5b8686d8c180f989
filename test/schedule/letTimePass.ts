import { sql } from 'kysely';
import type { Db } from '../../src/store/store.ts';

/** Lets time pass for the pace of all keys by moving the stored times back. */
export async function letTimePass(db: Db, ms: number): Promise<void> {
  const back = (column: string) => sql<number>`${sql.ref(column)} - ${sql.lit(ms)}`;
  const moved = { nextStartMs: back('nextStartMs'), notBeforeMs: back('notBeforeMs') };
  await db.updateTable('servicePace').set(moved).execute();
}
