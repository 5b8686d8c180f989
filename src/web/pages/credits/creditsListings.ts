import { z } from 'zod';
import { daysAgo, utcMonth } from '../../../base/time.ts';
import { idsOf } from '../../../config/watchLists.ts';
import { watchesTold } from '../../../people/sight.ts';
import { loadCosts } from '../../../schedule/loadCosts.ts';
import type { LedgerTable } from '../../../store/schema/snapshotTables.ts';
import { creditsPerWatch, listSpending } from '../../../store/snapshot/ledgerTable.ts';
import { spanOf } from '../../../store/span.ts';
import { day, type List, listing } from '../../lists/listing.ts';

const [daysUsually, daysOfFile] = [30, 365];

const filter = z.object({ since: z.iso.date().optional().describe('default: 30 days ago') });

type DaySpent = Omit<LedgerTable, 'account'>;

/** What was spent each day (UTC), by operation. The ledger is of all watches together. */
export const creditsList: List<DaySpent, typeof filter> = {
  name: 'credits',
  called: 'credits-by-day',
  path: '/credits/days',
  summary: 'What was spent, by day (UTC) and operation, the last day first.',
  mayRead: ({ sight }) => sight.isWhole,
  columns: [
    { name: 'day', type: day },
    { name: 'operation', type: z.enum(['pacer', 'wipo']) },
    { name: 'requests', type: z.number() },
    { name: 'credits', type: z.number() },
  ],
  filter,
  async find({ store }, { now }, { since }, span, reader) {
    const days = reader === 'page' ? daysOfFile : daysUsually;
    const lines = await listSpending(store.db, since ?? daysAgo(now, days).slice(0, 10));
    return { items: spanOf(lines, placeOf, span) };
  },
  place: z.tuple([z.number(), z.string()]),
  placeOf,
};

/** The last day first. */
function placeOf({ day, operation }: DaySpent) {
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
      const spent = await creditsPerWatch(store.db, idsOf(readable), `${utcMonth(now)}-01`, among);
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
