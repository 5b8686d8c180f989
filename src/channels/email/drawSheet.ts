import type { Card, Picture, Tile } from '../../message/outline.ts';
import { pairsOf } from '../../message/picturePairs.ts';
import { drawLink, drawTag } from './drawItem.ts';
import { drawCaption, drawNoPicture, missingWords } from './drawPictures.ts';
import { html, layout, type Markup, nothing } from './markup.ts';
import type { PictureBook } from './pictureBook.ts';
import { look } from './styles.ts';

const columns = 3;
const pictureWidth = 164;

/**
 * Designs as a contact sheet: one picture for each, three in a row and two on a phone, with its name, holder and state. One whose pictures
 * changed takes two places: before and after.
 */
export function drawSheet(cards: readonly Card[], book: PictureBook): Markup {
  const tiled = cards.flatMap((card) => (card.tile === undefined ? [] : [{ card, tile: card.tile }]));
  if (tiled.length === 0) return nothing;
  const rows: { cells: Markup[]; width: number }[] = [];
  for (const { card, tile } of tiled) {
    const width = tile.changed.length > 0 ? 2 : 1;
    let row = rows.at(-1);
    if (row === undefined || row.width + width > columns) {
      row = { cells: [], width: 0 };
      rows.push(row);
    }
    row.cells.push(drawTile(card, tile, book));
    row.width += width;
  }
  const drawn = rows.map(({ cells, width }) => html`<tr>${cells}${blanks(columns - width)}</tr>`);
  return html`<tr><td class="pad" style="padding:16px 16px 0 28px"><table class="tiles" ${layout} width="100%" style="table-layout:fixed">${drawn}</table></td></tr>`;
}

function blanks(number: number): Markup[] {
  return Array.from({ length: number }, () => html`<td class="blank" width="33%"></td>`);
}

function drawTile({ place, priority, links }: Card, tile: Tile, book: PictureBook): Markup {
  const { picture, changed, name, holder, state } = tile;
  const [link] = links;
  const [className, style] = priority === 'act' ? ['label', look.label] : ['quiet', look.quietLabel];
  const words = html`<div style="line-height:18px">${drawTag(state, className, style)}</div>
    <div class="ink" style="${look.heading}">${name}</div>
    <div class="grey" style="${look.small}">${holder}</div>
    <div class="grey" style="${look.small}">${link ? drawLink({ words: place, url: link.url }) : place}</div>`;
  return changed.length > 0
    ? html`<td class="tile pair" colspan="2" width="66%" valign="top" style="padding:0 12px 20px 0">
    ${drawPairs(changed, book)}
    ${words}</td>`
    : html`<td class="tile" width="33%" valign="top" style="padding:0 12px 20px 0">
    ${drawPicture(picture, book)}
    ${words}</td>`;
}

/** Each picture as large as those of other designs. */
function drawPairs(changed: readonly Picture[], book: PictureBook): Markup {
  const side = (picture: Picture | undefined, padding: number) =>
    html`<td width="50%" valign="top" style="padding-right:${padding}px">${picture === undefined ? nothing : html`${drawCaption(picture)}${drawPicture(picture, book)}`}</td>`;
  return html`<table ${layout} width="100%" style="table-layout:fixed">${pairsOf(changed).map(
    ({ before, after }) => html`<tr>${side(before, 12)}${side(after, 0)}</tr>`,
  )}</table>`;
}

function drawPicture(picture: Tile['picture'], book: PictureBook): Markup {
  const embedded = picture === undefined ? undefined : book.add(picture.url, picture.alt);
  if (picture === undefined || embedded === undefined) return drawNoPicture('No picture', pictureWidth);
  if (embedded === 'full') return drawNoPicture('Picture not in this mail', pictureWidth);
  if (embedded === 'missing') return drawNoPicture(missingWords(picture), pictureWidth);
  return html`<img class="rule" src="cid:${embedded.cid}" width="${pictureWidth}" alt="${picture.alt}" style="${look.picture};width:100%;max-width:${pictureWidth}px;margin-bottom:6px">`;
}
