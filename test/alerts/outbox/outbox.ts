import pino from 'pino';
import type { Arrivals, Channel, DeliveryResult } from '../../../src/alerts/channels/channel.ts';
import type { AlertContent } from '../../../src/alerts/message/content.ts';
import type { Notice } from '../../../src/alerts/message/facts.ts';
import { addToAlert } from '../../../src/alerts/outbox/addToAlertQueries.ts';
import { deliverDue } from '../../../src/alerts/outbox/deliver.ts';
import type { DeliveryParts } from '../../../src/alerts/outbox/deliveryOutcome.ts';
import type { ChannelConfig, SlackChannelConfig } from '../../../src/config/channels.ts';
import type { Config } from '../../../src/config/config.ts';
import { noteCheck } from '../../../src/store/claims/queries.ts';
import { insertCheck } from '../../../src/store/snapshot/checksTable.ts';
import type { Store } from '../../../src/store/store.ts';
import { anEntry } from '../../records/diff/dockets.ts';
import { aWatch } from '../../schedule/aWatch.ts';
import { insertRecord } from '../../store/snapshot/insertRecord.ts';

export const start = new Date('2026-03-02T09:00:00.000Z');

/** Stores one watch, one query, one complete check and one docket, to which changes can refer. */
export async function seed(store: Store): Promise<void> {
  const at = start.toISOString();
  const { db } = store;
  const watch = { id: 'lamp', name: 'Lamp patent', matter: 'M-7', settings: '{}' };
  await db.insertInto('watches').values(watch).execute();
  await db.insertInto('queries').values({ id: 'q', operation: 'pacer', body: '{}' }).execute();
  await insertCompleteCheck(store, at);
  const docket = { key: '900', docketNumber: '1:25-cv-00900', caseName: 'Lumen Ltd. v. Glow Inc.' };
  await insertRecord(db, { type: 'docket', ...docket }, 'h', at);
}

function insertCompleteCheck(store: Store, at: string): Promise<number> {
  const counts = { requests: 1, credits: 12, hits: 1, total: 1, evidence: {} };
  const times = { startedAt: at, endedAt: at };
  return insertCheck(store.db, { queryId: 'q', outcome: 'complete', reason: null, ...times, ...counts });
}

/** Stores a complete check as the last one of the seeded query. */
export async function putCompleteCheck(store: Store, at: string): Promise<void> {
  const checkId = await insertCompleteCheck(store, at);
  await noteCheck(store.db, 'q', { checkId, complete: true, failures: 0 });
}

/** Stores a new entry of the seeded docket. @returns the id of the change */
export async function newEntry(store: Store, documentNumber: string): Promise<number> {
  const entry = anEntry({ documentNumber, description: `MOTION number ${documentNumber}`, documentHref: null });
  const row = await store.db
    .insertInto('changes')
    .values({
      checkId: 1,
      recordId: 1,
      kind: 'entry.new',
      detectedAt: start.toISOString(),
      entry: JSON.stringify(entry),
      fields: '[]',
      note: null,
      rule: 'test',
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

/** Stores an alert of one new entry on a channel, due at once. @returns its id */
export async function alertOf(store: Store, channel: string, documentNumber = '1', now = start): Promise<number> {
  const changeId = await newEntry(store, documentNumber);
  return store.transaction((trx) =>
    addToAlert(trx, { channel, kind: 'changes', createdAt: now, dueAt: now, changes: [{ changeId, watchId: 'lamp' }] }),
  );
}

/** Stores a notice to a channel. @returns the id of its alert */
export function noticeOn(store: Store, channel: string, { dueAt = start, payload = [] as object[] } = {}) {
  const draft = { channel, kind: 'notice', createdAt: start, dueAt, changes: [], payload } as const;
  return store.transaction((trx) => addToAlert(trx, draft));
}

/** The row of an alert. */
export function alertRow(store: Store, id: number) {
  return store.db.selectFrom('alerts').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
}

/** Returns the notices so far, in order, each with its alert, and the channel and the state of that. */
export async function noticesOf({
  db,
}: Store): Promise<(Notice & { alert: number; channel: string; state: string })[]> {
  const alerts = await db.selectFrom('alerts').selectAll().where('kind', '=', 'notice').orderBy('id').execute();
  return alerts.flatMap(({ id: alert, channel, state, payload }) =>
    (JSON.parse(payload ?? '[]') as Notice[]).map((notice) => ({ ...notice, alert, channel, state })),
  );
}

export const accepted: DeliveryResult = { outcome: 'sent', response: 'ok' };

type Respond = (alertId: number, signal: AbortSignal, arrivals?: Arrivals) => DeliveryResult | Promise<DeliveryResult>;

/** Returns a channel that accepts every alert, or responds as the test says, and keeps the ids of its alerts. */
export function scriptedChannel(
  name: string,
  respond: Respond = () => accepted,
): Channel & { readonly given: number[] } {
  const given: number[] = [];
  return {
    name,
    given,
    async send(content, signal, arrivals) {
      given.push(content.id);
      return respond(content.id, signal, arrivals);
    },
    async close() {},
  };
}

/** Returns the config of a Slack channel that nothing answers. */
export function slackConfig(name: string, more: Partial<SlackChannelConfig> = {}): SlackChannelConfig {
  return { type: 'slack', name, webhookUrl: 'http://127.0.0.1:9/x', timezone: 'UTC', ...more };
}

/** Returns the parts of delivery, with a clock that the test moves. */
export function deliveryParts(
  store: Store,
  channels: readonly Channel[],
  options: { operators?: string[]; configs?: ChannelConfig[] } = {},
): DeliveryParts & { at: Date } {
  const configs = options.configs ?? channels.map((channel) => slackConfig(channel.name));
  const config = {
    service: { baseUrl: 'https://search.example.com' },
    operators: options.operators ?? [],
    watches: [aWatch({ id: 'lamp', name: 'Lamp patent', matter: 'M-7', notify: ['counsel', 'brand'] })],
    delivery: { retryBaseSeconds: 30, retryMaxSeconds: 3600, giveUpAfterHours: 72, groupSeconds: 60 },
    spreadSeconds: 60,
    channels: Object.fromEntries(configs.map((channel) => [channel.name, channel])),
  } as unknown as Config;
  const parts = {
    at: start,
    store,
    channels: new Map(channels.map((channel) => [channel.name, channel])),
    config,
    clock: () => parts.at,
    log: pino({ level: 'silent' }),
  };
  return parts;
}

/** Delivers what is due so many seconds after the start. */
export function deliverAt(parts: ReturnType<typeof deliveryParts>, seconds: number) {
  parts.at = later(seconds);
  return deliverDue(parts, new AbortController().signal);
}

export function later(seconds: number, from = start): Date {
  return new Date(from.getTime() + seconds * 1000);
}

/** Returns a channel that keeps what it is given to send. */
export function keepingChannel(name: string): Channel & { readonly contents: AlertContent[] } {
  const contents: AlertContent[] = [];
  return {
    name,
    contents,
    async send(content) {
      contents.push(content);
      return accepted;
    },
    async close() {},
  };
}
