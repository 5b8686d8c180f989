import { z } from 'zod';
import { openReason, visibleWatches } from '../../../people/viewer.ts';
import { queriesOf } from '../../../schedule/planSync.ts';
import { checkLog } from '../../../snapshot/checkLogQueries.ts';
import { endpoint, moment, ofWatch, partOf, placeIn, requireKnown } from '../endpoint.ts';

const checkShape = z.object({
  id: z.number(),
  watches: z.array(z.string()),
  endedAt: moment,
  outcome: z.enum(['complete', 'partial', 'failed', 'skipped']),
  reason: z.string().nullable(),
  hits: z.number(),
  requests: z.number(),
  credits: z.number(),
});

const placeShape = z.tuple([z.number()]);

export const checks = endpoint({
  name: 'checks',
  summary: 'Every check, newest first, with its outcome and its cost.',
  query: z.object({ ...ofWatch, outcome: z.enum(['complete', 'partial', 'failed', 'skipped']).optional() }),
  item: checkShape,
  async list({ store, config }, { viewer }, query) {
    requireKnown(config.watches, viewer, query);
    const place = placeIn('checks', query, placeShape);
    const visible = visibleWatches(config.watches, viewer).filter(
      ({ watch }) => query.watch === undefined || watch.id === query.watch,
    );
    const asking = new Map<string, typeof visible>();
    for (const one of visible) {
      for (const { id } of queriesOf(one.watch)) asking.set(id, [...(asking.get(id) ?? []), one]);
    }
    const part = { limit: query.limit + 1, before: place?.[0] };
    const found = await checkLog(store.db, { queryIds: [...asking.keys()], outcome: query.outcome, ...part });
    const items = found.map(({ queryId, reason, ...check }) => {
      const of = asking.get(queryId) ?? [];
      const discreet = of.some((one) => one.discreet);
      return { ...check, watches: of.map((one) => one.watch.id), reason: openReason(reason, discreet) ?? null };
    });
    return partOf('checks', items, query, ({ id }) => [id]);
  },
});
