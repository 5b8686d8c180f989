import type { WatchConfig } from '../../../config/config.ts';
import type { Viewer } from '../../../people/sight.ts';
import type { Db } from '../../../store/store.ts';
import type { PageParts } from '../../frame/page.ts';
import { knownBy } from '../../visit/inWatches.ts';

export interface Note {
  readonly id: number;
  readonly at: string;
  readonly who: string;
  readonly text: string;
  /** In which its author saw the record; null: a watch without one. undefined: an older version wrote it. */
  readonly matters: readonly (string | null)[] | undefined;
}

export async function addNote(db: Db, note: Omit<Note, 'id'> & { readonly recordId: number }): Promise<void> {
  const { recordId, at, who, text, matters } = note;
  const row = { record_id: recordId, at, who, text, matters: matters === undefined ? null : JSON.stringify(matters) };
  await db.insertInto('notes').values(row).execute();
}

/** Newest first, at most 200. */
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

/** null: a watch without a matter, which is for those who see all. */
export function mattersOfWatches(watches: readonly WatchConfig[]): (string | null)[] {
  return [...new Set(watches.map((watch) => watch.matter ?? null))];
}

/** A note is for those who see every matter in which its author saw the record: nobody else knows its subject. */
export async function readableNotes(
  { store, wholeConfig }: PageParts,
  recordId: number,
  viewer: Viewer,
): Promise<Note[]> {
  const notes = await notesOf(store.db, recordId);
  const { matters: seen } = viewer;
  if (seen === 'all' || notes.length === 0) return notes;
  // Of a note of an older version: any matter that the record is watched for.
  const now = mattersOfWatches((await knownBy(store.db, wholeConfig.watches, recordId)).watches);
  return notes.filter(
    ({ who, matters = now }) => who === viewer.name || matters.every((matter) => matter !== null && seen.has(matter)),
  );
}
