/** A piece of text: kept, removed, added, or the sign for a cut (`…`). */
export type Piece = Readonly<{ mark: 'same' | 'removed' | 'added' | 'folded'; text: string }>;

/** The most pairs of words compared. Beyond that, the texts count as one removed and one added. */
const mostComparisons = 4_000_000;
/** Words kept on each side of a difference. Longer unchanged parts are folded. */
const contextWords = 14;

/** Compares word by word. Pieces that are not `added` make up `before`; pieces that are not `removed`, `after`. */
export function redline(before: string, after: string): Piece[] {
  const old = before.split(' ').filter(Boolean);
  const now = after.split(' ').filter(Boolean);
  let head = 0;
  while (head < old.length && head < now.length && old[head] === now[head]) head++;
  let tail = 0;
  while (tail < old.length - head && tail < now.length - head && old.at(-1 - tail) === now.at(-1 - tail)) tail++;
  const middle = compareWords(old.slice(head, old.length - tail), now.slice(head, now.length - tail));
  const pieces = [piece('same', old.slice(0, head)), ...middle, piece('same', old.slice(old.length - tail))];
  return foldSame(pieces.filter((one) => one.text !== ''));
}

export function plainPieces(text: string): Piece[] {
  return text === '' ? [] : [{ mark: 'same', text }];
}

function piece(mark: Piece['mark'], words: readonly string[]): Piece {
  return { mark, text: words.join(' ') };
}

function compareWords(old: readonly string[], now: readonly string[]): Piece[] {
  if (old.length * now.length > mostComparisons) return [piece('removed', old), piece('added', now)];
  const common = commonLengths(old, now);
  const runs: { mark: Piece['mark']; words: string[] }[] = [];
  const put = (mark: Piece['mark'], word: string) => {
    const last = runs.at(-1);
    if (last?.mark === mark) last.words.push(word);
    else runs.push({ mark, words: [word] });
  };
  let i = 0;
  let j = 0;
  while (i < old.length || j < now.length) {
    const before = old[i];
    const after = now[j];
    if (before !== undefined && before === after) {
      put('same', before);
      i++;
      j++;
    } else if (before !== undefined && (after === undefined || common(i + 1, j) >= common(i, j + 1))) {
      put('removed', before);
      i++;
    } else if (after !== undefined) {
      put('added', after);
      j++;
    }
  }
  return runs.map((run) => piece(run.mark, run.words));
}

function commonLengths(old: readonly string[], now: readonly string[]): (i: number, j: number) => number {
  const width = now.length + 1;
  const table = new Uint16Array((old.length + 1) * width);
  const at = (i: number, j: number) => table[i * width + j] ?? 0;
  for (let i = old.length - 1; i >= 0; i--) {
    for (let j = now.length - 1; j >= 0; j--) {
      table[i * width + j] = old[i] === now[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
    }
  }
  return at;
}

function foldSame(pieces: readonly Piece[]): Piece[] {
  return pieces.flatMap((one, index) => {
    const words = one.text.split(' ');
    if (one.mark !== 'same' || words.length <= contextWords * 3) return [one];
    const first = index === 0 ? [] : words.slice(0, contextWords);
    const last = index === pieces.length - 1 ? [] : words.slice(-contextWords);
    const parts = [piece('same', first), { mark: 'folded' as const, text: '…' }, piece('same', last)];
    return parts.filter((part) => part.text !== '');
  });
}
