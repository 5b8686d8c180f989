import { collectDefaultMetrics, Registry } from 'prom-client';
import { nameInIncident } from '../check/admission/keySuspension.ts';
import type { WatchConfig } from '../config/config.ts';
import { nameAmongSeveral } from '../config/config.ts';
import { nextDueAt } from '../database/claims/due.ts';
import { roles, runningProcesses } from '../database/processes.ts';
import type { Store } from '../database/store.ts';
import { loadUnchecked } from '../holds/holdsTable.ts';
import { loadChannelStates } from '../outbox/channelsTable.ts';
import { openIncidents } from '../outbox/incidentsTable.ts';
import type { Attempted } from '../people/signIn/attempts.ts';
import { utcDay, utcMonth } from '../schedule/budget.ts';
import { lastCompleteCheckAt } from '../snapshot/blindSearchesQueries.ts';
import { countUndeliveredAlerts, lastCompletePerWatch, oldestOverdueAlert } from '../snapshot/gaugesQueries.ts';
import { spentInMonth, spentOn } from '../snapshot/spendingTable.ts';
import { readMarks, tallySince } from '../snapshot/talliesTable.ts';
import { version } from '../version.ts';
import { inTime } from './inTime.ts';
import {
  count,
  type MeteredConfig,
  type Meters,
  makeMeters,
  serviceLabel,
  startAtZero,
  watchLabels,
} from './meters.ts';
import { databasePatienceMs, type Obstacle, obstacleKinds } from './readiness.ts';

/** Gauges of prom-client's that are named like counters, which promtool warns of. */
const misnamed = ['nodejs_active_handles_total', 'nodejs_active_requests_total', 'nodejs_active_resources_total'];

export interface Metrics {
  readonly contentType: string;
  /**
   * The text of Prometheus' exposition format. While the database does not respond, what it says is absent, and the rest is there.
   * @param watches those in force
   * @param obstacles what keeps the daemon from checking and delivering now
   */
  read(watches: readonly WatchConfig[], obstacles: readonly Pick<Obstacle, 'kind' | 'service'>[]): Promise<string>;
  countSignIn(outcome: Attempted): void;
}

/**
 * Counts from now on, of what any process wrote to the store (a check on demand included), read from the store when asked: so
 * nobody has to report anything, and a scrape costs what happened since the last one. Several daemons on one store count the
 * same things.
 */
export async function startMetrics(store: Store, config: MeteredConfig, clock: () => Date): Promise<Metrics> {
  const registry = new Registry();
  const meters = makeMeters(registry);
  meters.build.set({ version }, 1);
  startAtZero(meters, config);
  collectDefaultMetrics({ register: registry });
  for (const name of misnamed) registry.removeSingleMetric(name);
  let marks = await readMarks(store.db, clock());
  let reading: Promise<unknown> = Promise.resolve();

  const askStore = async (watches: readonly WatchConfig[]) => {
    const now = clock();
    const found = await tallySince(store.db, marks, now);
    await setAlertGauges(meters, store, config, now);
    await setCheckGauges(meters, store, { config, watches }, now);
    await setCreditsLeft(meters, store, config, now);
    return found;
  };
  const update = async (watches: readonly WatchConfig[]) => {
    const { tallies, marks: until } = await inTime(askStore(watches), databasePatienceMs);
    // Nothing is awaited from here on, so that a failure above leaves the counts as they were, to be caught up later.
    marks = until;
    count(meters, config, tallies);
  };
  return {
    contentType: registry.contentType,
    async read(watches, obstacles) {
      // One after the other: two scrapes at a time would count the same rows twice.
      reading = reading
        .then(() => update(watches))
        .then(
          () => setReadiness(meters, config, obstacles),
          () => {
            forgetStore(meters);
            setReadiness(meters, config, [...obstacles, { kind: 'database' }]);
          },
        );
      await reading;
      return registry.metrics();
    },
    countSignIn: (outcome) => meters.signIns.inc({ outcome }),
  };
}

function setReadiness(
  meters: Meters,
  config: MeteredConfig,
  obstacles: readonly Pick<Obstacle, 'kind' | 'service'>[],
): void {
  meters.ready.set(obstacles.length === 0 ? 1 : 0);
  for (const kind of obstacleKinds) meters.obstacle.set({ kind }, obstacles.some((one) => one.kind === kind) ? 1 : 0);
  for (const name of [undefined, ...Object.keys(config.services ?? {})]) {
    const service = nameAmongSeveral(config, name);
    const isSuspended = obstacles.some((one) => one.kind === 'key-stopped' && one.service === service);
    meters.keySuspended.set(serviceLabel(service), isSuspended ? 1 : 0);
  }
}

