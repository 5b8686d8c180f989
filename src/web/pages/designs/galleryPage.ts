import { html } from 'hono/html';
import { z } from 'zod';
import { statusWords } from '../../../alerts/message/words/recordWords.ts';
import { dayMs } from '../../../base/time.ts';
import { counted } from '../../../base/words/sentence.ts';
import { mattersOf, type WatchConfig, watchesFor } from '../../../config/config.ts';
import { type Design, locarnoTitle, productName } from '../../../records/design.ts';
import { recordTitle } from '../../../records/record.ts';
import { type ListedRecord, listRecords } from '../../../store/snapshot/listRecordsQueries.ts';
import { starredKeys } from '../../../store/snapshot/storeChangesTable.ts';
import type { Db } from '../../../store/store.ts';
import type { Html, Page } from '../../frame/page.ts';
import { sparkline, table } from '../../frame/pieces.ts';
import {
  address,
  addressOf,
  byMomentAndNumber,
  day,
  type List,
  ofMatter,
  ofWatch,
  timestamp,
  watchesAsked,
} from '../../lists/listing.ts';
import {
  choice,
  downloadLinks,
  filterField,
  filterRow,
  isFiltered,
  isPrinted,
  nothingListed,
  readPage,
  totalWords,
  watchChoice,
} from '../../lists/listPage.ts';
import { inWatches, seenRecord } from '../../visit/inWatches.ts';
import { moreLike } from '../alike/pairs.ts';
import { designCard, firstPictures } from './designCard.ts';
import { leadingDesigns } from './leadingDesigns.ts';

const perPage = 60;
const perPrintedPage = 300;

const statuses = ['ACT', 'PEND', 'EXP', 'DEL'] as const;

export const galleryPage: Page = {
  path: '/designs',
  name: 'Designs',
  async draw(parts, visit) {
    const { store } = parts;
    const query = visit.url.searchParams;
    const like = query.get('like') ?? '';
    if (like !== '') {
      const design = (await seenRecord(parts, visit, 'design', like))?.record;
      return design && moreLike(parts, visit, design);
    }
    const watches = watchesFor(visit.sight.readable, 'designs');
    const printed = isPrinted(visit.url);
    const limit = printed ? perPrintedPage : perPage;
    const { items, total, nav, isFirst } = await readPage(designsList, parts, visit, limit);
    const designs = items.map(({ design }) => design);
    const leading = await leadingDesigns(store.db, watches, visit);
    const leads = isFiltered(visit.url) || !isFirst ? [] : leading.leads;
    const coming = await firstPictures(parts, [...leads.flatMap((lead) => lead.designs), ...designs]);
    const starred = await starredKeys(store.db);
    const look = { visit, loading: printed ? 'eager' : 'lazy', coming, starred, fresh: leading.fresh } as const;
    const cards = (some: readonly Design[]) =>
      html`<ul class="gallery">${some.map((one) => designCard(one, look, leading.happened.get(one.key)))}</ul>`;
    const watch = watches.find(({ id }) => id === query.get('watch'));
    return {
      title: 'Designs',
      body: html`<h1>Designs</h1>
${filterForm(watches, query, total && totalWords(total, 'design'))}
${watch && (await filingsChart(store.db, watch, visit.now))}${leads.map(
  ({ title, designs, all }) =>
    html`<h2>${title}${all && html` <a class="small" href="${all}">Show all</a>`}</h2>
${cards(designs)}`,
)}${leads.length > 0 && html`<h2>All, the newest first</h2>`}${
  designs.length === 0 ? nothingListed(visit.url, 'design', 'No design has been found yet.') : cards(designs)
}
${nav}${downloadLinks(visit.url, visit.url.pathname, true)}`,
    };
  },
};

function filterForm(watches: readonly WatchConfig[], query: URLSearchParams, found: string | undefined): Html {
  const sources = [
    ...new Set(
      watches.flatMap(({ searches }) => searches).flatMap((one) => (one.type === 'designs' ? [one.source] : [])),
    ),
  ];
  const states = statuses.map((one) => [one, statusWords(one)] as const);
  const spans = ['3', '6', '12', '24'].map((one) => [one, `within ${one} months`] as const);
  const isMore = ['matter', 'source', 'status', 'designated', 'expiring'].some((name) => query.get(name));
  return filterRow(
    [
      watchChoice(watches, query),
      filterField('locarno', 'Locarno class', query, html`placeholder="09-01" size="7"`),
      filterField('seenSince', 'New since', query, html`type="date"`),
      html`<details${isMore ? html` open` : ''}><summary>More filters</summary><div>${[
        choice('matter', 'every matter', mattersOf(watches), query),
        choice('source', 'every register', sources, query, 'Register'),
        choice('status', 'every status', states, query),
        filterField('designated', 'Designated', query, html`placeholder="DE" size="5"`),
        choice('expiring', 'at any time', spans, query, 'Expires'),
      ]}</div></details>`,
    ],
    found,
  );
}

const quarters = 12;
const classesShown = 6;
/** More designs get no chart, because it would cover only a part of them. */
const designsAtMost = 2000;

async function filingsChart(db: Db, watch: WatchConfig, now: Date): Promise<Html> {
  const some = { limit: designsAtMost + 1 };
  const { records } = await listRecords(db, inWatches([watch]).design, { type: 'design' }, 'changed', some);
  if (records.length > designsAtMost) return html``;
  const designs = records.flatMap(({ record }) => (record.type === 'design' ? [record] : []));
  const rows = filingsByClass(designs, now);
  if (rows.length === 0) return html``;
  const last = quarterOf(now.toISOString());
  const wordsOf = ({ title, perQuarter, sum }: (typeof rows)[number]) =>
    `${title}: ${counted(sum, 'design')} in ${quarters} quarters, ${perQuarter.join(', ')}`;
  return html`<figure class="chart">${table(rows, [
    { label: 'Registered by class', cell: ({ title }) => title },
    {
      label: `${quarterWords(last - quarters + 1)} to ${quarterWords(last)}`,
      cell: (row) => sparkline(row.perQuarter, wordsOf(row)),
    },
    { label: 'Designs', look: 'number', cell: ({ sum }) => sum },
  ])}</figure>`;
}

