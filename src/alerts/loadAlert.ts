import type { AlertContent } from '../message/content.ts';
import type { Message } from '../message/message.ts';
import { loadAlertChanges } from '../outbox/alertContentQueries.ts';
import { alertMessage } from '../outbox/alertMessage.ts';
import { type ListedAlert, listAlerts } from '../outbox/alertsTable.ts';
import { gatherAlert } from '../outbox/gather.ts';
import { watchFacts } from '../outbox/watchFacts.ts';
import type { PageParts } from '../pages/page.ts';
import type { Visit } from '../pages/visit/visit.ts';
import { openWatches } from '../people/viewer.ts';

export interface ReadAlert {
  readonly alert: ListedAlert;
  readonly message: Message;
}

/** An alert with its words; undefined where there is none of that number, or this viewer may not read all that it is about. */
export async function loadAlert(
  { store, config }: PageParts,
  visit: Pick<Visit, 'viewer' | 'now'>,
  id: string | undefined,
): Promise<ReadAlert | undefined> {
  const alertId = Number(id);
  // Postgres refuses a number that it cannot store.
  if (!Number.isSafeInteger(alertId)) return undefined;
  const [alert] = await listAlerts(store.db, { ids: [alertId], limit: 1 });
  if (alert === undefined) return undefined;
  const open = new Set(openWatches(config.watches, visit.viewer).map((watch) => watch.id));
  const concerned = await loadAlertChanges(store.db, alertId);
  const mayRead =
    concerned.length > 0 ? concerned.every(({ watchId }) => open.has(watchId)) : visit.viewer.matters === 'all';
  if (!mayRead) return undefined;
  const watches = new Map(config.watches.map((watch) => [watch.id, watchFacts(watch)]));
  const pageUrl = config.http.publicUrl;
  const content = await gatherAlert(store.db, alertId, { watches, config, pageUrl, clock: () => visit.now });
  return content && { alert, message: alertMessage(forViewer(content, visit)) };
}

/** A digest says which watches of its channel were not looked at, of whatever matter: that is for those who see all. */
function forViewer(content: AlertContent, { viewer }: Pick<Visit, 'viewer'>): AlertContent {
  return content.kind === 'changes' && viewer.matters !== 'all' ? { ...content, coverage: undefined } : content;
}