/** What was read before may not be so any more. Absent, not 0: a gauge without labels is 0 again when it is only reset. */
function forgetStore(meters: Meters): void {
  const { alertsWaiting, alertsFailed, channelRefused, channelDeferred } = meters;
  const { lastComplete, watchPaused, creditsLeft, incidents, daemons } = meters;
  for (const gauge of [alertsWaiting, alertsFailed, channelRefused, channelDeferred]) gauge.reset();
  for (const gauge of [lastComplete, watchPaused, creditsLeft, incidents, daemons]) gauge.reset();
  for (const gauge of [meters.oldestAlert, meters.dueLag, meters.lastCheck]) gauge.remove();
}

async function setAlertGauges(meters: Meters, { db }: Store, config: MeteredConfig, now: Date): Promise<void> {
  const counts = await countUndeliveredAlerts(db);
  const states = await loadChannelStates(db);
  meters.oldestAlert.set(secondsSince(await oldestOverdueAlert(db, now), now));
  meters.alertsWaiting.reset();
  meters.alertsFailed.reset();
  for (const channel of Object.keys(config.channels)) {
    meters.alertsWaiting.set({ channel }, 0);
    meters.alertsFailed.set({ channel }, 0);
    const { refusedSince, deferredUntil } = states.get(channel) ?? {};
    meters.channelRefused.set({ channel }, refusedSince === undefined ? 0 : 1);
    meters.channelDeferred.set(
      { channel },
      deferredUntil !== undefined && deferredUntil > now ? deferredUntil.getTime() / 1000 : 0,
    );
  }
  for (const { channel, state, alerts } of counts) {
    meters[state === 'waiting' ? 'alertsWaiting' : 'alertsFailed'].set({ channel }, alerts);
  }
}

async function setCheckGauges(
  meters: Meters,
  { db }: Store,
  { config, watches }: { readonly config: MeteredConfig; readonly watches: readonly WatchConfig[] },
  now: Date,
): Promise<void> {
  meters.dueLag.set(secondsSince(await nextDueAt(db), now));
  const complete = await lastCompletePerWatch(db);
  meters.lastComplete.reset();
  meters.lastCheck.remove();
  if (complete.size > 0) meters.lastCheck.set(((await lastCompleteCheckAt(db))?.getTime() ?? 0) / 1000);
  const served = (await runningProcesses(db, now)).flatMap((process) => process.roles);
  for (const role of roles) meters.daemons.set({ role }, served.filter((one) => one === role).length);
  const unchecked = await loadUnchecked(db);
  meters.watchPaused.reset();
  const labelOf = watchLabels(watches);
  for (const id of unchecked.keys()) meters.watchPaused.set({ watch: labelOf(id) }, 1);
  // The most recent first: of several under one label the one that was checked least recently remains.
  const running = [...complete]
    .filter(([id]) => !unchecked.has(id))
    .map(([id, at]) => [labelOf(id), at?.getTime() ?? 0] as const);
  for (const [watch, at] of running.sort(([, a], [, b]) => b - a)) meters.lastComplete.set({ watch }, at / 1000);
  const incidents = await openIncidents(db);
  meters.incidents.reset();
  for (const incident of incidents) {
    meters.incidents.inc({ kind: incident.kind, ...serviceLabel(nameInIncident(config, incident)) });
  }
}

/** What the overall budget leaves, without a label, and what each service's own budget leaves. */
async function setCreditsLeft(meters: Meters, { db }: Store, config: MeteredConfig, now: Date): Promise<void> {
  const left = (limit: number, spent: number) => Math.max(0, limit - spent);
  const budgets = [{ budget: config.budget, name: undefined }, ...Object.values(config.services ?? {})];
  for (const { budget: { perDay, perMonth } = {}, name: service } of budgets) {
    const ofWhom = serviceLabel(service);
    if (perDay !== undefined) {
      meters.creditsLeft.set({ period: 'day', ...ofWhom }, left(perDay, await spentOn(db, utcDay(now), service)));
    }
    if (perMonth !== undefined) {
      meters.creditsLeft.set(
        { period: 'month', ...ofWhom },
        left(perMonth, await spentInMonth(db, utcMonth(now), service)),
      );
    }
  }
}

function secondsSince(moment: Date | undefined, now: Date): number {
  return moment === undefined ? 0 : Math.max(0, (now.getTime() - moment.getTime()) / 1000);
}
