import { expect, it } from 'vitest';
import { alertKey, type Channel, type DeliveryResult } from '../../../src/alerts/channels/channel.ts';
import { addToAlert } from '../../../src/alerts/outbox/addToAlertQueries.ts';
import { retryAlerts } from '../../../src/alerts/outbox/alertsTable.ts';
import { deliverDue, keepHeartbeat } from '../../../src/alerts/outbox/deliver.ts';
import { probeNow, retryChannelAt } from '../../../src/alerts/outbox/deliveriesTable.ts';
import { groupUntil, whenDue } from '../../../src/alerts/outbox/whenDue.ts';
import type { ChannelConfig } from '../../../src/config/channels.ts';
import { onPostgres } from '../../store/database.ts';
import { deliveryParts, newEntry } from './outbox.ts';
import { seededRandom } from './seededRandom.ts';
import { seededStore } from './seededStore.ts';

const slack = { type: 'slack', webhookUrl: 'http://127.0.0.1:9/x', timezone: 'Europe/Paris' } as const;
const configs: ChannelConfig[] = [
  { ...slack, name: 'counsel' },
  { ...slack, name: 'brand', digest: '0 9 * * *', heartbeat: true },
  { ...slack, name: 'night', quiet: { startMinute: 20 * 60, endMinute: 7 * 60 } },
  { ...slack, name: 'ops' },
];
const names = configs.map((config) => config.name);

const responses = ['sent', 'busy', 'slow', 'deferred', 'dead', 'ended', 'cut', 'stopped'] as const;
type Response = (typeof responses)[number];

const results: Record<Exclude<Response, 'sent' | 'stopped'>, DeliveryResult> = {
  busy: { outcome: 'retry', response: '503' },
  slow: { outcome: 'retry', response: '429', afterSeconds: 1800 },
  deferred: { outcome: 'retry', response: '451', scope: 'message' },
  dead: { outcome: 'dead', response: '404' },
  ended: { outcome: 'ended', response: '410' },
  // The message arrived all the same, as it does when delivery is stopped in the middle.
  cut: { outcome: 'retry', response: 'connection cut' },
};

/** Returns a receiver that drops repeated ids, and counts how often each change reached its readers. */
function receiver(name: string, respond: () => Response, stop: () => void) {
  const seen = new Map<string, number>();
  const read = new Map<number, number>();
  const empty: string[] = [];
  const channel: Channel = {
    name,
    async send(content) {
      const response = respond();
      if (response !== 'sent' && response !== 'cut' && response !== 'stopped') return results[response];
      const key = alertKey(content);
      const times = (seen.get(key) ?? 0) + 1;
      seen.set(key, times);
      if (content.kind === 'changes') {
        if (content.changes.length === 0 && content.coverage === undefined) empty.push(key);
        if (times === 1) for (const { id } of content.changes) read.set(id, (read.get(id) ?? 0) + 1);
      }
      if (response === 'stopped') stop();
      return response === 'sent' ? { outcome: 'sent', response: 'ok' } : results.cut;
    },
    async close() {},
  };
  return { channel, seen, read, empty };
}

it.each(
  onPostgres ? [1] : [1, 2, 6],
)('whatever servers, clocks and users do, a reader gets each change once, no empty alert (seed %i)', async (number) => {
  const { store } = await seededStore();
  const random = seededRandom(number);
  const pick = <T>(some: readonly T[]): T => some[Math.floor(random() * some.length)] as T;
  let moods: Partial<Record<string, readonly Response[]>> = {};
  let stopping = new AbortController();
  const excused = { repeats: 0 };
  const receivers = names.map((name) => {
    const respond = () => {
      const response = pick(moods[name] ?? ['sent' as const]);
      if (response === 'cut' || response === 'stopped') excused.repeats += 1;
      return response;
    };
    return receiver(name, respond, () => stopping.abort());
  });
  const channels = receivers.map(({ channel }) => channel);
  const parts = deliveryParts(store, channels, { configs, operators: ['ops'] });
  const pass = async () => {
    stopping = new AbortController();
    await deliverDue(parts, stopping.signal);
    for (const channel of channels) await keepHeartbeat(parts, channel);
  };
  const later = (seconds: number) => {
    parts.at = new Date(parts.at.getTime() + seconds * 1000);
  };
  const found = new Map<string, Set<number>>();
  const find = async () => {
    const changeId = await newEntry(store, String(number));
    for (const config of configs.filter(({ name }) => name !== 'ops' && random() < 0.7)) {
      const [createdAt, dueAt] = [parts.at, whenDue(config, parts.at)];
      const draft = { channel: config.name, kind: 'changes', createdAt, dueAt } as const;
      const groups = { groupUntil: groupUntil(parts.config.delivery, parts.at) };
      const changes = [{ changeId, watchId: 'lamp' }];
      await store.transaction((trx) => addToAlert(trx, { ...draft, ...groups, changes }));
      found.set(config.name, (found.get(config.name) ?? new Set()).add(changeId));
    }
  };
  const acts: readonly (() => unknown)[] = [
    find,
    find,
    pass,
    pass,
    pass,
    () => later(pick([20, 90, 600, 3600, 8 * 3600, 26 * 3600])),
    () => later(pick([20, 90, 600, 3600, 8 * 3600])),
    () => random() < 0.15 && later(pick([-1800, -5 * 3600, -30 * 3600, 10 * 86_400])),
    () => {
      moods = { ...moods, [pick(names)]: pick([['sent'], ['sent'], responses, [pick(responses)]] as const) };
    },
    () => retryChannelAt(store.db, pick(names), parts.at),
    async () => {
      if (random() < 0.6) return;
      await retryAlerts(store.db, parts.at, []);
      await probeNow(store.db, names, parts.at);
    },
  ];
  for (let step = 0; step < 80; step += 1) await pick(acts)();
  moods = {};
  // Abandoned alerts are retried.
  await retryAlerts(store.db, parts.at, []);
  for (const name of names) await retryChannelAt(store.db, name, parts.at);
  for (let hours = 0; hours < 72; hours += 6) {
    later(6 * 3600);
    await pass();
  }
  for (const { channel, read, empty } of receivers) {
    const got = { changes: [...read.keys()].sort((a, b) => a - b), most: Math.max(1, ...read.values()), empty };
    expect(got, channel.name).toEqual({ changes: [...(found.get(channel.name) ?? [])], most: 1, empty: [] });
  }
  const repeats = receivers.flatMap(({ seen }) => [...seen.values()]).reduce((sum, times) => sum + times - 1, 0);
  expect(repeats).toBeLessThanOrEqual(excused.repeats);
  expect(found.size).toBeGreaterThan(0);
  expect(await store.db.selectFrom('incidents').selectAll().where('endedAt', 'is', null).execute()).toEqual([]);
});
