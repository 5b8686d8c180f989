import { z } from 'zod';
import { dayMs } from '../../../base/time.ts';
import { watchesFor } from '../../../config/readWatches.ts';
import { type Design, productName } from '../../../records/design.ts';
import { recordTitle } from '../../../records/record.ts';
import { type ListedRecord, listRecords } from '../../../store/snapshot/listRecordsQueries.ts';
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
import { inWatches } from '../../visit/inWatches.ts';

/** `2026-11`, `2026-12` …: this month and so many after it. */
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

export interface DesignRow extends Pick<ListedRecord, 'at' | 'id' | 'changedAt' | 'firstSeenAt'> {
  readonly design: Design;
}

/** The designs that watches hold; in the gallery by day of registration, the newest first. */
export const designsList: List<DesignRow, typeof filter> = {
  name: 'designs',
  path: '/designs',
  summary: 'The designs that watches hold, the most recently found first.',
  columns: [
    { name: 'source', type: z.string().describe('the register'), value: ({ design }) => design.source },
    { name: 'number', type: z.string().nullable(), value: ({ design }) => design.registrationNumber },
    { name: 'name', type: z.string(), value: ({ design }) => recordTitle(design) },
    { name: 'holders', type: z.array(z.string()), value: ({ design }) => design.holders ?? [] },
    {
      name: 'products',
      type: z.array(z.string()),
      value: ({ design }) => design.products?.map(productName) ?? [],
    },
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
