import type { Db } from '../database/store.ts';

/** What somebody wrote about a record. */
export interface Note {
  readonly id: number;
  readonly at: string;
  readonly who: string;
  readonly text: string;
  /** For which its author saw the record, null for a watch without one; undefined: an older version wrote it. */
  readonly matters: readonly (string | null)[] | undefined;
}

export async function addNote(db: Db, note: Omit<Note, 'id'> & { readonly recordId: number }): Promise<void> {
  const { recordId, at, who, text, matters } = note;
  const row = { record_id: recordId, at, who, text, matters: matters === undefined ? null : JSON.stringify(matters) };
  await db.insertInto('notes').values(row).execute();
}

/** The notes of a record, newest first, at most 200. */
export async function notesOf(db: Db, recordId: number): Promise<Note[]> {
  const rows = await db
    .selectFrom('notes')
    .select(['id', 'at', 'who', 'text', 'matters'])
    .where('record_id', '=', recordId)
    .orderBy('id', 'desc')
    .limit(200)
    .execute();
  return rows.map((row) => ({
    ...row,
    matters: row.matters === null ? undefined : (JSON.parse(row.matters) as (string | null)[]),
  }));
}
