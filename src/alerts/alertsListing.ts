import { z } from 'zod';
import type { Config } from '../config/config.ts';
import type { Store } from '../database/store.ts';
import { type AlertsFilter, alertIdsFor } from '../outbox/alertsOfWatchesQueries.ts';
import { type ListedAlert, listAlerts } from '../outbox/alertsTable.ts';
import { readParts } from '../pages/lists/list.ts';
import { listing, moment, unknownName } from '../pages/lists/listing.ts';
import { partOf, placeIn } from '../pages/lists/parts.ts';
import type { Visit } from '../pages/visit/visit.ts';
import { openWatches, type Viewer } from '../people/viewer.ts';
import { counted } from '../words/sentence.ts';

export const alertStates = ['waiting', 'sent', 'failed'] as const;

const alertShape = z.object({
  id: z.number(),
  channel: z.string(),
  kind: z.enum(['changes', 'baseline', 'notice']),
  changes: z.number(),
  state: z.enum(alertStates),
  createdAt: moment,
  dueAt: moment,
  endedAt: moment.nullable(),
  heldUntil: moment.nullable().describe('nothing is sent to its channel before: its server asked for that, or fails'),
  attempts: z.number(),
  lastResponse: z.string().nullable().describe('the server’s words'),
  lastAnswer: z
    .string()
    .nullable()
    .describe('the same by its old name, until the next major version')
    .meta({ deprecated: true }),
});

/** Which alerts the address asks for, of those that the viewer may read. */
export function alertsFilter(config: Config, visit: Visit): Omit<AlertsFilter, 'limit' | 'offset'> {
  const query = visit.url.searchParams;
  return {
    ...readableBy(config, visit.viewer),
    channel: Object.keys(config.channels).find((name) => name === query.get('channel')),
    state: alertStates.find((state) => state === query.get('state')),
  };
}

function readableBy(config: Config, viewer: Viewer) {
  return {
    watchIds: openWatches(config.watches, viewer).map((watch) => watch.id),
    notices: viewer.matters === 'all',
  };
}

async function alertsFound({ db }: Store, filter: AlertsFilter): Promise<ListedAlert[]> {
  const ids = await alertIdsFor(db, filter);
  return ids.length === 0 ? [] : listAlerts(db, { ids, limit: ids.length });
}

export const alertsListing = listing({
  name: 'alerts',
  item: alertShape,
  api: {
    summary: 'Alerts that were sent or are waiting, newest first, and whether they arrived.',
    query: z.object({ channel: z.string().optional(), state: z.enum(alertStates).optional() }),
    async list({ store, config }, { viewer }, query) {
      const before = placeIn('alerts', query, z.tuple([z.number()]))?.[0];
      const { channel, state, limit } = query;
      const filter = { ...readableBy(config, viewer), channel, state };
      const found = await alertsFound(store, { ...filter, limit: limit + 1, before });
      if (found.length === 0 && channel !== undefined && !Object.hasOwn(config.channels, channel))
        throw unknownName('channel', channel);
      return partOf('alerts', found, query, ({ id }) => [id]);
    },
  },
  file: {
    path: '/alerts',
    async load({ store, config }, visit) {
      const filter = alertsFilter(config, visit);
      return { items: await readParts((part) => alertsFound(store, { ...filter, ...part })) };
    },
  },
});

/** What an alert contains, in words. */
export function aboutWords({ kind, changes }: ListedAlert): string {
  switch (kind) {
    case 'changes':
      return counted(changes, 'change');
    case 'baseline':
      return 'the baseline of a watch';
    case 'notice':
      return 'Tipstaff’s own incidents';
  }
}
