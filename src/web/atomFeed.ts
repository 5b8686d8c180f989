import { html, type Markup, markupText, nothing } from '../alerts/channels/email/styles.ts';
import { cutToRoom } from '../alerts/message/cutToRoom.ts';
import type { Message } from '../alerts/message/message.ts';
import {
  beforeAfter,
  type Card,
  type DatesBox,
  type Item,
  type ListedRecord,
  type Outline,
  type Picture,
  type Row,
  restOfDates,
  type Section,
} from '../alerts/message/outline.ts';
import type { Remark } from '../alerts/message/remark.ts';
import type { WebLink } from '../base/words/cleanText.ts';
import { foldPieces } from '../base/words/fold.ts';
import type { Piece } from '../base/words/redline.ts';

interface FeedHead {
  readonly title: string;
  /** A URI that stays. */
  readonly id: string;
  /** ISO time of the newest entry, or when the feed began. */
  readonly updated: string;
  /** Where readers get the feed itself; undefined when nobody said. */
  readonly selfUrl?: string | undefined;
  readonly pageUrl?: string | undefined;
}

/** An Atom feed (RFC 4287) of entries made by `atomEntry`, in the order given. */
export function atomFeed({ title, id, updated, selfUrl, pageUrl }: FeedHead, entries: readonly string[]): string {
  const head = [
    element('title', `Tipstaff: ${title}`),
    element('id', id),
    element('updated', updated),
    link('self', selfUrl, 'application/atom+xml'),
    link('alternate', pageUrl, 'text/html'),
    '<author><name>Tipstaff</name></author>',
  ];
  return (
    '<?xml version="1.0" encoding="utf-8"?>\n<feed xmlns="http://www.w3.org/2005/Atom" ' +
    `xml:lang="en">${head.join('')}\n${entries.join('\n')}\n</feed>\n`
  );
}

interface EntryHead {
  /** A URI that stays. */
  readonly id: string;
  /** ISO time. */
  readonly updated: string;
  /** Our own page of the record, where readers may see it. */
  readonly recordUrl?: string | undefined;
  /** Where readers get a picture that has this address at the service; by default from there. */
  readonly pictureUrl?: ((url: string) => string) | undefined;
}

/**
 * What a message says as one entry of a feed, on one line of its own: everything inside is escaped. A feed has no
 * log-in: it is discreet.
 */
export function atomEntry(message: Message, { id, updated, recordUrl, pictureUrl }: EntryHead): string {
  const outline = message.outline({ discreet: true });
  const parts = [
    element('title', outline.subject),
    element('id', id),
    element('updated', updated),
    link('alternate', newsUrl(outline, recordUrl)),
    `<content type="html">${escapeXml(drawFeed(outline, pictureUrl))}</content>`,
  ];
  return `<entry>${parts.join('')}</entry>`;
}

/**
 * The document, where the entry is about one; else our page of the record, or its page at the source; else our first
 * page.
 */
function newsUrl({ sections, pageUrl }: Outline, recordUrl: string | undefined): string | undefined {
  const cards = sections.flatMap((section) => section.cards);
  const documents = cards.flatMap((card) => card.items.flatMap((item) => item.links.slice(0, 1)));
  const [record] = cards.flatMap((card) => card.links);
  const [document] = documents;
  if (document !== undefined && documents.length === 1) return document.url;
  return recordUrl ?? (record ?? document)?.url ?? pageUrl;
}

function element(name: string, text: string): string {
  return `<${name}>${escapeXml(text)}</${name}>`;
}

function link(rel: string, url: string | undefined, type?: string): string {
  if (url === undefined) return '';
  return `<link rel="${rel}"${type ? ` type="${type}"` : ''} href="${escapeXml(url)}"/>`;
}

