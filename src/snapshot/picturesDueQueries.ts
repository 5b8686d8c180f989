import { sql } from 'kysely';
import { bulks, type Db } from '../database/store.ts';

/** A design whose first pictures are still to be kept. */
export interface DueDesign {
  readonly recordId: number;
  /** How often one of its pictures could not be had. */
  readonly tries: number;
}

/** Notes designs whose first pictures are to be kept: they are due at once, also where they were tried before. */
export async function notePicturesDue(db: Db, recordIds: readonly number[], now: string): Promise<void> {
  for (const part of bulks(db, recordIds, 3)) {
    await db
      .insertInto('pictures_due')
      .values(part.map((id) => ({ record_id: id, tries: 0, next_at: now })))
      .onConflict((conflict) => conflict.column('record_id').doUpdateSet({ tries: 0, next_at: now }))
      .execute();
  }
}

/** Takes the design that has waited longest; no other process takes it before `until`. */
export async function takeDueDesign(
  db: Db,
  { now, until }: { readonly now: string; readonly until: string },
): Promise<DueDesign | undefined> {
  const row = await db
    .selectFrom('pictures_due')
    .select(['record_id', 'tries', 'next_at'])
    .where('next_at', '<=', now)
    .orderBy('next_at')
    .orderBy('record_id')
    .limit(1)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const taken = await db
    .updateTable('pictures_due')
    .set({ next_at: until })
    .where('record_id', '=', row.record_id)
    .where('next_at', '=', row.next_at)
    .executeTakeFirst();
  return taken.numUpdatedRows > 0n ? { recordId: row.record_id, tries: row.tries } : undefined;
}

export async function postponePictures(db: Db, { recordId, tries }: DueDesign, nextAt: string): Promise<void> {
  await db.updateTable('pictures_due').set({ tries, next_at: nextAt }).where('record_id', '=', recordId).execute();
}

export async function endPicturesDue(db: Db, recordId: number): Promise<void> {
  await db.deleteFrom('pictures_due').where('record_id', '=', recordId).execute();
}

/** How many bytes all stored pictures have. */
export async function keptPictureBytes(db: Db): Promise<number> {
  const row = await db
    .selectFrom('pictures')
    .select(sql<number | string>`coalesce(sum(length(bytes)), 0)`.as('bytes'))
    .executeTakeFirstOrThrow();
  return Number(row.bytes);
}
