import { foldPieces, type WebLink } from '../../../base/words/cleanText.ts';
import type { Piece } from '../../../base/words/redline.ts';
import { type FetchedPicture, type FetchPicture, largestPictureBytes } from '../../../records/design.ts';
import { pdfWords } from '../../message/changeItem.ts';
import { beforeAfter, type Item, type ListedLine, type Picture, pairsOf, type Row } from '../../message/outline.ts';
import { barColors, html, layout, look, type Markup, nothing } from './styles.ts';

export interface EmailRoom {
  readonly pictures: PictureBook;
  readonly thumbnails: number;
  readonly sheet: boolean;
}

export function drawItem(item: Item, room: EmailRoom): Markup {
  const pdf = item.links.find(({ words }) => words === pdfWords);
  return html`<tr><td class="pad" style="padding:10px 28px 0">
    <table ${layout} width="100%"><tr>
    <td class="${item.priority}" style="border-left:3px solid ${barColors[item.priority]};padding-left:13px">
    <div class="ink" style="${look.heading}">${linkedWords(item.heading, pdf)}${drawLabel(item)}</div>
    ${drawText(item)}
    ${drawFacts(item, room)}
    ${item.notes.map((note) => html`<div class="gray" style="${look.remark};margin-top:4px">${note}</div>`)}
    ${drawLinks(item.links.filter((link) => link !== pdf))}
    </td></tr></table></td></tr>`;
}

/** Draws an address of `webLink`, which allows only http(s). */
export function drawLink(link: WebLink): Markup {
  return html`<a class="link" href="${link.url}" style="${look.link}">${link.words}</a>`;
}

export function drawMention({ title, facts, link }: ListedLine): Markup {
  return html`<div class="ink" style="${look.small}">${linkedWords(title, link)}${facts && `: ${facts}`}</div>`;
}

/** Draws only the words if the link is undefined. */
export function linkedWords(words: string, link: WebLink | undefined): Markup {
  return link ? drawLink({ words, url: link.url }) : html`${words}`;
}

function drawLabel({ label, priority }: Pick<Item, 'label' | 'priority'>): Markup {
  return label === '' ? nothing : html` &nbsp;${drawTag(label, priority === 'act')}`;
}

/** Draws words on a gray or red background. Blanks pad them, because Outlook ignores the padding of a `span`. */
export function drawTag(words: string, stands: boolean): Markup {
  const [className, style] = stands ? ['label', look.label] : ['quiet', look.quietLabel];
  return html`<span class="${className}" style="${style}">&nbsp;&nbsp;${words}&nbsp;&nbsp;</span>`;
}

const mostCharacters = 1_000;

function drawText(item: Item): Markup {
  if (item.text.length === 0) return nothing;
  return html`<div class="ink" style="${look.text}">${drawPieces(item.text, mostCharacters)}</div>`;
}

function drawFacts({ rows, pictures }: Item, room: EmailRoom): Markup {
  const [first] = pictures;
  if (first === undefined)
    return rows.length === 0 ? nothing : html`<div class="ink" style="${look.text}">${drawRows(rows)}</div>`;
  if (first.caption !== '') return drawBeside(drawSides(pictures, room.pictures), 'facts', rows);
  const drawn = drawThumbnails(pictures.slice(0, room.thumbnails), room.pictures);
  return drawBeside(drawn, first.small ? 'beside' : 'facts', rows);
}

/** @param className on a phone, `facts` are below the pictures and `beside` stays beside them */
function drawBeside(pictures: Markup, className: 'beside' | 'facts', rows: readonly Row[]): Markup {
  return html`<table ${layout} width="100%" style="margin-top:4px"><tr>
    ${pictures}<td class="${className} ink" valign="top" style="${look.caption}">${inLines(rows)}</td></tr></table>`;
}

const longestInRun = 60;

