import { Counter, Gauge, type Registry } from 'prom-client';
import type { Config } from '../config/config.ts';
import { changeKinds } from '../diff/change.ts';
import type { Tallies } from '../store/ledger/tallies.ts';

const outcomes = ['complete', 'partial', 'failed', 'skipped'] as const;
const operations = ['pacer', 'wipo'] as const;
const deliveryOutcomes = ['sent', 'retry', 'failed', 'dead'] as const;

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
    channelPaused: gauge('channel_paused', '1 while the server refuses the channel as a whole.', ['channel']),
    dueLag: gauge('due_lag_seconds', 'How long the query due longest has waited for its check.'),
    lastComplete: gauge(
      'watch_last_complete_timestamp_seconds',
      'When the watch was last checked completely; 0 = never. Absent while it is paused.',
      ['watch'],
    ),
    watchPaused: gauge('watch_paused', '1 while somebody has paused the watch; others are absent.', ['watch']),
    creditsLeft: gauge('credits_left', 'What the budget leaves for the day and month (UTC).', ['period']),
    incidents: gauge('incidents_open', 'Incidents that the operators were notified of and that last, by kind.', [
      'kind',
    ]),
  };
}

/** An alarm on an increase needs the series to be there before the first event. */
export function startAtZero(meters: Meters, channels: Config['channels']): void {
  for (const outcome of outcomes) meters.checks.inc({ outcome }, 0);
  for (const operation of operations) {
    meters.requests.inc({ operation }, 0);
    meters.credits.inc({ operation }, 0);
  }
  for (const kind of changeKinds) meters.changes.inc({ kind }, 0);
  for (const channel of Object.keys(channels)) {
    for (const outcome of deliveryOutcomes) meters.deliveries.inc({ channel, outcome }, 0);
  }
}

export function count(meters: Meters, tallies: Tallies): void {
  for (const { operation, outcome, reason, requests, credits } of tallies.checks) {
    meters.checks.inc({ outcome });
    if (reason?.startsWith('internal:')) meters.crashed.inc();
    meters.requests.inc({ operation }, requests);
    meters.credits.inc({ operation }, credits);
  }
  for (const { kind } of tallies.changes) meters.changes.inc({ kind });
  for (const { channel, outcome } of tallies.deliveries) meters.deliveries.inc({ channel, outcome });
}
