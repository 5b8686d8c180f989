import { html } from 'hono/html';
import { z } from 'zod';
import { fateOf } from '../../../alerts/message/designFate.ts';
import { holdersMoved } from '../../../alerts/message/designs.ts';
import { kindHeading } from '../../../alerts/message/words/happened.ts';
import { statusWords } from '../../../alerts/message/words/recordWords.ts';
import { dayMs, daysAgo, monthAfter, utcMonth } from '../../../base/time.ts';
import { mattersOf, type WatchConfig, watchesFor } from '../../../config/config.ts';
import { type Design, productName } from '../../../records/design.ts';
import { recordTitle } from '../../../records/record.ts';
import { newestChanges } from '../../../store/snapshot/changesAfterQueries.ts';
import type { StoredChange } from '../../../store/snapshot/changesTable.ts';
import { type ListedRecord, listRecords } from '../../../store/snapshot/listRecordsQueries.ts';
import { loadRecords } from '../../../store/snapshot/recordsTable.ts';
import { starredIds, starredKeys } from '../../../store/snapshot/storeChangesTable.ts';
import type { Db } from '../../../store/store.ts';
import type { Html, Page } from '../../frame/page.ts';
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
import { choice, filterField, isFiltered, isPrinted, listPage, watchChoice } from '../../lists/listPage.ts';
import { inWatches, knownBy, seenRecord } from '../../visit/inWatches.ts';
import type { Visit } from '../../visit/visit.ts';
import { moreLike } from '../alike/pairs.ts';
import { filingsChart, gallery } from './designCard.ts';

const statuses = ['ACT', 'PEND', 'EXP', 'DEL'] as const;

function filters(watches: readonly WatchConfig[], query: URLSearchParams): Html[] {
  const searches = watches.flatMap((watch) => watch.searches);
  const sources = [...new Set(searches.flatMap((one) => (one.type === 'designs' ? [one.source] : [])))];
  const states = statuses.map((one) => [one, statusWords(one)] as const);
  const spans = ['3', '6', '12', '24'].map((one) => [one, `within ${one} months`] as const);
  const isMore = ['matter', 'source', 'status', 'designated', 'expiring'].some((name) => query.get(name));
  return [
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
  ];
}

/** Returns this month and the `count` months after it: `2026-11`, `2026-12` … */
function monthsFrom(now: Date, count: number): string[] {
  const first = utcMonth(new Date(now.getTime() - dayMs));
  return Array.from({ length: count + 1 }, (_, index) => monthAfter(first, index));
}

const word = z
  .string()
  .regex(/^[A-Za-z0-9]{1,12}$/)
  .transform((one) => one.toUpperCase());

