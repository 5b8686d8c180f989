import { html } from 'hono/html';
import { z } from 'zod';
import { docketEventsOf } from '../../../alerts/message/watchDates.ts';
import { cleanText } from '../../../base/words/cleanText.ts';
import { mattersOf, watchesFor } from '../../../config/config.ts';
import { entryLabel } from '../../../reading/entryLabel.ts';
import { entryPriority } from '../../../reading/entryPriority.ts';
import { courtDocument, courtPage } from '../../../records/courts.ts';
import { type Docket, entryTopics, entryTypes } from '../../../records/docket.ts';
import { recordPlace, recordTitle } from '../../../records/record.ts';
import { entryMatches, readSearch } from '../../../store/find/searchStoredQueries.ts';
import { loadPhases, type ReadEntry, readEntries } from '../../../store/snapshot/entriesTable.ts';
import { type ListedRecord, listRecords } from '../../../store/snapshot/listRecordsQueries.ts';
import { legalDay, moment } from '../../frame/moment.ts';
import type { PageParts } from '../../frame/page.ts';
import { recordPath } from '../../frame/pieces.ts';
import {
  address,
  addressOf,
  byMomentAndNumber,
  type Column,
  day,
  fileListing,
  filterOf,
  type List,
  ofMatter,
  ofWatch,
  timestamp,
  watchesAsked,
} from '../../lists/listing.ts';
import { choice, listPage, watchChoice } from '../../lists/listPage.ts';
import { historyOf, inWatches, seenRecord } from '../../visit/inWatches.ts';
import type { Visit } from '../../visit/visit.ts';

type CaseRow = Pick<ListedRecord, 'changedAt' | 'firstSeenAt'> & { readonly docket: Docket };

const text = z.string().nullable();

/** Returns `ended`, or the status as the service writes it. */
export const caseState = ({ dateTerminated, status = '' }: Docket): string => (dateTerminated ? 'ended' : status);

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
    cell: ({ docket }, visit) => html`<span>${caseState(docket)} ${legalDay(docket.dateTerminated, visit)}</span>`,
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
    cell: ({ changedAt, firstSeenAt }, visit) =>
      html`${moment(changedAt, visit)}${changedAt === firstSeenAt && html`<div class="quiet small">first found</div>`}`,
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
  changedSince: z.iso.datetime().optional().describe('last changed at or after this moment: 2026-12-01T09:00:00Z'),
});

export const casesList: List<CaseRow & Pick<ListedRecord, 'at' | 'id'>, typeof filter> = {
  name: 'cases',
  path: '/cases',
  summary: 'The court cases that watches hold, the most recently found first.',
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
    choice('matter', 'every matter', mattersOf(sight.readable), url.searchParams),
    choice('state', 'open and ended', ['open', 'ended'], url.searchParams),
  ],
});

const entryFilter = z.object({
  type: z.enum(entryTypes).optional(),
  topic: z.enum(entryTopics).optional(),
  matters: z.enum(['act', 'read']).optional(),
  pdf: z.literal('1').optional(),
  since: z.iso.date().optional(),
  words: z.string().optional(),
});

export function filterEntries(entries: readonly ReadEntry[], asking: Pick<Visit, 'url'>): ReadEntry[] {
  const { type, topic, matters, pdf, since, words = '' } = filterOf({ filter: entryFilter }, asking);
  const sought = readSearch(words.slice(0, 200));
  return entries.filter(
    ({ entry, reading }) =>
      (type === undefined || reading.type === type) &&
      (topic === undefined || reading.about.includes(topic)) &&
      (matters === undefined ||
        ['act', matters].includes(entryPriority(reading, cleanText(entry.description), entry.dateFiled))) &&
      (pdf === undefined || entry.pdfUrl !== '') &&
      (since === undefined || entry.dateFiled >= since) &&
      (sought.wanted.length === 0 || entryMatches(cleanText(entry.description), sought)),
  );
}

export const entryAnchor = (seq: number, number: string): string => (number === '' ? `entry-${seq}` : `di-${number}`);

type EntryRow = ReadEntry & { readonly docket: Docket };

export const entryColumns: readonly Column<EntryRow>[] = [
  {
    name: 'number',
    type: z.string().describe('D.I.; empty where the court gave none'),
    value: ({ entry }) => cleanText(entry.documentNumber),
  },
  { name: 'filed', type: day, value: ({ entry }) => entry.dateFiled },
  {
    name: 'label',
    type: z.string().describe('what it is, in a few words'),
    value: ({ entry, reading }) => entryLabel(reading, cleanText(entry.description)),
  },
  {
    name: 'type',
    type: z.string().describe('read from the text: order, motion, answer …'),
    value: ({ reading }) => reading.type,
  },
  { name: 'topics', type: z.array(z.string()), value: ({ reading }) => reading.about },
  { name: 'outcome', type: text, value: ({ reading }) => reading.outcome },
  {
    name: 'priority',
    type: z.enum(['act', 'read', 'routine']),
    value: ({ entry, reading }) => entryPriority(reading, cleanText(entry.description), entry.dateFiled),
  },
  { name: 'text', type: z.string(), value: ({ entry }) => cleanText(entry.description) },
  { name: 'attachments', type: z.number(), value: ({ entry }) => entry.extraDocument.length },
  { name: 'pdf', type: text, value: ({ entry }) => entry.pdfUrl || null },
  {
    name: 'courtPage',
    type: text.describe('the document at PACER, which takes a fee'),
    value: ({ docket, entry }) => courtDocument(docket, entry.documentHref),
  },
];

export const entriesListing = fileListing<EntryRow>({
  name: 'entries',
  path: '/cases/:key/entries',
  columns: entryColumns,
  async load(parts, visit, { key = '' }) {
    const found = await loadCase(parts, visit, key);
    if (found === undefined) return undefined;
    const { docket, entries } = found;
    const items = filterEntries(entries, visit).map((one) => ({ ...one, docket }));
    return { called: `entries-${docket.docketNumber ?? key}`, items };
  },
});

const changesAtMost = 2000;

export type Case = NonNullable<Awaited<ReturnType<typeof loadCase>>>;

/** Returns a case with its newest entries and changes first, or undefined if no watch of the viewer found the case. */
export async function loadCase(parts: PageParts, visit: Pick<Visit, 'sight'>, key: string) {
  const seen = await seenRecord(parts, visit, 'docket', key);
  if (seen === undefined) return undefined;
  const { id, record: docket } = seen;
  const { db } = parts.store;
  return {
    ...seen,
    docket,
    phase: (await loadPhases(db, [id]))(id, docket),
    dates: (await docketEventsOf(db, [id])).get(id) ?? [],
    entries: await readEntries(db, id),
    ...(await historyOf(parts.store, visit, seen, changesAtMost)),
  };
}
