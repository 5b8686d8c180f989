import { z } from 'zod';
import type { Config } from '../config/config.ts';
import { nameAmongSeveral, nameOfDefault } from '../config/config.ts';
import { idsOf } from '../config/watchLists.ts';
import type { SpendingTable } from '../database/schema/snapshotTables.ts';
import type { Db } from '../database/store.ts';
import { day, listing } from '../pages/lists/listing.ts';
import { partOf, placeIn, rowsAfter } from '../pages/lists/parts.ts';
import { watchesTold } from '../people/sight.ts';
import { utcMonth } from '../schedule/budget.ts';
import { loadCosts } from '../schedule/loadCosts.ts';
import { creditsPerWatch } from '../snapshot/gaugesQueries.ts';
import { listSpending, listSpendingOfEach } from '../snapshot/spendingTable.ts';
import { daysAgo } from '../time.ts';

const [daysUsually, daysOfFile] = [30, 365];

/** What was spent each day (UTC), by operation and service. The ledger is of all watches together. */
export const creditsListing = listing({
  name: 'credits',
  item: z.object({
    day,
    service: z.string().optional().describe('which one was paid, where there are several'),
    operation: z.enum(['pacer', 'wipo']),
    requests: z.number(),
    credits: z.number(),
  }),
  api: {
    summary:
      'What was spent, by day (UTC) and operation, the last day first; ' +
      'where there are several services, a line for each of them.',
    query: z.object({ since: z.iso.date().optional().describe('default: 30 days ago') }),
    async list({ store, config }, { sight, now }, query) {
      if (!sight.isWhole) return { items: [] };
      const place = placeIn('credits', query, z.tuple([z.number(), z.string(), z.string()]));
      const lines = await spendingLines(store.db, config, query.since ?? daysAgo(now, daysUsually).slice(0, 10));
      return partOf('credits', rowsAfter(lines, place, placeOf), query, placeOf);
    },
  },
  file: {
    path: '/credits/days',
    async load({ store, config }, { now, sight }) {
      if (!sight.isWhole) return undefined;
      const items = await spendingLines(store.db, config, daysAgo(now, daysOfFile).slice(0, 10));
      return { called: 'credits-by-day', items };
    },
  },
});

/** The last day first, and the default service. */
function placeOf({ day, operation, service = '' }: SpendingLine) {
  return [-Date.parse(day), operation, service === nameOfDefault ? '' : service] as const;
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

/** A line of the ledger; with the name of the service where there are several. */
export interface SpendingLine extends SpendingTable {
  readonly service?: string | undefined;
}

/** What was spent from a day on (`YYYY-MM-DD`, UTC), the last day first: by operation, and by service of several. */
export async function spendingLines(
  db: Db,
  config: Pick<Config, 'services'>,
  sinceDay: string,
): Promise<SpendingLine[]> {
  if (nameAmongSeveral(config, undefined) === undefined) return listSpending(db, sinceDay);
  const lines = await listSpendingOfEach(db, sinceDay);
  return lines.map((line) => ({ ...line, service: nameAmongSeveral(config, line.service) }));
}
