import { z } from 'zod';
import { isMap } from '../../base/json.ts';
import type { Docket, Entry, ExtraDocument } from '../../records/docket.ts';
import { dayOf, identifierForm, identifierListForm, listForm, storable, textForm } from '../../records/fieldForm.ts';
import {
  date,
  identifier,
  identifiers,
  kindOf,
  readFields,
  text,
  texts,
  type UnreadableList,
  whole,
} from './readFields.ts';

/** See docs/service.md, section 5.3; `patent_sumbers` is the service's spelling. */
const extraDocument = z.object({
  document_number: identifier,
  document_href: text,
  pdf_url: text,
  patent_sumbers: identifiers,
});

const entry = z.object({
  documentNumber: identifier,
  dateFiled: text,
  description: text,
  documentHref: text,
  pdfUrl: text,
  patentNumbers: identifiers,
  extraDocument: z.array(extraDocument).nullish(),
});

const caseFields = z.object({
  docketNumber: text.transform(identifierForm),
  pacerCaseId: identifier.transform(identifierForm),
  caseName: text.transform(textForm),
  court: text.transform(textForm),
  courtId: text.transform(identifierForm),
  assignedTo: text.transform(textForm),
  suitNature: text.transform(textForm),
  jurisdiction: text.transform(textForm),
  status: text.transform(identifierForm),
  dateFiled: date.transform(textForm),
  dateTerminated: date.transform(textForm),
  parties: texts.transform(listForm),
  patentNumbers: identifiers.transform(identifierListForm),
  // A negative number means that the service gave no count, as with `total`.
  entryTotal: whole.transform((shown) => (shown != null && shown >= 0 ? shown : undefined)),
});

type ShownDocument = z.output<typeof extraDocument>;

/** Never throws. What cannot be read is listed as unreadable and counts as absent. @param path such as `hits[3]` */
export function parseDocketHit(hit: unknown, path: string, unreadable: UnreadableList): Docket | undefined {
  if (!isMap(hit)) {
    unreadable.add(path, `expected object, found ${kindOf(hit)}`);
    return undefined;
  }
  const key = docketKey(hit.docketId);
  if (key === undefined) {
    unreadable.add(
      `${path}.docketId`,
      `expected a whole number that identifies the case, found ${kindOf(hit.docketId)}`,
    );
    return undefined;
  }
  const { fields } = readFields(caseFields, hit, path, unreadable);
  return { type: 'docket', key, ...fields, entries: readEntries(hit.entries, `${path}.entries`, unreadable) };
}

function readEntries(shown: unknown, path: string, unreadable: UnreadableList): Entry[] | undefined {
  if (shown === undefined || shown === null) return undefined;
  if (!Array.isArray(shown)) {
    unreadable.add(path, `expected list, found ${kindOf(shown)}`);
    return undefined;
  }
  return shown.flatMap((shownEntry, index) => readEntry(shownEntry, `${path}[${index}]`, unreadable));
}

function readEntry(shown: unknown, path: string, unreadable: UnreadableList): Entry[] {
  const read = entry.safeParse(shown);
  if (read.success) return [entryForm(read.data)].filter(saysAnything);
  if (!isMap(shown)) {
    unreadable.add(path, `expected object, found ${kindOf(shown)}`);
    return [];
  }
  const { fields, unread } = readFields(entry, shown, path, unreadable);
  // Without date and text, nobody could tell whether the entry is new.
  if (unread.includes('dateFiled') && unread.includes('description')) return [];
  return [{ ...entryForm(fields), unread }];
}

function docketKey(docketId: unknown): string | undefined {
  // A number beyond 2^53 lost its last digits in JSON, so two cases could become one.
  if (typeof docketId === 'number') return Number.isSafeInteger(docketId) && docketId >= 0 ? `${docketId}` : undefined;
  const digits = typeof docketId === 'string' ? /^\s*0*(\d{1,30})\s*$/.exec(docketId) : null;
  return digits?.[1];
}

function entryForm(shown: Partial<z.output<typeof entry>>): Entry {
  return {
    documentNumber: identifierForm(shown.documentNumber) ?? '',
    // A text that is no date, such as "Undated", stays as it came.
    dateFiled: dayOf(shown.dateFiled ?? '') ?? storable(shown.dateFiled ?? '').trim(),
    description: storable(shown.description ?? '').replace(/^\s+$/, ''),
    documentHref: storable(shown.documentHref ?? '').trim() || null,
    pdfUrl: storable(shown.pdfUrl ?? '').trim(),
    patentNumbers: identifierListForm(shown.patentNumbers) ?? [],
    extraDocument: extraDocumentsForm(shown.extraDocument ?? []),
  };
}

function saysAnything(entry: Entry): boolean {
  const { documentNumber, dateFiled, description, documentHref, pdfUrl, extraDocument } = entry;
  return (
    description !== '' ||
    documentNumber !== '' ||
    dateFiled !== '' ||
    documentHref !== null ||
    pdfUrl !== '' ||
    extraDocument.length > 0
  );
}

/** Leaves out blank documents, which attach nothing. */
function extraDocumentsForm(shown: readonly ShownDocument[]): readonly ExtraDocument[] {
  return shown
    .map(extraDocumentForm)
    .filter((document) => document.documentNumber !== null || document.documentHref !== '' || document.pdfUrl !== '');
}

function extraDocumentForm(shown: ShownDocument): ExtraDocument {
  const number = Number(identifierForm(shown.document_number) || Number.NaN);
  return {
    documentNumber: Number.isSafeInteger(number) ? number : null,
    documentHref: storable(shown.document_href ?? '').trim(),
    pdfUrl: storable(shown.pdf_url ?? '').trim(),
    patentNumbers: identifierListForm(shown.patent_sumbers) ?? [],
  };
}
