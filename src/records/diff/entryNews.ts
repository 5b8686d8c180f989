import { isDeepStrictEqual } from 'node:util';
import type { Entry, ExtraDocument } from '../docket.ts';
import type { FieldChange } from './change.ts';
import { documentId, mergeAddress, mergeLink, pathOf } from './comparableEntry.ts';
import { compareText, type TextNews } from './textNews.ts';

interface EntryNews {
  /** The entry to keep: it never has less than what was known. */
  readonly entry: Entry;
  /** What is reported: `description`, `pdfUrl`, `attachments`; mostly nothing. */
  readonly fields: readonly FieldChange[];
}

/** @param since clerks' notes of this day (`YYYY-MM-DD`) or later are news even where the full text replaces a title */
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

/** `attachment 2`, with ` (PDF)` where there is one, so that the names show a new PDF. */
function attachmentName(document: ExtraDocument): string {
  const name = document.documentNumber === null ? 'attachment' : `attachment ${document.documentNumber}`;
  return document.pdfUrl === '' ? name : `${name} (PDF)`;
}

interface MergedAttachments {
  /** Everything ever attached: known documents in their places, then new ones. */
  readonly documents: readonly ExtraDocument[];
  /** A document or a PDF appeared. */
  readonly isNews: boolean;
}

/** Recognises attachments as entries are, one with one: identical first, then by document, then by number. */
function mergeAttachments(before: readonly ExtraDocument[], after: readonly ExtraDocument[]): MergedAttachments {
  if (after.length === 0) return { documents: before, isNews: false };
  const documents = [...before];
  const free = new Set(before.keys());
  let left = after;
  let isNews = false;
  for (const isSame of [isDeepStrictEqual, isSameInBoth, isSameDocument, isSameNumber]) {
    left = left.filter((shown) => {
      const at = [...free].find((index) => isSame(before[index], shown));
      const known = at === undefined ? undefined : before[at];
      if (at === undefined || known === undefined) return true;
      free.delete(at);
      documents[at] = mergeDocument(known, shown);
      isNews ||= known.pdfUrl === '' && shown.pdfUrl !== '';
      return false;
    });
  }
  return { documents: [...documents, ...left], isNews: isNews || left.length > 0 };
}

function mergeDocument(known: ExtraDocument, shown: ExtraDocument): ExtraDocument {
  return {
    documentNumber: known.documentNumber ?? shown.documentNumber,
    documentHref: mergeLink(known.documentHref, shown.documentHref) ?? '',
    pdfUrl: mergeAddress(known.pdfUrl, shown.pdfUrl),
    patentNumbers: [...new Set([...known.patentNumbers, ...shown.patentNumbers])],
  };
}

function isSameInBoth(one: ExtraDocument | undefined, other: ExtraDocument): boolean {
  return one?.documentNumber === other.documentNumber && isSameDocument(one, other);
}

function isSameDocument(one: ExtraDocument | undefined, other: ExtraDocument): boolean {
  const id = documentId(other.documentHref);
  if (one === undefined || id === undefined) return false;
  return id === documentId(one.documentHref);
}

/** By number; without one, by the address of the PDF. */
function isSameNumber(one: ExtraDocument | undefined, other: ExtraDocument): boolean {
  if (one === undefined) return false;
  if (one.documentNumber !== null && other.documentNumber !== null) return one.documentNumber === other.documentNumber;
  return one.documentHref === '' && other.documentHref === '' && pathOf(one.pdfUrl) === pathOf(other.pdfUrl);
}
