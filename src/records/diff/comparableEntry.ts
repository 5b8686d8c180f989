import { decodeEntities } from '../../base/words/cleanText.ts';
import type { Entry } from '../docket.ts';

export type StoredEntry = Readonly<{ seq: number; entry: Entry }>;

export interface ComparableEntry {
  readonly entry: Entry;
  readonly number: string;
  readonly date: string;
  readonly text: string;
  readonly words: readonly string[];
  readonly stamped: boolean;
  readonly document: string | undefined;
}

export function comparableEntry(entry: Entry): ComparableEntry {
  const { documentNumber: number, dateFiled: date, description } = entry;
  const words = entryWords(description);
  const text = words.join('') || foldEntryText(description);
  return {
    entry,
    number,
    date,
    text,
    words,
    stamped: isStamped(description),
    document: documentId(entry.documentHref),
  };
}

export function entryOrder(entry: Entry): string {
  const number = /^\d{1,15}$/.test(entry.documentNumber)
    ? entry.documentNumber.padStart(16, '0')
    : entry.documentNumber;
  return [entry.dateFiled, number, entry.description, entry.documentHref ?? '', entry.pdfUrl].join('\u0000');
}

// Stamps of some kinds of report: `(Entered: 03/05/2019)`, `[Entered: 10/02/2023 11:17 AM]`, `(Filed on 2/8/2008)`.
const stamp = /[([]\s*(?:entered|filed\s+on)(?:\s*:)?\s*(\d{1,2})\/(\d{1,2})\/(\d{4}|\d{2})[^)\]]{0,20}[)\]]/gi;
const enteredStamp = /[([]\s*entered\s*:\s*(\d{1,2})\/(\d{1,2})\/(\d{4})[^)\]]{0,20}[)\]]\s*$/i;

