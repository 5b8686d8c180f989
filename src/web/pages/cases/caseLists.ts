import { html } from 'hono/html';
import { z } from 'zod';
import type { AlertOfRecord } from '../../../alerts/outbox/alertsOfWatchesQueries.ts';
import { cleanText } from '../../../base/words/cleanText.ts';
import { watchesFor } from '../../../config/readWatches.ts';
import { entryLabel } from '../../../reading/entryLabel.ts';
import { entryPriority, type Priority } from '../../../reading/entryPriority.ts';
import { type EntryTopic, type EntryType, entryTopics, entryTypes } from '../../../reading/entryReading.ts';
import type { CalendarEvent } from '../../../reading/events/calendarEvent.ts';
import { casePhase, type PhaseRead } from '../../../reading/phase.ts';
import { courtDocument, courtPage } from '../../../records/courts.ts';
import type { Docket } from '../../../records/docket.ts';
import { recordPlace, recordTitle } from '../../../records/record.ts';
import { docketEventsOf } from '../../../schedule/watchDates.ts';
import { entryMatches } from '../../../store/find/searchStoredQueries.ts';
import type { StoredChange } from '../../../store/snapshot/changesTable.ts';
import { loadPhaseEntries, type ReadEntry, readEntries } from '../../../store/snapshot/entriesTable.ts';
import { type ListedRecord, listRecords } from '../../../store/snapshot/listRecordsQueries.ts';
import { readSearch, type SearchTerms } from '../../../store/words/wordIndex.ts';
import { recordPath } from '../../frame/links.ts';
import { legalDay, moment } from '../../frame/moment.ts';
import type { PageParts } from '../../frame/page.ts';
import { choice, watchChoice } from '../../frame/pager.ts';
import {
  address,
  addressOf,
  byMomentAndNumber,
  type Column,
  day,
  type List,
  listing,
  ofMatter,
  ofWatch,
  timestamp,
  watchesAsked,
} from '../../lists/listing.ts';
import { listPage } from '../../lists/listPage.ts';
import { historyOf, inWatches, type KnownBy, seenRecord } from '../../visit/inWatches.ts';
import type { Visit } from '../../visit/visit.ts';

export type CaseRow = Pick<ListedRecord, 'changedAt' | 'firstSeenAt'> & { readonly docket: Docket };

const text = z.string().nullable();

export const caseColumns: readonly Column<CaseRow>[] = [
  {
    name: 'name',
    type: text,
    value: ({ docket }) => docket.caseName,
    label: 'Case',
    cell: ({ docket }) => html`<a href="${recordPath(docket)}">${recordTitle(docket)}</a>`,
  },
  {
    name: 'number',
    type: text,
    value: ({ docket }) => docket.docketNumber,
    label: 'Court and number',
    cell: ({ docket }) => recordPlace(docket),
  },
  { name: 'court', type: text, value: ({ docket }) => docket.court },
  { name: 'judge', type: text, value: ({ docket }) => docket.assignedTo },
  {
    name: 'filed',
    type: day.nullable(),
    value: ({ docket }) => docket.dateFiled || null,
    label: 'Filed',
    cell: ({ docket }, visit) => legalDay(docket.dateFiled, visit),
  },
  {
    name: 'status',
    type: text,
    value: ({ docket }) => docket.status,
    label: 'State',
    cell: ({ docket }, visit) =>
      docket.dateTerminated ? html`ended ${legalDay(docket.dateTerminated, visit)}` : (docket.status ?? ''),
  },
  { name: 'terminated', type: day.nullable(), value: ({ docket }) => docket.dateTerminated || null },
  { name: 'natureOfSuit', type: text, value: ({ docket }) => docket.suitNature },
  { name: 'parties', type: z.array(z.string()), value: ({ docket }) => docket.parties ?? [] },
  { name: 'patents', type: z.array(z.string()), value: ({ docket }) => docket.patentNumbers ?? [] },
  {
    name: 'entries',
    type: z.number().nullable().describe('how many the court’s docket has'),
    value: ({ docket }) => docket.entryTotal,
  },
  {
    name: 'changedAt',
    type: timestamp,
    label: 'Last change',
    cell: ({ changedAt }, visit) => moment(changedAt, visit),
  },
  { name: 'firstSeenAt', type: timestamp },
  { name: 'address', type: address, value: ({ docket }, { config }) => addressOf(config, docket) },
  { name: 'key', type: z.string(), value: ({ docket }) => docket.key },
  { name: 'courtId', type: text, value: ({ docket }) => docket.courtId },
  {
    name: 'courtPage',
    type: text.describe('the docket at PACER, which takes a fee'),
    value: ({ docket }) => courtPage(docket),
  },
];

const filter = z.object({
  ...ofWatch,
  ...ofMatter,
  state: z.enum(['open', 'ended']).optional(),
  changedSince: z.iso.datetime().optional().describe('last changed at or after it'),
});

/** The cases that watches hold; on their page the most recently changed first. */
export const casesList: List<CaseRow & Pick<ListedRecord, 'at' | 'id'>, typeof filter> = {
  name: 'cases',
  path: '/cases',
  summary:
    'The court cases that watches hold, the most recently found first. ' +
    'For those that changed: `changedSince`, or the list of changes.',
  columns: caseColumns,
  filter,
  async find({ store }, asking, { state, changedSince, ...asked }, span, reader) {
    const queries = inWatches(watchesAsked(asking, asked)).docket;
    const open = state === undefined ? undefined : state === 'open';
    const order = reader === 'page' ? 'changed' : 'found';
    const { records, count } = await listRecords(
      store.db,
      queries,
      { type: 'docket', open, changedSince },
      order,
      span,
    );
    const items = records.flatMap(({ record, ...row }) =>
      record.type === 'docket' ? [{ ...row, docket: record }] : [],
    );
    return { items, count };
  },
  place: byMomentAndNumber,
  placeOf: ({ at, id }) => [at, id],
};