/** Draws short facts on one line, because a column of them would push the news down. */
export function drawRows(rows: readonly Row[]): Markup {
  const isShort = ({ value }: Row) => value.reduce((sum, { text }) => sum + text.length, 0) <= longestInRun;
  return rows.every(isShort) ? drawnApart(rows, ' · ') : inLines(rows);
}

const inLines = (rows: readonly Row[]): Markup => drawnApart(rows, html`<br>`);

function drawnApart(rows: readonly Row[], between: Markup | string): Markup {
  return html`${rows.map(
    (row, index) =>
      html`${index > 0 ? between : ''}<span class="gray" style="${look.gray}">${row.name}</span> ${drawValue(row)}`,
  )}`;
}

function drawLinks(links: readonly WebLink[]): Markup {
  if (links.length === 0) return nothing;
  const drawn = links.map((link, index) => html`${index > 0 ? ' · ' : ''}${drawLink(link)}`);
  return html`<div class="gray" style="${look.remark};margin-top:4px">${drawn}</div>`;
}

function drawPieces(pieces: readonly Piece[], characters: number): Markup {
  const shown = foldPieces(pieces, characters);
  return html`${shown.map((piece, index) => html`${index > 0 ? ' ' : ''}${drawPiece(piece)}`)}`;
}

function drawValue(row: Row): Markup {
  const pair = beforeAfter(row);
  if (pair === undefined) return drawPieces(row.value, 600);
  const [before, after] = pair.map((piece) => drawPieces([piece], 300));
  return html`${before} → ${after}`;
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
      return html`<span class="gray" style="${look.gray}">${text}</span>`;
  }
}

const thumbWidth = 148;
const reminderWidth = 88;
const smallWidth = 64;
const pairWidth = 112;
const gap = 16;

function drawThumbnails(pictures: readonly Picture[], book: PictureBook): Markup {
  const [first, ...others] = pictures;
  if (first === undefined) return nothing;
  const rest = others.map((picture) => drawSmall(picture, book));
  const width = first.small ? reminderWidth : thumbWidth;
  return html`<td class="${
    first.small ? 'reminder' : 'thumb'
  }" width="${width}" valign="top" style="width:${width}px;padding:4px 16px 4px 0">
    ${drawPicture(first, width, book)}${
      rest.length > 0 ? html`<div style="${look.pictures}">${rest}</div>` : nothing
    }</td>`;
}

function drawSides(pictures: readonly Picture[], book: PictureBook): Markup {
  const width = 2 * (pairWidth + gap);
  return html`<td class="sides" width="${width}" valign="top" style="width:${width}px">
    ${drawPairs(pictures, (picture) => drawPicture(picture, pairWidth, book))}</td>`;
}

/** Draws a row for each pair: before and after a change, or a new design and one of the reader's own. */
export function drawPairs(pictures: readonly Picture[], draw: (picture: Picture) => Markup): Markup {
  const side = (picture: Picture | undefined) =>
    html`<td width="50%" valign="top" style="padding-right:${gap}px">${
      picture === undefined
        ? nothing
        : html`<div class="gray" style="${look.small};margin-bottom:2px">${picture.caption}</div>${draw(picture)}`
    }</td>`;
  return html`<table ${layout} width="100%" style="table-layout:fixed">${pairsOf(pictures).map(
    ({ before, after }) => html`<tr>${side(before)}${side(after)}</tr>`,
  )}</table>`;
}

function drawPicture(picture: Picture, width: number, book: PictureBook): Markup {
  const embedded = book.add(picture);
  if (typeof embedded === 'string') return drawNoPicture(embedded, width);
  const style = `${look.picture};width:${width}px;max-width:100%;margin-bottom:6px`;
  return html`<img class="rule big" src="cid:${embedded.cid}" width="${width}" alt="${picture.alt}" style="${style}">`;
}

