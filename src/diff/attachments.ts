import type { ExtraDocument } from '../records/entry.ts';
import { documentId } from './documentId.ts';
import { mergeAddress, mergeLink, pathOf } from './links.ts';

/** `attachment 2`, with ` (PDF)` where there is one: so a PDF that appears shows in the names. */
export function attachmentName(document: ExtraDocument): string {
  const name = document.documentNumber === null ? 'attachment' : `attachment ${document.documentNumber}`;
  return document.pdfUrl === '' ? name : `${name} (PDF)`;
}

/** Everything ever attached, and whether a document or a PDF appeared. */
export function mergeAttachments(
  before: readonly ExtraDocument[],
  after: readonly ExtraDocument[],
): { documents: readonly ExtraDocument[]; isNews: boolean } {
  const documents = [...before];
  let isNews = false;
  for (const shown of after) {
    const at = documents.findIndex((known) => isSameAttachment(known, shown));
    const known = documents[at];
    if (known === undefined) {
      documents.push(shown);
      isNews = true;
      continue;
    }
    isNews ||= known.pdfUrl === '' && shown.pdfUrl !== '';
    documents[at] = {
      documentNumber: known.documentNumber ?? shown.documentNumber,
      documentHref: mergeLink(known.documentHref, shown.documentHref) ?? '',
      pdfUrl: mergeAddress(known.pdfUrl, shown.pdfUrl),
      patentNumbers: [...new Set([...known.patentNumbers, ...shown.patentNumbers])],
    };
  }
  return { documents, isNews };
}

function isSameAttachment(one: ExtraDocument, other: ExtraDocument): boolean {
  const [a, b] = [documentId(one.documentHref), documentId(other.documentHref)];
  if (a !== undefined && a === b) return true;
  if (one.documentNumber !== null && other.documentNumber !== null) return one.documentNumber === other.documentNumber;
  return a === undefined && b === undefined && pathOf(one.pdfUrl) === pathOf(other.pdfUrl);
}
