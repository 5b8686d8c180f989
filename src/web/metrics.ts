import { collectDefaultMetrics, Registry } from 'prom-client';
import { nameInIncident } from '../check/admission/keySuspension.ts';
import { utcDay, utcMonth } from '../schedule/budget.ts';
import { openIncidents } from '../store/incidents.ts';
import { countUndeliveredAlerts, lastCompletePerWatch, oldestOverdueAlert } from '../store/ledger/gauges.ts';
import { spentInMonth, spentOn } from '../store/ledger/spending.ts';
import { readMarks, tallySince } from '../store/ledger/tallies.ts';
import { loadChannelStates } from '../store/outbox/channels.ts';
import { nextDueAt } from '../store/queue/due.ts';
import { pausedWatches } from '../store/queue/queries.ts';
import type { Store } from '../store/store.ts';
import { version } from '../version.ts';
import { count, type MeteredConfig, type Meters, makeMeters, serviceLabel, startAtZero } from './meters.ts';

/** Gauges of prom-client's that are named like counters, which promtool warns of. */
const misnamed = ['nodejs_active_handles_total', 'nodejs_active_requests_total', 'nodejs_active_resources_total'];

export interface Metrics {
  readonly contentType: string;
  /** The text of Prometheus' exposition format. */
  read(): Promise<string>;
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

  const update = async () => {
    const now = clock();
    const { tallies, marks: until } = await tallySince(store.db, marks, now);
    await setAlertGauges(meters, store, config, now);
    await setCheckGauges(meters, store, config, now);
    await setCreditsLeft(meters, store, config, now);
    // Nothing is awaited from here on, so that a failure above leaves the counts as they were, to be caught up later.
    marks = until;
    count(meters, config, tallies);
  };
  return {
    contentType: registry.contentType,
    async read() {
      // One after the other: two scrapes at a time would count the same rows twice.
      reading = reading.catch(() => {}).then(update);
      await reading;
      return registry.metrics();
    },
  };
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
    meters.channelPaused.set({ channel }, states.get(channel)?.pausedSince === undefined ? 0 : 1);
  }
  for (const { channel, state, alerts } of counts) {
    meters[state === 'waiting' ? 'alertsWaiting' : 'alertsFailed'].set({ channel }, alerts);
  }
}

async function setCheckGauges(meters: Meters, { db }: Store, config: MeteredConfig, now: Date): Promise<void> {
  meters.dueLag.set(secondsSince(await nextDueAt(db), now));
  const complete = await lastCompletePerWatch(db);
  meters.lastComplete.reset();
  const paused = await pausedWatches(db);
  meters.watchPaused.reset();
  for (const watch of paused) meters.watchPaused.set({ watch }, 1);
  for (const [watch, at] of complete)
    if (!paused.has(watch)) meters.lastComplete.set({ watch }, (at?.getTime() ?? 0) / 1000);
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
