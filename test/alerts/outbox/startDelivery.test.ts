import { EventEmitter, once } from 'node:events';
import { expect, it, onTestFinished } from 'vitest';
import type { DeliveryResult } from '../../../src/alerts/channels/channel.ts';
import { deliverChannel, startDelivery } from '../../../src/alerts/outbox/deliver.ts';
import { loadChannelStates } from '../../../src/alerts/outbox/deliveriesTable.ts';
import { accepted, alertOf, alertRow, deliveryParts, later, scriptedChannel, slackConfig } from './outbox.ts';
import { seeded } from './seededStore.ts';

/** Returns a channel whose `next()` waits for an alert. `breaksOff` keeps each send until it is aborted. */
function heardChannel(name: string, { breaksOff = false } = {}) {
  const taken = new EventEmitter();
  const channel = scriptedChannel(name, (id, signal) => {
    taken.emit('alert', id);
    if (!breaksOff) return accepted;
    return new Promise((done) => {
      signal.addEventListener('abort', () => done({ outcome: 'retry', response: 'broken off' }));
    });
  });
  return { ...channel, next: () => once(taken, 'alert') };
}

it('the delivery loop sends an alert when it falls due, without being woken', async () => {
  const store = await seeded();
  const due = await alertOf(store, 'counsel', '1');
  const toCome = await alertOf(store, 'counsel', '2', later(600));
  const counsel = heardChannel('counsel');
  const parts = deliveryParts(store, [counsel]);
  const first = counsel.next();
  const delivery = startDelivery({ ...parts, clock: () => parts.at, everySeconds: 0.02 });
  onTestFinished(() => delivery.stop());
  expect(await first).toEqual([due]);
  const second = counsel.next();
  parts.at = later(600);
  expect(await second).toEqual([toCome]);
});

it('a channel in the middle of a slow send does not delay another one that is woken', async () => {
  const store = await seeded();
  await alertOf(store, 'slow', '1');
  const slow = heardChannel('slow', { breaksOff: true });
  const quick = heardChannel('quick');
  const slowBegan = slow.next();
  const delivery = startDelivery({ ...deliveryParts(store, [slow, quick]), everySeconds: 3600 });
  onTestFinished(() => delivery.stop());
  await slowBegan;
  const quickTaken = quick.next();
  await alertOf(store, 'quick', '2');
  delivery.wake();
  await quickTaken;
  expect(quick.given).toHaveLength(1);
});

it('a stopping loop lets the current send end, so that it need not be repeated, and begins no other', async () => {
  const store = await seeded();
  const ids = [await alertOf(store, 'counsel', '1'), await alertOf(store, 'counsel', '2')];
  const taken = new EventEmitter();
  const sent = Promise.withResolvers<void>();
  const counsel = scriptedChannel('counsel', async () => {
    taken.emit('alert');
    await sent.promise;
    return accepted;
  });
  const arrival = once(taken, 'alert');
  const delivery = startDelivery({ ...deliveryParts(store, [counsel]), everySeconds: 3600 });
  await arrival;
  const stopped = delivery.stop();
  sent.resolve();
  await stopped;
  const states = await store.db.selectFrom('alerts').select(['id', 'state', 'claimedBy']).orderBy('id').execute();
  expect(states).toEqual([
    { id: ids[0], state: 'sent', claimedBy: null },
    { id: ids[1], state: 'waiting', claimedBy: null },
  ]);
});

it('a loop that is stopped while it claims an alert sends nothing and releases the lease', async () => {
  const store = await seeded();
  const id = await alertOf(store, 'counsel');
  const counsel = scriptedChannel('counsel');
  const stopping = new AbortController();
  const parts = deliveryParts(store, [counsel]);
  const stopNow = () => {
    stopping.abort();
    return parts.at;
  };
  await deliverChannel({ ...parts, clock: stopNow }, counsel, stopping.signal, new AbortController().signal);
  expect(counsel.given).toHaveLength(0);
  expect(await alertRow(store, id)).toMatchObject({ state: 'waiting', claimedBy: null, attempts: 0 });
});

it('a stop in the middle of a send releases the lease and counts no attempt', async () => {
  const store = await seeded();
  const id = await alertOf(store, 'counsel');
  const counsel = heardChannel('counsel', { breaksOff: true });
  const arrival = counsel.next();
  const delivery = startDelivery({ ...deliveryParts(store, [counsel]), everySeconds: 3600 });
  await arrival;
  await delivery.stop();
  expect(await alertRow(store, id)).toMatchObject({ state: 'waiting', attempts: 0, claimedBy: null, leaseUntil: null });
  expect(await store.db.selectFrom('deliveries').selectAll().execute()).toEqual([]);
});

it('a send that fails while its loop finishes counts no attempt, because the next config may have another address', async () => {
  const store = await seeded();
  const id = await alertOf(store, 'counsel');
  const taken = new EventEmitter();
  const answer = Promise.withResolvers<DeliveryResult>();
  const counsel = scriptedChannel('counsel', () => {
    taken.emit('alert');
    return answer.promise;
  });
  const arrival = once(taken, 'alert');
  const delivery = startDelivery({ ...deliveryParts(store, [counsel]), everySeconds: 3600 });
  await arrival;
  const finished = delivery.finish();
  answer.resolve({ outcome: 'dead', response: '535 wrong password' });
  await finished;
  expect(await alertRow(store, id)).toMatchObject({ state: 'waiting', attempts: 0, claimedBy: null });
  expect(await loadChannelStates(store.db)).toEqual(new Map());
});

it('an alert that fell due before quiet hours waits for their end, and one due within them is sent', async () => {
  const store = await seeded();
  const late = await alertOf(store, 'counsel', '1', later(-600));
  const quiet = { startMinute: 8 * 60 + 55, endMinute: 17 * 60 };
  const config = slackConfig('counsel', { quiet });
  const counsel = heardChannel('counsel');
  const parts = deliveryParts(store, [counsel], { configs: [config] });
  const asked = await alertOf(store, 'counsel', '2');
  const first = counsel.next();
  const delivery = startDelivery({ ...parts, clock: () => parts.at, everySeconds: 0.02 });
  onTestFinished(() => delivery.stop());
  expect(await first).toEqual([asked]);
  const second = counsel.next();
  parts.at = new Date('2026-03-02T17:00:00.000Z');
  expect(await second).toEqual([late]);
});

it('the operators get a notice of an alert for an unknown channel while the loop runs', async () => {
  const store = await seeded();
  const ops = heardChannel('ops');
  const first = ops.next();
  const delivery = startDelivery({ ...deliveryParts(store, [ops], { operators: ['ops'] }), everySeconds: 0.02 });
  onTestFinished(() => delivery.stop());
  await alertOf(store, 'ops');
  await first;
  const notice = ops.next();
  await alertOf(store, 'former', '2');
  await notice;
  expect(await store.db.selectFrom('incidents').select('subject').execute()).toEqual([{ subject: 'channel former' }]);
});
