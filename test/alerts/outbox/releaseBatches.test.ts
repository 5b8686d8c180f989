import { expect, it } from 'vitest';
import { addToAlert } from '../../../src/alerts/outbox/addToAlertQueries.ts';
import { deliverDue } from '../../../src/alerts/outbox/deliver.ts';
import { deliverChannel } from '../../../src/alerts/outbox/deliverChannel.ts';
import { releaseBatches } from '../../../src/alerts/outbox/releaseBatches.ts';
import { groupUntil, whenDue } from '../../../src/alerts/outbox/whenDue.ts';
import type { ChannelConfig } from '../../../src/config/channels/kinds.ts';
import type { WatchConfig } from '../../../src/config/config.ts';
import { setNextDue } from '../../../src/store/claims/due.ts';
import { freshStore } from '../../store/freshStore.ts';
import { deliveryParts, later, newEntry, scriptedChannel, seed, start } from './outbox.ts';

const signal = new AbortController().signal;

/** A channel with two watches, `lamp` and `vase`, of one daily schedule whose slot has just come; `foreign` notifies another. */
async function twoWatches(schedule = '0 9 * * *', quiet?: ChannelConfig['quiet']) {
  const { store } = await freshStore();
  await seed(store);
  const counsel = scriptedChannel('counsel', () => ({ outcome: 'sent', response: 'ok' }));
  const config: ChannelConfig = {
    type: 'slack',
    name: 'counsel',
    webhookUrl: 'http://127.0.0.1:9/x',
    timezone: 'UTC',
    quiet,
  };
  const made = deliveryParts(store, [counsel], { configs: [config] });
  const watches = [
    { id: 'lamp', notify: ['counsel'] },
    { id: 'vase', notify: ['counsel'] },
    { id: 'foreign', notify: ['brand'] },
  ] as unknown as WatchConfig[];
  const parts = Object.assign(made, { config: { ...made.config, watches } });
  for (const id of ['vase', 'foreign']) {
    await store.db
      .insertInto('watches')
      .values({ id, name: id, matter: null, seen_at: start.toISOString(), removed_at: null })
      .execute();
  }
  for (const id of ['q-vase', 'q-foreign']) {
    await store.db.insertInto('queries').values({ id, operation: 'pacer', body: '{}' }).execute();
  }
  const queries = { lamp: 'q', vase: 'q-vase', foreign: 'q-foreign' } as const;
  const dueIn = async (watch: keyof typeof queries, seconds: number) => {
    const row = { watch_id: watch, query_id: queries[watch], schedule, timezone: 'UTC', next_due_at: null };
    await store.db
      .insertInto('watch_queries')
      .values(row)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    const nextDueAt = later(seconds).toISOString();
    await store.transaction((trx) => setNextDue(trx, { watchId: watch, queryId: queries[watch], nextDueAt }));
  };
  const found = async (number: string, at = parts.at, urgent = false) => {
    const changeId = await newEntry(store, number);
    const until = urgent ? undefined : groupUntil(parts.config.delivery, at);
    const when = { createdAt: at, dueAt: whenDue(config, at), groupUntil: until };
    const changes = [{ changeId, watchId: 'lamp' }];
    return store.transaction((trx) => addToAlert(trx, { channel: 'counsel', kind: 'changes', ...when, changes }));
  };
  const pass = async (seconds: number) => {
    parts.at = later(seconds);
    await releaseBatches(parts, 'counsel');
    await deliverChannel(parts, counsel, signal);
    return counsel.given.splice(0);
  };
  return { store, parts, counsel, dueIn, found, pass };
}

const tomorrow = 86_400;

it('an alert waits for the checks that fell due with its own, and takes what they find along', async () => {
  const { dueIn, found, pass } = await twoWatches();
  await dueIn('lamp', tomorrow);
  await dueIn('vase', 20);
  const alert = await found('1', later(3));
  expect(await pass(4)).toEqual([]);
  expect(await found('2', later(25))).toBe(alert);
  await dueIn('vase', tomorrow);
  expect(await pass(26)).toEqual([alert]);
});

it('it goes at once where no other check is to come', async () => {
  const { dueIn, found, pass } = await twoWatches();
  await dueIn('lamp', tomorrow);
  await dueIn('foreign', 0);
  const alert = await found('1', later(3));
  expect(await pass(3)).toEqual([alert]);
});

it('it waits no longer than groupSeconds', async () => {
  const { dueIn, found, pass } = await twoWatches();
  await dueIn('vase', 0);
  const alert = await found('1');
  expect(await pass(119)).toEqual([]);
  expect(await pass(120)).toEqual([alert]);
});

it('it does not wait for the next slot of a schedule of every minute', async () => {
  const { dueIn, found, pass } = await twoWatches('* * * * *');
  await dueIn('lamp', 60);
  await dueIn('vase', 62);
  const alert = await found('1', later(3));
  expect(await pass(3)).toEqual([alert]);
});

it('it waits for a check on demand of the same channel', async () => {
  const { store, dueIn, found, pass } = await twoWatches();
  await dueIn('vase', tomorrow);
  const claim = await store.queue.checks.claim('q-vase', later(0));
  const alert = await found('1');
  expect(await pass(1)).toEqual([]);
  if (claim !== undefined) await store.queue.checks.release(claim);
  expect(await pass(2)).toEqual([alert]);
});

it('what is urgent waits for nothing, and takes along what waited', async () => {
  const { dueIn, found, pass } = await twoWatches();
  await dueIn('vase', 20);
  const alert = await found('1', later(3));
  expect(await found('2', later(5), true)).toBe(alert);
  expect(await pass(5)).toEqual([alert]);
});

it('quiet hours that begin while it waits do not hold it', async () => {
  const { dueIn, found, pass } = await twoWatches('0 9 * * *', { startMinute: 9 * 60 + 1, endMinute: 17 * 60 });
  await dueIn('vase', 0);
  const alert = await found('1', later(30));
  expect(await pass(100)).toEqual([]);
  expect(await pass(151)).toEqual([alert]);
});

it('one that a clock made that was ahead waits for nothing', async () => {
  const { dueIn, found, pass } = await twoWatches();
  await dueIn('vase', 0);
  const alert = await found('1', later(1800));
  expect(await pass(1)).toEqual([alert]);
});

it('what a person asks to be delivered waits for no check of others', async () => {
  const { parts, counsel, dueIn, found } = await twoWatches();
  await dueIn('vase', 0);
  const alert = await found('1');
  await deliverDue(parts, signal);
  expect(counsel.given).toEqual([alert]);
});

it('with groupSeconds 0 each check is its own alert', async () => {
  const { parts, dueIn, found, pass } = await twoWatches();
  Object.assign(parts.config.delivery, { groupSeconds: 0 });
  await dueIn('vase', 20);
  const first = await found('1', later(3));
  const second = await found('2', later(4));
  expect(await pass(4)).toEqual([first, second]);
});