/** Control characters have no place in XML, escaped or not. */
function escapeXml(text: string): string {
  return text
    .replace(/[^\P{Cc}\t\n]|[\ufffe\uffff]/gu, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

/** The most changes and sections of one entry; the rest is counted. */
const room = { items: 40, sections: 10 };
const mostCharacters = 2_000;

type PictureUrl = (url: string) => string;

/** An outline as plain HTML: feed readers drop styles, so only elements can show what matters. */
function drawFeed(whole: Outline, pictureUrl: PictureUrl = (url) => url): string {
  const outline = cutToRoom(whole, room);
  return markupText(html`${(outline.warnings ?? []).map(({ text }) => html`<p><strong>${text}</strong></p>`)}
    ${outline.lead.map(paragraph)}
    ${outline.dates ? drawDates(outline.dates) : nothing}
    ${outline.sections.map((section) => drawSection(section, pictureUrl))}
    ${outline.left ? drawRemark(outline.left) : nothing}
    <hr><p><small>${outline.footer.map(
      (line, index) => html`${index > 0 ? html`<br>` : nothing}${line}`,
    )}</small></p>`);
}

function paragraph(text: string): Markup {
  return text === '' ? nothing : html`<p>${text}</p>`;
}

function drawDates(box: DatesBox): Markup {
  const { title, dates, remark: words } = box;
  return html`<h4>${title}</h4>
    <ul>${dates.map(
      (date) =>
        html`<li><strong>${date.was ? html`<del>${date.was}</del> ` : nothing}${
          date.when && `${date.when}, `
        }${date.what}</strong>, ${[date.place, date.entry].filter(Boolean).join(', ')}${
          date.sentence && `: “${date.sentence}”`
        }</li>`,
    )}</ul>
    ${restOfDates(box).map(drawRemark)}
    <p><small>${words}</small></p>`;
}

function drawRemark({ words, link: page }: Remark): Markup {
  return html`<p>${words}${page ? html`: ${drawLink(page)}` : nothing}</p>`;
}

function drawSection(section: Section, pictureUrl: PictureUrl): Markup {
  return html`${section.cards.map((card) => drawCard(card, pictureUrl))}
    ${section.cards.length === 0 && section.title ? html`<h3>${section.title}</h3>` : nothing}
    ${(section.records ?? []).map(drawRecord)}
    ${section.rows ? html`<ul>${section.rows.map(drawRow)}</ul>` : nothing}
    ${section.lines.map(paragraph)}
    ${section.remarks.map(drawRemark)}`;
}

function drawRecord({ title, facts, link: page }: ListedRecord): Markup {
  const name = page ? drawLink({ words: title, url: page.url }) : title;
  return html`<p>${name}${facts ? `, ${facts}` : ''}</p>`;
}

function drawCard(card: Card, pictureUrl: PictureUrl): Markup {
  return html`<h3>${card.title}</h3>
    <p>${card.place}${card.links.map((one) => html` · ${drawLink(one)}`)}</p>
    ${paragraph(card.happened)}
    ${card.reason ? html`<p><strong>Needs you: ${card.reason}</strong></p>` : nothing}
    ${card.items.map((item) => drawItem(item, pictureUrl))}`;
}

function drawItem(item: Item, pictureUrl: PictureUrl): Markup {
  return html`<h4>${item.heading}${item.label ? ` · ${item.label}` : ''}</h4>
    ${item.text.length > 0 ? html`<p>${drawPieces(item.text, mostCharacters)}</p>` : nothing}
    ${item.pictures.map((picture) => drawPicture(picture, pictureUrl))}
    ${item.rows.length > 0 ? html`<ul>${item.rows.map(drawRow)}</ul>` : nothing}
    ${item.notes.map(paragraph)}
    ${
      item.links.length > 0
        ? html`<p>${item.links.map((one, index) => html`${index > 0 ? ' · ' : ''}${drawLink(one)}`)}</p>`
        : nothing
    }`;
}

function drawRow(row: Row): Markup {
  const [before, after] = beforeAfter(row) ?? [];
  const drawn = before && after ? html`${drawPiece(before)} → ${drawPiece(after)}` : drawPieces(row.value, 600);
  return html`<li>${row.name}: ${drawn}</li>`;
}

function drawPieces(pieces: readonly Piece[], characters: number): Markup {
  return html`${foldPieces(pieces, characters).map(
    (piece, index) => html`${index > 0 ? ' ' : ''}${drawPiece(piece)}`,
  )}`;
}

/** Some readers drop `del` and `ins` too: then strike-through and bold remain. */
function drawPiece({ mark, text }: Piece): Markup {
  switch (mark) {
    case 'same':
      return html`${text}`;
    case 'removed':
      return html`<del><s>${text}</s></del>`;
    case 'added':
      return html`<ins><strong>${text}</strong></ins>`;
    case 'folded':
      return html`<em>${text}</em>`;
  }
}

/** A reader that cannot load it shows its description. */
function drawPicture({ caption, url, alt }: Picture, pictureUrl: PictureUrl): Markup {
  return html`<figure><img src="${pictureUrl(url)}" alt="${alt}" width="320">${
    caption ? html`<figcaption>${caption}</figcaption>` : nothing
  }</figure>`;
}

function drawLink({ words, url }: WebLink): Markup {
  return html`<a href="${url}">${words}</a>`;
}
