import type { Entry, ExtraDocument } from '../records/entry.ts';
import type { FieldChange } from './change.ts';
import { documentId } from './documentId.ts';
import { entryWords, foldEntryText, isStamped } from './entryText.ts';
import { isBeginning } from './similarText.ts';

/** One known entry, shown again. */
export interface EntryNews {
  /** What to keep: never poorer than what was known. */
  readonly entry: Entry;
  /** What a reader should hear of: `description`, `pdfUrl`, `attachments`; mostly nothing. */
  readonly fields: readonly FieldChange[];
}

export function compareEntries(before: Entry, after: Entry): EntryNews {
  const description = compareText(before, after);
  const attachments = mergeAttachments(before.extraDocument, after.extraDocument);
  const pdfUrl = mergeAddress(before.pdfUrl, after.pdfUrl);
  const fields: FieldChange[] = [];
  if (description.isNews) fields.push({ field: 'description', before: before.description, after: after.description });
  if (before.pdfUrl === '' && pdfUrl !== '' && !wasUnread(before, 'pdfUrl')) {
    fields.push({ field: 'pdfUrl', before: null, after: pdfUrl });
  }
  if (attachments.isNews && !wasUnread(before, 'extraDocument')) {
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

const editNotes =
  /\b(?:(?:modified|corrected|edited|replaced) on\b|attachments?(?:\(s\))? added|(?:main )?document replaced|(?:text|event) (?:modified|corrected))|\b(?:STRICKEN|VACATED)\b/gi;

function countEditNotes(description: string): number {
  return description.match(editNotes)?.length ?? 0;
}

/** A text of so many words, without the stamp of a full report, may be a title only. */
const titleWords = 15;

function compareText(before: Entry, after: Entry): { keep: string; isNews: boolean } {
  const [old, now] = [before.description, after.description];
  if (now === '' || now === old || wasUnread(after, 'description')) return { keep: old, isNews: false };
  if (old === '') return { keep: now, isNews: false };
  if (foldEntryText(old) === foldEntryText(now)) return { keep: old, isNews: false };
  const [oldWords, newWords] = [entryWords(old), entryWords(now)];
  if (isBeginning(newWords, oldWords)) return { keep: old, isNews: false };
  if (isTitle(now, newWords) && isFuller(old, oldWords, newWords)) return { keep: old, isNews: false };
  if (isCutOff(old, newWords)) return { keep: now, isNews: false };
  const noted = countEditNotes(now) > countEditNotes(old);
  if (isTitle(old, oldWords) && isFuller(now, newWords, oldWords)) return { keep: now, isNews: noted };
  return { keep: now, isNews: true };
}

function isTitle(description: string, words: readonly string[]): boolean {
  return words.length <= titleWords && !isStamped(description);
}

/** Full text beside a title: of the other style of report, or the title and more. */
function isFuller(description: string, words: readonly string[], title: readonly string[]): boolean {
  return isStamped(description) || isBeginning(title, words);
}

const sentenceStart = /^\s*(?!(?:By|Fee|Filed|For|Of)\b)\p{Lu}/u;

/** A text of which the source had lost the beginning: `Filed by Rival Inc. (Doe, Jane)`, `deficiency) Filed by …`, `12of …`. */
function isCutOff(description: string, fuller: readonly string[]): boolean {
  const words = entryWords(description.replace(/^\s*\d+/, ''));
  if (words.length === 0) return true;
  const opened = description.split('(').length;
  const closed = description.split(')').length;
  if (sentenceStart.test(description) && closed <= opened) return false;
  const start = fuller.length - words.length;
  return start > 0 && words.every((word, index) => word === fuller[start + index]);
}

/** A link that takes another form is the same link; one to another document takes its place silently. */
function mergeLink(before: string | null, after: string | null): string | null {
  if (after === null || after === '') return before;
  return documentId(before) === documentId(after) ? before : after;
}

const pathOf = (address: string): string => address.replace(/^[a-z]+:\/\/[^/]+/i, '').replace(/[?#].*$/, '');

function mergeAddress(before: string, after: string): string {
  if (after === '') return before;
  return before !== '' && pathOf(before) === pathOf(after) ? before : after;
}

/** `attachment 2`, with ` (PDF)` where there is one: so a PDF that appears shows in the names. */
function attachmentName(document: ExtraDocument): string {
  const name = document.documentNumber === null ? 'attachment' : `attachment ${document.documentNumber}`;
  return document.pdfUrl === '' ? name : `${name} (PDF)`;
}

function mergeAttachments(
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
