/**
 * How much of one text fits into the index, in bytes. Postgres keeps 1,048,575 bytes of words and their positions per
 * text. An English text of half a million letters needs less.
 */
export const roomOfText = 1_000_000;

/** A word that comes again needs room only for its position: two bytes. */
const roomOfPlace = 2;
/** The number of positions, and a byte of alignment. */
const roomBesideWord = 3;
/** In letters. Nobody searches for longer words, and Postgres keeps at most 2,046 bytes of one. */
export const longestWord = 499;

/**
 * The first words of a text that fit into the index, the same ones on both databases. The end of a text of several
 * megabytes is not found, but everything before it is.
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
