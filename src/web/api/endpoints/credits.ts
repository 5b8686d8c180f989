import { z } from 'zod';
import { utcDay } from '../../../schedule/budget.ts';
import { spendingLines } from '../../credits/spendingLines.ts';
import { endpoint, partOf, positionOf } from '../endpoint.ts';
import { day } from '../shapes.ts';

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
    const from = positionOf(query);
    const since = query.since ?? utcDay(new Date(now.getTime() - 30 * 86_400_000));
    return partOf((await spendingLines(store.db, config, since)).slice(from), query, from);
  },
});
