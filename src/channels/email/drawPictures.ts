import type { Picture } from '../../message/outline.ts';
import { pairsOf } from '../../message/picturePairs.ts';
import { html, layout, type Markup, nothing } from './markup.ts';
import type { PictureBook } from './pictureBook.ts';
import { look } from './styles.ts';

/** The width of the first picture of a new design, and of one that only shows which design it is. */
const thumbWidth = 148;
const reminderWidth = 88;
const smallWidth = 64;
/** Of each picture of a pair. */
const pairWidth = 130;

/** A cell with the pictures of a new design, the first one large, on the left of its facts. */
export function drawThumbnails(pictures: readonly Picture[], book: PictureBook): Markup {
  const [first, ...others] = pictures;
  if (first === undefined) return nothing;
  const rest = others.map((picture) => drawSmall(picture, book));
  const width = first.small ? reminderWidth : thumbWidth;
  return html`<td class="${first.small ? 'reminder' : 'thumb'}" width="${width}" valign="top" style="width:${width}px;padding:4px 16px 4px 0">
    ${drawPicture(first, width, book)}${rest.length > 0 ? html`<div style="${look.pictures}">${rest}</div>` : nothing}</td>`;
}

/** The pictures before and after, each pair side by side and as wide as the other. */
export function drawBeforeAfter(pictures: readonly Picture[], book: PictureBook): Markup {
  return html`<table ${layout} style="margin-top:6px">${pairsOf(pictures).map(
    ({ before, after }) => html`<tr>${drawSide(before, book)}${drawSide(after, book)}</tr>`,
  )}</table>`;
}

function drawSide(picture: Picture | undefined, book: PictureBook): Markup {
  const drawn = picture === undefined ? nothing : html`${drawCaption(picture)}${drawPicture(picture, pairWidth, book)}`;
  return html`<td width="${pairWidth}" valign="top" style="width:${pairWidth}px;padding:0 16px 0 0">${drawn}</td>`;
}

/** `Before`, `After` */
export function drawCaption({ caption }: Picture): Markup {
  return html`<div class="grey" style="${look.small};margin-bottom:2px">${caption}</div>`;
}

function drawPicture(picture: Picture, width: number, book: PictureBook): Markup {
  const embedded = book.add(picture.url, picture.alt);
  if (embedded === 'full')
    return html`<div class="grey" style="${look.small}">One more picture, not in this mail</div>`;
  if (embedded === 'missing') return drawNoPicture(missingWords(picture), width);
  return html`<img class="rule big" src="cid:${embedded.cid}" width="${width}" alt="${picture.alt}" style="${look.picture};width:${width}px;max-width:100%;margin-bottom:6px">`;
}

function drawSmall(picture: Picture, book: PictureBook): Markup {
  const embedded = book.add(picture.url, picture.alt);
  if (embedded === 'full' || embedded === 'missing') return nothing;
  return html`<img class="rule small" src="cid:${embedded.cid}" width="${smallWidth}" alt="${picture.alt}" style="${look.picture};display:inline-block;width:${smallWidth}px;margin:0 6px 6px 0">`;
}

/** A picture before or after a change is shown only as it was kept; another may come later. */
export function missingWords({ caption }: Picture): string {
  return caption === '' ? 'Picture not available' : 'not kept';
}

/** A box with words, as large as a picture would be. */
export function drawNoPicture(words: string, width: number): Markup {
  return html`<table ${layout} width="100%" style="max-width:${width}px;margin-bottom:6px"><tr><td class="grey rule" align="center" height="${width}" style="${look.small};height:${width}px;border:1px solid #dfe4ea;padding:0 8px">${words}</td></tr></table>`;
}
