import { isDeepStrictEqual } from 'node:util';
import type { Entry } from '../records/entry.ts';
import { type MatchPass, type MatchRule, matchPasses } from './matchPass.ts';
import { pairUp } from './pairUp.ts';
import { type EntryReading, entryOrder, readEntry } from './readEntry.ts';
import type { StoredEntry } from './storedEntry.ts';

export interface EntryMatch {
  readonly stored: StoredEntry;
  readonly shown: Entry;
  readonly rule: MatchRule;
}

export interface EntryMatching {
  readonly matches: readonly EntryMatch[];
  /** Shown and not known, in the docket's order (date, number, text), whatever the order shown. */
  readonly unknown: readonly Entry[];
  /** Known and not shown any more: no news by itself, answers are windows. */
  readonly notShown: readonly StoredEntry[];
}

interface StoredReading extends EntryReading {
  readonly stored: StoredEntry;
}

/**
 * Recognises the shown entries among the stored ones. Entries carry no identifier, so this goes in passes from strict to lenient,
 * each on what the passes before left over, and each pairing one with one: two equal fee receipts are two entries.
 */
export function matchEntries(stored: readonly StoredEntry[], shown: readonly Entry[]): EntryMatching {
  const matches: EntryMatch[] = [];
  let left = matchIdentical(stored, shown, matches);
  if (left.shown.length > 0 && left.stored.length > 0) {
    const passes = matchPasses(numbersUsedOnce(stored.map((each) => each.entry)), numbersUsedOnce(shown));
    for (const pass of passes) {
      if (left.shown.length === 0 || left.stored.length === 0) break;
      left = runPass(pass, left, matches);
    }
  }
  return {
    matches,
    unknown: left.shown.map((reading) => reading.entry),
    notShown: left.stored.map((reading) => reading.stored),
  };
}

interface Leftover {
  readonly stored: readonly StoredReading[];
  readonly shown: readonly EntryReading[];
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

/** The common case, word for word the same, for which nothing has to be cleaned. */
function matchIdentical(stored: readonly StoredEntry[], shown: readonly Entry[], matches: EntryMatch[]): Leftover {
  const rest = matchInTurn(stored, shown, matches);
  const waiting = bucket(rest.shown, numberAndDate);
  const leftStored: StoredReading[] = [];
  for (const each of rest.stored) {
    const candidates = waiting.get(numberAndDate(each.entry));
    const at = candidates?.findIndex((entry) => isIdentical(each.entry, entry)) ?? -1;
    const match = at < 0 ? undefined : candidates?.splice(at, 1)[0];
    if (match) matches.push({ stored: each, shown: match, rule: 'identical' });
    else leftStored.push({ ...readEntry(each.entry), stored: each });
  }
  const leftShown = [...waiting.values()].flat().map(readEntry);
  return { stored: leftStored, shown: leftShown.sort(byOrder) };
}

/**
 * Nearly always the entries are shown in the order in which they are stored, or in the opposite one: each is looked for beside
 * the one before it. Leaves the others.
 */
function matchInTurn(
  stored: readonly StoredEntry[],
  shown: readonly Entry[],
  matches: EntryMatch[],
): { stored: readonly StoredEntry[]; shown: readonly Entry[] } {
  const isWordForWord = (each: StoredEntry, at: number) => {
    const entry = shown[at];
    return entry !== undefined && !taken[at] && isSame(each.entry, entry);
  };
  const taken: boolean[] = new Array(shown.length).fill(false);
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
    matches.push({ stored: each, shown: entry, rule: 'identical' });
  }
  return { stored: left, shown: shown.filter((_, index) => !taken[index]) };
}

function byOrder(one: EntryReading, other: EntryReading): number {
  const [a, b] = [entryOrder(one.entry), entryOrder(other.entry)];
  return a < b ? -1 : a > b ? 1 : 0;
}

function runPass(pass: MatchPass, left: Leftover, matches: EntryMatch[]): Leftover {
  if (pass.concerns && !left.shown.some(pass.concerns) && !left.stored.some(pass.concerns)) return left;
  const shownByKey = bucket(left.shown, pass.key);
  if (shownByKey.size === 0) return left;
  const storedByKey = bucket(left.stored, (reading) => {
    const key = pass.key(reading);
    return key !== undefined && shownByKey.has(key) ? key : undefined;
  });
  const taken = new Set<EntryReading>();
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
    stored: left.stored.filter((reading) => !taken.has(reading)),
    shown: left.shown.filter((reading) => !taken.has(reading)),
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
