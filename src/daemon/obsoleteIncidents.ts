import { endIncident, type IncidentKind } from '../alerts/outbox/incidents.ts';
import { closeIncident, type OpenIncident, openIncidents } from '../alerts/outbox/incidentsTable.ts';
import { kindsOfSearches } from '../check/incidents/kinds.ts';
import { watchedSubjects } from '../schedule/watchesTable.ts';
import { runningProcesses } from '../store/processes.ts';
import { isDocketWatched } from '../store/snapshot/foundByQueries.ts';
import type { Trx } from '../store/store.ts';
import type { Program } from './program.ts';

/**
 * Ends the incidents of searches, watches and dockets that are no longer in the config, and of machines that
 * run no Tipstaff: nothing else would ever end them. Call it after the watches of the config in force were stored.
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
    const subjects = await watchedSubjects(trx);
    const hosts = (await runningProcesses(trx, clock())).map(({ host }) => host);
    const sources = new Set(Object.keys(config.nudges));
    for (const incident of open) {
      const { kind, subject } = incident;
      // Its readers removed the watch themselves.
      if (kind === 'watch-unwatched' && !subjects.watchIds.has(subject)) {
        await closeIncident(trx, { kind, subject, now: clock().toISOString() });
      }
      const obsolete = await whyObsolete(trx, incident, { queryIds: subjects.queryIds, hosts, sources });
      if (obsolete === undefined) continue;
      const { why, ...known } = obsolete;
      const detail = `${why} When it began: ${incident.detail}`;
      await endIncident(trx, { config, log }, { ...known, subject, detail, obsolete: true }, clock());
    }
  });
}

interface Present {
  readonly queryIds: ReadonlySet<string>;
  readonly hosts: readonly string[];
  readonly sources: ReadonlySet<string>;
}

interface Obsolete {
  readonly kind: IncidentKind;
  readonly label: string;
  readonly why: string;
}

/** Why nothing would ever end an incident; undefined where something still may. */
async function whyObsolete(
  trx: Trx,
  { kind, subject, about }: OpenIncident,
  { queryIds, hosts, sources }: Present,
): Promise<Obsolete | undefined> {
  if (kind === 'feed-unreadable' && !sources.has(about ?? '')) {
    return { kind, label: subject, why: 'The config has no such source of nudges any more.' };
  }
  if (kind === 'docket-truncated' && !(await isDocketWatched(trx, subject))) {
    return { kind, label: 'a docket without a watch', why: 'No watch holds this docket any more.' };
  }
  const isOfMachine = kind === 'clock-wrong' || kind === 'config-older';
  if (isOfMachine && !hosts.includes(about ?? '')) {
    return { kind, label: subject, why: 'No Tipstaff runs on that machine any more.' };
  }
  const ofQuery = kindsOfSearches.find((one) => one === kind);
  if (ofQuery === undefined || queryIds.has(subject)) return undefined;
  const why = 'No watch asks this search any more, or those that do are paused.';
  return { kind: ofQuery, label: 'a search without a watch', why };
}