function drawSmall(picture: Picture, book: PictureBook): Markup {
  const embedded = book.add(picture);
  if (typeof embedded === 'string') return nothing;
  const { cid } = embedded;
  const style = `${look.picture};display:inline-block;width:${smallWidth}px;margin:0 6px 6px 0`;
  return html`<img class="rule small" src="cid:${cid}" width="${smallWidth}" alt="${picture.alt}" style="${style}">`;
}

function drawNoPicture(words: string, width: number): Markup {
  const style = `${look.small};height:${width}px;border:1px solid #dfe4ea;padding:0 8px`;
  const box = html`<td class="gray rule" align="center" height="${width}" style="${style}">${words}</td>`;
  return html`<table ${layout} width="100%" style="max-width:${width}px;margin-bottom:6px"><tr>${box}</tr></table>`;
}

export const mostPictures = 24;
export const mostSheetPictures = 60;

export type PictureBook = ReturnType<typeof pictureBook>;

/** Collects the pictures that a mail embeds, at most `most`. @param had the pictures that were fetched or not */
export function pictureBook(messageId: string, most: number, had: PicturesHad | undefined) {
  const byUrl = new Map<string, EmbeddedPicture>();
  return {
    /** Returns the embedded picture, or the words that replace it. */
    add({ url, caption }: Picture): EmbeddedPicture | string {
      const known = byUrl.get(url);
      if (known) return known;
      // Before or after a change, only Tipstaff's copy is shown: the address may show another picture by now.
      if (had?.get(url) === false) return caption === '' ? 'Picture not available' : 'not kept';
      if (byUrl.size >= most || had?.has(url) === false) return 'Picture not in this mail';
      const picture = { cid: `picture-${byUrl.size + 1}.${messageId}`, url };
      byUrl.set(url, picture);
      return picture;
    },
    all: (): readonly EmbeddedPicture[] => [...byUrl.values()],
  };
}

export interface EmbeddedPicture {
  /** The globally unique Content-ID, without brackets: `picture-1.alert-42.counsel@example.com`. */
  readonly cid: string;
  /** An http(s) address of the service's result. It is fetched only from the service's own host. */
  readonly url: string;
}

/** The time limit for all pictures of a mail. Words replace late pictures, because the news must not wait. */
const totalTimeoutMs = 40_000;
const atOnce = 4;

const extensions: Readonly<Record<string, string>> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/gif': 'gif',
  'image/webp': 'webp',
};

/** Leaves out a file that fails, is too large or is not a picture: an alert without it is better than no alert. */
export async function fetchPictures(
  urls: readonly string[],
  fetchPicture: FetchPicture | undefined,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, FetchedPicture>> {
  const fetched = new Map<string, FetchedPicture>();
  if (fetchPicture === undefined) return fetched;
  const limited = AbortSignal.any([signal, AbortSignal.timeout(totalTimeoutMs)]);
  const fetchOne = async (url: string) => {
    const picture = await fetchPicture(url, limited).catch(() => undefined);
    if (picture !== undefined && isShown(picture)) fetched.set(url, picture);
  };
  for (let start = 0; start < urls.length; start += atOnce) {
    await Promise.all(urls.slice(start, start + atOnce).map(fetchOne));
  }
  return fetched;
}

function isShown({ contentType, bytes }: FetchedPicture): boolean {
  return bytes.length <= largestPictureBytes && Object.hasOwn(extensions, contentType);
}

/** Whether each requested picture was fetched, by its address. */
export type PicturesHad = ReadonlyMap<string, boolean>;

export type PictureAttachment = ReturnType<typeof attachPictures>[number];

export function attachPictures(pictures: readonly EmbeddedPicture[], fetched: ReadonlyMap<string, FetchedPicture>) {
  return pictures.flatMap(({ cid, url }, index) => {
    const picture = fetched.get(url);
    if (picture === undefined) return [];
    const { contentType, bytes } = picture;
    const filename = `picture-${index + 1}.${extensions[contentType] ?? 'bin'}`;
    return [{ cid, filename, contentType, content: Buffer.from(bytes), contentDisposition: 'inline' }];
  });
}
