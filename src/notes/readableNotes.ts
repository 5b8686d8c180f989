import type { WatchConfig } from '../config/config.ts';
import type { PageParts } from '../pages/page.ts';
import { knownBy } from '../pages/visit/heldBy.ts';
import type { Viewer } from '../people/viewer.ts';
import { type Note, notesOf } from './notesTable.ts';

/** The matters of watches; null for one without a matter, which is for those who see all. */
export function mattersOfWatches(watches: readonly WatchConfig[]): (string | null)[] {
  return [...new Set(watches.map((watch) => watch.matter ?? null))];
}

/**
 * The notes of a record that a viewer may read. A case may be watched for several matters: a note is for those who see each of them for
 * which its author saw the record, because nobody else knows what it is about.
 */
export async function readableNotes({ store, config }: PageParts, recordId: number, viewer: Viewer): Promise<Note[]> {
  const notes = await notesOf(store.db, recordId);
  const { matters: seen } = viewer;
  if (seen === 'all' || notes.length === 0) return notes;
  // Of a note of an older version this is not known: it may be of any matter that the record is watched for.
  const now = mattersOfWatches((await knownBy(store.db, config.watches, recordId)).watches);
  return notes.filter(
    ({ who, matters = now }) => who === viewer.name || matters.every((matter) => matter !== null && seen.has(matter)),
  );
}
