import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { loadChannelStates } from '../alerts/outbox/deliveriesTable.ts';
import { openIncidents } from '../alerts/outbox/incidentsTable.ts';
import { startTurns } from '../base/calls.ts';
import { utcDay } from '../base/time.ts';
import { version } from '../base/version.ts';
import type { Config } from '../config/config.ts';
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
export async function startMetrics(store: Store, clock: () => Date) {
  const registry = new Registry();
  const meters = makeMeters(registry);
  meters.build.set({ version }, 1);
  collectDefaultMetrics({ register: registry });
  for (const name of misnamed) registry.removeSingleMetric(name);
  let marks = await readMarks(store.db);
  let nudgesBefore = await readNudges(store.db);
  const inTurn = startTurns();

  const askStore = async (config: MeteredConfig) => {
    const now = clock();
    const found = await tallySince(store.db, marks);
    const gauges = await readGauges(store.db, config, now);
    return { ...found, gauges, nudges: await readNudges(store.db) };
  };
  const update = async (config: MeteredConfig) => {
    const { tallies, marks: until, gauges, nudges } = await inTime(askStore(config));
    // Nothing is awaited from here on. A failure above leaves the counts unchanged, and the next scrape catches up.
    marks = until;
    count(meters, tallies);
    // Old signals are deleted now and then, which must not lower the counter.
    for (const [key, { source, outcome, count: signals }] of nudges) {
      meters.nudges.inc({ source, outcome }, Math.max(0, signals - (nudgesBefore.get(key)?.count ?? 0)));
    }
    nudgesBefore = nudges;
    return gauges;
  };
  return {
    noteCertificates(until: ReadonlyMap<string, Date>) {
      meters.certificates.reset();
      for (const [server, at] of until) meters.certificates.set({ server }, at.getTime() / 1000);
    },
    contentType: registry.contentType,
    /** Returns the text for Prometheus. While the database does not respond, the metrics read from it are absent. */
    async read(config: MeteredConfig, obstacles: readonly Pick<Obstacle, 'kind'>[], reload?: Pick<Reload, 'ok'>) {
      meters.configReloaded.set(reload === undefined || reload.ok ? 1 : 0);
      // A reload may have added a channel.
      startAtZero(meters, config);
      // Scrapes run one after another, because two at a time would count the same rows twice.
      return inTurn(async () => {
        const gauges = await update(config).catch(() => undefined);
        setReadiness(meters, gauges ? obstacles : [...obstacles, { kind: 'database' }]);
        return Registry.merge(gauges ? [registry, gauges] : [registry]).metrics();
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

/** Reads what is so now into gauges of this scrape, so that no series of an earlier scrape is left. */
async function readGauges(db: Db, config: MeteredConfig, now: Date) {
  const registry = new Registry();
  const gauge = gaugesIn(registry);
  await addAlertGauges(gauge, db, config, now);
  await addCheckGauges(gauge, db, now);
  await addWatchGauges(gauge, db, config);
  await addCreditGauges(gauge, db, config, now);
  const backupAge = gauge('backup_age_seconds', 'Age of the last backup by tipstaff backup; absent before the first.');
  const last = await readSetting<LastBackup>(db, lastBackupSetting);
  // 0 would mean that there is a backup.
  if (last === undefined) backupAge.remove();
  else backupAge.set(secondsSince(last.at, now));
  return registry;
}

async function addAlertGauges(gauge: MakeGauge, db: Db, config: MeteredConfig, now: Date): Promise<void> {
  const oldest = gauge('alert_oldest_waiting_seconds', 'Age of the oldest alert that is due or was tried already.');
  oldest.set(secondsSince(await oldestOverdueAlert(db, now), now));
  const waiting = gauge('alerts_waiting', 'Alerts not delivered yet by channel, digests included.', ['channel']);
  const failed = gauge('alerts_failed', 'Alerts that were rejected or abandoned, by channel.', ['channel']);
  const refused = gauge('channel_paused', '1 while the server refuses the channel as a whole.', ['channel']);
  const deferred = gauge(
    'channel_held_until_timestamp_seconds',
    'When a failing channel is tried again (backoff, Retry-After); 0 = at once.',
    ['channel'],
  );
  const states = await loadChannelStates(db);
  for (const channel of Object.keys(config.channels)) {
    waiting.set({ channel }, 0);
    failed.set({ channel }, 0);
    const { pausedAt, retryAt } = states.get(channel) ?? {};
    refused.set({ channel }, pausedAt ? 1 : 0);
    deferred.set({ channel }, retryAt && retryAt > now.toISOString() ? Date.parse(retryAt) / 1000 : 0);
  }
  for (const { channel, state, alerts } of await countUndeliveredAlerts(db)) {
    (state === 'waiting' ? waiting : failed).set({ channel }, alerts);
  }
}

async function addCheckGauges(gauge: MakeGauge, db: Db, now: Date): Promise<void> {
  const dueLag = gauge('due_lag_seconds', 'How long the query that is due longest has waited for its check.');
  dueLag.set(secondsSince(await nextDueAt(db), now));
  const daemons = gauge('daemons', 'Daemons on the database that have the role.', ['role']);
  const served = (await runningProcesses(db, now)).flatMap((process) => process.roles);
  for (const role of roles) daemons.set({ role }, served.filter((one) => one === role).length);
  const incidents = gauge(
    'incidents_open',
    'Incidents that the operators were notified of and that have not ended, by kind.',
    ['kind'],
  );
  for (const { kind } of await openIncidents(db)) incidents.inc({ kind });
}

async function addWatchGauges(gauge: MakeGauge, db: Db, { watches }: MeteredConfig): Promise<void> {
  const [complete, last] = [await lastCompletePerWatch(db), await lastCompleteCheckAt(db)];
  const lastCheck = gauge(
    'last_complete_check_timestamp_seconds',
    'When a check of any watch was last complete; 0 = never. Absent without a watch.',
  );
  if (complete.size === 0) lastCheck.remove();
  else lastCheck.set(last === undefined ? 0 : Date.parse(last) / 1000);
  // Confidential watches share one label, because ids are often the names of clients.
  const open = new Set(watches.filter((watch) => !watch.confidential).map(({ id }) => id));
  const labelOf = (watchId: string) => (open.has(watchId) ? watchId : 'confidential');
  const unchecked = await loadUnchecked(db);
  const paused = gauge('watch_paused', '1 while somebody has paused the watch; others are absent.', ['watch']);
  for (const id of unchecked.keys()) paused.set({ watch: labelOf(id) }, 1);
  const lastComplete = gauge(
    'watch_last_complete_timestamp_seconds',
    'When the watch was last checked completely; 0 = never. Absent while it is paused.',
    ['watch'],
  );
  // The most recent first, so that a label of several watches keeps the watch that was checked least recently.
  const running = [...complete]
    .filter(([id]) => !unchecked.has(id))
    .map(([id, at]) => [labelOf(id), at === null ? 0 : Date.parse(at)] as const);
  for (const [watch, at] of running.sort(([, a], [, b]) => b - a)) lastComplete.set({ watch }, at / 1000);
}

async function addCreditGauges(gauge: MakeGauge, db: Db, config: MeteredConfig, now: Date): Promise<void> {
  const left = gauge('credits_left', 'Credits left in the budgets of the day and month (UTC).', ['period']);
  const { perDay, perMonth } = config.budget;
  const { today, thisMonth } = await spentInAll(db, utcDay(now));
  if (perDay !== undefined) left.set({ period: 'day' }, Math.max(0, perDay - today));
  if (perMonth !== undefined) left.set({ period: 'month' }, Math.max(0, perMonth - thisMonth));
  const nudges = gauge('nudge_credits_today', 'Credits that nudges have caused on this day (UTC).');
  nudges.set(await spentByNudges(db, now));
}

function secondsSince(at: string | undefined, now: Date): number {
  return at === undefined ? 0 : Math.max(0, (now.getTime() - Date.parse(at)) / 1000);
}

const operations = ['pacer', 'wipo'] as const;
const signInOutcomes: readonly Attempted[] = ['accepted', 'refused', 'locked'];
const deliveryOutcomes = ['sent', 'retry', 'failed', 'dead'] as const;

type MeteredConfig = Pick<Config, 'channels' | 'budget' | 'watches'>;

type Meters = ReturnType<typeof makeMeters>;

type MakeGauge = ReturnType<typeof gaugesIn>;

const gaugesIn =
  (registry: Registry) =>
  <L extends string>(name: string, help: string, labelNames: L[] = []) =>
    new Gauge({ name: `tipstaff_${name}`, help, labelNames, registers: [registry] });

/** Makes the metrics that last as long as this process. docs/running.md explains all metrics. */
function makeMeters(registry: Registry) {
  const registers = [registry];
  const counter = <L extends string>(name: string, help: string, labelNames: L[] = []) =>
    new Counter({ name: `tipstaff_${name}`, help, labelNames, registers });
  const gauge = gaugesIn(registry);
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
    ready: gauge('ready', '1 while Tipstaff can check and deliver, as on /readyz.'),
    obstacle: gauge('obstacle', '1 while this keeps Tipstaff from checking or delivering.', ['kind']),
    keySuspended: gauge('key_suspended', '1 while only probes run: token refused, out of credits, or to pause.'),
    configReloaded: gauge('config_last_reload_successful', '1 unless the current config file was refused.'),
    signIns: counter('sign_ins_total', 'Attempts to sign in to the pages of this process by outcome.', ['outcome']),
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
