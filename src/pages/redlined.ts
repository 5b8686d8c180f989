import { html } from 'hono/html';
import type { Piece } from '../words/redline.ts';
import type { Html } from './page.ts';

/** A text with what was removed and added marked. */
export function drawPieces(pieces: readonly Piece[]): Html {
  return html`${pieces.map(({ mark, text }) => {
    if (mark === 'added') return html`<ins>${text}</ins> `;
    return mark === 'removed' ? html`<del>${text}</del> ` : html`${text} `;
  })}`;
}
