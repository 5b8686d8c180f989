import { isDeepStrictEqual } from 'node:util';
import type { Entry } from '../docket.ts';
import {
  type ComparableEntry,
  comparableEntry,
  entryOrder,
  pathOf,
  type StoredEntry,
  wordSimilarity,
} from './comparableEntry.ts';
import { type MatchPass, matchPasses } from './entryRules.ts';

export type EntryMatch = Readonly<{ stored: StoredEntry; shown: Entry; rule: string }>;

export interface EntryMatching {
  readonly matches: readonly EntryMatch[];
  /** Shown but unknown entries, in the docket's order (date, number, text), whatever the order shown. */
  readonly unknown: readonly Entry[];
}

type StoredComparable = ComparableEntry & Readonly<{ stored: StoredEntry }>;

/** Entries have no id, so passes from strict to lenient match them one to one. Two equal receipts stay two. */
export function matchEntries(stored: readonly StoredEntry[], shown: readonly Entry[]): EntryMatching {
  const { matches, ...rest } = matchIdentical(stored, shown);
  if (rest.shown.length === 0) return { matches, unknown: [] };
  let left: Leftover = {
    stored: rest.stored.map((each) => ({ ...comparableEntry(each.entry), stored: each })),
    shown: rest.shown.map(comparableEntry).sort(byOrder),
  };
  const passes = matchPasses(numbersUsedOnce(stored.map((each) => each.entry)), numbersUsedOnce(shown));
  for (const pass of passes) left = runPass(pass, left, matches);
  // Known entries that are no longer shown are no news, because results are windows.
  return { matches, unknown: left.shown.map(({ entry }) => entry) };
}

type Leftover = Readonly<{ stored: readonly StoredComparable[]; shown: readonly ComparableEntry[] }>;

function byOrder(one: ComparableEntry, other: ComparableEntry): number {
  const [a, b] = [entryOrder(one.entry), entryOrder(other.entry)];
  return a < b ? -1 : a > b ? 1 : 0;
}

function runPass(pass: MatchPass, left: Leftover, matches: EntryMatch[]): Leftover {
  if (pass.concerns && !left.shown.some(pass.concerns) && !left.stored.some(pass.concerns)) return left;
  const shownByKey = bucket(left.shown, pass.key);
  if (shownByKey.size === 0) return left;
  const storedByKey = bucket(left.stored, (entry) => {
    const key = pass.key(entry);
    return key !== undefined && shownByKey.has(key) ? key : undefined;
  });
  const taken = new Set<ComparableEntry>();
  for (const [key, candidates] of storedByKey) {
    const wanted = shownByKey.get(key) ?? [];
    if (pass.sole && (candidates.length > 1 || wanted.length > 1)) continue;
    for (const [stored, shown] of pairUp(pass, candidates.sort(byOrder), wanted)) {
      taken.add(stored).add(shown);
      matches.push({ stored: stored.stored, shown: shown.entry, rule: pass.rule });
    }
  }
  if (taken.size === 0) return left;
  return {
    stored: left.stored.filter((entry) => !taken.has(entry)),
    shown: left.shown.filter((entry) => !taken.has(entry)),
  };
}

function bucket<T>(items: readonly T[], key: (item: T) => string | undefined): Map<string, T[]> {
  const buckets = Map.groupBy(items, key);
  buckets.delete(undefined);
  return buckets as Map<string, T[]>;
}

function numbersUsedOnce(entries: readonly Entry[]): Set<string> {
  const once = new Set<string>();
  const more = new Set<string>(['']);
  for (const { documentNumber } of entries) {
    if (more.has(documentNumber)) continue;
    if (!once.delete(documentNumber)) once.add(documentNumber);
    else more.add(documentNumber);
  }
  return once;
}

