import type { Message } from '../../message/message.ts';
import type { Outline } from '../../message/outline.ts';
import { drawFeed } from './drawFeed.ts';

export interface FeedHead {
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
  return `<?xml version="1.0" encoding="utf-8"?>\n<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en">${head.join('')}\n${entries.join('\n')}\n</feed>\n`;
}

export interface EntryHead {
  /** A URI that stays. */
  readonly id: string;
  /** ISO time. */
  readonly updated: string;
  /** Our own page of the record, where readers may see it. */
  readonly recordUrl?: string | undefined;
  /** Where readers get a picture that has this address at the service; by default from there. */
  readonly pictureUrl?: ((url: string) => string) | undefined;
}

/** What a message says as one entry of a feed, on one line of its own: everything inside is escaped. A feed has no log-in: it is discreet. */
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

/** The document, where the entry is about one; else our page of the record, or its page at the source; else our first page. */
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
export function escapeXml(text: string): string {
  return text
    .replace(/[^\P{Cc}\t\n]|[\ufffe\uffff]/gu, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
