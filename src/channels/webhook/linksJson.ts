import { courtDocument, courtPage } from '../../records/courts.ts';
import type { Entry } from '../../records/entry.ts';
import type { SearchRecord } from '../../records/record.ts';
import { webLink } from '../../words/webLink.ts';
import type { ChangeJson } from './payload.ts';

type Links = ChangeJson['links'];

/** Where to read on about a record; what is no web address is left out. */
export function recordLinks(record: SearchRecord): Links {
  if (record.type === 'design') return { register: address(record.detailUrl) };
  return { docket: address(courtPage(record)) };
}

/** The document of an entry and its attachments. */
export function entryLinks(entry: Entry, record: SearchRecord): Links {
  const atCourt = (href: string | null) =>
    record.type === 'docket' ? address(courtDocument(record, href)) : undefined;
  const attachments = entry.extraDocument.flatMap((one) => address(one.pdfUrl) ?? atCourt(one.documentHref) ?? []);
  return {
    pdf: address(entry.pdfUrl),
    document: atCourt(entry.documentHref),
    ...(attachments.length > 0 && { attachments }),
  };
}

function address(text: string | null | undefined): string | undefined {
  return webLink('', text)?.url;
}
