import type { Db } from '../store.ts';

/** Credits that checks under way have reserved, this query's left out. A lease that ended gives its credits back. */
export async function reservedByOthers(db: Db, queryId: string, now: Date): Promise<number> {
  const row = await db
    .selectFrom('queries')
    .select((eb) => eb.fn.sum<number | string | null>('reserved').as('credits'))
    .where('id', '!=', queryId)
    // As it stands in the index, or it would not be read by it.
    .where((eb) => eb('reserved', '>', eb.lit(0)))
    .where('lease_until', '>', now.toISOString())
    .executeTakeFirst();
  return Number(row?.credits ?? 0);
}

/** Reserves so many credits in all for the check of a query that is under way; 0 when they are spent and in the ledger. */
export async function reserve(db: Db, queryId: string, credits: number): Promise<void> {
  await db.updateTable('queries').set({ reserved: credits }).where('id', '=', queryId).execute();
}
