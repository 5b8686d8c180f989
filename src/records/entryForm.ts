import { dayOf } from './dates.ts';
import type { Entry, ExtraDocument } from './entry.ts';
import { identifierForm, identifierListForm, storable } from './text.ts';

type Shown<T> = T | null | undefined;

/** A docket entry as the service shows it (docs/service.md, section 5.2), types checked. */
export interface ShownEntry {
  documentNumber?: Shown<string | number>;
  dateFiled?: Shown<string>;
  description?: Shown<string>;
  documentHref?: Shown<string>;
  pdfUrl?: Shown<string>;
  patentNumbers?: Shown<Shown<string | number>[]>;
  extraDocument?: Shown<ShownExtraDocument[]>;
}

/** docs/service.md, section 5.3; `patent_sumbers` is the service's spelling. */
export interface ShownExtraDocument {
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
