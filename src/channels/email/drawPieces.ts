import type { Row } from '../../message/outline.ts';
import { foldPieces } from '../../words/foldPieces.ts';
import type { Piece } from '../../words/redline.ts';
import { html, type Markup } from './markup.ts';
import { look } from './styles.ts';

/** Text of at most so many characters, old words struck and red, new ones bold and green; it reads without colours too. */
export function drawPieces(pieces: readonly Piece[], characters: number): Markup {
  const shown = foldPieces(pieces, characters);
  return html`${shown.map((piece, index) => html`${index > 0 ? ' ' : ''}${drawPiece(piece)}`)}`;
}

/** A field before and after: `open → terminated`; lists and long texts as a redline. */
export function drawValue({ value }: Row): Markup {
  const [before, after] = value;
  if (value.length === 2 && before?.mark === 'removed' && after?.mark === 'added') {
    return html`${drawPieces([before], 300)} → ${drawPieces([after], 300)}`;
  }
  return drawPieces(value, 600);
}

function drawPiece({ mark, text }: Piece): Markup {
  switch (mark) {
    case 'same':
      return html`${text}`;
    case 'removed':
      return html`<del class="del" style="${look.removed}">${text}</del>`;
    case 'added':
      return html`<ins class="ins" style="${look.added}">${text}</ins>`;
    case 'folded':
      return html`<span class="grey" style="${look.grey}">${text}</span>`;
  }
}