/** Matches entries shown exactly as stored, one to one: the common case, which needs no cleaning. */
function matchIdentical(stored: readonly StoredEntry[], shown: readonly Entry[]) {
  const waiting = Map.groupBy(shown, wordForWord);
  const matches: EntryMatch[] = [];
  const left: StoredEntry[] = [];
  for (const each of stored) {
    const match = waiting.get(wordForWord(each.entry))?.pop();
    if (match) matches.push({ stored: each, shown: match, rule: 'identical' });
    else left.push(each);
  }
  return { matches, stored: left, shown: [...waiting.values()].flat() };
}

function wordForWord({ documentNumber, dateFiled, description, documentHref, pdfUrl, ...lists }: Entry): string {
  const { patentNumbers, extraDocument, unread = [] } = lists;
  const texts = [documentNumber, dateFiled, description, documentHref, pdfUrl];
  return JSON.stringify([texts, patentNumbers, extraDocument, unread]);
}

const mostPairs = 40_000;
/** Beyond this many pairs, each entry is compared with this many candidates that share its rarest words. */
const mostCandidates = 8;

function similarityOf(stored: ComparableEntry, shown: ComparableEntry): number {
  const { pdfUrl, extraDocument } = stored.entry;
  return (
    wordSimilarity(stored.words, shown.words) +
    (stored.date === shown.date ? 0.1 : 0) +
    (stored.number === shown.number ? 0.1 : 0) +
    (stored.document === shown.document ? 0.01 : 0) +
    (pathOf(pdfUrl) === pathOf(shown.entry.pdfUrl) ? 0.001 : 0) +
    (isDeepStrictEqual(extraDocument, shown.entry.extraDocument) ? 0.0001 : 0)
  );
}

interface Free<Stored> {
  near(shown: ComparableEntry): Iterable<Stored>;
  remove(stored: Stored): void;
}

/** Both lists are in the docket's order, so that ties always have the same result. */
function pairUp<Stored extends ComparableEntry>(
  pass: MatchPass,
  candidates: readonly Stored[],
  wanted: readonly ComparableEntry[],
): [Stored, ComparableEntry][] {
  const isSmall = candidates.length * wanted.length <= mostPairs;
  const free = isSmall ? allOf(candidates) : byRarestWords(candidates);
  const pairs: [Stored, ComparableEntry][] = [];
  for (const shown of wanted) {
    let best: { readonly stored: Stored; readonly similarity: number } | undefined;
    for (const stored of free.near(shown)) {
      if (!pass.accepts(stored, shown)) continue;
      const similarity = candidates.length === 1 ? 1 : similarityOf(stored, shown);
      if (best === undefined || similarity > best.similarity) best = { stored, similarity };
    }
    if (best === undefined) continue;
    free.remove(best.stored);
    pairs.push([best.stored, shown]);
  }
  return pairs;
}

function allOf<Stored>(candidates: readonly Stored[]): Free<Stored> {
  const free = new Set(candidates);
  return { near: () => free, remove: (stored) => void free.delete(stored) };
}

/** Two nearly equal texts share all but a few words, and therefore some of the rarest words of either. */
function byRarestWords<Stored extends ComparableEntry>(candidates: readonly Stored[]): Free<Stored> {
  const byWord = new Map<string, Set<Stored>>();
  for (const candidate of candidates) {
    for (const word of indexed(candidate)) {
      const found = byWord.get(word);
      if (found) found.add(candidate);
      else byWord.set(word, new Set([candidate]));
    }
  }
  const near = (shown: ComparableEntry): Set<Stored> => {
    const sets = indexed(shown).flatMap((word) => byWord.get(word) ?? []);
    const found = new Set<Stored>();
    for (const set of sets.sort((a, b) => a.size - b.size)) {
      for (const candidate of set) {
        if (found.size >= mostCandidates) return found;
        found.add(candidate);
      }
    }
    return found;
  };
  const remove = (stored: Stored) => {
    for (const word of indexed(stored)) byWord.get(word)?.delete(stored);
  };
  return { near, remove };
}

function indexed(entry: ComparableEntry): string[] {
  return ['', ...new Set(entry.words)];
}
