import type { StoredEntry } from '../../../src/records/diff/comparableEntry.ts';
import { compareDockets, type DocketContext } from '../../../src/records/diff/compareDockets.ts';
import type { Docket } from '../../../src/records/docket.ts';

/** A docket as the store keeps it: the record without entries, and the entries as rows. */
export interface StoredDocket {
  readonly record: Docket;
  readonly entries: readonly StoredEntry[];
}

/** Returns what a baseline stores of a docket. */
export function storeDocket(docket: Docket): StoredDocket {
  const entries = (docket.entries ?? []).map((entry, index) => ({ seq: index + 1, entry }));
  return { record: { ...docket, entries: undefined }, entries };
}

type DocketComparison = ReturnType<typeof compareDockets>;

/** Stores the result of a comparison, as a check does. */
export function applyComparison(stored: StoredDocket, comparison: DocketComparison): StoredDocket {
  const updates = new Map(comparison.entryUpdates.map((each) => [each.seq, each.entry]));
  const kept = stored.entries.map(({ seq, entry }) => ({ seq, entry: updates.get(seq) ?? entry }));
  return { record: comparison.record, entries: [...kept, ...comparison.newEntries] };
}

export function compareStored(stored: StoredDocket, after: Docket, context: DocketContext): DocketComparison {
  return compareDockets(stored.record, after, stored.entries, context);
}
