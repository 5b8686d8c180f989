import type { Config } from '../config/config.ts';
import { type AlertsFilter, alertIdsFor } from '../outbox/alertsOfWatchesQueries.ts';
import { type ListedAlert, listAlerts } from '../outbox/alertsTable.ts';
import { type List, readParts, rowsOf } from '../pages/lists/list.ts';
import type { Visit } from '../pages/visit/visit.ts';
import { openWatches } from '../people/viewer.ts';
import { counted } from '../words/sentence.ts';

export const alertStates = ['waiting', 'sent', 'failed'] as const;

/** Which alerts the address asks for, of those that the viewer may read. */
export function alertsFilter(config: Config, visit: Visit): Omit<AlertsFilter, 'limit' | 'offset'> {
  const query = visit.url.searchParams;
  return {
    watchIds: openWatches(config.watches, visit.viewer).map((watch) => watch.id),
    notices: visit.viewer.matters === 'all',
    channel: Object.keys(config.channels).find((name) => name === query.get('channel')),
    state: alertStates.find((state) => state === query.get('state')),
  };
}

export const alertsList: List = {
  path: '/alerts',
  async load({ store, config }, visit) {
    const filter = alertsFilter(config, visit);
    const alerts = await readParts(async (part) => {
      const ids = await alertIdsFor(store.db, { ...filter, ...part });
      return ids.length === 0 ? [] : listAlerts(store.db, { ids, limit: ids.length });
    });
    return rowsOf('alerts', alerts, (alert) => ({
      alert: alert.id,
      channel: alert.channel,
      about: aboutWords(alert),
      state: alert.state,
      made: alert.createdAt,
      due: alert.dueAt,
      ended: alert.endedAt ?? undefined,
      attempts: alert.attempts,
      lastResponse: alert.lastResponse ?? undefined,
      // Its old name, until the next major version.
      lastResponseOfTheServer: alert.lastResponse ?? undefined,
    }));
  },
};

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
