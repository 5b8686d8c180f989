import {
  type Card,
  type DatesBox,
  type NamedDate,
  type Outline,
  type Overview,
  type Remark,
  restOfDates,
  restOfRecords,
  type Section,
  type Tile,
} from '../../message/outline.ts';
import { compareWords } from '../../message/recordCard.ts';
import {
  drawItem,
  drawLink,
  drawMention,
  drawPairs,
  drawRows,
  drawTag,
  type EmailRoom,
  linkedWords,
  type PictureBook,
} from './drawItem.ts';
import { barColors, html, layout, look, type Markup, nothing } from './styles.ts';

export function drawSections(outline: Outline, room: EmailRoom): Markup {
  return html`${outline.overview && !isSheet(outline, room) ? drawOverview(outline.overview) : nothing}
    ${outline.dates ? drawDates(outline.dates) : nothing}${outline.sections.map((section) =>
      drawSection(section, room),
    )}
    ${outline.left ? drawRemark(outline.left) : nothing}`;
}

function isSheet({ sections }: Outline, { sheet }: EmailRoom): boolean {
  return sheet && sections.every((section) => section.cards.every((card) => card.tile !== undefined));
}

function drawOverview({ lines, more }: Overview): Markup {
  return html`<tr><td class="pad rule" style="padding:12px 28px 8px;border-top:1px solid #e3e7ec">
    <table ${layout} width="100%" style="font-size:14px;line-height:20px">
    ${lines.map(({ priority = 'read', title, facts, detail }) => {
      const style = `border-left:3px solid ${barColors[priority]};padding:2px 0 6px 10px;color:#1a2230`;
      const needs = detail ? html`<div class="needs" style="${look.needs}">${detail}</div>` : nothing;
      const words = html`<span style="font-weight:700">${title}:</span> ${facts}${needs}`;
      return html`<tr><td class="${priority} ink" style="${style}">${words}</td></tr>`;
    })}</table>
    ${more > 0 ? html`<div class="gray" style="${look.remark}">${`${more} more below`}</div>` : nothing}</td></tr>`;
}

function drawDates(box: DatesBox): Markup {
  const { title, dates, remark: words } = box;
  const rest = restOfDates(box).map(
    (one) => html`<div class="gray" style="${look.remark};margin-top:4px">${remarkWords(one)}</div>`,
  );
  return html`<tr><td class="pad rule" style="padding:12px 28px 12px;border-top:1px solid #e3e7ec">
    <div class="ink" style="${look.heading};margin-bottom:4px">${title}</div>
    <table ${layout} width="100%">${dates.map(
      (date) => html`<tr valign="top">
      <td class="ink" width="88" style="${look.day}">${
        date.was ? html`<del style="font-weight:400">${date.was}</del>${date.day ? html`<br>` : nothing}` : nothing
      }${date.day}</td>
      <td class="ink" style="${look.value}">${drawTag(date.what, date.isSoon)}
      ${date.time ? html`<span style="font-weight:700">${date.time}</span>` : nothing}
      <span class="gray" style="${look.small}">${whereNamed(date)}</span>
      ${date.sentence ? html`<div class="gray" style="${look.small}">“${date.sentence}”</div>` : nothing}</td></tr>`,
    )}</table>${rest}
    <div class="gray" style="${look.small};margin-top:6px">${words}</div></td></tr>`;
}

function whereNamed({ place, entry }: NamedDate): string {
  return [place, entry.replace(' ', '\u00a0')].filter(Boolean).join(', ');
}

function drawSection(section: Section, room: EmailRoom): Markup {
  return html`<tr><td class="pad rule" style="padding:14px 28px 0;border-top:1px solid #e3e7ec">
    ${drawTitle(section)}
    </td></tr>
    ${section.lines.map(drawLine)}
    ${drawCards(section.cards, room)}
    ${section.rows ? drawLine(drawRows(section.rows)) : nothing}
    ${drawRecords(section)}
    ${section.remarks.map(drawRemark)}
    <tr><td style="height:16px;font-size:0;line-height:0">&nbsp;</td></tr>`;
}

function drawCards(cards: readonly Card[], room: EmailRoom): Markup {
  const inFull = room.sheet ? cards.filter((card) => card.tile === undefined) : cards;
  return html`${room.sheet ? drawSheet(cards, room.pictures) : nothing}${inFull.map((card) => drawCard(card, room))}`;
}

function drawCard(card: Card, room: EmailRoom): Markup {
  return html`<tr><td class="pad" style="padding:14px 28px 0">
    <div class="ink" style="${look.cardTitle}">${card.title}</div>
    <div class="gray" style="${look.small}">${card.place}${[...card.links, ...card.replies].map(
      (link) => html` · ${drawLink(link)}`,
    )}</div>
    ${card.happened ? html`<div class="ink" style="${look.text}">${card.happened}</div>` : nothing}
    ${card.reason ? html`<div class="needs" style="${look.needs}">${`Needs you: ${card.reason}`}</div>` : nothing}
    </td></tr>
    ${card.items.map((item) => drawItem(item, room))}
    ${
      card.mentions.length > 0
        ? html`<tr><td class="pad" style="padding:6px 28px 0">${card.mentions.map(drawMention)}</td></tr>`
        : nothing
    }`;
}

/** Draws one small line above cards, which have their own titles. */
function drawTitle({ title, subtitle, asks = '', cards }: Section): Markup {
  const words = [subtitle, asks].filter(Boolean).join(' · ');
  if (cards.length === 0) {
    return html`${title ? html`<div class="ink" style="${look.cardTitle}">${title}</div>` : nothing}
    ${words ? html`<div class="gray" style="${look.small}">${words}</div>` : nothing}`;
  }
  return html`<div class="gray" style="${look.small}"><span style="font-weight:700">${title}</span>${
    title && words && ' · '
  }${words}</div>`;
}

function drawRecords(section: Section): Markup {
  const lines = (section.records ?? []).map(
    ({ title, facts, detail, link }) => html`<tr><td class="pad ink" style="padding:6px 28px 0;${look.listed}">
    ${linkedWords(title, link)}${facts && `: ${facts}`}
    ${detail ? html`<div class="gray" style="${look.small}">${detail}</div>` : nothing}</td></tr>`,
  );
  return html`${lines}${restOfRecords(section).map(drawRemark)}`;
}

function drawLine(line: Markup | string): Markup {
  return html`<tr><td class="pad ink" style="padding:8px 28px 0;${look.line}">${line}</td></tr>`;
}

function drawRemark(one: Remark): Markup {
  return html`<tr><td class="pad gray" style="padding:10px 28px 0;${look.remark}">${remarkWords(one)}</td></tr>`;
}

function remarkWords({ words, link }: Remark): Markup {
  return html`${words}${link ? html`: ${drawLink(link)}` : nothing}`;
}

const columns = 3;
const pictureWidth = 164;

/** Draws three designs in a row, those that need the reader first. A design with two pictures takes two places. */
function drawSheet(cards: readonly Card[], book: PictureBook): Markup {
  const tiled = cards
    .flatMap((card) => (card.tile === undefined ? [] : [{ card, tile: card.tile }]))
    .toSorted((a, b) => Number(b.card.reason !== '') - Number(a.card.reason !== ''));
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
  const drawn = rows.map(
    ({ cells, width }) => html`<tr>${cells}${Array.from({ length: columns - width }, () => blank)}</tr>`,
  );
  const tiles = html`<table class="tiles" ${layout} width="100%" style="table-layout:fixed">${drawn}</table>`;
  return html`<tr><td class="pad" style="padding:16px 16px 0 28px">${tiles}</td></tr>`;
}

const blank = html`<td class="blank" width="33%"></td>`;

function drawTile({ place, priority, links, reason }: Card, tile: Tile, book: PictureBook): Markup {
  const { picture, changed, name, holder, state, facts } = tile;
  const [link] = links;
  const compare = links.find(({ words }) => words === compareWords);
  const needs = reason ? html`<div class="needs" style="${look.needs}">${`Needs you: ${reason}`}</div>` : nothing;
  const words = html`<div style="line-height:18px">${drawTag(state, priority === 'act')}</div>${needs}
    <div class="ink" style="${look.heading}">${name}</div>
    <div class="gray" style="${look.small}">${holder}</div>
    ${facts.map((fact) => html`<div class="gray" style="${look.small}">${fact}</div>`)}
    <div class="gray" style="${look.small}">${link ? drawLink({ words: place, url: link.url }) : place}</div>
    ${compare ? html`<div style="${look.small}">${drawLink(compare)}</div>` : nothing}`;
  return changed.length > 0
    ? html`<td class="tile pair" colspan="2" width="66%" valign="top" style="padding:0 12px 20px 0">
    ${drawPairs(changed, (one) => drawPicture(one, book))}
    ${words}</td>`
    : html`<td class="tile" width="33%" valign="top" style="padding:0 12px 20px 0">
    ${drawPicture(picture, book)}
    ${words}</td>`;
}

/** Draws a frame of one height, with or without a picture, so that the words of all tiles in a row are aligned. */
function drawPicture(picture: Tile['picture'], book: PictureBook): Markup {
  if (picture === undefined) return drawFrame(inFrame('No picture'));
  const embedded = book.add(picture);
  if (typeof embedded === 'string') return drawFrame(inFrame(embedded));
  const style = `${look.framed};max-height:${pictureWidth}px`;
  const { cid } = embedded;
  return drawFrame(html`<img src="cid:${cid}" width="${pictureWidth}" alt="${picture.alt}" style="${style}">`);
}

function drawFrame(inside: Markup): Markup {
  const size = `max-width:${pictureWidth}px;height:${pictureWidth}px;line-height:${pictureWidth}px`;
  return html`<div class="rule" style="${look.frame};${size}">${inside}</div>`;
}

const inFrame = (words: string): Markup => html`<span style="${look.framedWords}">${words}</span>`;
