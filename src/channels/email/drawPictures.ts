import { type Picture, pairsOf } from '../../message/outline.ts';
import type { EmbeddedPicture, PicturesHad } from '../pictures/pictures.ts';
import { html, layout, look, type Markup, nothing } from './styles.ts';

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

/** The most pictures of a mail: each is fetched, and adds its bytes. */
export const mostPictures = 24;
/** The same for a contact sheet, which consists of pictures. */
export const mostSheetPictures = 60;

/** Collects the pictures of a mail while it is drawn, each address once. */
export class PictureBook {
  readonly #byUrl = new Map<string, EmbeddedPicture>();
  readonly #messageId: string;
  readonly #most: number;
  readonly #had: PicturesHad | undefined;

  /**
   * @param messageId of the mail, without brackets: it makes a Content-ID unique.
   * @param had absent: that is not known yet
   */
  constructor(messageId: string, most = mostPictures, had?: PicturesHad) {
    this.#messageId = messageId;
    this.#most = most;
    this.#had = had;
  }

  /** The picture as embedded; `missing` where it could not be had, `full` where the mail has no more room. */
  add(url: string, alt: string): EmbeddedPicture | 'missing' | 'full' {
    const known = this.#byUrl.get(url);
    if (known) return known;
    if (this.#had?.get(url) === false) return 'missing';
    if (this.#byUrl.size >= this.#most || this.#had?.has(url) === false) return 'full';
    const picture = { cid: `picture-${this.#byUrl.size + 1}.${this.#messageId}`, url, alt };
    this.#byUrl.set(url, picture);
    return picture;
  }

  get pictures(): readonly EmbeddedPicture[] {
    return [...this.#byUrl.values()];
  }
}
