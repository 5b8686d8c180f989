import type { Picture } from '../message/outline.ts';
import { html, layout, type Markup, nothing } from './markup.ts';
import type { PictureBook } from './pictureBook.ts';
import { look } from './styles.ts';

/** The width of the first picture of a new design, and of one that only shows which design it is. */
const thumbWidth = 148;
const reminderWidth = 88;
const smallWidth = 64;

/** A cell with the pictures of a new design, the first one large, on the left of its facts. */
export function drawThumbnails(pictures: readonly Picture[], book: PictureBook): Markup {
  const [first, ...others] = pictures;
  if (first === undefined) return nothing;
  const rest = others.map((picture) => drawSmall(picture, book));
  const width = first.small ? reminderWidth : thumbWidth;
  return html`<td class="${first.small ? 'reminder' : 'thumb'}" width="${width}" valign="top" style="width:${width}px;padding:4px 16px 4px 0">
    ${drawPicture(first, width, book)}${rest.length > 0 ? html`<div style="${look.pictures}">${rest}</div>` : nothing}</td>`;
}

/** The pictures before and after, side by side. */
export function drawBeforeAfter(pictures: readonly Picture[], book: PictureBook): Markup {
  const captions = [...new Set(pictures.map((picture) => picture.caption))];
  return html`<table ${layout} style="margin-top:6px"><tr>
    ${captions.map(
      (
        caption,
      ) => html`<td valign="top" style="padding-right:16px"><div class="grey" style="${look.small};margin-bottom:2px">${caption}</div>
      ${pictures.filter((picture) => picture.caption === caption).map((picture) => drawPicture(picture, 130, book))}</td>`,
    )}</tr></table>`;
}

function drawPicture(picture: Picture, width: number, book: PictureBook): Markup {
  const embedded = book.add(picture.url, picture.alt);
  if (embedded === undefined)
    return html`<div class="grey" style="${look.small}">One more picture, not in this mail</div>`;
  return html`<img class="rule big" src="cid:${embedded.cid}" width="${width}" alt="${embedded.alt}" style="${look.picture};width:${width}px;max-width:100%;margin-bottom:6px">`;
}

function drawSmall(picture: Picture, book: PictureBook): Markup {
  const embedded = book.add(picture.url, picture.alt);
  if (embedded === undefined) return nothing;
  return html`<img class="rule small" src="cid:${embedded.cid}" width="${smallWidth}" alt="${embedded.alt}" style="${look.picture};display:inline-block;width:${smallWidth}px;margin:0 6px 6px 0">`;
}
