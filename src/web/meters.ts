import { Counter, Gauge, type Registry } from 'prom-client';
import type { Config, WatchConfig } from '../config/config.ts';
import { nameAmongSeveral } from '../config/config.ts';
import { changeKinds } from '../diff/change.ts';
import type { Attempted } from '../people/signIn/attempts.ts';
import { outcomes } from '../snapshot/checksTable.ts';
import type { Tallies } from '../snapshot/talliesTable.ts';

const operations = ['pacer', 'wipo'] as const;
const signInOutcomes: readonly Attempted[] = ['accepted', 'refused', 'locked'];
const deliveryOutcomes = ['sent', 'retry', 'failed', 'dead'] as const;

export type MeteredConfig = Pick<Config, 'channels' | 'budget'> & Partial<Pick<Config, 'services'>>;

/** What the series of a watch are called: ids are often the names of clients, so all but open watches share one label. */
export function watchLabels(watches: readonly Pick<WatchConfig, 'id' | 'confidential'>[]): (watchId: string) => string {
  const open = new Set(watches.filter((watch) => !watch.confidential).map(({ id }) => id));
  return (watchId) => (open.has(watchId) ? watchId : 'confidential');
}

/** The label that says which of several services a series is about; none where there is one alone. */
export function serviceLabel(service: string | undefined): { service?: string } {
  return service === undefined ? {} : { service };
}

export type Meters = ReturnType<typeof makeMeters>;

/** Tipstaff's own metrics; docs/running.md says what each means. */
export function makeMeters(registry: Registry) {
  const registers = [registry];
  const counter = <L extends string>(name: string, help: string, labelNames: L[] = []) =>
    new Counter({ name: `tipstaff_${name}`, help, labelNames, registers });
  const gauge = <L extends string>(name: string, help: string, labelNames: L[] = []) =>
    new Gauge({ name: `tipstaff_${name}`, help, labelNames, registers });
  return {
    build: gauge('build_info', 'Always 1; the version that runs.', ['version']),
    checks: counter('checks_total', 'Checks by outcome.', ['outcome', 'service']),
    crashed: counter('checks_crashed_total', 'Checks that ended with an internal error; also counted as failed.'),
    requests: counter('requests_total', 'Calls to the service by operation.', ['operation', 'service']),
    credits: counter('credits_total', 'Credits spent by operation.', ['operation', 'service']),
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
      'When a failing channel is sent something again (backoff, Retry-After); 0 = nothing holds it.',
      ['channel'],
    ),
    ready: gauge('ready', '1 while it can check and deliver, as /readyz says.'),
    obstacle: gauge('obstacle', '1 while this keeps it from checking or delivering, as /readyz says.', ['kind']),
    keySuspended: gauge('key_suspended', '1 while no check is made with the key but probes.', ['service']),
    daemons: gauge('daemons', 'Daemons on the database that have the role.', ['role']),
    lastCheck: gauge(
      'last_complete_check_timestamp_seconds',
      'When a check of any watch was last complete; 0 = never. Absent where there is no watch.',
    ),
    dueLag: gauge('due_lag_seconds', 'How long the query due longest has waited for its check.'),
    lastComplete: gauge(
      'watch_last_complete_timestamp_seconds',
      'When the watch was last checked completely; 0 = never. Absent while it is paused.',
      ['watch'],
    ),
    watchPaused: gauge('watch_paused', '1 while somebody has paused the watch; others are absent.', ['watch']),
    creditsLeft: gauge('credits_left', 'What the budget leaves for the day and month (UTC).', ['period', 'service']),
    signIns: counter('sign_ins_total', 'Attempts to sign in to the pages of this process by outcome.', ['outcome']),
    incidents: gauge(
      'incidents_open',
      'Incidents that the operators were notified of and that have not ended, by kind.',
      ['kind', 'service'],
    ),
  };
}

/** An alarm on an increase needs the series to be there before the first event. */
export function startAtZero(meters: Meters, config: MeteredConfig): void {
  for (const name of [undefined, ...Object.keys(config.services ?? {})]) {
    const label = serviceLabel(nameAmongSeveral(config, name));
    for (const outcome of outcomes) meters.checks.inc({ outcome, ...label }, 0);
    for (const operation of operations) {
      meters.requests.inc({ operation, ...label }, 0);
      meters.credits.inc({ operation, ...label }, 0);
    }
  }
  for (const outcome of signInOutcomes) meters.signIns.inc({ outcome }, 0);
  for (const kind of changeKinds) meters.changes.inc({ kind }, 0);
  for (const channel of Object.keys(config.channels)) {
    for (const outcome of deliveryOutcomes) meters.deliveries.inc({ channel, outcome }, 0);
  }
}

export function count(meters: Meters, config: MeteredConfig, tallies: Tallies): void {
  for (const { operation, service, outcome, reason, requests, credits } of tallies.checks) {
    const label = serviceLabel(nameAmongSeveral(config, service ?? undefined));
    meters.checks.inc({ outcome, ...label });
    if (reason?.startsWith('internal:')) meters.crashed.inc();
    meters.requests.inc({ operation, ...label }, requests);
    meters.credits.inc({ operation, ...label }, credits);
  }
  for (const { kind } of tallies.changes) meters.changes.inc({ kind });
  for (const { channel, outcome } of tallies.deliveries) meters.deliveries.inc({ channel, outcome });
}
