import type { Item, Row } from '../../message/outline.ts';
import type { WebLink } from '../../words/cleanText.ts';
import { foldPieces } from '../../words/fold.ts';
import type { Piece } from '../../words/redline.ts';
import type { PictureBook } from './drawPictures.ts';
import { drawBeforeAfter, drawThumbnails } from './drawPictures.ts';
import { barColours, html, layout, look, type Markup, nothing } from './styles.ts';

/** How much of one entry's text is shown, and where pictures are collected. */
export interface EmailRoom {
  readonly characters: number;
  readonly pictures: PictureBook;
  /** The most pictures of one new design. */
  readonly thumbnails: number;
  /** Designs are drawn as a contact sheet. */
  readonly sheet: boolean;
}

/** One change: a bar in the colour of its priority, then what it is. */
export function drawItem(item: Item, room: EmailRoom): Markup {
  return html`<tr><td class="pad" style="padding:12px 28px 0">
    <table ${layout} width="100%"><tr>
    <td class="${item.priority}" style="border-left:3px solid ${barColours[item.priority]};padding-left:13px">
    <div class="ink" style="${look.heading}">${item.heading}${drawLabel(item)}</div>
    ${drawText(item, room)}
    ${drawFacts(item, room)}
    ${item.notes.map((note) => html`<div class="grey" style="${look.remark};margin-top:4px">${note}</div>`)}
    ${drawLinks(item.links)}
    </td></tr></table></td></tr>`;
}

/** An address comes from `webLink`, which allows only http(s). */
export function drawLink(link: WebLink): Markup {
  return html`<a class="link" href="${link.url}" style="${look.link}">${link.words}</a>`;
}

/** Only what has to be acted on is red: if everything were red, nothing would stand out. */
const labelLooks = { act: look.label, read: look.quietLabel, routine: look.quietLabel } as const;
const labelClasses = { act: 'label', read: 'quiet', routine: 'quiet' } as const;

function drawLabel({ label, priority }: Item): Markup {
  return label === '' ? nothing : html` &nbsp;${drawTag(label, labelClasses[priority], labelLooks[priority])}`;
}

/** A word on a background of its own; blanks pad it, because Outlook pads no `span`. */
export function drawTag(words: string, className: string, style: string): Markup {
  return html`<span class="${className}" style="${style}">&nbsp;&nbsp;${words}&nbsp;&nbsp;</span>`;
}

function drawText(item: Item, room: EmailRoom): Markup {
  if (item.text.length === 0) return nothing;
  return html`<div class="ink" style="${look.text}">${drawPieces(item.text, room.characters)}</div>`;
}

/** The facts of a new design beside its pictures, like a card of a contact sheet. */
function drawFacts({ rows, pictures }: Item, room: EmailRoom): Markup {
  const hasCaptions = pictures.some((picture) => picture.caption !== '');
  if (pictures.length === 0 || hasCaptions) {
    return html`${drawRows(rows)}${hasCaptions ? drawBeforeAfter(pictures, room.pictures) : nothing}`;
  }
  return html`<table ${layout} width="100%" style="margin-top:4px"><tr>
    ${drawThumbnails(pictures.slice(0, room.thumbnails), room.pictures)}<td class="${pictures[0]?.small ? 'beside' : 'facts'} ink" valign="top" style="${look.caption}">${drawCaption(rows)}</td></tr></table>`;
}

/** The facts of a design, one per line: the column is narrow, and a digest may have many designs. */
function drawCaption(rows: readonly Row[]): Markup {
  return html`${rows.map((row) => html`<span class="grey" style="${look.grey}">${row.name}</span> ${drawValue(row)}<br>`)}`;
}

function drawRows(rows: readonly Row[]): Markup {
  if (rows.length === 0) return nothing;
  return html`<table ${layout} width="100%" style="margin-top:3px">
    ${rows.map(
      (row) => html`<tr valign="top"><td class="grey name" width="104" style="${look.name}">${row.name}</td>
      <td class="ink" style="${look.value}">${drawValue(row)}</td></tr>`,
    )}</table>`;
}

function drawLinks(links: readonly WebLink[]): Markup {
  if (links.length === 0) return nothing;
  const drawn = links.map((link, index) => html`${index > 0 ? ' · ' : ''}${drawLink(link)}`);
  return html`<div class="grey" style="${look.remark};margin-top:4px">${drawn}</div>`;
}

/** Text of at most so many characters, old words struck and red, new ones bold and green; it reads without colours too. */
function drawPieces(pieces: readonly Piece[], characters: number): Markup {
  const shown = foldPieces(pieces, characters);
  return html`${shown.map((piece, index) => html`${index > 0 ? ' ' : ''}${drawPiece(piece)}`)}`;
}

/** A field before and after: `open → terminated`; lists and long texts as a redline. */
function drawValue({ value }: Row): Markup {
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
