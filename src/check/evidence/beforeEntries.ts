import type { EntryMatch } from '../../diff/matchEntries.ts';
import type { StoredEntry } from '../../diff/storedEntry.ts';
import type { Entry } from '../../records/entry.ts';

/** The entries of a docket as they were stored; of each that the answer shows word for word, its place there, from 0. */
export type BeforeEntries = readonly (StoredEntry | number)[];

export function beforeEntries(
  stored: readonly StoredEntry[],
  shown: readonly Entry[],
  matches: readonly EntryMatch[],
): BeforeEntries {
  const places = new Map(shown.map((entry, place) => [entry, place]));
  const asShown = new Map<StoredEntry, number | undefined>();
  for (const match of matches) if (match.rule === 'identical') asShown.set(match.stored, places.get(match.shown));
  return stored.map((entry) => asShown.get(entry) ?? entry);
}

/**
 * The entries as they were stored, from an answer read again.
 * @returns undefined where the answer has no such place: it is read otherwise than it was then.
 */
export function entriesBefore(before: BeforeEntries, shown: readonly Entry[]): Entry[] | undefined {
  const entries = before.map((entry) => (typeof entry === 'number' ? shown[entry] : entry.entry));
  return entries.every((entry) => entry !== undefined) ? entries : undefined;
}
