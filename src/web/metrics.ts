import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import {
  countWaitingAlerts,
  type Marks,
  oldestOverdueAlert,
  readMarks,
  type Tallies,
  tallyBetween,
} from '../store/ledger/tallies.ts';
import { nextDueAt } from '../store/queue/due.ts';
import type { Store } from '../store/store.ts';
import { version } from '../version.ts';

/**
 * Counts since this object was made, of what any process wrote to the store (a check by hand included), read from the store
 * when asked: so nobody has to report anything, and a scrape costs what happened since the last one.
 */
export class Metrics {
  readonly #store: Store;
  readonly #clock: () => Date;
  readonly #registry = new Registry();
  readonly #meters: ReturnType<typeof makeMeters>;
  #marks: Marks;
  #reading: Promise<unknown> = Promise.resolve();

  private constructor(store: Store, clock: () => Date, marks: Marks) {
    this.#store = store;
    this.#clock = clock;
    this.#marks = marks;
    this.#meters = makeMeters(this.#registry);
    this.#meters.build.set({ version }, 1);
    collectDefaultMetrics({ register: this.#registry });
  }

  static async start(store: Store, clock: () => Date): Promise<Metrics> {
    return new Metrics(store, clock, await readMarks(store.db));
  }

  get contentType(): string {
    return this.#registry.contentType;
  }

  /** The text of Prometheus' exposition format. */
  async read(): Promise<string> {
    // One after the other: two scrapes at a time would count the same rows twice.
    const reading = this.#reading.catch(() => {}).then(() => this.#update());
    this.#reading = reading;
    await reading;
    return this.#registry.metrics();
  }

  async #update(): Promise<void> {
    const { db } = this.#store;
    const now = this.#clock();
    const marks = await readMarks(db);
    const tallies = await tallyBetween(db, this.#marks, marks);
    const waiting = await countWaitingAlerts(db);
    const oldest = await oldestOverdueAlert(db, now);
    const due = await nextDueAt(db);
    // Nothing is awaited from here on, so that a failure above leaves the counts as they were, to be caught up later.
    this.#marks = marks;
    count(this.#meters, tallies);
    this.#meters.alertsWaiting.reset();
    for (const row of waiting) this.#meters.alertsWaiting.set({ channel: row.channel }, row.waiting);
    this.#meters.oldestAlert.set(secondsSince(oldest, now));
    this.#meters.dueLag.set(secondsSince(due, now));
  }
}

function makeMeters(registry: Registry) {
  const registers = [registry];
  const counter = <L extends string>(name: string, help: string, labelNames: L[]) =>
    new Counter({ name: `tipstaff_${name}`, help, labelNames, registers });
  const gauge = <L extends string>(name: string, help: string, labelNames: L[] = []) =>
    new Gauge({ name: `tipstaff_${name}`, help, labelNames, registers });
  return {
    build: gauge('build_info', 'Always 1; the version that runs.', ['version']),
    checks: counter('checks_total', 'Checks by outcome.', ['outcome']),
    requests: counter('requests_total', 'Calls to the service by operation.', ['operation']),
    credits: counter('credits_total', 'Credits spent by operation.', ['operation']),
    changes: counter('changes_total', 'Changes found by kind.', ['kind']),
    deliveries: counter('deliveries_total', 'Attempts to deliver an alert by channel and outcome.', [
      'channel',
      'outcome',
    ]),
    alertsWaiting: gauge('alerts_waiting', 'Alerts not delivered yet by channel, digests included.', ['channel']),
    oldestAlert: gauge('alert_oldest_waiting_seconds', 'Age of the oldest alert that is due or was tried already.'),
    dueLag: gauge('due_lag_seconds', 'How long the query due longest has waited for its check.'),
  };
}

function count(meters: ReturnType<typeof makeMeters>, tallies: Tallies): void {
  for (const row of tallies.checks) {
    meters.checks.inc({ outcome: row.outcome }, row.checks);
    meters.requests.inc({ operation: row.operation }, row.requests);
    meters.credits.inc({ operation: row.operation }, row.credits);
  }
  for (const row of tallies.changes) meters.changes.inc({ kind: row.kind }, row.changes);
  for (const { channel, outcome, deliveries } of tallies.deliveries)
    meters.deliveries.inc({ channel, outcome }, deliveries);
}

function secondsSince(moment: Date | undefined, now: Date): number {
  return moment === undefined ? 0 : Math.max(0, (now.getTime() - moment.getTime()) / 1000);
}
