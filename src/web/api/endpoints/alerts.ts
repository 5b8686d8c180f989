import { z } from 'zod';
import { alertIdsFor } from '../../../outbox/alertsOfWatchesQueries.ts';
import { listAlerts } from '../../../outbox/alertsTable.ts';
import { openWatches } from '../../../people/viewer.ts';
import { endpoint, moment, partOf, placeIn, unknownName } from '../endpoint.ts';

const alertShape = z.object({
  id: z.number(),
  channel: z.string(),
  kind: z.enum(['changes', 'baseline', 'notice']),
  state: z.enum(['waiting', 'sent', 'failed']),
  createdAt: moment,
  dueAt: moment,
  endedAt: moment.nullable(),
  heldUntil: moment.nullable().describe('nothing is sent to its channel before: its server asked for that, or fails'),
  attempts: z.number(),
  changes: z.number(),
  lastResponse: z.string().nullable().describe('the server’s words'),
  lastAnswer: z
    .string()
    .nullable()
    .describe('the same by its old name, until the next major version')
    .meta({ deprecated: true }),
});

const placeShape = z.tuple([z.number()]);

export const alerts = endpoint({
  name: 'alerts',
  summary: 'Alerts that were sent or are waiting, newest first, and whether they arrived.',
  query: z.object({
    channel: z.string().optional(),
    state: z.enum(['waiting', 'sent', 'failed']).optional(),
  }),
  item: alertShape,
  async list({ store, config }, { viewer }, query) {
    const place = placeIn('alerts', query, placeShape);
    const ids = await alertIdsFor(store.db, {
      watchIds: openWatches(config.watches, viewer).map((watch) => watch.id),
      notices: viewer.matters === 'all',
      channel: query.channel,
      state: query.state,
      limit: query.limit + 1,
      before: place?.[0],
    });
    if (ids.length === 0 && query.channel !== undefined && !Object.hasOwn(config.channels, query.channel))
      throw unknownName('channel', query.channel);
    const found = ids.length === 0 ? [] : await listAlerts(store.db, { ids, limit: ids.length });
    return partOf('alerts', found, query, ({ id }) => [id]);
  },
});
