import { z } from 'zod';
import { dayMs } from '../../../base/time.ts';
import { watchesFor } from '../../../config/watchLists.ts';
import { productName } from '../../../records/design.ts';
import { recordTitle } from '../../../records/record.ts';
import { type DesignFilter, designsFound, listDesigns } from '../../../store/snapshot/listRecordsQueries.ts';
import type { StoredRecord } from '../../../store/snapshot/recordsTable.ts';
import type { PageConfig } from '../../frame/page.ts';
import { readParts } from '../../lists/list.ts';
import { address, addressOf, day, listing, ofMatter, ofWatch, timestamp, watchesAsked } from '../../lists/listing.ts';
import { partOf, placeIn, placeOfRecord } from '../../lists/parts.ts';
import { inWatches } from '../../visit/inWatches.ts';
import type { Visit } from '../../visit/visit.ts';

/** Reads the gallery's filter from its address; unknown values count as absent. */
export function designFilterOf(query: URLSearchParams, now: Date): DesignFilter {
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
export function designHolders(visit: Pick<Visit, 'sight' | 'url'>) {
  const watches = watchesFor(visit.sight.readable, 'designs');
  const chosen = watches.filter((watch) => watch.id === visit.url.searchParams.get('watch'));
  return { watches, holders: inWatches(chosen.length > 0 ? chosen : watches).design };
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

function designItem(
  config: PageConfig,
  { record, changedAt, firstSeenAt }: StoredRecord,
): z.output<typeof designShape>[] {
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
      const holders = inWatches(watchesAsked(asking, query)).design;
      const { source, status, locarno, seenSince } = query;
      const records = await designsFound(parts.store.db, holders, part, { source, status, locarno, seenSince });
      const { items, next } = partOf('designs', records, query, ({ firstSeenAt, id }) => [firstSeenAt, id]);
      return { items: items.flatMap((one) => designItem(parts.config, one)), next };
    },
  },
  file: {
    path: '/designs',
    async load({ store, config }, visit) {
      const { holders } = designHolders(visit);
      const filter = designFilterOf(visit.url.searchParams, visit.now);
      const found = await readParts(async (part) => (await listDesigns(store.db, holders, part, filter)).records);
      return { items: found.flatMap((one) => designItem(config, one)) };
    },
  },
});
