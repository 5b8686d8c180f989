import { fold, foldedWords } from './fold.ts';
import type { Piece } from './redline.ts';

/** Pieces cut to `limit` characters in all; one last piece says how much was cut. */
export function foldPieces(pieces: readonly Piece[], limit: number): Piece[] {
  const kept: Piece[] = [];
  let room = limit;
  for (const [index, piece] of pieces.entries()) {
    if (piece.mark === 'folded' || piece.text.length <= room) {
      kept.push(piece);
      room -= piece.mark === 'folded' ? 1 : piece.text.length;
      continue;
    }
    const { shown, hidden } = fold(piece.text, Math.max(room, 0));
    const after = pieces.slice(index + 1).reduce((sum, one) => sum + one.text.length, 0);
    if (shown !== '') kept.push({ mark: piece.mark, text: shown });
    return [...kept, { mark: 'folded', text: foldedWords(hidden + after) }];
  }
  return kept;
}
