import { html } from 'hono/html';
import { z } from 'zod';
import { sharePart } from '../accounts/shareActions.ts';
import type { Config, WatchConfig } from '../config/config.ts';
import { statusWords } from '../message/words/fieldWords.ts';
import { readParts } from '../pages/lists/list.ts';
import {
  address,
  addressOf,
  day,
  listing,
  ofMatter,
  ofWatch,
  timestamp,
  watchesAsked,
} from '../pages/lists/listing.ts';
import { partOf, placeIn, placeOfRecord } from '../pages/lists/parts.ts';
import type { Html, Page } from '../pages/page.ts';
import { choice, downloadLinks, emptyState, isPrinted, pageNumber, pager, totalWords } from '../pages/pager.ts';
import { inWatches } from '../pages/visit/inWatches.ts';
import type { Visit } from '../pages/visit/visit.ts';
import { openWatches } from '../people/viewer.ts';
import { type Design, productName } from '../records/design.ts';
import { locarnoTitle } from '../records/locarno.ts';
import { recordTitle } from '../records/record.ts';
import { type DesignFilter, designsFound, listDesigns } from '../snapshot/listRecordsQueries.ts';
import type { StoredRecord } from '../snapshot/recordsTable.ts';
import { designCard, firstPictures } from './designCard.ts';

const perPage = 60;
/** Grouped, a page shows more, because groups are formed within a page. */
const perGroupedPage = 300;

const statuses = ['ACT', 'PEND', 'EXP', 'DEL'] as const;

/** `/designs`: every design that a watch found, as a picture, the newest first. */
export const galleryPage: Page = {
  path: '/designs',
  name: 'Designs',
  async draw(parts, visit) {
    const { store, config } = parts;
    const query = visit.url.searchParams;
    const { watches, holders } = designHolders(config, visit);
    const grouping = groupingOf(query);
    const page = pageNumber(query);
    const printed = isPrinted(visit.url);
    const limit = grouping === undefined && !printed ? perPage : perGroupedPage;
    const part = { limit, offset: (page - 1) * limit };
    const { records, total, isMore } = await listDesigns(store.db, holders, part, designFilterOf(query, visit.now));
    const designs = records.flatMap(({ record }) => (record.type === 'design' ? [record] : []));
    const coming = await firstPictures(parts, designs);
    const look = { loading: printed ? 'eager' : 'lazy', coming } as const;
    return {
      title: 'Designs',
      body: html`<h1>Designs</h1>${await sharePart(store.db, visit)}
${filterForm({ watches, query }, totalWords({ total, isMore }, 'design'))}
${designs.length === 0 ? nothingShown(query) : gallery(designs, grouping, look)}
${pager(visit.url, page, Math.ceil(total / limit), isMore)}${downloadLinks(visit.url, visit.url.pathname, true)}`,
    };
  },
};

/** @param found how many designs the filter finds */
function filterForm(
  { watches, query }: { readonly watches: readonly WatchConfig[]; readonly query: URLSearchParams },
  found: string,
): Html {
  const sources = [...new Set(watches.flatMap((watch) => watch.searches).flatMap(sourceOf))];
  const named = watches.map((one) => [one.id, one.name] as const);
  const states = statuses.map((one) => [one, statusWords(one)] as const);
  const spans = ['3', '6', '12', '24'].map((one) => [one, `within ${one} months`] as const);
  const groups = groupings.map((one) => [one, `by ${one}`] as const);
  const chosen = (name: string) => query.get(name) ?? '';
  return html`<form class="filters">${choice('watch', 'every watch', named, query)}
${choice('source', 'every register', sources, query)}
${choice('status', 'every status', states, query)}
<input name="class" aria-label="Locarno class" placeholder="class 09-01" size="11" value="${chosen('class')}">
<input name="state" aria-label="designated state" placeholder="designated DE" size="13" value="${chosen('state')}">
<label>new since <input type="date" name="since" value="${chosen('since')}"></label>
${choice('expiring', 'whenever they expire', spans, query)}
${choice('by', 'not grouped', groups, query)}<button>Show</button> <span class="quiet">${found}</span></form>`;
}

function sourceOf(search: { readonly type: string; readonly source?: unknown }): string[] {
  return typeof search.source === 'string' ? [search.source] : [];
}

function nothingShown(query: URLSearchParams): Html {
  if (query.size === 0) return emptyState('No watch holds a design yet.');
  return emptyState('No design matches.', html`<a href="/designs">Show all</a>`);
}

type Look = Parameters<typeof designCard>[1];

function gallery(designs: readonly Design[], grouping: Grouping | undefined, look: Look): Html {
  if (grouping === undefined) return cards(designs, look);
  const groups = [...Map.groupBy(designs, (design) => groupName(design, grouping))];
  groups.sort(([, a], [, b]) => b.length - a.length);
  return html`${groups.map(([name, some]) => html`<h2>${name} <span class="quiet">${some.length}</span></h2>${cards(some, look)}`)}`;
}

function cards(designs: readonly Design[], look: Look): Html {
  return html`<ul class="gallery">${designs.map((design) => designCard(design, look))}</ul>`;
}

