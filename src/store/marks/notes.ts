import type { Db } from '../store.ts';

/** What somebody wrote about a record. */
export interface Note {
  readonly id: number;
  readonly at: string;
  readonly who: string;
  readonly text: string;
}

export async function addNote(db: Db, note: Omit<Note, 'id'> & { readonly recordId: number }): Promise<void> {
  const { recordId, at, who, text } = note;
  await db.insertInto('notes').values({ record_id: recordId, at, who, text }).execute();
}

/** The notes of a record, newest first, at most 200. */
export async function notesOf(db: Db, recordId: number): Promise<Note[]> {
  return db
    .selectFrom('notes')
    .select(['id', 'at', 'who', 'text'])
    .where('record_id', '=', recordId)
    .orderBy('id', 'desc')
    .limit(200)
    .execute();
}
