import { isDeepStrictEqual } from 'node:util';
import type { Entry } from '../records/entry.ts';
import type { StoredEntry } from './storedEntry.ts';

/** Entries shown as they are stored, and what is left over on either side. */
export interface Identical {
  readonly pairs: readonly { readonly stored: StoredEntry; readonly shown: Entry }[];
  readonly stored: readonly StoredEntry[];
  readonly shown: readonly Entry[];
}

/** The common case, for which nothing has to be cleaned: entries that are shown word for word as they are stored, one with one. */
export function matchIdentical(stored: readonly StoredEntry[], shown: readonly Entry[]): Identical {
  const waiting = Map.groupBy(shown, wordForWord);
  const pairs: Identical['pairs'][number][] = [];
  const left: StoredEntry[] = [];
  for (const each of stored) {
    const candidates = waiting.get(wordForWord(each.entry)) ?? [];
    const at = candidates.findIndex((entry) => haveSameLists(each.entry, entry));
    const match = at < 0 ? undefined : candidates.splice(at, 1)[0];
    if (match) pairs.push({ stored: each, shown: match });
    else left.push(each);
  }
  return { pairs, stored: left, shown: [...waiting.values()].flat() };
}

function wordForWord({ documentNumber, dateFiled, description, documentHref, pdfUrl }: Entry): string {
  return [documentNumber, dateFiled, description, documentHref ?? '', pdfUrl].join('\u0000');
}

function haveSameLists(one: Entry, other: Entry): boolean {
  const lists = ({ extraDocument, patentNumbers, unread = [] }: Entry) => [extraDocument, patentNumbers, unread];
  return isDeepStrictEqual(lists(one), lists(other));
}
