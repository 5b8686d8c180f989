import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { loadChannelStates } from '../alerts/outbox/deliveriesTable.ts';
import { openIncidents } from '../alerts/outbox/incidentsTable.ts';
import { startTurns } from '../base/calls.ts';
import { utcDay } from '../base/time.ts';
import { version } from '../base/version.ts';
import type { Config, WatchConfig } from '../config/config.ts';
import type { Attempted } from '../people/signIn/attempts.ts';
import { changeKinds } from '../records/diff/change.ts';
import { loadUnchecked } from '../schedule/holds/holdsTable.ts';
import { countNudges, spentByNudges } from '../schedule/nudges/nudgesTable.ts';
import { lastCompleteCheckAt, lastCompletePerWatch } from '../schedule/watchStatusQueries.ts';
import { nextDueAt } from '../store/claims/due.ts';
import { type LastBackup, lastBackupSetting } from '../store/condition.ts';
import { type Reload, roles, runningProcesses } from '../store/processes.ts';
import { outcomes } from '../store/snapshot/checksTable.ts';
import { spentInAll } from '../store/snapshot/ledgerTable.ts';
import {
  countUndeliveredAlerts,
  oldestOverdueAlert,
  readMarks,
  type Tallies,
  tallySince,
} from '../store/snapshot/talliesTable.ts';
import { type Db, readSetting, type Store } from '../store/store.ts';
import { inTime, type Obstacle, obstacleKinds } from './readiness.ts';

/** Gauges of prom-client with names of counters, about which promtool warns. */
const misnamed = ['nodejs_active_handles_total', 'nodejs_active_requests_total', 'nodejs_active_resources_total'];

export type Metrics = Awaited<ReturnType<typeof startMetrics>>;

/**
 * Counts from now on what any process writes to the store. A scrape reads only what was written since the last scrape.
 * Several daemons on one store report the same counts.
 */
export async function startMetrics(store: Store, config: () => MeteredConfig, clock: () => Date) {
  const registry = new Registry();
  const meters = makeMeters(registry);
  meters.build.set({ version }, 1);
  collectDefaultMetrics({ register: registry });
  for (const name of misnamed) registry.removeSingleMetric(name);
  let marks = await readMarks(store.db, clock());
  let nudgesBefore = await readNudges(store.db);
  const inTurn = startTurns();

  const askStore = async (watches: readonly WatchConfig[]) => {
    const now = clock();
    const found = await tallySince(store.db, marks, now);
    forgetStore(meters);
    await setAlertGauges(meters, store, config(), now);
    await setCheckGauges(meters, store, watches, now);
    await setCreditsLeft(meters, store, config(), now);
    await setBackupAge(meters, store, now);
    meters.nudgeCredits.set(await spentByNudges(store.db, now));
    return { ...found, nudges: await readNudges(store.db) };
  };
  const update = async (watches: readonly WatchConfig[]) => {
    const { tallies, marks: until, nudges } = await inTime(askStore(watches));
    // Nothing is awaited from here on. A failure above leaves the counts unchanged, and the next scrape catches up.
    marks = until;
    count(meters, tallies);
    // Old signals are deleted now and then, which must not lower the counter.
    for (const [key, { source, outcome, count: signals }] of nudges) {
      meters.nudges.inc({ source, outcome }, Math.max(0, signals - (nudgesBefore.get(key)?.count ?? 0)));
    }
    nudgesBefore = nudges;
  };
  return {
    noteCertificates(until: ReadonlyMap<string, Date>) {
      meters.certificates.reset();
      for (const [server, at] of until) meters.certificates.set({ server }, at.getTime() / 1000);
    },
    contentType: registry.contentType,
    /** Returns the text for Prometheus. While the database does not respond, the metrics read from it are absent. */
    async read(
      watches: readonly WatchConfig[],
      obstacles: readonly Pick<Obstacle, 'kind'>[],
      reload?: Pick<Reload, 'ok'>,
    ) {
      meters.configReloaded.set(reload === undefined || reload.ok ? 1 : 0);
      // A reload may have added a channel.
      startAtZero(meters, config());
      // Scrapes run one after another, because two at a time would count the same rows twice.
      return inTurn(async () => {
        const isUpdated = await update(watches).then(
          () => true,
          () => false,
        );
        if (!isUpdated) forgetStore(meters);
        setReadiness(meters, isUpdated ? obstacles : [...obstacles, { kind: 'database' }]);
        return registry.metrics();
      });
    },
    countSignIn: (outcome: Attempted) => meters.signIns.inc({ outcome }),
  };
}

async function readNudges(db: Db) {
  return new Map((await countNudges(db)).map((row) => [JSON.stringify([row.source, row.outcome]), row] as const));
}

function setReadiness(meters: Meters, obstacles: readonly Pick<Obstacle, 'kind'>[]): void {
  meters.ready.set(obstacles.length === 0 ? 1 : 0);
  for (const kind of obstacleKinds) meters.obstacle.set({ kind }, obstacles.some((one) => one.kind === kind) ? 1 : 0);
  meters.keySuspended.set(obstacles.some((one) => one.kind === 'key-stopped') ? 1 : 0);
}

