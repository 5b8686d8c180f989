import { z } from 'zod';
import type { Config } from '../config/config.ts';
import { readParts } from '../pages/lists/list.ts';
import { address, addressOf, day, listing, moment, ofMatter, ofWatch, watchesAsked } from '../pages/lists/listing.ts';
import { partOf, placeIn, placeOfRecord } from '../pages/lists/parts.ts';
import { inWatches } from '../pages/visit/inWatches.ts';
import { productName } from '../records/design.ts';
import { recordTitle } from '../records/record.ts';
import { designsFound, listDesigns } from '../snapshot/listRecordsQueries.ts';
import type { StoredRecord } from '../snapshot/recordsTable.ts';
import { designFilterOf, designHolders } from './galleryFilter.ts';

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
  changedAt: moment,
  firstSeenAt: moment,
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
