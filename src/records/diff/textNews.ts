import { entryWords, foldEntryText, isStamped } from './comparableEntry.ts';

/** A text of up to so many words, without the stamp of a full report, may be only a title. */
const titleWords = 15;

export interface TextNews {
  readonly keep: string;
  readonly isNews: boolean;
  readonly isFuller?: boolean;
}

/** A title beside the full text of the same entry is no news, and the fuller is kept. A clerk's note is always news. */
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

/** `Filed by Rival Inc. (Doe, Jane)`, `deficiency) Filed by …`, `12of …` */
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
/** Only in capitals: a motion to have something stricken or vacated is no such note. */
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

/** With at least this share of common words, two long texts are one text that was edited. */
const nearlySame = 0.8;
/** Shorter texts are titles ("Order", "Order of Entry"): nearly the same title is another event. */
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

/** The share of words that two texts have in common, 0 to 1, in any order; two empty texts share all. */
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

/** An edit replaces no number: two fee receipts of one day share every word but the receipt number. */
export function isNearlySameText(one: readonly string[], other: readonly string[]): boolean {
  const [shorter, longer] = one.length <= other.length ? [one, other] : [other, one];
  if (shorter.length < leastWords) return false;
  const most = (2 * shorter.length) / (shorter.length + longer.length);
  if (most < nearlySame && !isBeginning(shorter, longer)) return false;
  if (wordContainment(shorter.filter(isNumber), longer) < 1) return false;
  return isBeginning(shorter, longer) || wordSimilarity(shorter, longer) >= nearlySame;
}

/** From so many letters and digits on, a text that another one begins with is that other one, cut off. */
const leastCut = 40;

/** To the letter: a source may cut inside a word. A number that goes on is another: June 1 is not June 15. */
export function isCutShort(one: string, other: string): boolean {
  const [shorter, longer] = one.length <= other.length ? [one, other] : [other, one];
  const splitsNumber = /\d$/.test(shorter) && /^\d/.test(longer.slice(shorter.length));
  return shorter.length >= leastCut && longer.startsWith(shorter) && !splitsNumber;
}