/** Makes the metrics of the store absent. `reset` alone would set a gauge without labels to 0. */
function forgetStore(meters: Meters): void {
  const { alertsWaiting, alertsFailed, channelRefused, channelDeferred } = meters;
  const { lastComplete, watchPaused, creditsLeft, incidents, daemons } = meters;
  for (const gauge of [alertsWaiting, alertsFailed, channelRefused, channelDeferred]) gauge.reset();
  for (const gauge of [lastComplete, watchPaused, creditsLeft, incidents, daemons]) gauge.reset();
  for (const gauge of [meters.oldestAlert, meters.dueLag, meters.lastCheck, meters.backupAge]) gauge.remove();
}

async function setAlertGauges(meters: Meters, { db }: Store, config: MeteredConfig, now: Date): Promise<void> {
  const counts = await countUndeliveredAlerts(db);
  const states = await loadChannelStates(db);
  meters.oldestAlert.set(secondsSince(await oldestOverdueAlert(db, now), now));
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

async function setCheckGauges(meters: Meters, { db }: Store, watches: readonly WatchConfig[], now: Date) {
  meters.dueLag.set(secondsSince(await nextDueAt(db), now));
  const complete = await lastCompletePerWatch(db);
  if (complete.size > 0) meters.lastCheck.set(((await lastCompleteCheckAt(db))?.getTime() ?? 0) / 1000);
  const served = (await runningProcesses(db, now)).flatMap((process) => process.roles);
  for (const role of roles) meters.daemons.set({ role }, served.filter((one) => one === role).length);
  const unchecked = await loadUnchecked(db);
  const labelOf = watchLabels(watches);
  for (const id of unchecked.keys()) meters.watchPaused.set({ watch: labelOf(id) }, 1);
  // The most recent first, so that a label of several watches keeps the watch that was checked least recently.
  const running = [...complete]
    .filter(([id]) => !unchecked.has(id))
    .map(([id, at]) => [labelOf(id), at?.getTime() ?? 0] as const);
  for (const [watch, at] of running.sort(([, a], [, b]) => b - a)) meters.lastComplete.set({ watch }, at / 1000);
  const incidents = Map.groupBy(await openIncidents(db), ({ kind }) => kind);
  for (const [kind, some] of incidents) meters.incidents.set({ kind }, some.length);
}

/** Leaves the age absent before the first backup, because 0 would mean that there is one. */
async function setBackupAge(meters: Meters, { db }: Store, now: Date): Promise<void> {
  const last = await readSetting<LastBackup>(db, lastBackupSetting);
  if (last !== undefined) meters.backupAge.set(secondsSince(new Date(last.at), now));
}

async function setCreditsLeft(meters: Meters, { db }: Store, config: MeteredConfig, now: Date): Promise<void> {
  const left = (limit: number, spent: number) => Math.max(0, limit - spent);
  const { perDay, perMonth } = config.budget;
  const { today, thisMonth } = await spentInAll(db, utcDay(now));
  if (perDay !== undefined) meters.creditsLeft.set({ period: 'day' }, left(perDay, today));
  if (perMonth !== undefined) meters.creditsLeft.set({ period: 'month' }, left(perMonth, thisMonth));
}

function secondsSince(moment: Date | undefined, now: Date): number {
  return moment === undefined ? 0 : Math.max(0, (now.getTime() - moment.getTime()) / 1000);
}

const operations = ['pacer', 'wipo'] as const;
const signInOutcomes: readonly Attempted[] = ['accepted', 'refused', 'locked'];
const deliveryOutcomes = ['sent', 'retry', 'failed', 'dead'] as const;

type MeteredConfig = Pick<Config, 'channels' | 'budget'>;

/** Returns labels of watches. Confidential watches share one label, because ids are often the names of clients. */
function watchLabels(watches: readonly Pick<WatchConfig, 'id' | 'confidential'>[]): (watchId: string) => string {
  const open = new Set(watches.filter((watch) => !watch.confidential).map(({ id }) => id));
  return (watchId) => (open.has(watchId) ? watchId : 'confidential');
}

type Meters = ReturnType<typeof makeMeters>;

/** Makes Tipstaff's own metrics, which docs/running.md explains. */
function makeMeters(registry: Registry) {
  const registers = [registry];
  const counter = <L extends string>(name: string, help: string, labelNames: L[] = []) =>
    new Counter({ name: `tipstaff_${name}`, help, labelNames, registers });
  const gauge = <L extends string>(name: string, help: string, labelNames: L[] = []) =>
    new Gauge({ name: `tipstaff_${name}`, help, labelNames, registers });
  return {
    build: gauge('build_info', 'Always 1. The label is the running version.', ['version']),
    checks: counter('checks_total', 'Checks by outcome.', ['outcome']),
    crashed: counter('checks_crashed_total', 'Checks that ended with an internal error; also counted as failed.'),
    requests: counter('requests_total', 'Calls to the service by operation.', ['operation']),
    credits: counter('credits_total', 'Credits spent by operation.', ['operation']),
    changes: counter('changes_total', 'Changes found by kind.', ['kind']),
    deliveries: counter('deliveries_total', 'Attempts to deliver an alert by channel and outcome.', [
      'channel',
      'outcome',
    ]),
    alertsWaiting: gauge('alerts_waiting', 'Alerts not delivered yet by channel, digests included.', ['channel']),
    alertsFailed: gauge('alerts_failed', 'Alerts that were rejected or abandoned, by channel.', ['channel']),
    oldestAlert: gauge('alert_oldest_waiting_seconds', 'Age of the oldest alert that is due or was tried already.'),
    channelRefused: gauge('channel_paused', '1 while the server refuses the channel as a whole.', ['channel']),
    channelDeferred: gauge(
      'channel_held_until_timestamp_seconds',
      'When a failing channel is tried again (backoff, Retry-After); 0 = at once.',
      ['channel'],
    ),
    deliveryDelay: new Histogram({
      name: 'tipstaff_delivery_delay_seconds',
      help: 'From the moment an alert was first due until the server accepted it, by channel.',
      labelNames: ['channel'],
      buckets: [1, 5, 15, 60, 300, 900, 3600, 14_400, 86_400],
      registers,
    }),
    /** Channels whose series of delays has begun. */
    delayed: new Set<string>(),
    certificates: gauge(
      'certificate_expires_timestamp_seconds',
      'When the certificate of a server expires, as last seen.',
      ['server'],
    ),
    nudges: counter('nudges_total', 'Signals of nudges by source and outcome.', ['source', 'outcome']),
    nudgeCredits: gauge('nudge_credits_today', 'Credits that nudges have caused on this day (UTC).'),
    ready: gauge('ready', '1 while Tipstaff can check and deliver, as on /readyz.'),
    obstacle: gauge('obstacle', '1 while this keeps Tipstaff from checking or delivering.', ['kind']),
    keySuspended: gauge('key_suspended', '1 while only probes run, because the service refused the API key.'),
    daemons: gauge('daemons', 'Daemons on the database that have the role.', ['role']),
    lastCheck: gauge(
      'last_complete_check_timestamp_seconds',
      'When a check of any watch was last complete; 0 = never. Absent without a watch.',
    ),
    dueLag: gauge('due_lag_seconds', 'How long the query that is due longest has waited for its check.'),
    lastComplete: gauge(
      'watch_last_complete_timestamp_seconds',
      'When the watch was last checked completely; 0 = never. Absent while it is paused.',
      ['watch'],
    ),
    watchPaused: gauge('watch_paused', '1 while somebody has paused the watch; others are absent.', ['watch']),
    creditsLeft: gauge('credits_left', 'Credits left in the budgets of the day and month (UTC).', ['period']),
    backupAge: gauge('backup_age_seconds', 'Age of the last backup by tipstaff backup; absent before the first.'),
    configReloaded: gauge('config_last_reload_successful', '1 unless the current config file was refused.'),
    signIns: counter('sign_ins_total', 'Attempts to sign in to the pages of this process by outcome.', ['outcome']),
    incidents: gauge(
      'incidents_open',
      'Incidents that the operators were notified of and that have not ended, by kind.',
      ['kind'],
    ),
  };
}

/** Begins series at zero, because an alarm on an increase needs the series before the first event. */
function startAtZero(meters: Meters, config: MeteredConfig): void {
  for (const outcome of outcomes) meters.checks.inc({ outcome }, 0);
  for (const operation of operations) {
    meters.requests.inc({ operation }, 0);
    meters.credits.inc({ operation }, 0);
  }
  for (const outcome of signInOutcomes) meters.signIns.inc({ outcome }, 0);
  for (const kind of changeKinds) meters.changes.inc({ kind }, 0);
  for (const channel of Object.keys(config.channels)) {
    for (const outcome of deliveryOutcomes) meters.deliveries.inc({ channel, outcome }, 0);
    if (!meters.delayed.has(channel)) meters.deliveryDelay.zero({ channel });
    meters.delayed.add(channel);
  }
}

function count(meters: Meters, tallies: Tallies): void {
  for (const { operation, outcome, cause, requests, credits } of tallies.checks) {
    meters.checks.inc({ outcome });
    if (cause === 'internal') meters.crashed.inc();
    meters.requests.inc({ operation }, requests);
    meters.credits.inc({ operation }, credits);
  }
  for (const { kind } of tallies.changes) meters.changes.inc({ kind });
  for (const { channel, outcome, attemptedAt, dueAt, firstAttemptAt } of tallies.deliveries) {
    meters.deliveries.inc({ channel, outcome });
    if (outcome !== 'sent') continue;
    const firstDue = Math.min(Date.parse(dueAt), Date.parse(firstAttemptAt ?? dueAt));
    meters.deliveryDelay.observe({ channel }, Math.max(0, Date.parse(attemptedAt) - firstDue) / 1000);
  }
}
