import { z } from 'zod';
import { daysAgo } from '../../../base/time.ts';
import { idsOf } from '../../../config/watchLists.ts';
import { watchesTold } from '../../../people/sight.ts';
import { utcMonth } from '../../../schedule/budget.ts';
import { loadCosts } from '../../../schedule/loadCosts.ts';
import type { SpendingTable } from '../../../store/schema/snapshotTables.ts';
import { creditsPerWatch } from '../../../store/snapshot/gaugesQueries.ts';
import { listSpending } from '../../../store/snapshot/spendingTable.ts';
import { day, listing } from '../../lists/listing.ts';
import { partOf, placeIn, rowsAfter } from '../../lists/parts.ts';

const [daysUsually, daysOfFile] = [30, 365];

/** What was spent each day (UTC), by operation. The ledger is of all watches together. */
export const creditsListing = listing({
  name: 'credits',
  item: z.object({
    day,
    operation: z.enum(['pacer', 'wipo']),
    requests: z.number(),
    credits: z.number(),
  }),
  api: {
    summary: 'What was spent, by day (UTC) and operation, the last day first.',
    query: z.object({ since: z.iso.date().optional().describe('default: 30 days ago') }),
    async list({ store }, { sight, now }, query) {
      if (!sight.isWhole) return { items: [] };
      const place = placeIn('credits', query, z.tuple([z.number(), z.string()]));
      const lines = await listSpending(store.db, query.since ?? daysAgo(now, daysUsually).slice(0, 10));
      return partOf('credits', rowsAfter(lines, place, placeOf), query, placeOf);
    },
  },
  file: {
    path: '/credits/days',
    async load({ store }, { now, sight }) {
      if (!sight.isWhole) return undefined;
      const items = await listSpending(store.db, daysAgo(now, daysOfFile).slice(0, 10));
      return { called: 'credits-by-day', items };
    },
  },
});

/** The last day first. */
function placeOf({ day, operation }: SpendingTable) {
  return [-Date.parse(day), operation] as const;
}

/** What each watch cost this month and will cost in the coming one. */
export const watchCreditsListing = listing({
  name: 'credits',
  item: z.object({
    id: z.string(),
    name: z.string(),
    matter: z.string().optional(),
    month: z.string(),
    credits: z.number(),
    coming30Days: z.number(),
    coming30DaysAtMost: z.number(),
  }),
  file: {
    path: '/credits',
    async load({ store }, { now, sight }) {
      const { readable } = sight;
      const among = watchesTold(sight, readable);
      const spent = await creditsPerWatch(store.db, idsOf(readable), `${utcMonth(now)}-01T00:00:00.000Z`, { among });
      const plan = await loadCosts(store.db, sight.config, now);
      const planned = new Map(plan.watches.map((one) => [one.watch, one]));
      const items = readable.map(({ id, matter, name }) => ({
        id,
        name,
        matter,
        month: utcMonth(now),
        credits: spent.get(id) ?? 0,
        coming30Days: planned.get(id)?.creditsPerMonth ?? 0,
        coming30DaysAtMost: planned.get(id)?.mostPerMonth ?? 0,
      }));
      return { items };
    },
  },
});