function groupName(design: Design, grouping: Grouping): string {
  switch (grouping) {
    case 'holder':
      return design.holders?.[0] || 'Holder unknown';
    case 'class': {
      const code = design.locarno?.[0];
      return code === undefined ? 'Without a class' : [code, locarnoTitle(code)].filter(Boolean).join(' ');
    }
    case 'register':
      return design.source;
  }
}

const dayMs = 86_400_000;

const groupings = ['holder', 'class', 'register'] as const;
type Grouping = (typeof groupings)[number];

/** Reads the gallery's filter from its address; unknown values count as absent. */
function designFilterOf(query: URLSearchParams, now: Date): DesignFilter {
  const since = query.get('since') ?? '';
  const months = Number(query.get('expiring'));
  return {
    source: wordOf(query.get('source')),
    status: wordOf(query.get('status')),
    locarno: /^\d{2}(-\d{2})?$/.exec(query.get('class') ?? '')?.[0],
    designated: wordOf(query.get('state')),
    seenSince: /^\d{4}-\d{2}-\d{2}$/.test(since) ? since : undefined,
    expiringMonths: months >= 1 && months <= 60 ? monthsFrom(now, Math.floor(months)) : undefined,
  };
}

function groupingOf(query: URLSearchParams): Grouping | undefined {
  return groupings.find((one) => one === query.get('by'));
}

/** Registers, states and countries are written in letters and digits alone. */
function wordOf(value: string | null): string | undefined {
  return /^[A-Za-z0-9]{1,12}$/.exec(value ?? '')?.[0]?.toUpperCase();
}

/** `2026-11`, `2026-12` …: this month and so many after it. */
function monthsFrom(now: Date, count: number): string[] {
  const first = new Date(now.getTime() - dayMs);
  return Array.from({ length: count + 1 }, (_, index) =>
    new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + index, 1)).toISOString().slice(0, 7),
  );
}

/** Which designs the address asks for: those of one watch, or of every watch that the viewer may read. */
function designHolders(config: Config, visit: Visit) {
  const watches = openWatches(config.watches, visit.viewer).filter((watch) => watch.searches[0]?.type === 'designs');
  const chosen = watches.filter((watch) => watch.id === visit.url.searchParams.get('watch'));
  return { watches, holders: inWatches(chosen.length > 0 ? chosen : watches) };
}

const designShape = z.object({
  source: z.string().describe('the register'),
  number: z.string().nullable(),
  name: z.string(),
  holders: z.array(z.string()),
  products: z.array(z.string()),
  classes: z.array(z.string()).describe('Locarno'),
  designated: z.array(z.string()),
  status: z.string().nullable(),
  registered: day.nullable(),
  expires: day.nullable(),
  designs: z.number().nullable().describe('how many the registration has'),
  changedAt: timestamp,
  firstSeenAt: timestamp,
  registerPage: z.string().nullable(),
  address,
  key: z.string(),
  pictures: z.array(z.string()).describe('addresses, as the service has them'),
});

/** A stored design as its listing has it; an empty list for a case. */
function designItem(config: Config, { record, changedAt, firstSeenAt }: StoredRecord): z.output<typeof designShape>[] {
  if (record.type !== 'design') return [];
  return [
    {
      source: record.source,
      number: record.registrationNumber ?? null,
      name: recordTitle(record),
      holders: [...(record.holders ?? [])],
      products: record.products?.map(productName) ?? [],
      classes: [...(record.locarno ?? [])],
      designated: [...(record.designated ?? [])],
      status: record.status ?? null,
      registered: record.registered || null,
      expires: record.expires || null,
      designs: record.designCount ?? null,
      changedAt,
      firstSeenAt,
      registerPage: record.detailUrl ?? null,
      address: addressOf(config, record),
      key: record.key,
      pictures: record.images?.map((image) => image.url) ?? [],
    },
  ];
}

const word = z.string().regex(/^[A-Z]{2,8}$/);

export const designsListing = listing({
  name: 'designs',
  item: designShape,
  api: {
    summary: 'The designs that watches hold, the most recently found first.',
    query: z.object({
      ...ofWatch,
      ...ofMatter,
      source: word.optional().describe('the register, e.g. HAGUE'),
      status: word.optional(),
      locarno: z
        .string()
        .regex(/^\d{2}(-\d{2})?$/)
        .optional(),
      seenSince: z.iso.date().optional().describe('first seen on this day or later'),
    }),
    async list(parts, asking, query) {
      const part = { limit: query.limit + 1, after: placeIn('designs', query, placeOfRecord) };
      const holders = inWatches(watchesAsked(parts, asking, query));
      const { source, status, locarno, seenSince } = query;
      const records = await designsFound(parts.store.db, holders, part, { source, status, locarno, seenSince });
      const { items, next } = partOf('designs', records, query, ({ firstSeenAt, id }) => [firstSeenAt, id]);
      return { items: items.flatMap((one) => designItem(parts.config, one)), next };
    },
  },
  file: {
    path: '/designs',
    async load({ store, config }, visit) {
      const { holders } = designHolders(config, visit);
      const filter = designFilterOf(visit.url.searchParams, visit.now);
      const held = await readParts(async (part) => (await listDesigns(store.db, holders, part, filter)).records);
      return { items: held.flatMap((one) => designItem(config, one)) };
    },
  },
});
