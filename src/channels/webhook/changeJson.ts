import type { MessageChange } from '../../message/content.ts';
import type { EntryReading } from '../../reading/entryReading.ts';
import { readEntry } from '../../reading/readEntry.ts';
import { courtDocument, courtPage } from '../../records/courts.ts';
import type { Entry } from '../../records/docket.ts';
import { labelOf, type SearchRecord, titleOf } from '../../records/record.ts';
import { webLink } from '../../words/cleanText.ts';
import type { ChangeJson, EntryJson } from './payloadSchema.ts';

/** A change without what depends on who reads it: its priority, its dates, the page. */
type StoredChangeJson = Omit<ChangeJson, 'priority' | 'label'>;

/** A change as `changes --json` prints it (docs/design.md, section 5). */
export function changeJson(change: MessageChange): StoredChangeJson {
  const { record, entry } = change;
  return {
    id: change.id,
    kind: change.kind,
    detectedAt: change.detectedAt,
    watches: change.watches,
    check: change.checkId,
    record: recordJson(record),
    links: { ...recordLinks(record), ...(entry && entryLinks(entry, record)) },
    ...(entry && { entry: entryJson(entry, change.reading) }),
    ...(change.kind === 'docket.new' &&
      change.entries && { entries: change.entries.map((one) => entryJson(one)), moreEntries: change.moreEntries ?? 0 }),
    fields: change.fields,
    ...(change.note !== undefined && { note: change.note }),
  };
}

function recordJson(record: SearchRecord): ChangeJson['record'] {
  const named = { type: record.type, key: record.key, label: labelOf(record), title: titleOf(record) };
  if (record.type === 'design') return { ...named, register: record.source };
  return { ...named, ...(record.court && { court: record.court }), ...(record.courtId && { courtId: record.courtId }) };
}

function entryJson(entry: Entry, reading: EntryReading = readEntry(entry.description, entry.dateFiled)): EntryJson {
  const { documentNumber, dateFiled, description, documentHref, pdfUrl } = entry;
  return { documentNumber, dateFiled, description, documentHref, pdfUrl, reading };
}

type Links = ChangeJson['links'];

/** Where to read on about a record; what is no web address is left out. */
export function recordLinks(record: SearchRecord): Links {
  if (record.type === 'design') return { register: address(record.detailUrl) };
  return { docket: address(courtPage(record)) };
}

/** The document of an entry and its attachments. */
export function entryLinks(entry: Entry, record: SearchRecord): Links {
  const atCourt = (href: string | null) =>
    record.type === 'docket' ? address(courtDocument(record, href)) : undefined;
  const attachments = entry.extraDocument.flatMap((one) => address(one.pdfUrl) ?? atCourt(one.documentHref) ?? []);
  return {
    pdf: address(entry.pdfUrl),
    document: atCourt(entry.documentHref),
    ...(attachments.length > 0 && { attachments }),
  };
}

function address(text: string | null | undefined): string | undefined {
  return webLink('', text)?.url;
}
