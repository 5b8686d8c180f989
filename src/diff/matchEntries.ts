import { isDeepStrictEqual } from 'node:util';
import type { Entry } from '../records/entry.ts';
import { type ComparableEntry, comparableEntry, entryOrder, type StoredEntry } from './comparableEntry.ts';
import { type MatchPass, type MatchRule, matchPasses } from './matchPass.ts';
import { pairUp } from './pairUp.ts';

export interface EntryMatch {
  readonly stored: StoredEntry;
  readonly shown: Entry;
  readonly rule: MatchRule;
}

export interface EntryMatching {
  readonly matches: readonly EntryMatch[];
  /** Shown and not known, in the docket's order (date, number, text), whatever the order shown. */
  readonly unknown: readonly Entry[];
  /** Known and not shown any more: no news by itself, results are windows. */
  readonly notShown: readonly StoredEntry[];
}

interface StoredComparable extends ComparableEntry {
  readonly stored: StoredEntry;
}

/**
 * Recognises the shown entries among the stored ones. Entries carry no identifier, so this goes in passes from strict to lenient,
 * each on what earlier passes left over, and each pairing one with one: two equal fee receipts are two entries.
 */
export function matchEntries(stored: readonly StoredEntry[], shown: readonly Entry[]): EntryMatching {
  const matches: EntryMatch[] = [];
  const rest = matchIdentical(stored, shown);
  for (const pair of rest.pairs) matches.push({ ...pair, rule: 'identical' });
  let left: Leftover = {
    stored: rest.stored.map((each) => ({ ...comparableEntry(each.entry), stored: each })),
    shown: rest.shown.map(comparableEntry).sort(byOrder),
  };
  if (left.shown.length > 0 && left.stored.length > 0) {
    const passes = matchPasses(numbersUsedOnce(stored.map((each) => each.entry)), numbersUsedOnce(shown));
    for (const pass of passes) {
      if (left.shown.length === 0 || left.stored.length === 0) break;
      left = runPass(pass, left, matches);
    }
  }
  return {
    matches,
    unknown: left.shown.map(({ entry }) => entry),
    notShown: left.stored.map(({ stored }) => stored),
  };
}

interface Leftover {
  readonly stored: readonly StoredComparable[];
  readonly shown: readonly ComparableEntry[];
}

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
  const buckets = new Map<string, T[]>();
  for (const item of items) {
    const name = key(item);
    if (name === undefined) continue;
    const found = buckets.get(name);
    if (found) found.push(item);
    else buckets.set(name, [item]);
  }
  return buckets;
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

/** Entries shown as they are stored, and what is left over on either side. */
interface Identical {
  readonly pairs: readonly { readonly stored: StoredEntry; readonly shown: Entry }[];
  readonly stored: readonly StoredEntry[];
  readonly shown: readonly Entry[];
}

/** The common case, which needs no cleaning: entries shown exactly as they are stored, paired one with one. */
function matchIdentical(stored: readonly StoredEntry[], shown: readonly Entry[]): Identical {
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
