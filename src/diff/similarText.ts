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

/** The share of the words of `title` that `text` has, 0 to 1. */
export function wordContainment(title: readonly string[], text: readonly string[]): number {
  return title.length === 0 ? 1 : commonWords(title, text) / title.length;
}

/** True when the shorter text is the beginning of the longer one, word for word. */
export function isBeginning(title: readonly string[], text: readonly string[]): boolean {
  return title.length > 0 && title.length <= text.length && title.every((word, index) => word === text[index]);
}

const isNumber = (word: string): boolean => /^\d+$/.test(word);

/**
 * True for two texts that differ by an edit: mostly the same words, and no number replaced by another. Two fee receipts of one
 * day share every word but the receipt number, and are still two events.
 */
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

/**
 * Whether one of two folded texts is the beginning of the other, to the letter: a source may cut texts off in the middle of a word. A number
 * that goes on is another number: a hearing on June 1 is not one on June 15.
 */
export function isCutShort(one: string, other: string): boolean {
  const [shorter, longer] = one.length <= other.length ? [one, other] : [other, one];
  const splitsNumber = /\d$/.test(shorter) && /^\d/.test(longer.slice(shorter.length));
  return shorter.length >= leastCut && longer.startsWith(shorter) && !splitsNumber;
}
