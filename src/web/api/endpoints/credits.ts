import { z } from 'zod';
import { nameOfDefault } from '../../../config/config.ts';
import { type SpendingLine, spendingLines } from '../../../credits/creditsLists.ts';
import { utcDay } from '../../../schedule/budget.ts';
import { day, endpoint, partOf, placeIn, rowsAfter } from '../endpoint.ts';

const creditsShape = z.object({
  day,
  operation: z.enum(['pacer', 'wipo']),
  service: z.string().optional().describe('which one was paid, where there are several'),
  requests: z.number(),
  credits: z.number(),
});

export const credits = endpoint({
  name: 'credits',
  summary:
    'What was spent, by day (UTC) and operation, the last day first; where there are several services, a line for each of them.',
  query: z.object({ since: z.iso.date().optional().describe('default: 30 days ago') }),
  item: creditsShape,
  async list({ store, config }, { viewer, now }, query) {
    // The ledger is not divided by matter.
    if (viewer.matters !== 'all') return { items: [] };
    const place = placeIn('credits', query, placeShape);
    const since = query.since ?? utcDay(new Date(now.getTime() - 30 * 86_400_000));
    const lines = await spendingLines(store.db, config, since);
    return partOf('credits', rowsAfter(lines, place, placeOf), query, placeOf);
  },
});

const placeShape = z.tuple([z.number(), z.string(), z.string()]);

/** The last day first, and the default service. */
function placeOf({ day, operation, service = '' }: SpendingLine): z.output<typeof placeShape> {
  return [-Date.parse(day), operation, service === nameOfDefault ? '' : service];
}
