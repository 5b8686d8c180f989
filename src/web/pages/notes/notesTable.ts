import type { WatchConfig } from '../../../config/config.ts';
import type { Viewer } from '../../../people/sight.ts';
import type { Db } from '../../../store/store.ts';

export interface Note {
  readonly id: number;
  readonly at: string;
  readonly who: string;
  readonly text: string;
  /** The matters in which the author saw the record. Null stands for a watch without a matter. */
  readonly matters: readonly (string | null)[];
}

export async function addNote(db: Db, note: Omit<Note, 'id'> & { readonly recordId: number }): Promise<void> {
  const { recordId, at, who, text, matters } = note;
  const row = { record_id: recordId, at, who, text, matters: JSON.stringify(matters) };
  await db.insertInto('notes').values(row).execute();
}

/** Returns at most 200 notes, newest first. */
export async function notesOf(db: Db, recordId: number): Promise<Note[]> {
  const rows = await db
    .selectFrom('notes')
    .select(['id', 'at', 'who', 'text', 'matters'])
    .where('record_id', '=', recordId)
    .orderBy('id', 'desc')
    .limit(200)
    .execute();
  return rows.map((row) => ({ ...row, matters: JSON.parse(row.matters) as (string | null)[] }));
}

export function mattersOfWatches(watches: readonly WatchConfig[]): (string | null)[] {
  return [...new Set(watches.map((watch) => watch.matter ?? null))];
}

/** Returns the viewer's own notes, and notes by authors who saw the record only in matters that the viewer sees. */
export async function readableNotes(db: Db, recordId: number, { name, matters: seen }: Viewer): Promise<Note[]> {
  const notes = await notesOf(db, recordId);
  if (seen === 'all') return notes;
  return notes.filter(
    ({ who, matters }) => who === name || matters.every((matter) => matter !== null && seen.has(matter)),
  );
}
