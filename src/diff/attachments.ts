import { isDeepStrictEqual } from 'node:util';
import type { ExtraDocument } from '../records/entry.ts';
import { documentId, mergeAddress, mergeLink, pathOf } from './links.ts';

/** `attachment 2`, with ` (PDF)` where there is one: so a PDF that appears shows in the names. */
export function attachmentName(document: ExtraDocument): string {
  const name = document.documentNumber === null ? 'attachment' : `attachment ${document.documentNumber}`;
  return document.pdfUrl === '' ? name : `${name} (PDF)`;
}

export interface MergedAttachments {
  /** Everything ever attached: what was known in its place, then what came. */
  readonly documents: readonly ExtraDocument[];
  /** A document or a PDF appeared. */
  readonly isNews: boolean;
}

/** Recognises attachments as entries are, one with one: identical first, then by document, then by number. */
export function mergeAttachments(before: readonly ExtraDocument[], after: readonly ExtraDocument[]): MergedAttachments {
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
