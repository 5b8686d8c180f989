import type { Db } from '../database/store.ts';
import type { EntryReading } from '../reading/entryReading.ts';
import type { Entry } from '../records/docket.ts';
import { entriesWithReadings } from './entriesTable.ts';

/** An entry of a docket with what its text says. */
export interface ReadEntry {
  readonly seq: number;
  readonly entry: Entry;
  readonly reading: EntryReading;
}

/**
 * Every entry of a docket ever seen, newest first. Of entries of one day, the one with the higher number comes first.
 */
export async function readEntries(db: Db, recordId: number): Promise<ReadEntry[]> {
  const entries = await entriesWithReadings(db, recordId);
  return entries.sort(
    (a, b) => compare(b.entry.dateFiled, a.entry.dateFiled) || numberOf(b) - numberOf(a) || b.seq - a.seq,
  );
}

function numberOf({ entry }: ReadEntry): number {
  return Number.parseInt(entry.documentNumber, 10) || 0;
}

function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
