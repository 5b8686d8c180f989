import { z } from 'zod';
import { docketForm, docketKey, entryForm, type ShownCase, saysAnything } from '../../records/docketForm.ts';
import type { Entry } from '../../records/entry.ts';
import type { ParsedHit } from './readFields.ts';
import {
  date,
  identifier,
  identifiers,
  isPlainObject,
  kindOf,
  type PlainObject,
  readFields,
  text,
  texts,
  UnreadableList,
  whole,
} from './readFields.ts';

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

const docketHit = caseFields.extend({ docketId: identifier, entries: z.array(entry).nullish() });

/**
 * Parses one docket hit (docs/service.md), never throwing: what can be read becomes a record, what cannot is listed as unreadable
 * with its place and reason (`path` is where the hit stands, e.g. `hits[3]`). A bad field counts as absent; a bad entry is
 * dropped when it is no object or neither date nor text can be read, else kept with what it lacks in `unread`; one of blanks only is dropped silently. Without a usable `docketId` there is no record.
 */
export function parseDocketHit(hit: unknown, path: string): ParsedHit {
  const read = docketHit.safeParse(hit);
  const unreadable = new UnreadableList();
  const key = isPlainObject(hit) ? docketKey(hit.docketId) : undefined;
  if (read.success && key !== undefined) {
    const entries = read.data.entries?.map(entryForm).filter(saysAnything);
    return { record: docketForm(key, read.data, entries), unreadable: [], unreadableCount: 0 };
  }
  const record = isPlainObject(hit) ? readPiecemeal(hit, key, path, unreadable) : undefined;
  if (!isPlainObject(hit)) unreadable.add(path, `expected object, found ${kindOf(hit)}`);
  return { record, unreadable: unreadable.listed, unreadableCount: unreadable.count };
}

function readPiecemeal(hit: PlainObject, key: string | undefined, path: string, unreadable: UnreadableList) {
  if (key === undefined) {
    unreadable.add(
      `${path}.docketId`,
      `expected a whole number that identifies the case, found ${kindOf(hit.docketId)}`,
    );
    return undefined;
  }
  const shown: ShownCase = readFields(caseFields, hit, path, unreadable).fields;
  return docketForm(key, shown, readEntries(hit.entries, `${path}.entries`, unreadable));
}

function readEntries(shown: unknown, path: string, unreadable: UnreadableList): Entry[] | undefined {
  if (shown === undefined || shown === null) return undefined;
  if (!Array.isArray(shown)) {
    unreadable.add(path, `expected list, found ${kindOf(shown)}`);
    return undefined;
  }
  return shown.flatMap((one, index) => readEntry(one, `${path}[${index}]`, unreadable));
}

function readEntry(shown: unknown, path: string, unreadable: UnreadableList): Entry[] {
  const read = entry.safeParse(shown);
  if (read.success) return [entryForm(read.data)].filter(saysAnything);
  if (!isPlainObject(shown)) {
    unreadable.add(path, `expected object, found ${kindOf(shown)}`);
    return [];
  }
  const { fields, unread } = readFields(entry, shown, path, unreadable);
  // Without its date and its text nobody could know whether it is new.
  if (unread.includes('dateFiled') && unread.includes('description')) return [];
  return [{ ...entryForm(fields), unread }];
}
