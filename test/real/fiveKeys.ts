import { foldEntryText } from '../../src/records/diff/comparableEntry.ts';
import type { Entry } from '../../src/records/docket.ts';

/** A simple comparison by one key, to measure ours against. */
export interface OneKey {
  readonly name: string;
  readonly key: (entry: Entry) => string;
  /** A set forgets how often a key occurred, and a multiset counts. */
  readonly counts: boolean;
}

const joined = (...parts: readonly (string | null)[]): string => JSON.stringify(parts);

export const fiveKeys: readonly OneKey[] = [
  { name: 'the whole entry', counts: true, key: (entry) => JSON.stringify(entry) },
  {
    name: 'number + date + text',
    counts: true,
    key: (entry) => joined(entry.documentNumber, entry.dateFiled, entry.description),
  },
  {
    name: 'number, else date + text, as a set',
    counts: false,
    key: (entry) => entry.documentNumber || joined(entry.dateFiled, entry.description),
  },
  {
    name: 'number + date, else date + cleaned text, as a multiset',
    counts: true,
    key: (entry) =>
      entry.documentNumber === ''
        ? joined(entry.dateFiled, foldEntryText(entry.description))
        : joined(entry.documentNumber, entry.dateFiled),
  },
  { name: 'the link alone, as a set', counts: false, key: (entry) => joined(entry.documentHref) },
];

/** Returns how many entries of `after` a key reports as new. */
export function countNew({ key, counts }: OneKey, before: readonly Entry[], after: readonly Entry[]): number {
  const known = new Map<string, number>();
  for (const entry of before) known.set(key(entry), (known.get(key(entry)) ?? 0) + 1);
  let reported = 0;
  for (const entry of after) {
    const left = known.get(key(entry)) ?? 0;
    if (left === 0) reported += 1;
    known.set(key(entry), counts ? Math.max(0, left - 1) : 1);
  }
  return reported;
}
