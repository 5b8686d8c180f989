import { html } from 'hono/html';
import { z } from 'zod';
import { watchesFor } from '../../../config/watchLists.ts';
import { courtPage } from '../../../records/courts.ts';
import { recordPlace, recordTitle } from '../../../records/record.ts';
import { casesFound, listCases } from '../../../store/snapshot/listRecordsQueries.ts';
import type { StoredRecord } from '../../../store/snapshot/recordsTable.ts';
import { recordPath } from '../../frame/links.ts';
import { legalDay, moment } from '../../frame/moment.ts';
import type { Html, Page, PageConfig } from '../../frame/page.ts';
import {
  choice,
  downloadLinks,
  filterRow,
  nothingListed,
  pageNumber,
  pager,
  totalWords,
  watchChoice,
} from '../../frame/pager.ts';
import { readParts } from '../../lists/list.ts';
import { address, addressOf, day, listing, ofMatter, ofWatch, timestamp, watchesAsked } from '../../lists/listing.ts';
import { partOf, placeIn, placeOfRecord } from '../../lists/parts.ts';
import { inWatches } from '../../visit/inWatches.ts';
import type { Visit } from '../../visit/visit.ts';

const perPage = 50;
const whenNext = html`<a href="/watches">When each watch looks next</a>`;

/** `/cases`: every case that a watch found, the one with the newest news first. */
export const casesPage: Page = {
  path: '/cases',
  name: 'Cases',
  async draw({ store }, visit) {
    const query = visit.url.searchParams;
    const { watches, queries, open } = casesFilter(visit);
    const page = pageNumber(query);
    const { records, total, isMore } = await listCases(store.db, queries, {
      limit: perPage,
      offset: (page - 1) * perPage,
      open,
    });
    const rows = records.map(({ record, changedAt }) => caseRow(record, changedAt, visit));
    return {
      title: 'Cases',
      body: html`<h1>Cases</h1>${filterRow(
        [watchChoice(watches, query), choice('state', 'open and ended', ['open', 'ended'], query)],
        totalWords({ total, isMore }, 'case'),
      )}
${
  records.length === 0
    ? nothingListed(visit.url, 'case', 'No case has been found yet.', whenNext)
    : html`<div class="wide"><table class="stack"><thead><tr><th>Case</th><th>Court and number</th><th>Filed</th>
<th>State</th><th>Last change</th></tr></thead><tbody>${rows}</tbody></table></div>`
}
${pager(visit.url, page, Math.ceil(total / perPage), isMore)}${downloadLinks(visit.url)}`,
    };
  },
};

function caseRow(
  record: Awaited<ReturnType<typeof listCases>>['records'][number]['record'],
  changedAt: string,
  visit: Visit,
): Html {
  const docket = record.type === 'docket' ? record : undefined;
  return html`<tr><td><a href="${recordPath(record)}">${recordTitle(record)}</a></td>
<td data-name="Number">${recordPlace(record)}</td>
<td data-name="Filed">${legalDay(docket?.dateFiled, visit)}</td>
<td data-name="State">${
    docket?.dateTerminated ? html`ended ${legalDay(docket.dateTerminated, visit)}` : (docket?.status ?? '')
  }</td>
<td data-name="Last change">${moment(changedAt, visit)}</td></tr>`;
}

export const caseShape = z.object({
  number: z.string().nullable(),
  name: z.string().nullable(),
  court: z.string().nullable(),
  judge: z.string().nullable(),
  filed: day.nullable(),
  terminated: day.nullable(),
  status: z.string().nullable(),
  natureOfSuit: z.string().nullable(),
  parties: z.array(z.string()),
  patents: z.array(z.string()),
  entries: z.number().nullable().describe('how many the court’s docket has'),
  changedAt: timestamp,
  firstSeenAt: timestamp,
  address,
  key: z.string(),
  courtId: z.string().nullable(),
  courtPage: z.string().nullable().describe('the docket at PACER, which takes a fee'),
});

export function caseItem(
  config: PageConfig,
  { record, changedAt, firstSeenAt }: StoredRecord,
): z.output<typeof caseShape>[] {
  if (record.type !== 'docket') return [];
  return [
    {
      number: record.docketNumber ?? null,
      name: record.caseName ?? null,
      court: record.court ?? null,
      judge: record.assignedTo ?? null,
      filed: record.dateFiled || null,
      terminated: record.dateTerminated || null,
      status: record.status ?? null,
      natureOfSuit: record.suitNature ?? null,
      parties: [...(record.parties ?? [])],
      patents: [...(record.patentNumbers ?? [])],
      entries: record.entryTotal ?? null,
      changedAt,
      firstSeenAt,
      address: addressOf(config, record),
      key: record.key,
      courtId: record.courtId ?? null,
      courtPage: courtPage(record) ?? null,
    },
  ];
}

/** Which cases the address asks for: of one watch or of all that the viewer may read; open, ended or both. */
function casesFilter(visit: Visit) {
  const query = visit.url.searchParams;
  const open = visit.sight.readable;
  const watches = watchesFor(open, 'dockets');
  const chosen = watches.filter((watch) => watch.id === query.get('watch'));
  const queries = inWatches(chosen.length > 0 ? chosen : open).docket;
  return { watches, queries, open: isOpen(query.get('state')) };
}

function isOpen(state: string | null | undefined): boolean | undefined {
  return state === 'open' ? true : state === 'ended' ? false : undefined;
}

export const casesListing = listing({
  name: 'cases',
  item: caseShape,
  api: {
    summary:
      'The court cases that watches hold, the most recently found first. ' +
      'For those that changed: `changedSince`, or the list of changes.',
    query: z.object({
      ...ofWatch,
      ...ofMatter,
      state: z.enum(['open', 'ended']).optional(),
      changedSince: z.iso.datetime().optional().describe('last changed at or after it'),
    }),
    async list(parts, asking, query) {
      const after = placeIn('cases', query, placeOfRecord);
      const part = { limit: query.limit + 1, after, open: isOpen(query.state), changedSince: query.changedSince };
      const records = await casesFound(parts.store.db, inWatches(watchesAsked(asking, query)).docket, part);
      const { items, next } = partOf('cases', records, query, ({ firstSeenAt, id }) => [firstSeenAt, id]);
      return { items: items.flatMap((one) => caseItem(parts.config, one)), next };
    },
  },
  file: {
    path: '/cases',
    async load({ store, config }, visit) {
      const { queries, open } = casesFilter(visit);
      const found = await readParts(async (part) => (await listCases(store.db, queries, { ...part, open })).records);
      return { items: found.flatMap((one) => caseItem(config, one)) };
    },
  },
});
