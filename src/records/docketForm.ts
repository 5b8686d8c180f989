import type { Docket } from './docket.ts';
import type { Entry, ExtraDocument } from './entry.ts';
import { dayOf, identifierForm, identifierListForm, listForm, storable, textForm } from './fieldForm.ts';

type Shown<T> = T | null | undefined;

/** The case fields of a docket hit (docs/service.md, section 5.1), types checked and dates already read as days. */
export interface ShownCase {
  docketNumber?: Shown<string>;
  pacerCaseId?: Shown<string | number>;
  caseName?: Shown<string>;
  court?: Shown<string>;
  courtId?: Shown<string>;
  assignedTo?: Shown<string>;
  suitNature?: Shown<string>;
  jurisdiction?: Shown<string>;
  status?: Shown<string>;
  dateFiled?: Shown<string>;
  dateTerminated?: Shown<string>;
  parties?: Shown<Shown<string>[]>;
  patentNumbers?: Shown<Shown<string | number>[]>;
  entryTotal?: Shown<number>;
}

/** The key of a docket: its `docketId` as decimal text. undefined when that is no usable number. */
export function docketKey(docketId: unknown): string | undefined {
  // A number beyond 2^53 has lost its last digits on the way in: two cases could become one.
  if (typeof docketId === 'number') return Number.isSafeInteger(docketId) && docketId >= 0 ? `${docketId}` : undefined;
  const digits = typeof docketId === 'string' ? /^\s*0*(\d{1,30})\s*$/.exec(docketId) : null;
  return digits?.[1];
}

export function docketForm(key: string, shown: ShownCase, entries: readonly Entry[] | undefined): Docket {
  return {
    type: 'docket',
    key,
    docketNumber: identifierForm(shown.docketNumber),
    pacerCaseId: identifierForm(shown.pacerCaseId),
    caseName: textForm(shown.caseName),
    court: textForm(shown.court),
    courtId: identifierForm(shown.courtId),
    assignedTo: textForm(shown.assignedTo),
    suitNature: textForm(shown.suitNature),
    jurisdiction: textForm(shown.jurisdiction),
    status: identifierForm(shown.status),
    dateFiled: textForm(shown.dateFiled),
    dateTerminated: textForm(shown.dateTerminated),
    parties: listForm(shown.parties),
    patentNumbers: identifierListForm(shown.patentNumbers),
    // A negative count means that the service did not count, as with `total`.
    entryTotal: shown.entryTotal != null && shown.entryTotal >= 0 ? shown.entryTotal : undefined,
    entries,
  };
}

/** A docket entry as the service shows it (docs/service.md, section 5.2), types checked. */
interface ShownEntry {
  documentNumber?: Shown<string | number>;
  dateFiled?: Shown<string>;
  description?: Shown<string>;
  documentHref?: Shown<string>;
  pdfUrl?: Shown<string>;
  patentNumbers?: Shown<Shown<string | number>[]>;
  extraDocument?: Shown<ShownExtraDocument[]>;
}

/** docs/service.md, section 5.3; `patent_sumbers` is the service's spelling. */
interface ShownExtraDocument {
  document_number?: Shown<string | number>;
  document_href?: Shown<string>;
  pdf_url?: Shown<string>;
  patent_sumbers?: Shown<Shown<string | number>[]>;
}

const none: readonly never[] = Object.freeze([]);

export function entryForm(shown: ShownEntry): Entry {
  return {
    documentNumber: identifierForm(shown.documentNumber) ?? '',
    dateFiled: entryDate(shown.dateFiled ?? ''),
    description: storable(shown.description ?? '').replace(/^\s+$/, ''),
    documentHref: storable(shown.documentHref ?? '').trim() || null,
    pdfUrl: storable(shown.pdfUrl ?? '').trim(),
    patentNumbers: shown.patentNumbers?.length ? (identifierListForm(shown.patentNumbers) ?? none) : none,
    extraDocument: shown.extraDocument?.length ? extraDocumentsForm(shown.extraDocument) : none,
  };
}

/** A source may show blanks where an entry should be: nothing that could be reported. */
export function saysAnything(entry: Entry): boolean {
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

/** A day, or the source's own words ("Undated"). */
function entryDate(text: string): string {
  return dayOf(text) ?? storable(text).trim();
}

/** Blanks attach nothing. */
function extraDocumentsForm(shown: readonly ShownExtraDocument[]): readonly ExtraDocument[] {
  return shown
    .map(extraDocumentForm)
    .filter((one) => one.documentNumber !== null || one.documentHref !== '' || one.pdfUrl !== '');
}

function extraDocumentForm(shown: ShownExtraDocument): ExtraDocument {
  const number = Number(identifierForm(shown.document_number) || Number.NaN);
  return {
    documentNumber: Number.isSafeInteger(number) ? number : null,
    documentHref: storable(shown.document_href ?? '').trim(),
    pdfUrl: storable(shown.pdf_url ?? '').trim(),
    patentNumbers: identifierListForm(shown.patent_sumbers) ?? none,
  };
}
