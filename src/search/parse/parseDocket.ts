import { z } from 'zod';
import { docketForm, docketKey, type ShownCase } from '../../records/docketForm.ts';
import type { Entry } from '../../records/entry.ts';
import { entryForm, tellsAnything } from '../../records/entryForm.ts';
import { date, identifier, identifiers, text, texts, whole } from './fields.ts';
import type { ParsedHit } from './parsedHit.ts';
import { isPlainObject, kindOf, type PlainObject, readFields } from './readFields.ts';
import { UnreadableList } from './unreadableList.ts';

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

/** Exactly what the contract shows. Nearly every entry is so, and a type that may not be absent is checked in half the time. */
const usualEntry = z.object({
  documentNumber: z.string(),
  dateFiled: z.string(),
  description: z.string(),
  documentHref: z.string().nullable(),
  pdfUrl: z.string(),
  patentNumbers: z.array(z.string()),
  extraDocument: z.array(extraDocument),
});

const caseFields = z.object({
  docketNumber: text,
  pacerCaseId: identifier,
  caseName: text,
  court: text,
  courtId: text,
  assignedTo: text,
  suitNature: text,
  jurisdiction: text,
  status: text,
  dateFiled: date,
  dateTerminated: date,
  parties: texts,
  patentNumbers: identifiers,
  entryTotal: whole,
});

const usualHit = caseFields.extend({ docketId: identifier, entries: z.array(usualEntry) });
const docketHit = caseFields.extend({ docketId: identifier, entries: z.array(entry).nullish() });

/** Every name that the contract gives to a field of a docket, at whatever depth. */
export const docketFields: ReadonlySet<string> = new Set(
  [usualHit, entry, extraDocument].flatMap(({ shape }) => Object.keys(shape)),
);

/**
 * Judges one docket hit (docs/service.md, section 5), never throwing: what can be read becomes a record, what cannot is set aside
 * with its place and reason (`path` is where the hit stands, e.g. `hits[3]`). A bad field counts as absent; a bad entry is
 * dropped when it is no object or neither date nor text can be read, else kept with what it lacks in `unread`; one of blanks only is dropped silently. Without a usable `docketId` there is no record.
 */
export function parseDocketHit(hit: unknown, path: string): ParsedHit {
  const usual = usualHit.safeParse(hit);
  const read = usual.success ? usual : docketHit.safeParse(hit);
  const aside = new UnreadableList();
  const key = isPlainObject(hit) ? docketKey(hit.docketId) : undefined;
  if (read.success && key !== undefined) {
    const entries = read.data.entries?.map(entryForm).filter(tellsAnything);
    return { record: docketForm(key, read.data, entries), setAside: [], setAsideCount: 0 };
  }
  const record = isPlainObject(hit) ? readPiecemeal(hit, key, path, aside) : undefined;
  if (!isPlainObject(hit)) aside.add(path, `expected object, found ${kindOf(hit)}`);
  return { record, setAside: aside.listed, setAsideCount: aside.count };
}

function readPiecemeal(hit: PlainObject, key: string | undefined, path: string, aside: UnreadableList) {
  if (key === undefined) {
    aside.add(`${path}.docketId`, `expected a whole number that identifies the case, found ${kindOf(hit.docketId)}`);
    return undefined;
  }
  const shown: ShownCase = readFields(caseFields, hit, path, aside).fields;
  return docketForm(key, shown, readEntries(hit.entries, `${path}.entries`, aside));
}

function readEntries(shown: unknown, path: string, aside: UnreadableList): Entry[] | undefined {
  if (shown === undefined || shown === null) return undefined;
  if (!Array.isArray(shown)) {
    aside.add(path, `expected list, found ${kindOf(shown)}`);
    return undefined;
  }
  return shown.flatMap((one, index) => readEntry(one, `${path}[${index}]`, aside));
}

function readEntry(shown: unknown, path: string, aside: UnreadableList): Entry[] {
  const read = entry.safeParse(shown);
  if (read.success) return [entryForm(read.data)].filter(tellsAnything);
  if (!isPlainObject(shown)) {
    aside.add(path, `expected object, found ${kindOf(shown)}`);
    return [];
  }
  const { fields, unread } = readFields(entry, shown, path, aside);
  // Without its date and its text nobody could tell whether it is known.
  if (unread.includes('dateFiled') && unread.includes('description')) return [];
  return [{ ...entryForm(fields), unread }];
}
