import type { ShownEvent } from '../../dates/calendarEvent.ts';
import type { ChangesContent, Joined, MessageChange } from '../../message/content.ts';
import type { Message } from '../../message/message.ts';
import { filedDay } from '../../reading/filedDay.ts';
import type { Design } from '../../records/design.ts';
import type { Docket } from '../../records/docket.ts';
import type { SearchRecord } from '../../records/record.ts';
import { recordPath } from '../../records/record.ts';
import { webLink } from '../../words/cleanText.ts';
import { changeJson, entryLinks } from './changeJson.ts';
import type { ChangeJson, EntryJson } from './payloadSchema.ts';

type DateJson = NonNullable<ChangeJson['dates']>[number];

/** A change as an alert gives it to programs: as `changes --json` has it, with what it means to the channel's readers. */
export function alertChangeJson(change: MessageChange, content: ChangesContent, message: Message): ChangeJson {
  const { links, entries, ...stored } = changeJson(change);
  const { priority, label, muted } = message.priorityOf(change);
  const matched = message.matchedIn(change);
  const isNew = change.kind === 'docket.new' || change.kind === 'design.new';
  const dates = (content.dates ?? []).filter((date) => isOf(date, change)).map(dateJson);
  return {
    ...stored,
    priority,
    label,
    ...(muted && { muted }),
    links: { ...links, page: pageOf(change.record, content.pageUrl) },
    ...(isNew && { facts: factsJson(change.record) }),
    ...(matched.length > 0 && { matched: [...matched] }),
    ...(change.joined && { joined: joinedJson(change.joined) }),
    ...(entries && { entries: entries.map((entry, index) => insideJson(entry, index, change, message)) }),
    ...(dates.length > 0 && { dates }),
  };
}

function joinedJson({ party, by }: Joined): NonNullable<ChangeJson['joined']> {
  return { party, ...(by && { entry: by.documentNumber }) };
}

function pageOf(record: SearchRecord, pageUrl: string | undefined): string | undefined {
  return pageUrl && webLink('', pageUrl + recordPath(record))?.url;
}

/** An entry that came inside a new case, as if it were new itself. */
function insideJson(json: EntryJson, index: number, change: MessageChange, message: Message): EntryJson {
  const entry = change.entries?.[index];
  if (entry === undefined) return json;
  const { priority, label } = message.priorityOf({
    ...change,
    kind: 'entry.new',
    entry,
    reading: undefined,
    fields: [],
  });
  return { ...json, priority, label, links: entryLinks(entry, change.record) };
}

/** A new case has all its dates; else those of the filing. */
function isOf(date: ShownEvent, { kind, record, entry }: MessageChange): boolean {
  if (date.record.type !== record.type || date.record.key !== record.key) return false;
  if (kind === 'docket.new') return true;
  return entry !== undefined && entry.documentNumber === date.entry && filedDay(entry.dateFiled) === date.filed;
}

function dateJson({ record: _, case: __, discreet: ___, sequence: ____, ...date }: ShownEvent): DateJson {
  return date;
}

type Facts = NonNullable<ChangeJson['facts']>;

/** What a record is, for a receiver that has never seen it; blank and unknown facts are left out. */
function factsJson(record: SearchRecord): Facts {
  const facts = record.type === 'docket' ? docketFacts(record) : designFacts(record);
  return Object.fromEntries(Object.entries(facts).filter(([, value]) => isKnown(value)));
}

function isKnown(value: Facts[keyof Facts]): boolean {
  return value !== undefined && value !== '' && !(Array.isArray(value) && value.length === 0);
}

function docketFacts({ assignedTo, ...docket }: Docket): Facts {
  const { dateFiled, dateTerminated, status, suitNature, jurisdiction, parties, patentNumbers, entryTotal } = docket;
  return {
    dateFiled,
    dateTerminated,
    status,
    judge: assignedTo,
    suitNature,
    jurisdiction,
    parties,
    patentNumbers,
    entryTotal,
  };
}

function designFacts(design: Design): Facts {
  const { registrationNumber, holders, products, locarno, designated, status, registered, expires, designCount } =
    design;
  const images = design.images?.map((image) => image.url);
  return {
    registrationNumber,
    holders,
    products,
    locarno,
    designated,
    status,
    registered,
    expires,
    designCount,
    images,
  };
}
