import { endIncident, type IncidentKind } from '../alerts/incidents.ts';
import { closeIncident, openIncidents } from '../store/incidents.ts';
import { watchedSubjects } from '../store/queue/watchSync.ts';
import type { Program } from './program.ts';

/** Incidents of one search: their subject is its id. */
const kindsOfQueries = [
  'watch-failing',
  'unreadable-hits',
  'suspicious-result',
  'baseline-incomplete',
  'check-crashed',
] as const satisfies readonly IncidentKind[];

/**
 * Ends the incidents of searches and watches that are no longer in the config: no check would ever end them. To be called once the
 * watches of the config were stored.
 */
export async function endObsoleteIncidents({
  store,
  config,
  clock,
  log,
}: Pick<Program, 'store' | 'config' | 'clock' | 'log'>): Promise<void> {
  await store.transaction(async (trx) => {
    const { queryIds, watchIds } = await watchedSubjects(trx);
    for (const { kind, subject, detail: before } of await openIncidents(trx)) {
      // Its readers asked for it to go.
      if (kind === 'watch-unwatched' && !watchIds.has(subject)) {
        await closeIncident(trx, { kind, subject, now: clock().toISOString() });
      }
      const ofQuery = kindsOfQueries.find((one) => one === kind);
      if (ofQuery === undefined || queryIds.has(subject)) continue;
      const detail = `No watch asks this search any more. When it began: ${before}`;
      await endIncident(
        trx,
        { config, log },
        { kind: ofQuery, subject, label: 'a search without a watch', detail },
        clock(),
      );
    }
  });
}