export const casesPage = listPage(casesList, {
  name: 'Cases',
  title: 'Cases',
  noun: 'case',
  none: 'No case has been found yet.',
  todo: html`<a href="/watches">When each watch is checked next</a>`,
  filters: (_parts, { sight, url }) => [
    watchChoice(watchesFor(sight.readable, 'dockets'), url.searchParams),
    choice('state', 'open and ended', ['open', 'ended'], url.searchParams),
  ],
});

interface EntryFilter {
  readonly type?: EntryType | undefined;
  readonly topic?: EntryTopic | undefined;
  readonly matters?: 'act' | 'read' | undefined;
  readonly withPdf: boolean;
  /** ISO day */
  readonly since?: string | undefined;
  readonly words?: SearchTerms | undefined;
}

/** What it does not know counts as absent. */
export function entryFilterOf(query: URLSearchParams): EntryFilter {
  const matters = query.get('matters');
  const since = query.get('since') ?? '';
  const words = readSearch((query.get('words') ?? '').slice(0, 200));
  return {
    type: entryTypes.find((type) => type === query.get('type')),
    topic: entryTopics.find((topic) => topic === query.get('topic')),
    matters: matters === 'act' || matters === 'read' ? matters : undefined,
    withPdf: query.get('pdf') === '1',
    since: /^\d{4}-\d{2}-\d{2}$/.test(since) ? since : undefined,
    words: words.wanted.length > 0 ? words : undefined,
  };
}

export function filterEntries(entries: readonly ReadEntry[], filter: EntryFilter): ReadEntry[] {
  const { type, topic, matters, withPdf, since, words } = filter;
  return entries.filter(
    ({ entry, reading }) =>
      (type === undefined || reading.type === type) &&
      (topic === undefined || reading.about.includes(topic)) &&
      (matters === undefined ||
        isAtLeast(entryPriority(reading, cleanText(entry.description), entry.dateFiled), matters)) &&
      (!withPdf || entry.pdfUrl !== '') &&
      (since === undefined || entry.dateFiled >= since) &&
      (words === undefined || entryMatches(cleanText(entry.description), words)),
  );
}

function isAtLeast(priority: Priority, wanted: 'act' | 'read'): boolean {
  return priority === 'act' || priority === wanted;
}

export const entryShape = z.object({
  number: z.string().describe('D.I.; empty where the court gave none'),
  filed: day,
  label: z.string().describe('what it is, in a few words'),
  type: z.string().describe('read from the text: order, motion, answer …'),
  topics: z.array(z.string()),
  outcome: z.string().nullable(),
  priority: z.enum(['act', 'read', 'routine']),
  text: z.string(),
  attachments: z.number(),
  pdf: z.string().nullable(),
  courtPage: z.string().nullable().describe('the document at PACER, which takes a fee'),
});

export function entryItem(docket: Docket, { entry, reading }: ReadEntry): z.output<typeof entryShape> {
  const text = cleanText(entry.description);
  return {
    number: cleanText(entry.documentNumber),
    filed: entry.dateFiled,
    label: entryLabel(reading, text),
    type: reading.type,
    topics: [...reading.about],
    outcome: reading.outcome,
    priority: entryPriority(reading, text, entry.dateFiled),
    text,
    attachments: entry.extraDocument.length,
    pdf: entry.pdfUrl || null,
    courtPage: courtDocument(docket, entry.documentHref) ?? null,
  };
}

export const entriesListing = listing({
  name: 'entries',
  item: entryShape,
  file: {
    path: '/cases/:key/entries',
    async load(parts, visit, { key = '' }) {
      const found = await loadCase(parts, visit, key);
      if (found === undefined) return undefined;
      const { docket, entries } = found;
      const shown = filterEntries(entries, entryFilterOf(visit.url.searchParams));
      return { called: `entries-${docket.docketNumber ?? key}`, items: shown.map((one) => entryItem(docket, one)) };
    },
  },
});

const changesAtMost = 2000;

export interface Case extends KnownBy {
  readonly docket: Docket;
  readonly id: number;
  readonly firstSeenAt: string;
  readonly phase: PhaseRead;
  readonly dates: readonly CalendarEvent[];
  readonly entries: readonly ReadEntry[];
  readonly changes: readonly StoredChange[];
  readonly alerts: readonly AlertOfRecord[];
}

/** undefined: not stored, or not found by a watch of the viewer. Entries and changes: newest first. */
export async function loadCase(parts: PageParts, visit: Pick<Visit, 'sight'>, key: string): Promise<Case | undefined> {
  const seen = await seenRecord(parts, visit, 'docket', key);
  if (seen === undefined) return undefined;
  const { id, record: docket, firstSeenAt, watches, goneSince } = seen;
  const { db } = parts.store;
  const phaseEntries = (await loadPhaseEntries(db, [id])).get(id) ?? [];
  return {
    id,
    docket,
    firstSeenAt,
    phase: casePhase(phaseEntries, docket),
    dates: (await docketEventsOf(db, [id])).get(id) ?? [],
    entries: await readEntries(db, id),
    watches,
    goneSince,
    ...(await historyOf(parts.store, visit, seen, changesAtMost)),
  };
}
