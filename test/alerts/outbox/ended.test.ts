import { expect, it } from 'vitest';
import type { DeliveryResult } from '../../../src/alerts/channels/channel.ts';
import { deliverDue } from '../../../src/alerts/outbox/deliver.ts';
import { loadChannelStates, probeNow, retryChannelAt } from '../../../src/alerts/outbox/deliveriesTable.ts';
import type { Store } from '../../../src/store/store.ts';
import { alertOf, deliveryParts, later, scriptedChannel } from './outbox.ts';
import { seededStore } from './seededStore.ts';

const running = new AbortController().signal;
const hour = 3600;
const ops = scriptedChannel('ops');

const seeded = async () => (await seededStore()).store;

async function noticesOf(store: Store): Promise<{ incident: string; phase: string; detail: string }[]> {
  const rows = await store.db
    .selectFrom('alerts')
    .select('payload')
    .where('kind', '=', 'notice')
    .orderBy('id')
    .execute();
  return rows.flatMap((row) => JSON.parse(row.payload ?? '[]'));
}

it('a channel that its receiver ended is not tried again until an operator sends a test message', async () => {
  const store = await seeded();
  await alertOf(store, 'counsel');
  let result: DeliveryResult = { outcome: 'retry', response: 'HTTP 503' };
  const counsel = scriptedChannel('counsel', () => result);
  const parts = deliveryParts(store, [counsel, ops], { operators: ['ops'] });
  await deliverDue(parts, running);
  parts.at = later(hour);
  await deliverDue(parts, running);
  result = { outcome: 'ended', response: 'HTTP 410 Gone' };
  parts.at = later(3 * hour);
  expect(await deliverDue(parts, running)).toMatchObject({ refused: ['counsel'] });
  expect(counsel.given).toHaveLength(3);

  await alertOf(store, 'counsel', '2');
  for (const days of [1, 5, 40]) {
    parts.at = later(days * 24 * hour);
    expect(await deliverDue(parts, running)).toMatchObject({ refused: ['counsel'] });
  }
  await probeNow(store.db, ['counsel'], parts.at);
  await deliverDue(parts, running);
  expect(counsel.given).toHaveLength(3);
  const reported = await noticesOf(store);
  expect(reported.map(({ incident, phase }) => [incident, phase])).toEqual([
    ['channel-dead', 'began'],
    ['channel-ended', 'began'],
  ]);
  expect(reported[1]?.detail).toContain('tipstaff send-test counsel');

  result = { outcome: 'sent', response: 'HTTP 200' };
  await retryChannelAt(store.db, 'counsel', parts.at);
  expect(await deliverDue(parts, running)).toMatchObject({ refused: [] });
  expect(counsel.given).toHaveLength(5);
  expect((await loadChannelStates(store.db)).get('counsel')?.refusal).toBeUndefined();
  expect((await noticesOf(store)).filter(({ phase }) => phase === 'ended')).toHaveLength(2);
});

it('the operators get a notice of an alert that stays deferred for an hour, and of its later arrival', async () => {
  const store = await seeded();
  const id = await alertOf(store, 'counsel', '1');
  let accepts = false;
  const counsel = scriptedChannel('counsel', (alert) =>
    alert === id && !accepts
      ? { outcome: 'retry', response: 'HTTP 400 cannot parse', scope: 'message' }
      : { outcome: 'sent', response: 'ok' },
  );
  const parts = deliveryParts(store, [counsel, ops], { operators: ['ops'] });
  for (const minutes of [0, 10, 50]) {
    parts.at = later(minutes * 60);
    await deliverDue(parts, running);
  }
  expect(await noticesOf(store)).toEqual([]);
  for (const hours of [2, 4, 6]) {
    parts.at = later(hours * hour);
    await deliverDue(parts, running);
  }
  const reported = await noticesOf(store);
  expect(reported).toMatchObject([{ incident: 'alert-undelivered', phase: 'began' }]);
  expect(reported[0]?.detail).toContain('HTTP 400 cannot parse');
  accepts = true;
  parts.at = later(8 * hour);
  await deliverDue(parts, running);
  expect((await noticesOf(store)).map(({ phase }) => phase)).toEqual(['began', 'ended']);
});
