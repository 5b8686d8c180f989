import { endIncident, type IncidentKind, noteIncident } from '../alerts/outbox/incidents.ts';
import { closeIncident, type OpenIncident, openIncidents } from '../alerts/outbox/incidentsTable.ts';
import { kindsOfSearches } from '../check/incidents/kinds.ts';
import { portfolioName } from '../check/likeness/ownDesigns.ts';
import { type Config, configDigest } from '../config/config.ts';
import { limitedPeriods } from '../schedule/budget.ts';
import { openLiveConfig } from '../schedule/ownWatches.ts';
import { type Moment, queriesOf, syncWatches } from '../schedule/syncWatches.ts';
import { watchedSubjects } from '../schedule/watchesTable.ts';
import {
  type ConfigInForce,
  configInForce,
  ownName,
  processName,
  runningProcesses,
  sourceWords,
} from '../store/processes.ts';
import { isDocketWatched } from '../store/snapshot/membershipsTable.ts';
import type { Trx } from '../store/store.ts';
import type { Program } from './program.ts';

export type FollowedWatches = Awaited<ReturnType<typeof followWatches>>;

/** Delay before a notice, because a process reads its files every two seconds and may be about to take the config. */
const toldAfterMs = 30_000;

export async function followWatches(program: Program, first: Moment = 'start') {
  const { store, clock, log } = program;
  const live = openLiveConfig(store, program.config);
  const digest = configDigest(program.config);
  let olderSince: Date | undefined;
  const sync = async (config: Config, moment: Moment, before?: Config) => {
    const { newer, ...synced } = await syncWatches(store, config, clock(), { moment });
    const remedy =
      'another config is in force: nothing is checked until this process has the same file (tipstaff reload)';
    if (newer !== undefined) log.warn({ ...newer, former: undefined }, remedy);
    else if (moment !== 'look') log.info(synced, 'watches read from the config');
    else if (before !== undefined && config !== before) log.info(synced, 'watches edited, in force from now on');
    olderSince = newer && (olderSince ?? clock());
    await endObsoleteIncidents({ ...program, config }, newer === undefined);
    if (newer === undefined) await noteOlder(program, undefined);
    return inForce(config, newer);
  };
  let now = await sync(await live.look(), first);
  return {
    /** To be read at the start of a check or a delivery pass and kept until its end. */
    get now() {
      return now;
    },
    /** @returns true if watches or the config in force changed @throws ConfigError; the former watches then stay */
    async follow() {
      const config = await live.look();
      const known = await configInForce(store.db);
      const newer = known?.digest === digest ? undefined : known;
      const isLong = olderSince !== undefined && clock().getTime() - olderSince.getTime() >= toldAfterMs;
      if (newer !== undefined && isLong) await noteOlder(program, newer);
      if (config === now.config && newer?.digest === now.newer?.digest) return false;
      now = await sync(config, 'look', now.config);
      return true;
    },
  };
}

/** Notifies once when this process holds a config that is not in force, and once when it does again. */
async function noteOlder(program: Program, newer: ConfigInForce | undefined): Promise<void> {
  const about = ownName();
  const detail =
    newer === undefined
      ? 'This Tipstaff has the config in force again, and checks.'
      : `Another config has been in force since ${newer.broughtAt}${sourceWords(newer)}, so Tipstaff on ${about} ` +
        'checks nothing; it still delivers alerts and serves pages. Give it the same file, which it then reads by ' +
        'itself, and the same variables, by a restart. If the other config is a mistake, replace it there; if ' +
        'nothing runs with it any more, restart this daemon.';
  const incident = { kind: 'config-older', subject: `the config of ${about}`, about, detail } as const;
  await noteIncident(program, newer !== undefined, incident);
}

/** @param newer the config in force, if it is a different one: this process then checks nothing */
function inForce(config: Config, newer: ConfigInForce | undefined) {
  return { config, queryIds: new Set(config.watches.flatMap((watch) => queriesOf(watch).map(({ id }) => id))), newer };
}

const ofProcesses: readonly string[] = ['config-older', 'config-refused', 'clock-wrong'];

/**
 * Ends incidents that nothing else can end. Must run after the watches in force were stored.
 * @param isInForce false: `config` is an older one, which shows nothing but which processes run
 */
export async function endObsoleteIncidents(
  parts: Pick<Program, 'store' | 'config' | 'clock' | 'log'>,
  isInForce = true,
): Promise<void> {
  const { store, config, clock, log } = parts;
  await store.transaction(async (trx) => {
    const open = (await openIncidents(trx)).filter(({ kind }) => isInForce || ofProcesses.includes(kind));
    // Mostly there is none, which saves computing the queries of 10,000 watches.
    if (open.length === 0) return;
    const present = await whatIsPresent(trx, config, clock());
    for (const incident of open) {
      const { kind, subject } = incident;
      // The readers removed the watch themselves, so they get no notice.
      if (kind === 'watch-unwatched' && !present.watchIds.has(subject)) {
        await closeIncident(trx, { kind, subject, now: clock().toISOString() });
      }
      const obsolete = await whyObsolete(trx, incident, present);
      if (obsolete === undefined) continue;
      const { why, ...known } = obsolete;
      const detail = `${why} When it began: ${incident.detail}`;
      await endIncident(trx, { config, log }, { ...known, subject, detail, obsolete: true }, clock());
    }
  });
}

async function whatIsPresent(trx: Trx, config: Config, now: Date) {
  const compared = config.watches.filter(
    ({ similarTo }) => (similarTo?.portfolio ?? similarTo?.pictures) !== undefined,
  );
  const running = await runningProcesses(trx, now);
  return {
    ...(await watchedSubjects(trx)),
    hosts: new Set(running.map(({ host }) => host)),
    processes: new Set(running.map(processName)),
    sources: new Set(Object.keys(config.nudges)),
    portfolios: new Set(compared.map(portfolioName)),
    limits: limitedPeriods(config),
  };
}

/** Returns undefined if something else may still end the incident. */
async function whyObsolete(
  trx: Trx,
  { kind, subject, about, cause }: OpenIncident,
  { queryIds, hosts, processes, sources, portfolios, limits }: Awaited<ReturnType<typeof whatIsPresent>>,
): Promise<{ kind: IncidentKind; label: string; why: string } | undefined> {
  if (kind === 'feed-unreadable' && !sources.has(about ?? '')) {
    return { kind, label: subject, why: 'The config has no such source of nudges any more.' };
  }
  if (kind === 'budget-reached' && !limits.has(`${about} ${cause}`)) {
    return { kind, label: subject, why: 'The config has no such budget any more.' };
  }
  if (kind === 'portfolio-unreadable' && !portfolios.has(subject)) {
    return { kind, label: subject, why: 'No watch compares with it any more.' };
  }
  if (kind === 'docket-truncated' && !(await isDocketWatched(trx, subject))) {
    return { kind, label: 'a docket without a watch', why: 'No watch holds this docket any more.' };
  }
  if (kind === 'clock-wrong' && !hosts.has(about ?? '')) {
    return { kind, label: subject, why: 'No Tipstaff runs on that machine any more.' };
  }
  if ((kind === 'config-older' || kind === 'config-refused') && !processes.has(about ?? '')) {
    return { kind, label: subject, why: 'That Tipstaff has ended, or is cut off.' };
  }
  const ofQuery = kindsOfSearches.find((one) => one === kind);
  if (ofQuery === undefined || queryIds.has(subject)) return undefined;
  const why = 'No watch makes this search any more, or those that do are paused.';
  return { kind: ofQuery, label: 'a search without a watch', why };
}
