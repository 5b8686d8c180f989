import { collectDefaultMetrics, Registry } from 'prom-client';
import type { Config } from '../config/config.ts';
import { dayOf, monthOf } from '../schedule/budget.ts';
import {
  countOpenIncidents,
  countUndeliveredAlerts,
  lastCompletePerWatch,
  oldestOverdueAlert,
} from '../store/ledger/gauges.ts';
import { spentInMonth, spentOn } from '../store/ledger/spending.ts';
import { type Marks, readMarks, tallyBetween } from '../store/ledger/tallies.ts';
import { loadChannelStates } from '../store/outbox/channels.ts';
import { nextDueAt } from '../store/queue/due.ts';
import type { Store } from '../store/store.ts';
import { version } from '../version.ts';
import { count, type Meters, makeMeters, startAtZero } from './meters.ts';

/** Gauges of prom-client's that are named like counters, which promtool warns of. */
const misnamed = ['nodejs_active_handles_total', 'nodejs_active_requests_total', 'nodejs_active_resources_total'];

type MeteredConfig = Pick<Config, 'channels' | 'budget'>;

/**
 * Counts since this object was made, of what any process wrote to the store (a check on demand included), read from the store
 * when asked: so nobody has to report anything, and a scrape costs what happened since the last one. Several daemons on one
 * store count the same things.
 */
export class Metrics {
  readonly #store: Store;
  readonly #config: MeteredConfig;
  readonly #clock: () => Date;
  readonly #registry = new Registry();
  readonly #meters: Meters;
  #marks: Marks;
  #reading: Promise<unknown> = Promise.resolve();

  private constructor(store: Store, config: MeteredConfig, clock: () => Date, marks: Marks) {
    this.#store = store;
    this.#config = config;
    this.#clock = clock;
    this.#marks = marks;
    this.#meters = makeMeters(this.#registry);
    this.#meters.build.set({ version }, 1);
    startAtZero(this.#meters, config.channels);
    collectDefaultMetrics({ register: this.#registry });
    for (const name of misnamed) this.#registry.removeSingleMetric(name);
  }

  static async start(store: Store, config: MeteredConfig, clock: () => Date): Promise<Metrics> {
    return new Metrics(store, config, clock, await readMarks(store.db));
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
    const now = this.#clock();
    const marks = await readMarks(this.#store.db);
    const tallies = await tallyBetween(this.#store.db, this.#marks, marks);
    await setAlertGauges(this.#meters, this.#store, this.#config, now);
    await setCheckGauges(this.#meters, this.#store, now);
    await setCreditsLeft(this.#meters, this.#store, this.#config, now);
    // Nothing is awaited from here on, so that a failure above leaves the counts as they were, to be caught up later.
    this.#marks = marks;
    count(this.#meters, tallies);
  }
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

async function setCheckGauges(meters: Meters, { db }: Store, now: Date): Promise<void> {
  meters.dueLag.set(secondsSince(await nextDueAt(db), now));
  const complete = await lastCompletePerWatch(db);
  meters.lastComplete.reset();
  for (const [watch, at] of complete) meters.lastComplete.set({ watch }, (at?.getTime() ?? 0) / 1000);
  const incidents = await countOpenIncidents(db);
  meters.incidents.reset();
  for (const { kind, open } of incidents) meters.incidents.set({ kind }, open);
}

async function setCreditsLeft(meters: Meters, { db }: Store, { budget }: MeteredConfig, now: Date): Promise<void> {
  const { perDay, perMonth } = budget;
  const left = (limit: number, spent: number) => Math.max(0, limit - spent);
  if (perDay !== undefined) meters.creditsLeft.set({ period: 'day' }, left(perDay, await spentOn(db, dayOf(now))));
  if (perMonth !== undefined)
    meters.creditsLeft.set({ period: 'month' }, left(perMonth, await spentInMonth(db, monthOf(now))));
}

function secondsSince(moment: Date | undefined, now: Date): number {
  return moment === undefined ? 0 : Math.max(0, (now.getTime() - moment.getTime()) / 1000);
}
