import { html, type Markup, markupText, nothing } from '../alerts/channels/email/styles.ts';
import type { AlertContent } from '../alerts/message/content.ts';
import { cutToRoom } from '../alerts/message/cutToRoom.ts';
import { type Line, type LineRole, linesOf, type Span, type SpanStyle } from '../alerts/message/lines.ts';
import { alertOutline } from '../alerts/message/message.ts';
import type { Outline, Picture } from '../alerts/message/outline.ts';

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
export function atomEntry(content: AlertContent, { id, updated, recordUrl, pictureUrl }: EntryHead): string {
  const outline = alertOutline(content, { discreet: true });
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
  const blocks = linesOf(cutToRoom(whole, room), { text: mostCharacters, row: 600 });
  return markupText(
    html`${blocks.map(
      ({ lines, item }) =>
        html`${lines.map(drawLine)}${(item?.pictures ?? []).map((picture) => drawPicture(picture, pictureUrl))}`,
    )}`,
  );
}

/** Lines that other forms have; a reader program shows the page of the feed itself. */
const leftOut: readonly LineRole[] = ['legend', 'asks', 'detail', 'routine', 'page'];

function drawLine({ role, spans }: Line): Markup {
  if (leftOut.includes(role)) return nothing;
  const words = spans.map(drawSpan);
  switch (role) {
    case 'dates':
    case 'section':
    case 'card':
      return html`<h3>${words}</h3>`;
    case 'item':
      return html`<h4>${words}</h4>`;
    case 'small':
    case 'footer':
      return html`<p><small>${words}</small></p>`;
    default:
      return html`<p>${words}</p>`;
  }
}

function drawSpan({ text, style, url }: Span): Markup {
  return url === undefined ? drawStyle(text, style) : html`<a href="${url}">${text}</a>`;
}

/** Some readers drop `del` and `ins` too: then strike-through and bold remain. */
function drawStyle(text: string, style: SpanStyle | undefined): Markup {
  switch (style) {
    case 'removed':
    case 'before':
      return html`<del><s>${text}</s></del>`;
    case 'added':
    case 'after':
      return html`<ins><strong>${text}</strong></ins>`;
    case 'bold':
      return html`<strong>${text}</strong>`;
    case 'italic':
    case 'folded':
      return html`<em>${text}</em>`;
    default:
      return html`${text}`;
  }
}

/** A reader that cannot load it shows its description. */
function drawPicture({ caption, url, alt }: Picture, pictureUrl: PictureUrl): Markup {
  return html`<figure><img src="${pictureUrl(url)}" alt="${alt}" width="320">${
    caption ? html`<figcaption>${caption}</figcaption>` : nothing
  }</figure>`;
}
