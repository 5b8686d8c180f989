import { foldEntryText } from '../../src/records/diff/comparableEntry.ts';
import type { Entry } from '../../src/records/docket.ts';

/** A comparison of entries by one key, counting how often it occurs, to measure ours against. */
export interface OneKey {
  readonly name: string;
  readonly key: (entry: Entry) => string;
}

const joined = (...parts: readonly (string | null)[]): string => JSON.stringify(parts);

export const simpleKeys: readonly OneKey[] = [
  { name: 'the whole entry', key: (entry) => JSON.stringify(entry) },
  {
    name: 'number + date + text',
    key: (entry) => joined(entry.documentNumber, entry.dateFiled, entry.description),
  },
  {
    name: 'number + date, else date + cleaned text, as a multiset',
    key: (entry) =>
      entry.documentNumber === ''
        ? joined(entry.dateFiled, foldEntryText(entry.description))
        : joined(entry.documentNumber, entry.dateFiled),
  },
];

/** Returns how many entries of `after` a key reports as new. */
export function countNew({ key }: OneKey, before: readonly Entry[], after: readonly Entry[]): number {
  const known = new Map<string, number>();
  for (const entry of before) known.set(key(entry), (known.get(key(entry)) ?? 0) + 1);
  let reported = 0;
  for (const entry of after) {
    const left = known.get(key(entry)) ?? 0;
    if (left === 0) reported += 1;
    known.set(key(entry), Math.max(0, left - 1));
  }
  return reported;
}