// A stamp inside which the text was cut off: `… (Entered: 08/14/2010 at 08:1`, `… (Ent`.
const cutStamp = /[([]\s*(?:(?:entered|filed\s+on)[\s:/\dapmt]*|e(?:n(?:t(?:e(?:re?)?)?)?)?)$/i;

function withoutStamps(description: string): string {
  return description.replace(stamp, ' ').replace(cutStamp, '');
}

/** Returns equal texts for equal content, whatever the kind of report. */
export function foldEntryText(description: string): string {
  return foldText(withoutStamps(description));
}

export function entryWords(description: string): readonly string[] {
  return wordsOf(withoutStamps(description));
}

export function isStamped(description: string): boolean {
  return description.search(stamp) >= 0;
}

export function enteredOn(description: string): string | undefined {
  const [, month, day, year] = enteredStamp.exec(description) ?? [];
  if (month === undefined || day === undefined || year === undefined) return undefined;
  return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
}

// UTF-8 quotation marks and dashes that were decoded as Windows-1252: `Governmentâ€™s`.
const garbledMark = /\u00e2\u20ac[\u2122\u0153\u02dc\u201c\u201d\u009d\ufffd]?/g;

// Folds accents but no other marks; without its mark, Japanese バ would become ハ.
export function wordsOf(text: string): readonly string[] {
  return (
    decodeEntities(text)
      .replace(garbledMark, ' ')
      .normalize('NFKD')
      .replace(/[\u0300-\u036f]+/g, '')
      .normalize('NFC')
      .toLowerCase()
      .replaceAll('ß', 'ss')
      // The capital of ı is I, as that of i.
      .replaceAll('ı', 'i')
      .match(/[\p{L}\p{N}]+/gu) ?? []
  );
}

export function foldText(text: string): string {
  return wordsOf(text).join('') || text.replace(/\s+/g, '');
}

/** Keeps a link that is shown in another form. A link to another document silently replaces the old one. */
export function mergeLink<Link extends string | null>(before: Link, after: Link): Link {
  if (after === null || after === '') return before;
  return documentId(before) === documentId(after) ? before : after;
}

/** Removes the parts of an address that change for no reason: scheme, host and query. */
export function pathOf(address: string): string {
  return address.replace(/^[a-z]+:\/\/[^/]+/i, '').replace(/[?#].*$/, '');
}

/** Keeps a known address when the new one is missing or differs only in host or query. */
export function mergeAddress(before: string, after: string): string {
  if (after === '') return before;
  return before !== '' && pathOf(before) === pathOf(after) ? before : after;
}

/** `/doc1/01711364006` and `/doc1/01701364006` are one document. Ids of different forms cannot be compared. */
export function documentId(href: string | null): string | undefined {
  if (href === null || href === '') return undefined;
  const numbered = /\/docs?1\/(\d{3})\d(\d+)/.exec(href);
  if (numbered) return `doc:${numbered[1]}${numbered[2]}`;
  const managed = /[?&]dm_id=(\d+)/.exec(href);
  if (managed) return `dm:${managed[1]}`;
  return `path:${href.replace(/^https?:\/\/[^/]+/i, '').toLowerCase()}`;
}

export function areOtherDocuments(one: string | undefined, other: string | undefined): boolean {
  if (one === undefined || other === undefined || one === other) return false;
  return one.slice(0, one.indexOf(':')) === other.slice(0, other.indexOf(':'));
}

/** A text of at most this many words, without the stamp of a full report, may be only a title. */
const titleWords = 15;

export type TextNews = Readonly<{ keep: string; isNews: boolean; isFuller?: boolean }>;

/** A title beside the full text of an entry is no news, and the full text stays. A clerk's note is always news. */
export function compareText(old: string, now: string, since: string): TextNews {
  const poorer = { keep: old, isNews: false };
  if (now === '' || now === old) return poorer;
  if (old === '') return { keep: now, isNews: false, isFuller: true };
  const [oldText, newText] = [foldEntryText(old), foldEntryText(now)];
  if (oldText === newText) return poorer;
  const [oldWords, newWords] = [entryWords(old), entryWords(now)];
  const isCut = isCutShort(oldText, newText);
  if (isBeginning(newWords, oldWords) || (isCut && newText.length < oldText.length)) return poorer;
  if (isTitle(now, newWords) && isFuller(old, oldWords, newWords)) {
    return addsEditNote(old, now) ? { keep: now, isNews: true } : poorer;
  }
  if (isCutOff(old, newWords) || (isCut && !isBeginning(oldWords, newWords))) {
    return { keep: now, isNews: isEditedSince(old, now, since) || addsRuling(old, now), isFuller: true };
  }
  if (!isTitle(old, oldWords) || !isFuller(now, newWords, oldWords)) return { keep: now, isNews: true };
  const isNews = isStamped(now) ? isEditedSince(old, now, since) : addsEditNote(old, now);
  return { keep: now, isNews, isFuller: true };
}

function isTitle(description: string, words: readonly string[]): boolean {
  return words.length <= titleWords && !isStamped(description);
}

function isFuller(description: string, words: readonly string[], title: readonly string[]): boolean {
  return isStamped(description) || isBeginning(title, words);
}

const sentenceStart = /^\s*(?!(?:By|Fee|Filed|For|Of)\b)\p{Lu}/u;

/** True for fragments such as `Filed by Rival Inc. (Doe, Jane)`, `deficiency) Filed by …` or `12of …`. */
function isCutOff(description: string, fuller: readonly string[]): boolean {
  const words = entryWords(description.replace(/^\s*\d+/, ''));
  if (words.length === 0) return true;
  const opened = description.split('(').length;
  const closed = description.split(')').length;
  if (sentenceStart.test(description) && closed <= opened) return false;
  const start = fuller.length - words.length;
  return start > 0 && words.every((word, index) => word === fuller[start + index]);
}

const datedNotes =
  /\b(?:modified|corrected|edited|replaced|added|stricken|vacated)\s+on\s+(\d{1,2})\/(\d{1,2})\/(\d{4})/gi;

function isEditedSince(before: string, after: string, since: string): boolean {
  const noted = (text: string) => [...text.matchAll(datedNotes)].filter(([, ...day]) => isoDay(day) >= since).length;
  return noted(after) > noted(before);
}

function isoDay([month = '', day = '', year = '']: readonly string[]): string {
  return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
}

const notes = new RegExp(
  String.raw`\b(?:(?:modified|corrected|edited|replaced)\s+on\b|(?:additional\s+)?attachments?` +
    String.raw`(?:\(s\))?\s+added|(?:main\s+)?document\s+replaced|(?:text|event)\s+(?:modified|corrected))`,
  'gi',
);
/** Only in capitals, because a motion to strike or vacate is no such note. */
const rulings = /\b(?:STRICKEN|VACATED)\b/g;

function count(pattern: RegExp, text: string): number {
  return text.match(pattern)?.length ?? 0;
}

function addsRuling(before: string, after: string): boolean {
  return count(rulings, after) > count(rulings, before);
}

function addsEditNote(before: string, after: string): boolean {
  return addsRuling(before, after) || count(notes, after) > count(notes, before);
}

/** A ruling before the text: `STRICKEN per order 82. Notice of …`, `[VACATED] Order`. */
const rulingBefore = /^[^\p{L}\p{N}]*(?:STRICKEN|VACATED)\b[^.\]:]*[.\]:]/u;

export function withoutNotes(description: string): string {
  const text = description.replace(rulingBefore, '');
  const starts = [text.search(notes), text.search(rulings)].filter((start) => start >= 0);
  return text.slice(0, Math.min(text.length, ...starts));
}

/** Two long texts with at least this share of common words are one text that was edited. */
const nearlySame = 0.8;
/** Shorter texts are titles ("Order", "Order of Entry"), and a nearly equal title is another event. */
const leastWords = 6;

function countWords(words: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

function commonWords(one: readonly string[], other: readonly string[]): number {
  const left = countWords(other);
  let common = 0;
  for (const word of one) {
    const count = left.get(word) ?? 0;
    if (count === 0) continue;
    left.set(word, count - 1);
    common += 1;
  }
  return common;
}

/** Returns the share of common words, 0 to 1, in any order. Two empty texts have a share of 1. */
export function wordSimilarity(one: readonly string[], other: readonly string[]): number {
  const all = one.length + other.length;
  return all === 0 ? 1 : (2 * commonWords(one, other)) / all;
}

export function wordContainment(title: readonly string[], text: readonly string[]): number {
  return title.length === 0 ? 1 : commonWords(title, text) / title.length;
}

export function isBeginning(title: readonly string[], text: readonly string[]): boolean {
  return title.length > 0 && title.length <= text.length && title.every((word, index) => word === text[index]);
}

const isNumber = (word: string): boolean => /^\d+$/.test(word);

/** An edit replaces no number: two fee receipts of one day differ only in the receipt number. */
export function isNearlySameText(one: readonly string[], other: readonly string[]): boolean {
  const [shorter, longer] = one.length <= other.length ? [one, other] : [other, one];
  if (shorter.length < leastWords) return false;
  const most = (2 * shorter.length) / (shorter.length + longer.length);
  if (most < nearlySame && !isBeginning(shorter, longer)) return false;
  if (wordContainment(shorter.filter(isNumber), longer) < 1) return false;
  return isBeginning(shorter, longer) || wordSimilarity(shorter, longer) >= nearlySame;
}

/** A text of at least this many letters and digits that begins another text is that text, cut off. */
const leastCut = 40;

/** Compares letters, because a source may cut inside a word. A split number is another number: June 1, June 15. */
export function isCutShort(one: string, other: string): boolean {
  const [shorter, longer] = one.length <= other.length ? [one, other] : [other, one];
  const splitsNumber = /\d$/.test(shorter) && /^\d/.test(longer.slice(shorter.length));
  return shorter.length >= leastCut && longer.startsWith(shorter) && !splitsNumber;
}
