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
  const inTurn = matchInTurn(stored, shown);
  const waiting = Map.groupBy(inTurn.shown, numberAndDate);
  const pairs = [...inTurn.pairs];
  const left: StoredEntry[] = [];
  for (const each of inTurn.stored) {
    const candidates = waiting.get(numberAndDate(each.entry));
    const at = candidates?.findIndex((entry) => isIdentical(each.entry, entry)) ?? -1;
    const match = at < 0 ? undefined : candidates?.splice(at, 1)[0];
    if (match) pairs.push({ stored: each, shown: match });
    else left.push(each);
  }
  return { pairs, stored: left, shown: [...waiting.values()].flat() };
}

/**
 * Nearly always the entries are shown in the order in which they are stored, or in the opposite one: each is looked for beside
 * the one before it. Leaves the others.
 */
function matchInTurn(stored: readonly StoredEntry[], shown: readonly Entry[]): Identical {
  const isWordForWord = (each: StoredEntry, at: number) => {
    const entry = shown[at];
    return entry !== undefined && !taken[at] && isSame(each.entry, entry);
  };
  const taken: boolean[] = new Array(shown.length).fill(false);
  const pairs: Identical['pairs'][number][] = [];
  const left: StoredEntry[] = [];
  let [up, down] = [0, shown.length - 1];
  for (const each of stored) {
    const at = isWordForWord(each, up) ? up : isWordForWord(each, down) ? down : undefined;
    const entry = at === undefined ? undefined : shown[at];
    if (at === undefined || entry === undefined) {
      left.push(each);
      continue;
    }
    taken[at] = true;
    [up, down] = [at + 1, at - 1];
    pairs.push({ stored: each, shown: entry });
  }
  return { pairs, stored: left, shown: shown.filter((_, index) => !taken[index]) };
}

const numberAndDate = (entry: Entry): string => `${entry.documentNumber}\u0000${entry.dateFiled}`;

function isSame(one: Entry, other: Entry): boolean {
  return one.documentNumber === other.documentNumber && one.dateFiled === other.dateFiled && isIdentical(one, other);
}

function isIdentical(one: Entry, other: Entry): boolean {
  return (
    one.description === other.description &&
    one.documentHref === other.documentHref &&
    one.pdfUrl === other.pdfUrl &&
    haveSameLists(one, other)
  );
}

function haveSameLists(one: Entry, other: Entry): boolean {
  return (
    isSameList(one.extraDocument, other.extraDocument) &&
    isSameList(one.patentNumbers, other.patentNumbers) &&
    isSameList(one.unread ?? none, other.unread ?? none)
  );
}

const none: readonly string[] = [];

/** Most lists of most entries are empty. */
function isSameList(one: readonly unknown[], other: readonly unknown[]): boolean {
  return one.length === other.length && (one.length === 0 || isDeepStrictEqual(one, other));
}
