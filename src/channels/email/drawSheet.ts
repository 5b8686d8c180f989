import type { Card, Tile } from '../message/outline.ts';
import { drawLink, drawTag } from './drawItem.ts';
import { html, layout, type Markup, nothing } from './markup.ts';
import type { PictureBook } from './pictureBook.ts';
import { look } from './styles.ts';

const columns = 3;
const pictureWidth = 164;

/** Designs as a contact sheet: one picture for each, three in a row and two on a phone, with its name, holder and state. */
export function drawSheet(cards: readonly Card[], book: PictureBook): Markup {
  const cells = cards.flatMap((card) => (card.tile === undefined ? [] : [drawTile(card, card.tile, book)]));
  if (cells.length === 0) return nothing;
  const rows = Array.from({ length: Math.ceil(cells.length / columns) }, (_, row) => {
    const some = cells.slice(row * columns, (row + 1) * columns);
    const empty = Array.from({ length: columns - some.length }, () => html`<td class="blank" width="33%"></td>`);
    return html`<tr>${some}${empty}</tr>`;
  });
  return html`<tr><td class="pad" style="padding:16px 16px 0 28px"><table class="tiles" ${layout} width="100%" style="table-layout:fixed">${rows}</table></td></tr>`;
}

function drawTile({ place, priority, links }: Card, { picture, name, holder, state }: Tile, book: PictureBook): Markup {
  const [link] = links;
  const [className, style] = priority === 'act' ? ['label', look.label] : ['quiet', look.quietLabel];
  return html`<td class="tile" width="33%" valign="top" style="padding:0 12px 20px 0">
    ${drawPicture(picture, book)}
    <div style="line-height:18px">${drawTag(state, className, style)}</div>
    <div class="ink" style="${look.heading}">${name}</div>
    <div class="grey" style="${look.small}">${holder}</div>
    <div class="grey" style="${look.small}">${link ? drawLink({ words: place, url: link.url }) : place}</div></td>`;
}

function drawPicture(picture: Tile['picture'], book: PictureBook): Markup {
  const embedded = picture && book.add(picture.url, picture.alt);
  if (embedded === undefined) {
    return html`<table ${layout} width="100%" style="margin-bottom:6px"><tr><td class="grey rule" align="center" style="${look.small};border:1px solid #dfe4ea;padding:24px 8px">
      ${picture ? 'Picture not in this mail' : 'No picture'}</td></tr></table>`;
  }
  return html`<img class="rule" src="cid:${embedded.cid}" width="${pictureWidth}" alt="${embedded.alt}" style="${look.picture};width:100%;max-width:${pictureWidth}px;margin-bottom:6px">`;
}
