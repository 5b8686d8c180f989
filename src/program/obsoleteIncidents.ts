import { endIncident, type IncidentKind } from '../alerts/incidents.ts';
import { serviceOfIncident } from '../check/admission/keySuspension.ts';
import { kindsOfQueries } from '../check/incidents/kindsOfQueries.ts';
import { everyService } from '../config/serviceOf.ts';
import { closeIncident, openIncidents } from '../store/incidents.ts';
import { runningProcesses } from '../store/processes/processes.ts';
import { watchedSubjects } from '../store/queue/watches.ts';
import { isDocketWatched } from '../store/snapshot/holdings.ts';
import type { Program } from './program.ts';

/** Incidents of the key or the budget of a service. */
const kindsOfServices = ['token-refused', 'credits-gone', 'budget-reached'] as const satisfies readonly IncidentKind[];

/**
 * Ends the incidents of services, searches, watches and dockets that are no longer in the config, and of machines that run no Tipstaff: nothing else
 * would ever end them. Call it after the watches of the config were stored.
 */
export async function endObsoleteIncidents({
  store,
  config,
  clock,
  log,
}: Pick<Program, 'store' | 'config' | 'clock' | 'log'>): Promise<void> {
  await store.transaction(async (trx) => {
    const open = await openIncidents(trx);
    // Nearly always there is none, and the queries of 10,000 watches need not be computed.
    if (open.length === 0) return;
    const { queryIds, watchIds } = await watchedSubjects(trx);
    const hosts = (await runningProcesses(trx, clock())).map(({ host }) => host);
    const names = new Set(everyService(config).map(({ name }) => name));
    const end = (kind: IncidentKind, subject: string, label: string, detail: string) =>
      endIncident(trx, { config, log }, { kind, subject, label, detail, obsolete: true }, clock());
    for (const { kind, subject, detail: before } of open) {
      // Its readers removed the watch themselves.
      if (kind === 'watch-unwatched' && !watchIds.has(subject)) {
        await closeIncident(trx, { kind, subject, now: clock().toISOString() });
      }
      const ofKey = kindsOfServices.find((one) => one === kind);
      const service = serviceOfIncident({ subject });
      if (ofKey !== undefined && service !== undefined && !names.has(service)) {
        await end(ofKey, subject, subject, `The config has no service ${service} any more. When it began: ${before}`);
      }
      if (kind === 'docket-truncated' && !(await isDocketWatched(trx, subject))) {
        const detail = `No watch holds this docket any more. When it began: ${before}`;
        await end(kind, subject, 'a docket without a watch', detail);
      }
      const isOfClock = kind === 'clock-stepped' || kind === 'clock-wrong';
      if (isOfClock && !hosts.some((host) => subject === `the clock of ${host}`)) {
        await end(kind, subject, subject, `No Tipstaff runs on that machine any more. When it began: ${before}`);
      }
      const ofQuery = kindsOfQueries.find((one) => one === kind);
      if (ofQuery === undefined || queryIds.has(subject)) continue;
      const detail = `No watch asks this search any more, or those that do are paused. When it began: ${before}`;
      await end(ofQuery, subject, 'a search without a watch', detail);
    }
  });
}
