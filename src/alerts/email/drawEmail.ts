import type { Card, Item, Outline, Row, Section } from '../outline/outline.ts';
import { foldPieces } from '../words/foldPieces.ts';
import type { Piece } from '../words/redline.ts';
import type { WebLink } from '../words/webLink.ts';
import { html, type Markup, nothing } from './markup.ts';
import type { PictureBook } from './pictureBook.ts';

/** How much of one entry's text is shown, and where pictures are collected. */
export interface EmailRoom {
  readonly characters: number;
  readonly pictures: PictureBook;
}

const ink = 'color:#1a2230';
const grey = 'color:#5b6675';
const wrapAnywhere = 'word-break:break-word;overflow-wrap:anywhere';

/** Everything between the heading and the footer. */
export function drawSections(outline: Outline, room: EmailRoom): Markup {
  return html`${outline.sections.map((section) => drawSection(section, room))}
  ${outline.left ? drawRemark(outline.left) : nothing}`;
}

function drawSection(section: Section, room: EmailRoom): Markup {
  return html`<tr><td class="pad rule" style="padding:20px 28px 0;border-top:1px solid #e3e7ec">
    <div class="grey" style="font-size:13px;line-height:18px;${grey};${wrapAnywhere}"><b>${section.title}</b>${section.subtitle ? html`<br>${section.subtitle}` : nothing}</div>
    </td></tr>
    ${section.cards.map((card) => drawCard(card, room))}
    ${section.remarks.map(drawRemark)}
    <tr><td style="height:20px;font-size:0;line-height:0">&nbsp;</td></tr>`;
}

function drawRemark(remark: string): Markup {
  return html`<tr><td class="pad grey" style="padding:10px 28px 0;font-size:14px;line-height:20px;${grey};${wrapAnywhere}">${remark}</td></tr>`;
}

function drawCard(card: Card, room: EmailRoom): Markup {
  return html`<tr><td class="pad" style="padding:12px 28px 0">
    <div class="ink" style="font-size:18px;line-height:24px;font-weight:600;${ink};${wrapAnywhere}">${card.title}</div>
    <div class="grey" style="font-size:13px;line-height:18px;${grey};${wrapAnywhere}">${card.place}${card.links.map((link) => html` · ${drawLink(link)}`)}</div>
    ${card.happened ? html`<div class="ink" style="font-size:15px;line-height:22px;padding-top:4px;${ink};${wrapAnywhere}">${card.happened}</div>` : nothing}
    </td></tr>
    ${card.items.map((item) => drawItem(item, room))}`;
}

function drawItem(item: Item, room: EmailRoom): Markup {
  const bar = { high: '#c8372d', normal: '#9aa7b8', low: '#dfe4ea' }[item.weight];
  return html`<tr><td class="pad" style="padding:12px 28px 0">
    <table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"><tr>
    <td class="${item.weight === 'high' ? 'bar' : 'rule'}" style="border-left:3px solid ${bar};padding-left:12px">
    <div class="ink" style="font-size:14px;line-height:20px;font-weight:600;${ink};${wrapAnywhere}">${item.heading}${drawLabel(item.label)}</div>
    ${drawText(item.text, room)}
    ${drawRows(item.rows)}
    ${item.notes.map((note) => html`<div class="grey" style="font-size:14px;line-height:20px;padding-top:4px;font-style:italic;${grey};${wrapAnywhere}">${note}</div>`)}
    ${item.links.length > 0 ? html`<div style="font-size:14px;line-height:20px;padding-top:4px">${item.links.map((link, index) => html`${index > 0 ? ' · ' : ''}${drawLink(link)}`)}</div>` : nothing}
    </td></tr></table></td></tr>`;
}

function drawLabel(label: string): Markup {
  if (label === '') return nothing;
  return html` <span class="high" style="background:#fde7e4;color:#a3231a;font-size:11px;font-weight:700;padding:2px 7px">${label.toUpperCase()}</span>`;
}

function drawText(text: readonly Piece[], room: EmailRoom): Markup {
  if (text.length === 0) return nothing;
  return html`<div class="ink" style="font-size:15px;line-height:22px;padding-top:2px;${ink};${wrapAnywhere}">${drawPieces(foldPieces(text, room.characters))}</div>`;
}

function drawRows(rows: readonly Row[]): Markup {
  if (rows.length === 0) return nothing;
  return html`<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="margin-top:4px">
    ${rows.map(
      (
        row,
      ) => html`<tr><td class="grey" width="110" valign="top" style="padding:2px 10px 2px 0;font-size:14px;line-height:20px;${grey}">${row.name}</td>
      <td class="ink" valign="top" style="padding:2px 0;font-size:14px;line-height:20px;${ink};${wrapAnywhere}">${drawPieces(foldPieces(row.value, 600))}</td></tr>`,
    )}</table>`;
}

function drawPieces(pieces: readonly Piece[]): Markup {
  return html`${pieces.map((piece, index) => html`${index > 0 ? ' ' : ''}${drawPiece(piece)}`)}`;
}

function drawPiece(piece: Piece): Markup {
  switch (piece.mark) {
    case 'same':
      return html`${piece.text}`;
    case 'removed':
      return html`<del class="del" style="background:#fdecea;color:#8c1d15">${piece.text}</del>`;
    case 'added':
      return html`<ins class="ins" style="background:#e4f5ea;color:#0b5a30;text-decoration:none;font-weight:600">${piece.text}</ins>`;
    case 'folded':
      return html`<span class="grey" style="${grey}">${piece.text}</span>`;
  }
}

/** Addresses come from `webLink`, which lets nothing pass but http(s). */
function drawLink(link: WebLink): Markup {
  return html`<a class="link" href="${link.url}" style="color:#1d54c4">${link.words}</a>`;
}
