import type { Entry } from '../records/entry.ts';
import { attachmentName, mergeAttachments } from './attachments.ts';
import type { FieldChange } from './change.ts';
import { mergeAddress, mergeLink } from './links.ts';
import { compareText, type TextNews } from './textNews.ts';

/** One known entry, shown again. */
export interface EntryNews {
  /** What to keep: never poorer than what was known. */
  readonly entry: Entry;
  /** What is reported: `description`, `pdfUrl`, `attachments`; mostly nothing. */
  readonly fields: readonly FieldChange[];
}

/** @param since clerks' notes of this day (`YYYY-MM-DD`) or later are news even where a title gives way to the full text */
export function compareEntries(before: Entry, after: Entry, since: string): EntryNews {
  const description: TextNews = wasUnread(after, 'description')
    ? { keep: before.description, isNews: false }
    : compareText(before.description, after.description, since);
  const attachments = mergeAttachments(before.extraDocument, after.extraDocument);
  const pdfUrl = mergeAddress(before.pdfUrl, after.pdfUrl);
  const fields: FieldChange[] = [];
  if (description.isNews && !wasUnread(before, 'description')) {
    fields.push({ field: 'description', before: before.description, after: after.description });
  }
  if (before.pdfUrl === '' && pdfUrl !== '' && !wasUnread(before, 'pdfUrl')) {
    fields.push({ field: 'pdfUrl', before: null, after: pdfUrl });
  }
  if (attachments.isNews && !description.isFuller && !wasUnread(before, 'extraDocument')) {
    const names = {
      before: before.extraDocument.map(attachmentName),
      after: attachments.documents.map(attachmentName),
    };
    fields.push({ field: 'attachments', ...names });
  }
  const unread = before.unread?.filter((field) => after.unread?.includes(field)) ?? [];
  const entry: Entry = {
    documentNumber: after.documentNumber || before.documentNumber,
    dateFiled: after.dateFiled || before.dateFiled,
    description: description.keep,
    documentHref: mergeLink(before.documentHref, after.documentHref),
    pdfUrl,
    patentNumbers: [...new Set([...before.patentNumbers, ...after.patentNumbers])],
    extraDocument: attachments.documents,
    ...(unread.length > 0 ? { unread } : {}),
  };
  return { entry, fields };
}

function wasUnread(entry: Entry, field: string): boolean {
  return entry.unread?.includes(field) ?? false;
}
