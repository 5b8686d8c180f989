import type { Email } from 'postal-mime';
import { courtCalled } from '../../records/courts.ts';
import { cleanText } from '../../words/cleanText.ts';
import type { CourtSignals } from '../readCalls.ts';

/** A larger part of a mail is not read. */
const longestText = 200_000;
const longestTag = 4_000;

/** Of a longer summary the rest is left to the schedules. */
const mostCases = 500;

/**
 * The cases that a court's notice of filing names, a signal for each; none where it is no notice. Of a notice only
 * case, document and moment are taken. Its links are looked at for the ids that they hold, and never opened: the one to
 * the document is a single free look, of the addressee.
 */
export function readNotice(mail: Pick<Email, 'text' | 'html' | 'date'>, key: string): CourtSignals[] {
  const body = withLinks((mail.html || mail.text || '').slice(0, longestText));
  const sentMs = Date.parse(mail.date ?? '');
  const publishedAt = Number.isNaN(sentMs) ? null : new Date(sentMs).toISOString();
  // A daily summary has several cases.
  const parts = body.split(/(?=Case Number:)/, mostCases + 1).filter((part) => part.startsWith('Case Number:'));
  return parts.flatMap((part, index): CourtSignals[] => {
    const court = courtCalled(/\/\/ecf\.([a-z0-9]{2,5})\.uscourts\.gov\b/i.exec(part)?.[1] ?? '');
    const docketNumber = /^Case Number:[\s>]*((?:\d{1,2}:)?\d\d-[a-z]{1,4}-\d{1,7})/i.exec(part)?.[1] ?? null;
    const pacerCaseId = /\/DktRpt\.pl\?(\d{1,12})\b/.exec(part)?.[1] ?? null;
    if (court === undefined || (docketNumber === null && pacerCaseId === null)) return [];
    const document = /Document Number:[\s>]*(\d{1,7})\b/i.exec(part)?.[1] ?? null;
    const signal = { pacerCaseId, docketNumber, document, text: '', publishedAt, key: `${key} ${index}` };
    return [{ court, signals: [signal] }];
  });
}

/**
 * The text of HTML, with the addresses of its links in angle brackets behind their words, as in the plain form of a
 * notice.
 */
function withLinks(html: string): string {
  let href = '';
  // A tag at a time: one expression for a whole link takes minutes for text that is made to be slow.
  const linked = html.replace(/<([^<>]*)>/g, (tag, inside: string) => {
    if (/^https?:/i.test(inside)) return tag;
    if (/^a\s/i.test(inside)) href = /\shref\s*=\s*["']?([^"'\s]+)/i.exec(inside.slice(0, longestTag))?.[1] ?? '';
    if (!/^\/a\s*$/i.test(inside) || href === '') return ' ';
    const behind = ` {${href}} `;
    href = '';
    return behind;
  });
  return cleanText(linked.replaceAll('&nbsp;', ' ')).replaceAll('&amp;', '&');
}
