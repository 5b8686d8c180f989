import type { Piece } from './redline.ts';
import { counted } from './sentence.ts';

/** Text cut to what a message has room for; `hidden` is the number of characters left out, 0 when all is shown. */
export interface Folded {
  readonly shown: string;
  readonly hidden: number;
}

/** Cuts text longer than `limit` characters, at a blank where one is near, never inside a character. */
export function fold(text: string, limit: number): Folded {
  if (text.length <= limit) return { shown: text, hidden: 0 };
  const blank = text.lastIndexOf(' ', limit);
  let end = blank > limit * 0.7 ? blank : limit;
  if (isHighSurrogate(text.charCodeAt(end - 1))) end -= 1;
  const shown = text.slice(0, end).trimEnd();
  return { shown, hidden: text.length - shown.length };
}

/** One line of at most `limit` characters, for names in subjects and headings: `…` says that it goes on. */
export function shorten(text: string, limit: number): string {
  if (text.length <= limit) return text;
  return `${fold(text, limit - 1).shown.replace(/[\s,;:(·]+$/u, '')}…`;
}

/** `… 3,100 more characters` */
export function foldedWords(hidden: number): string {
  return `… ${counted(hidden, 'more character')}`;
}

function isHighSurrogate(code: number): boolean {
  return code >= 0xd800 && code <= 0xdbff;
}

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
