import { expect, it } from 'vitest';
import type { DeliveryResult } from '../../../src/alerts/channels/channel.ts';
import { loadChannelStates, probeNow, retryChannelAt } from '../../../src/alerts/outbox/deliveriesTable.ts';
import { accepted, alertOf, deliverAt, deliveryParts, noticesOf, scriptedChannel } from './outbox.ts';
import { seeded } from './seededStore.ts';

const hour = 3600;
const ops = scriptedChannel('ops');

it('a channel that its receiver ended is not tried again until an operator sends a test message', async () => {
  const store = await seeded();
  await alertOf(store, 'counsel');
  let result: DeliveryResult = { outcome: 'retry', response: 'HTTP 503' };
  const counsel = scriptedChannel('counsel', () => result);
  const parts = deliveryParts(store, [counsel, ops], { operators: ['ops'] });
  await deliverAt(parts, 0);
  await deliverAt(parts, hour);
  result = { outcome: 'ended', response: 'HTTP 410 Gone' };
  await deliverAt(parts, 3 * hour);
  expect(counsel.given).toHaveLength(3);

  await alertOf(store, 'counsel', '2');
  for (const days of [1, 5, 40]) await deliverAt(parts, days * 24 * hour);
  await probeNow(store.db, ['counsel'], parts.at);
  await deliverAt(parts, 40 * 24 * hour);
  expect(counsel.given).toHaveLength(3);
  const reported = await noticesOf(store);
  expect(reported.map(({ incident, phase }) => [incident, phase])).toEqual([
    ['channel-dead', 'began'],
    ['channel-ended', 'began'],
  ]);
  expect(reported[1]?.detail).toContain('tipstaff send-test counsel');

  result = { outcome: 'sent', response: 'HTTP 200' };
  await retryChannelAt(store.db, 'counsel', parts.at);
  await deliverAt(parts, 40 * 24 * hour);
  expect(counsel.given).toHaveLength(5);
  expect((await loadChannelStates(store.db)).get('counsel')?.pauseReason).toBeNull();
  expect((await noticesOf(store)).filter(({ phase }) => phase === 'ended')).toHaveLength(2);
});

it('the operators get a notice of an alert that stays deferred for an hour, and of its later arrival', async () => {
  const store = await seeded();
  const id = await alertOf(store, 'counsel', '1');
  let accepts = false;
  const counsel = scriptedChannel('counsel', (alert) =>
    alert === id && !accepts ? { outcome: 'retry', response: 'HTTP 400 cannot parse', scope: 'message' } : accepted,
  );
  const parts = deliveryParts(store, [counsel, ops], { operators: ['ops'] });
  for (const minutes of [0, 10, 50]) await deliverAt(parts, minutes * 60);
  expect(await noticesOf(store)).toEqual([]);
  for (const hours of [2, 4, 6]) await deliverAt(parts, hours * hour);
  const reported = await noticesOf(store);
  expect(reported).toMatchObject([{ incident: 'alert-undelivered', phase: 'began' }]);
  expect(reported[0]?.detail).toContain('HTTP 400 cannot parse');
  accepts = true;
  await deliverAt(parts, 8 * hour);
  expect((await noticesOf(store)).map(({ phase }) => phase)).toEqual(['began', 'ended']);
});
