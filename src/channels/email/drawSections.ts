import type { Card, DatesBox, Outline, Overview, Section } from '../../message/outline.ts';
import { atRoutine } from '../../message/routine.ts';
import { counted, withCommas } from '../../words/counted.ts';
import { drawItem, drawLink, drawTag, type EmailRoom } from './drawItem.ts';
import { drawSheet } from './drawSheet.ts';
import { html, layout, type Markup, nothing } from './markup.ts';
import { barColours, look } from './styles.ts';

/** Everything between the heading and the footer, as rows of the page's table. */
export function drawSections(outline: Outline, room: EmailRoom): Markup {
  return html`${outline.overview && !isSheet(outline, room) ? drawOverview(outline.overview) : nothing}
    ${outline.dates ? drawDates(outline.dates) : nothing}${outline.sections.map((section) => drawSection(section, room))}
    ${outline.left ? drawRemark(outline.left) : nothing}`;
}

/** A contact sheet is its own overview. */
function isSheet({ sections }: Outline, { sheet }: EmailRoom): boolean {
  return sheet && sections.every((section) => section.cards.every((card) => card.tile !== undefined));
}

/** All records of the message at a glance. */
function drawOverview({ lines, more }: Overview): Markup {
  return html`<tr><td class="pad rule" style="padding:14px 28px 14px;border-top:1px solid #e3e7ec"><table ${layout} width="100%" style="font-size:14px;line-height:20px">
    ${lines.map(
      ({ priority, record, headline }) =>
        html`<tr><td class="${priority} ink" style="border-left:3px solid ${barColours[priority]};padding:2px 0 4px 10px;color:#1a2230"><span style="font-weight:700">${record}</span><br>${headline}</td></tr>`,
    )}</table>
    ${more > 0 ? html`<div class="grey" style="${look.remark}">${`${more} more below`}</div>` : nothing}</td></tr>`;
}

/** Dates to keep are above what has to be read. */
function drawDates({ dates, more, remark }: DatesBox): Markup {
  const rest =
    more > 0
      ? html`<div class="grey" style="${look.remark}">${`And ${counted(more, 'more date')}: tipstaff dates`}</div>`
      : nothing;
  return html`<tr><td class="pad rule" style="padding:16px 28px 16px;border-top:1px solid #e3e7ec">
    <div class="ink" style="${look.heading};margin-bottom:4px">Dates named in these filings</div>
    <table ${layout} width="100%">${dates.map(
      (
        date,
      ) => html`<tr valign="top"><td class="ink name" width="150" style="${look.name};color:#1a2230;font-weight:700">${date.when}</td>
      <td class="ink" style="${look.value}">${drawTag(date.what, 'label', look.label)}<br>
      ${[date.place, date.entry].filter(Boolean).join(', ')}
      <div class="grey" style="${look.small}">“${date.sentence}”</div></td></tr>`,
    )}</table>${rest}
    <div class="grey" style="${look.small};margin-top:6px">${remark}</div></td></tr>`;
}

function drawSection(section: Section, room: EmailRoom): Markup {
  return html`<tr><td class="pad rule" style="padding:18px 28px 0;border-top:1px solid #e3e7ec">
    ${section.title ? drawTitle(section) : nothing}
    ${section.subtitle ? html`<div class="grey" style="${look.small}">${section.subtitle}</div>` : nothing}
    </td></tr>
    ${drawCards(section.cards, room)}
    ${section.lines.map(drawLine)}
    ${drawRecords(section)}
    ${section.remarks.map(drawRemark)}
    <tr><td style="height:22px;font-size:0;line-height:0">&nbsp;</td></tr>`;
}

function drawCards(cards: readonly Card[], room: EmailRoom): Markup {
  const inFull = room.sheet ? cards.filter((card) => card.tile === undefined) : cards;
  return html`${room.sheet ? drawSheet(cards, room.pictures) : nothing}${inFull.map((card) => drawCard(card, room))}`;
}

function drawCard(card: Card, room: EmailRoom): Markup {
  const [items, routine] = atRoutine(card.items);
  return html`<tr><td class="pad" style="padding:18px 28px 0">
    <div class="ink" style="${look.cardTitle}">${card.title}</div>
    <div class="grey" style="${look.small}">${card.place}${card.links.map((link) => html` · ${drawLink(link)}`)}</div>
    ${card.happened ? html`<div class="ink" style="${look.text}">${card.happened}</div>` : nothing}
    </td></tr>
    ${items.map((item) => drawItem(item, room))}
    ${routine.length > 0 ? routineLine : nothing}
    ${routine.map((item) => drawItem(item, room))}`;
}

const routineLine = html`<tr><td class="pad" style="padding:14px 28px 0"><div class="grey rule" style="${look.small};border-top:1px solid #e3e7ec">Routine</div></td></tr>`;

/** A watch is a quiet line above its records; a section without records needs no such line. */
function drawTitle(section: Section): Markup {
  return section.cards.length > 0
    ? html`<div class="grey" style="${look.small};font-weight:700">${section.title}</div>`
    : html`<div class="ink" style="${look.cardTitle}">${section.title}</div>`;
}

/** One line per record, with a link to its page after the facts. */
function drawRecords({ records = [], moreRecords = 0 }: Section): Markup {
  const lines = records.map(
    ({ title, facts, link }) => html`<tr><td class="pad ink" style="padding:8px 28px 0;${look.line}">${title}
    <div class="grey" style="${look.small}">${facts}${link ? html` · ${drawLink(link)}` : nothing}</div></td></tr>`,
  );
  return html`${lines}${moreRecords > 0 ? drawRemark(`and ${withCommas(moreRecords)} more`) : nothing}`;
}

function drawLine(line: string): Markup {
  return html`<tr><td class="pad ink" style="padding:8px 28px 0;${look.line}">${line}</td></tr>`;
}

function drawRemark(remark: string): Markup {
  return html`<tr><td class="pad grey" style="padding:10px 28px 0;${look.remark}">${remark}</td></tr>`;
}
