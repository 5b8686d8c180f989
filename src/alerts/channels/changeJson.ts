import { webLink } from '../../base/words/cleanText.ts';
import { filedDay } from '../../reading/dates/findDays.ts';
import type { ShownEvent } from '../../reading/events/calendarEvent.ts';
import { readEntry } from '../../reading/readEntry.ts';
import { courtDocument, courtPage } from '../../records/courts.ts';
import { matchedIn } from '../../records/diff/searchMatch.ts';
import type { Entry, EntryReading } from '../../records/docket.ts';
import { labelOf, recordPath, type SearchRecord, titleOf } from '../../records/record.ts';
import type { Alike, ChangesContent, Joined, MessageChange } from '../message/content.ts';
import { prioritisedFor } from '../message/words/consequence.ts';
import { type ChangeJson, type EntryJson, factsSchema } from './webhookSchema.ts';

type DateJson = NonNullable<ChangeJson['dates']>[number];

const isNewKind: ReadonlySet<string> = new Set(['docket.new', 'design.new', 'design.alike']);

export function alertChangeJson(change: MessageChange, content: ChangesContent): ChangeJson {
  const { links, entries, ...stored } = changeJson(change);
  const { priority, label, unshown } = prioritisedFor(change, content.watches);
  const watches = content.watches.filter(({ id }) => change.watches.includes(id));
  const matched = change.record.type === 'docket' ? matchedIn(change.record, watches) : [];
  const isNew = isNewKind.has(change.kind);
  const dates = (content.dates ?? []).filter((date) => isOf(date, change)).map(dateJson);
  return {
    ...stored,
    priority,
    label,
    ...(unshown && { muted: true }),
    links: { ...links, page: pageOf(change.record, content.pageUrl) },
    ...(isNew && { facts: factsJson(change.record) }),
    ...(matched.length > 0 && { matched: [...matched] }),
    ...(change.joined && { joined: joinedJson(change.joined) }),
    ...(entries && { entries: entries.map((entry, index) => insideJson(entry, index, change, content)) }),
    ...(change.alike && { alike: alikeJson(change.alike) }),
    ...(change.notCompared && { notCompared: change.notCompared }),
    ...(dates.length > 0 && { dates }),
  };
}

function alikeJson({ own, likeness, watch, picture, reviewed }: Alike): NonNullable<ChangeJson['alike']> {
  return { own, likeness, watch, picture, ...(reviewed && { reviewed }) };
}

function joinedJson({ party, by }: Joined): NonNullable<ChangeJson['joined']> {
  return { party, ...(by && { entry: by.documentNumber }) };
}

function pageOf(record: SearchRecord, pageUrl: string | undefined): string | undefined {
  return pageUrl && webLink('', pageUrl + recordPath(record))?.url;
}

function insideJson(json: EntryJson, index: number, change: MessageChange, { watches }: ChangesContent): EntryJson {
  const entry = change.entries?.[index];
  if (entry === undefined) return json;
  const asNew = { ...change, kind: 'entry.new', entry, reading: undefined, fields: [] } as const;
  const { priority, label } = prioritisedFor(asNew, watches);
  return { ...json, priority, label, links: entryLinks(entry, change.record) };
}

function isOf(date: ShownEvent, { kind, record, entry }: MessageChange): boolean {
  if (date.record.type !== record.type || date.record.key !== record.key) return false;
  if (kind === 'docket.new') return true;
  return entry !== undefined && entry.documentNumber === date.entry && filedDay(entry.dateFiled) === date.filed;
}

const dateJson = ({ record: _, case: __, discreet: ___, sequence: ____, ...date }: ShownEvent): DateJson => date;

function factsJson(record: SearchRecord): NonNullable<ChangeJson['facts']> {
  const own =
    record.type === 'docket' ? { judge: record.assignedTo } : { images: record.images?.map((image) => image.url) };
  const facts = Object.entries(factsSchema.parse({ ...record, ...own }));
  return Object.fromEntries(facts.filter(([, value]) => value !== undefined && value !== '' && String(value) !== ''));
}

type StoredChangeJson = Omit<ChangeJson, 'priority' | 'label'>;

/** Returns a change as `changes --json` prints it (docs/design.md, section 5). */
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

export function recordLinks(record: SearchRecord): Links {
  if (record.type === 'design') return { register: address(record.detailUrl) };
  return { docket: address(courtPage(record)) };
}

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

const address = (text: string | null | undefined): string | undefined => webLink('', text)?.url;
