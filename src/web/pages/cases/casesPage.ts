import { html } from 'hono/html';
import { z } from 'zod';
import { watchesFor } from '../../../config/readWatches.ts';
import { courtPage } from '../../../records/courts.ts';
import type { Docket } from '../../../records/docket.ts';
import { recordPlace, recordTitle } from '../../../records/record.ts';
import { type ListedRecord, listRecords } from '../../../store/snapshot/listRecordsQueries.ts';
import { recordPath } from '../../frame/links.ts';
import { legalDay, moment } from '../../frame/moment.ts';
import { choice, watchChoice } from '../../frame/pager.ts';
import {
  address,
  addressOf,
  byMomentAndNumber,
  type Column,
  day,
  type List,
  ofMatter,
  ofWatch,
  timestamp,
  watchesAsked,
} from '../../lists/listing.ts';
import { listPage } from '../../lists/listPage.ts';
import { inWatches } from '../../visit/inWatches.ts';

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
