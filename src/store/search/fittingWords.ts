/**
 * What one text has room for in the index: Postgres keeps 1,048,575 bytes of words and of their places for each. A text in
 * English of half a million letters has less.
 */
export const roomOfText = 1_000_000;

/** A word that comes again needs room for its place alone: two bytes. */
const roomOfPlace = 2;
/** How many places there are, and a byte by which it is aligned. */
const roomBesideWord = 3;
/** In letters. Longer ones are nothing that a person searches for, and Postgres keeps 2,046 bytes of one at most. */
export const longestWord = 499;

/**
 * The first words of a text that the index has room for, the same ones on both databases: the end of a text of several megabytes is not
 * found, all that stands before it is.
 */
export function fittingWords(words: readonly string[], room: number): string[] {
  const known = new Set<string>();
  const fitting: string[] = [];
  let left = room;
  for (const word of words) {
    if (word.length > longestWord) continue;
    left -= known.has(word) ? roomOfPlace : Buffer.byteLength(word) + roomBesideWord + roomOfPlace;
    if (left < 0) break;
    known.add(word);
    fitting.push(word);
  }
  return fitting;
}