function filingsByClass(designs: readonly Design[], now: Date) {
  const last = quarterOf(now.toISOString());
  const recent = designs.flatMap(({ registered = '', locarno = [] }) => {
    const age = last - quarterOf(registered);
    const isRecent = /^\d{4}-\d{2}/.test(registered) && age >= 0 && age < quarters;
    return isRecent ? { age, main: locarno[0]?.slice(0, 2) ?? '' } : [];
  });
  const byClass = [...Map.groupBy(recent, ({ main }) => main)].sort(([, a], [, b]) => b.length - a.length);
  const others = byClass.slice(classesShown).flatMap(([, some]) => some);
  const row = (title: string, some: readonly { readonly age: number }[]) => ({
    title,
    sum: some.length,
    // Oldest quarter first.
    perQuarter: Array.from({ length: quarters }, (_, at) => some.filter(({ age }) => age === quarters - 1 - at).length),
  });
  return [
    ...byClass.slice(0, classesShown).map(([main, some]) => row(classWords(main), some)),
    ...(others.length === 0 ? [] : [row('Other classes', others)]),
  ];
}

function classWords(main: string): string {
  return main === '' ? 'Without a class' : [main, locarnoTitle(main)].filter(Boolean).join(' ');
}

function quarterOf(day: string): number {
  return Number(day.slice(0, 4)) * 4 + Math.floor((Number(day.slice(5, 7)) - 1) / 3);
}

const quarterWords = (quarter: number): string => `Q${(quarter % 4) + 1} ${Math.floor(quarter / 4)}`;

/** Returns this month and the `count` months after it: `2026-11`, `2026-12` … */
function monthsFrom(now: Date, count: number): string[] {
  const first = new Date(now.getTime() - dayMs);
  return Array.from({ length: count + 1 }, (_, index) =>
    new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + index, 1)).toISOString().slice(0, 7),
  );
}

const word = z
  .string()
  .regex(/^[A-Za-z0-9]{1,12}$/)
  .transform((one) => one.toUpperCase());

const filter = z.object({
  ...ofWatch,
  ...ofMatter,
  source: word.optional().describe('the register, e.g. HAGUE'),
  status: word.optional(),
  locarno: z
    .string()
    .regex(/^\d{2}(-\d{2})?$/)
    .optional(),
  designated: word.optional().describe('a state or region, e.g. DE'),
  seenSince: z.iso.date().optional().describe('first seen on this day or later'),
  expiring: z.coerce.number().int().min(1).max(60).optional().describe('within so many months'),
});

interface DesignRow extends Pick<ListedRecord, 'at' | 'id' | 'changedAt' | 'firstSeenAt'> {
  readonly design: Design;
}

export const designsList: List<DesignRow, typeof filter> = {
  name: 'designs',
  path: '/designs',
  summary: 'The designs that watches hold, the most recently found first.',
  columns: [
    { name: 'source', type: z.string().describe('the register'), value: ({ design }) => design.source },
    { name: 'number', type: z.string().nullable(), value: ({ design }) => design.registrationNumber },
    { name: 'name', type: z.string(), value: ({ design }) => recordTitle(design) },
    { name: 'holders', type: z.array(z.string()), value: ({ design }) => design.holders ?? [] },
    { name: 'products', type: z.array(z.string()), value: ({ design }) => design.products?.map(productName) ?? [] },
    { name: 'classes', type: z.array(z.string()).describe('Locarno'), value: ({ design }) => design.locarno ?? [] },
    { name: 'designated', type: z.array(z.string()), value: ({ design }) => design.designated ?? [] },
    { name: 'status', type: z.string().nullable(), value: ({ design }) => design.status },
    { name: 'registered', type: day.nullable(), value: ({ design }) => design.registered || null },
    { name: 'expires', type: day.nullable(), value: ({ design }) => design.expires || null },
    {
      name: 'designs',
      type: z.number().nullable().describe('how many the registration has'),
      value: ({ design }) => design.designCount,
    },
    { name: 'changedAt', type: timestamp },
    { name: 'firstSeenAt', type: timestamp },
    { name: 'registerPage', type: z.string().nullable(), value: ({ design }) => design.detailUrl },
    { name: 'address', type: address, value: ({ design }, { config }) => addressOf(config, design) },
    { name: 'key', type: z.string(), value: ({ design }) => design.key },
    {
      name: 'pictures',
      type: z.array(z.string()).describe('addresses, as the service has them'),
      value: ({ design }) => design.images?.map(({ url }) => url) ?? [],
    },
  ],
  filter,
  async find({ store }, asking, { watch, matter, expiring, ...wanted }, span, reader) {
    const holders = inWatches(watchesFor(watchesAsked(asking, { watch, matter }), 'designs')).design;
    const expiringMonths = expiring === undefined ? undefined : monthsFrom(asking.now, expiring);
    const order = reader === 'page' ? 'registered' : 'found';
    const asked = { type: 'design', ...wanted, expiringMonths } as const;
    const { records, count } = await listRecords(store.db, holders, asked, order, span);
    const items = records.flatMap(({ record, ...row }) =>
      record.type === 'design' ? [{ ...row, design: record }] : [],
    );
    return { items, count };
  },
  place: byMomentAndNumber,
  placeOf: ({ at, id }) => [at, id],
};
