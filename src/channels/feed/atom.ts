import { renderEmail } from '../email/renderEmail.ts';
import type { Message } from '../message/message.ts';

/** An Atom feed (RFC 4287) of entries made by `atomEntry`, in the order given. */
export function atomFeed(name: string, id: string, updated: string, entries: readonly string[]): string {
  const head = `<title>${escapeXml(`Tipstaff: ${name}`)}</title><id>${escapeXml(id)}</id><updated>${updated}</updated>`;
  const author = '<author><name>Tipstaff</name></author>';
  return `<?xml version="1.0" encoding="utf-8"?>\n<feed xmlns="http://www.w3.org/2005/Atom">${head}${author}\n${entries.join('\n')}\n</feed>\n`;
}

/** What an alert says as one entry of a feed, on one line of its own: everything inside is escaped. */
export function atomEntry(message: Message, id: string, updated: string): string {
  const { subject, text } = renderEmail(message);
  const { content } = message;
  const link = content.pageUrl === undefined ? '' : `<link href="${escapeXml(content.pageUrl)}"/>`;
  const head = `<title>${escapeXml(subject)}</title><id>${escapeXml(id)}</id><updated>${updated}</updated>${link}`;
  return `<entry>${head}<content type="text">${escapeXml(text)}</content></entry>`;
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
