import { z } from 'zod';
import { heldBy } from '../../../pages/visit/heldBy.ts';
import { designsFound } from '../../../snapshot/listRecordsQueries.ts';
import type { StoredRecord } from '../../../snapshot/recordsTable.ts';
import { day, endpoint, moment, ofMatter, ofWatch, partOf, placeIn, placeOfRecord, watchesAsked } from '../endpoint.ts';

const designShape = z.object({
  key: z.string(),
  source: z.string(),
  number: z.string().nullable(),
  holders: z.array(z.string()),
  products: z.array(z.string()),
  classes: z.array(z.string()).describe('Locarno'),
  designated: z.array(z.string()),
  status: z.string().nullable(),
  registered: day.nullable(),
  expires: day.nullable(),
  pictures: z.array(z.string()).describe('addresses, as the service has them'),
  changedAt: moment,
  firstSeenAt: moment,
});

export const designs = endpoint({
  name: 'designs',
  summary: 'The designs that watches hold, the most recently found first.',
  query: z.object({
    ...ofWatch,
    ...ofMatter,
    source: z
      .string()
      .regex(/^[A-Z]{2,8}$/)
      .optional()
      .describe('the register, e.g. HAGUE'),
    status: z
      .string()
      .regex(/^[A-Z]{2,8}$/)
      .optional(),
    locarno: z
      .string()
      .regex(/^\d{2}(-\d{2})?$/)
      .optional(),
    seenSince: z.iso.date().optional().describe('first seen on this day or later'),
  }),
  item: designShape,
  async list(parts, asking, query) {
    const place = placeIn('designs', query, placeOfRecord);
    const part = { limit: query.limit + 1, after: place };
    const holders = heldBy(watchesAsked(parts, asking, query));
    const { source, status, locarno, seenSince } = query;
    const records = await designsFound(parts.store.db, holders, part, { source, status, locarno, seenSince });
    const { items, next } = partOf('designs', records, query, ({ firstSeenAt, id }) => [firstSeenAt, id]);
    return { items: items.flatMap(designJson), next };
  },
});

/** A design as the API shows it; an empty list for a case. */
function designJson({ record, changedAt, firstSeenAt }: StoredRecord) {
  if (record.type !== 'design') return [];
  return [
    {
      key: record.key,
      source: record.source,
      number: record.registrationNumber ?? null,
      holders: record.holders ?? [],
      products: record.products ?? [],
      classes: record.locarno ?? [],
      designated: record.designated ?? [],
      status: record.status ?? null,
      registered: record.registered || null,
      expires: record.expires || null,
      pictures: record.images?.map((image) => image.url) ?? [],
      changedAt,
      firstSeenAt,
    },
  ];
}