const filter = z.object({
  ...ofWatch,
  ...ofMatter,
  source: word.optional().describe('the register, e.g. HAGUE'),
  status: word.optional().describe('as the register writes it, e.g. ACT'),
  locarno: z
    .string()
    .regex(/^\d{2}(-\d{2})?$/)
    .optional()
    .describe('a class, e.g. 09 or 09-01'),
  designated: word.optional().describe('a state or region, e.g. DE'),
  seenSince: z.iso.date().optional().describe('first seen on this day or later, e.g. 2026-12-01'),
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

const watchesShown = ({ sight }: Visit) => watchesFor(sight.readable, 'designs');

const listed = listPage(designsList, {
  name: 'Designs',
  title: 'Designs',
  noun: 'design',
  none: 'No design has been found yet.',
  perPage: 60,
  perPrintedPage: 300,
  filters: (_parts, visit) => filters(watchesShown(visit), visit.url.searchParams),
  async above({ store }, visit) {
    const watch = watchesShown(visit).find(({ id }) => id === visit.url.searchParams.get('watch'));
    return html`${watch && (await filingsChart(store.db, watch, visit.now))}`;
  },
  async rows(items, parts, visit, isFirst) {
    const { db } = parts.store;
    const { leads, fresh, happened } = await leadingDesigns(db, watchesShown(visit), visit);
    const loading = isPrinted(visit.url) ? 'eager' : 'lazy';
    const look = { visit, loading, starred: await starredKeys(db), fresh, happened } as const;
    const designs = items.map(({ design }) => design);
    const all = await gallery(parts, designs, look);
    if (leads.length === 0 || isFiltered(visit.url) || !isFirst) return all;
    return html`${leads.map(
      (lead) =>
        html`<h2>${lead.title}${lead.all && html` <a class="small" href="${lead.all}">All its designs</a>`}</h2>
${gallery(parts, lead.designs, look)}`,
    )}<h2>All, the newest first</h2>${all}`;
  },
});

export const galleryPage: Page = {
  ...listed,
  async draw(parts, visit, params) {
    const like = visit.url.searchParams.get('like') ?? '';
    if (like === '') return listed.draw(parts, visit, params);
    const design = (await seenRecord(parts, visit, 'design', like))?.record;
    return design && moreLike(parts, visit, design);
  },
};

const newsDays = 30;
const newsAtMost = 300;
const starredAtMost = 24;
const ofOneWatch = 12;
const competitorsAtMost = 3;
const changedAtMost = 12;

interface Lead {
  readonly title: string;
  readonly all?: string | undefined;
  readonly designs: readonly Design[];
}

/** Returns starred designs, then news of named competitors (new before changed), then other changes. */
async function leadingDesigns(db: Db, watches: readonly WatchConfig[], visit: Visit) {
  const since = daysAgo(visit.now, newsDays);
  const watchIds = watches.map(({ id }) => id);
  const changes = (await newestChanges(db, { watchIds, since }, { limit: newsAtMost })).filter(isOfDesign);
  const found = changes.filter(({ kind }) => kind === 'design.new');
  const fresh = new Map(found.map((one) => [one.record.key, fateOf(one).words] as const));
  const happened = new Map(changes.toReversed().map((change) => [change.record.key, wordsOf(change, visit)]));
  const leads: Lead[] = [{ title: 'Starred', designs: await starredOf(db, watches) }];
  const shown = new Set<string>();
  const take = (title: string, some: readonly Design[], atMost: number, all?: string) => {
    const designs = some.filter(({ key }) => !shown.has(key)).slice(0, atMost);
    for (const { key } of designs) shown.add(key);
    leads.push({ title, designs, all });
  };
  for (const watch of watches.filter(namesHolder).slice(0, competitorsAtMost)) {
    const queries = inWatches([watch]).design;
    const { records } = await listRecords(db, queries, { type: 'design' }, 'changed', { limit: ofOneWatch });
    const news = records.flatMap(({ record }) => (record.type === 'design' && happened.has(record.key) ? record : []));
    const newFirst = news.toSorted((a, b) => Number(fresh.has(b.key)) - Number(fresh.has(a.key)));
    take(`News of ${watch.name}`, newFirst, ofOneWatch, `/designs?watch=${encodeURIComponent(watch.id)}`);
  }
  const changed = changes.flatMap(({ kind, record }) => (kind !== 'design.new' ? [record] : []));
  const once = [...new Map(changed.map((one) => [one.key, one])).values()];
  take('Other changes', once, changedAtMost);
  return { leads: leads.filter(({ designs }) => designs.length > 0), fresh, happened };
}

function isOfDesign(change: StoredChange): change is StoredChange & { readonly record: Design } {
  return change.record.type === 'design';
}

function namesHolder({ searches }: Pick<WatchConfig, 'searches'>): boolean {
  return searches.every((one) => one.type === 'designs' && one.holder !== undefined);
}

async function starredOf(db: Db, watches: readonly WatchConfig[]): Promise<Design[]> {
  const ids = await starredIds(db, starredAtMost);
  const records = await loadRecords(db, ids);
  const seen: Design[] = [];
  for (const id of ids) {
    const record = records.get(id)?.record;
    if (record?.type === 'design' && (await knownBy(db, watches, id)).watches.length > 0) seen.push(record);
  }
  return seen;
}

function wordsOf(change: StoredChange, visit: Visit): string {
  if (change.kind === 'design.new') return '';
  const [moved] = holdersMoved(change);
  return moved ?? kindHeading(change, visit);
}
