import { z } from 'zod';
import { listAlerts } from '../../../store/outbox/alerts.ts';
import { alertIdsFor } from '../../../store/views/alertsOfWatches.ts';
import { openWatches } from '../../visit/viewer.ts';
import { endpoint, partOf, positionOf } from '../endpoint.ts';
import { moment } from '../shapes.ts';

const alertShape = z.object({
  id: z.number(),
  channel: z.string(),
  kind: z.enum(['changes', 'baseline', 'notice']),
  state: z.enum(['waiting', 'sent', 'failed']),
  createdAt: moment,
  dueAt: moment,
  endedAt: moment.nullable(),
  attempts: z.number(),
  changes: z.number(),
  lastAnswer: z.string().nullable().describe('the server’s words'),
});

export const alerts = endpoint({
  name: 'alerts',
  summary: 'Alerts that were sent or are waiting, newest first, and whether they arrived.',
  query: z.object({
    channel: z.string().optional(),
    state: z.enum(['waiting', 'sent', 'failed']).optional(),
  }),
  item: alertShape,
  async list({ store, config }, { viewer }, query) {
    const from = positionOf(query);
    const ids = await alertIdsFor(store.db, {
      watchIds: openWatches(config.watches, viewer).map((watch) => watch.id),
      notices: viewer.matters === 'all',
      channel: query.channel,
      state: query.state,
      limit: query.limit + 1,
      offset: from,
    });
    return partOf(ids.length === 0 ? [] : await listAlerts(store.db, { ids, limit: ids.length }), query, from);
  },
});
