import { describe, expect, it } from 'vitest';
import { type DeliveryResult, noArrivals, sendInOrder } from '../../../src/alerts/channels/channel.ts';
import { listAlerts, retryAlerts } from '../../../src/alerts/outbox/alertsTable.ts';
import { deliverDue } from '../../../src/alerts/outbox/deliver.ts';
import { loadChannelStates } from '../../../src/alerts/outbox/deliveriesTable.ts';
import { storeAttempt } from '../../../src/alerts/outbox/deliveryOutcome.ts';
import { openIncidents } from '../../../src/alerts/outbox/incidentsTable.ts';
import { correctTimes } from '../../../src/daemon/clockQueries.ts';
import { endDeadClaims, onPostgres, openByTestClock } from '../../store/database.ts';
import {
  accepted,
  alertOf,
  alertRow,
  deliverAt,
  deliveryParts,
  later,
  newEntry,
  noticeOn,
  noticesOf,
  scriptedChannel,
  slackConfig,
  start,
} from './outbox.ts';
import { seeded, seededStore } from './seededStore.ts';

const running = new AbortController().signal;

it('delivery sends each due alert once, and those of a channel in order', async () => {
  const store = await seeded();
  const ids = [
    await alertOf(store, 'counsel', '1'),
    await alertOf(store, 'counsel', '2'),
    await alertOf(store, 'brand', '3'),
  ];
  const counsel = scriptedChannel('counsel');
  const brand = scriptedChannel('brand');
  const parts = deliveryParts(store, [counsel, brand]);

  expect(await deliverDue(parts, running)).toEqual({ sent: 3, failed: 0 });
  expect(await deliverDue(parts, running)).toEqual({ sent: 0, failed: 0 });

  expect(counsel.given).toEqual([ids[0], ids[1]]);
  expect(brand.given).toEqual([ids[2]]);
  const row = await alertRow(store, ids[0] ?? 0);
  expect(row).toMatchObject({
    state: 'sent',
    attempts: 1,
    lastResponse: 'ok',
    claimedBy: null,
    endedAt: start.toISOString(),
  });
  expect(await store.db.selectFrom('deliveries').select(['alertId', 'outcome']).orderBy('id').execute()).toHaveLength(
    3,
  );
});

it('another process continues after the last message that arrived, and repeats none that arrived', async () => {
  const { store, database } = await seededStore();
  const id = await alertOf(store, 'counsel', '1');
  const posts: string[] = [];
  let busy = true;
  const slack = (by: string) =>
    scriptedChannel('counsel', (_id, _signal, arrivals = noArrivals()) =>
      sendInOrder(
        ['one', 'two', 'three'].map((key) => ({
          key,
          async send() {
            posts.push(`${by} ${key}`);
            return busy && key === 'two' ? { outcome: 'retry', response: 'HTTP 503' } : accepted;
          },
        })),
        arrivals,
      ),
    );
  await deliverDue(deliveryParts(store, [slack('a')]), running);
  expect(posts).toEqual(['a one', 'a two']);
  busy = false;
  const other = await openByTestClock(database);
  const parts = deliveryParts(other, [slack('b')]);
  expect(await deliverAt(parts, 3_600)).toMatchObject({ sent: 1 });
  expect(posts).toEqual(['a one', 'a two', 'b two', 'b three']);
  await other.close();
  // After the end, no parts are kept, so that a resend on demand is complete.
  expect(await store.db.selectFrom('arrivedParts').selectAll().where('alertId', '=', id).execute()).toEqual([]);
});

it('a pass also sends alerts that are added while it runs', async () => {
  const store = await seeded();
  const ids = [await alertOf(store, 'counsel', '1')];
  const counsel = scriptedChannel('counsel', async () => {
    if (ids.length < 3) ids.push(await alertOf(store, 'counsel', String(ids.length + 1)));
    return accepted;
  });
  expect(await deliverDue(deliveryParts(store, [counsel]), running)).toMatchObject({ sent: 3 });
  expect(counsel.given).toEqual(ids);
});

it('a process leases one alert of a channel at a time, so that a kill repeats at most one', async () => {
  const store = await seeded();
  for (const number of ['1', '2', '3']) await alertOf(store, 'counsel', number);
  const unsettled: number[] = [];
  const counsel = scriptedChannel('counsel', async () => {
    const held = await store.db.selectFrom('alerts').select('id').where('claimedBy', 'is not', null).execute();
    unsettled.push(held.length);
    return accepted;
  });
  await deliverDue(deliveryParts(store, [counsel]), running);
  expect(unsettled).toEqual([1, 1, 1]);
});

it('a failed channel is tried again after growing delays, and no earlier than the server allows', async () => {
  const store = await seeded();
  const id = await alertOf(store, 'counsel');
  const counsel = scriptedChannel('counsel', () => ({ outcome: 'retry', response: '451 later', afterSeconds: 500 }));
  const parts = deliveryParts(store, [counsel]);
  await deliverDue(parts, running);
  const row = await alertRow(store, id);
  expect(row).toMatchObject({ state: 'waiting', attempts: 1, lastResponse: '451 later' });
  parts.at = later(499);
  await alertOf(store, 'counsel', '2', parts.at);
  await deliverDue(parts, running);
  expect(counsel.given).toEqual([id]);
  await deliverAt(parts, 500);
  expect(counsel.given).toEqual([id, id]);
});

it.each([
  'message',
  'channel',
] as const)('a notice is tried again within quiet hours, after a retry of scope %s', async (scope) => {
  const store = await seeded();
  await noticeOn(store, 'ops');
  const quiet = { startMinute: 8 * 60, endMinute: 17 * 60 };
  const ops = scriptedChannel('ops', () => ({ outcome: 'retry', response: '503', scope }));
  const parts = deliveryParts(store, [ops], { configs: [slackConfig('ops', { quiet })] });
  await deliverDue(parts, running);
  await deliverAt(parts, 120);
  expect(ops.given).toHaveLength(2);
});

it.each([
  'retry',
  'dead',
] as const)('a notice does not wait until quiet hours end, when an alert does after a %s', async (outcome) => {
  const store = await seeded();
  const change = await alertOf(store, 'ops');
  const quiet = { startMinute: 9 * 60, endMinute: 17 * 60 };
  let result: DeliveryResult = { outcome, response: '503' };
  const ops = scriptedChannel('ops', () => result);
  const parts = deliveryParts(store, [ops], { configs: [slackConfig('ops', { quiet })] });
  await deliverDue(parts, running);
  result = accepted;
  const notice = await noticeOn(store, 'ops');
  await deliverAt(parts, 120);
  expect(ops.given).toEqual([change, notice]);
  await deliverAt(parts, 8 * 3600);
  expect(ops.given).toEqual([change, notice, change]);
});

it('a notice waits for the earlier notice of its channel, so that the last one has the current state', async () => {
  const store = await seeded();
  const noticed = () => noticeOn(store, 'ops');
  const began = await noticed();
  let outcome: 'retry' | 'sent' = 'retry';
  const ops = scriptedChannel('ops', () => ({ outcome, response: '451 later', scope: 'message' }));
  const parts = deliveryParts(store, [ops]);
  await deliverDue(parts, running);
  outcome = 'sent';
  const ended = await noticed();
  const ofOthers = await alertOf(store, 'ops', '1');
  await deliverDue(parts, running);
  expect(ops.given).toEqual([began, ofOthers]);
  await deliverAt(parts, 3600);
  expect(ops.given).toEqual([began, ofOthers, began, ended]);
});

it('a notice waits only for some attempts of an earlier one that is deferred again and again', async () => {
  const store = await seeded();
  const [stuck, later1, later2] = [
    await noticeOn(store, 'ops'),
    await noticeOn(store, 'ops'),
    await noticeOn(store, 'ops'),
  ];
  const ops = scriptedChannel('ops', (id) =>
    id === stuck ? { outcome: 'retry', response: '452 mailbox full', scope: 'message' } : accepted,
  );
  const parts = deliveryParts(store, [ops]);
  for (let minute = 0; minute < 10; minute += 1) await deliverAt(parts, minute * 60);
  expect(ops.given.filter((id) => id !== stuck)).toEqual([later1, later2]);
  expect(ops.given.indexOf(later1)).toBe(4);
});

it('the operators get a notice of an alert that giveUpAfterHours abandons, and of its later arrival', async () => {
  const store = await seeded();
  const id = await alertOf(store, 'counsel');
  let outcome: 'retry' | 'sent' = 'retry';
  const counsel = scriptedChannel('counsel', () => ({ outcome, response: '451 later', scope: 'message' }));
  const ops = scriptedChannel('ops');
  const parts = deliveryParts(store, [counsel, ops], { operators: ['ops'] });
  for (const hour of [0, 1, 24, 71, 72]) await deliverAt(parts, hour * 3600);
  const row = await alertRow(store, id);
  expect(row.state).toBe('failed');
  expect(row.lastResponse).toContain('451 later');
  await deliverDue(parts, running);
  expect(await noticesOf(store)).toMatchObject([
    { channel: 'ops', state: 'sent', detail: expect.stringContaining(`tipstaff alerts retry ${id}`) },
  ]);

  outcome = 'sent';
  expect(await retryAlerts(store.db, parts.at, [])).toEqual([{ id, channel: 'counsel' }]);
  await deliverDue(parts, running);
  expect(await alertRow(store, id)).toMatchObject({ state: 'sent' });
  expect((await noticesOf(store)).map(({ phase }) => phase)).toEqual(['began', 'ended']);
});

it('the hours until an alert is abandoned count from its first attempt, not from when its digest began', async () => {
  const store = await seeded();
  const id = await alertOf(store, 'counsel');
  const counsel = scriptedChannel('counsel', () => ({ outcome: 'retry', response: '451 later' }));
  const parts = deliveryParts(store, [counsel]);
  await deliverAt(parts, 7 * 24 * 3600);
  expect((await alertRow(store, id)).state).toBe('waiting');
});

it.each<[string, DeliveryResult, string, number]>([
  ['refused for good', { outcome: 'failed', response: '554 no' }, 'failed', 1],
  ['deferred', { outcome: 'retry', response: '451 graylisted', scope: 'message' }, 'waiting', 0],
])('a message that is %s does not keep the others from being sent', async (_what, result, state, failed) => {
  const store = await seeded();
  const [stuck, other] = [await alertOf(store, 'counsel', '1'), await alertOf(store, 'counsel', '2')];
  const counsel = scriptedChannel('counsel', (id) => (id === stuck ? result : accepted));
  expect(await deliverDue(deliveryParts(store, [counsel]), running)).toEqual({ sent: 1, failed });
  expect(counsel.given).toEqual([stuck, other]);
  expect((await alertRow(store, stuck)).state).toBe(state);
  expect((await alertRow(store, other)).state).toBe('sent');
});

it('a channel that fails is tried with its first alert at growing intervals, and keeps them in order', async () => {
  const store = await seeded();
  const ids: number[] = [];
  for (const number of ['1', '2', '3', '4', '5']) ids.push(await alertOf(store, 'counsel', number));
  let alive = false;
  const counsel = scriptedChannel('counsel', () => (alive ? accepted : { outcome: 'retry', response: 'ECONNREFUSED' }));
  const parts = deliveryParts(store, [counsel]);
  for (const seconds of [0, 31, 92]) await deliverAt(parts, seconds);
  expect(counsel.given).toEqual([ids[0], ids[0], ids[0]]);
  alive = true;
  ids.push(await alertOf(store, 'counsel', '6', later(250)));
  await deliverAt(parts, 300);
  expect(counsel.given.slice(3)).toEqual(ids);
});

it('an alert that makes its channel fail each time delays the others only for some attempts', async () => {
  const store = await seeded();
  const [stuck, other] = [await alertOf(store, 'counsel', '1'), await alertOf(store, 'counsel', '2')];
  const counsel = scriptedChannel('counsel', (id) =>
    id === stuck ? { outcome: 'retry', response: 'connection reset' } : accepted,
  );
  const parts = deliveryParts(store, [counsel]);
  for (let minute = 0; minute < 10; minute += 1) await deliverAt(parts, minute * 60);
  expect(counsel.given.filter((id) => id === other)).toHaveLength(1);
});

it('the operators get a notice when a channel accepted nothing for 15 minutes, and when it accepts again', async () => {
  const store = await seeded();
  await alertOf(store, 'counsel');
  let alive = false;
  const counsel = scriptedChannel('counsel', () => (alive ? accepted : { outcome: 'retry', response: 'ECONNREFUSED' }));
  const ops = scriptedChannel('ops');
  const parts = deliveryParts(store, [counsel, ops], { operators: ['counsel', 'ops'] });
  for (let minute = 0; minute <= 14; minute += 1) await deliverAt(parts, minute * 60);
  expect(await noticesOf(store)).toEqual([]);
  for (let minute = 15; minute <= 60; minute += 1) await deliverAt(parts, minute * 60);
  expect(await noticesOf(store)).toMatchObject([
    { channel: 'ops', detail: expect.stringContaining('since 2026-03-02T09:00:00.000Z: ECONNREFUSED.') },
  ]);
  alive = true;
  await deliverAt(parts, 3 * 3600);
  expect(await noticesOf(store)).toHaveLength(2);
});

it.each([
  ['a channel that fails', undefined, 'channel-dead'],
  ['an alert that is deferred', 'message', 'alert-undelivered'],
] as const)('the operators get a notice of %s in time, after a clock was days ahead', async (_what, scope, kind) => {
  const store = await seeded();
  await alertOf(store, 'counsel');
  const counsel = scriptedChannel('counsel', () => ({ outcome: 'retry', response: '451 later', scope }));
  const ops = scriptedChannel('ops');
  const parts = deliveryParts(store, [counsel, ops], { operators: ['ops'] });
  await deliverAt(parts, 3 * 24 * 3600);
  for (let minute = 0; minute <= 180; minute += 10) await deliverAt(parts, minute * 60);
  expect(await store.db.selectFrom('incidents').select('kind').execute()).toEqual([{ kind }]);
});

it('a dead channel is paused and probed with one alert at growing intervals, and both ends are reported', async () => {
  const store = await seeded();
  const first = await alertOf(store, 'counsel', '1');
  await alertOf(store, 'counsel', '2');
  let alive = false;
  const counsel = scriptedChannel('counsel', () =>
    alive ? accepted : { outcome: 'dead', response: '535 wrong password' },
  );
  const ops = scriptedChannel('ops');
  const parts = deliveryParts(store, [counsel, ops], { operators: ['counsel', 'ops'] });

  const probes: number[] = [];
  for (let minute = 0; minute <= 60; minute += 1) {
    parts.at = later(minute * 60);
    const before = counsel.given.length;
    await deliverDue(parts, running);
    if (counsel.given.length > before) probes.push(minute);
    expect(counsel.given.length - before).toBeLessThan(2);
  }
  const pauses = probes.slice(1).map((minute, index) => minute - (probes[index] ?? 0));
  expect(Math.max(...pauses)).toBeGreaterThan(10);
  expect(await alertRow(store, first)).toMatchObject({ state: 'waiting', attempts: 0 });
  expect((await loadChannelStates(store.db)).get('counsel')?.pauseReason).toBe('535 wrong password');

  alive = true;
  expect(await deliverAt(parts, 180 * 60)).toMatchObject({ sent: 2 });
  expect((await loadChannelStates(store.db)).get('counsel')?.pauseReason).toBeNull();
  await deliverDue(parts, running);
  expect(await noticesOf(store)).toMatchObject([
    { channel: 'ops', phase: 'began' },
    { channel: 'ops', phase: 'ended' },
  ]);
});

it('a failed notice leads to no further notice, which could go on forever', async () => {
  const store = await seeded();
  await alertOf(store, 'counsel');
  const refuse = () => ({ outcome: 'failed', response: '550 no' }) as const;
  const parts = deliveryParts(store, [scriptedChannel('counsel', refuse), scriptedChannel('ops', refuse)], {
    operators: ['ops'],
  });
  await deliverDue(parts, running);
  await deliverDue(parts, running);
  await deliverDue(parts, running);
  const notices = await store.db.selectFrom('alerts').select('state').where('kind', '=', 'notice').execute();
  expect(notices).toEqual([{ state: 'failed' }]);
});

it('the operators get a notice of each refused recipient once, also while others are refused, and of the end', async () => {
  const store = await seeded();
  for (const number of ['1', '2', '3', '4']) await alertOf(store, 'counsel', number);
  const [bob, eve] = ['bob@example.com: 550 no such user', 'eve@example.com: 550 gone'];
  const refused = [[bob], [eve, bob], [bob, eve], []];
  const counsel = scriptedChannel('counsel', () => {
    return { outcome: 'sent', response: '250 ok', refused: refused[counsel.given.length - 1] ?? [] };
  });
  const parts = deliveryParts(store, [counsel], { operators: ['ops'] });
  expect(await deliverDue(parts, running)).toMatchObject({ sent: 4 });
  expect(await noticesOf(store)).toMatchObject([
    { phase: 'began', detail: expect.stringContaining(bob) },
    { phase: 'began', detail: expect.stringContaining(`${eve}; ${bob}`) },
    { phase: 'ended' },
  ]);
});

it('an alert of a dead process is taken over when its lease ends, and the old process can store nothing', async () => {
  const store = await seeded();
  const id = await alertOf(store, 'counsel');
  const dead = await store.queue.alerts.claimNext('counsel', start);
  expect(dead?.id).toBe(id);
  const counsel = scriptedChannel('counsel');
  const parts = deliveryParts(store, [counsel]);
  await deliverDue(parts, running);
  expect(counsel.given).toEqual([]);
  parts.at = later(121);
  await endDeadClaims(store, parts.at);
  await deliverDue(parts, running);
  expect(counsel.given).toEqual([id]);

  if (dead === undefined) throw new Error('the alert was not claimed');
  expect(await storeAttempt(parts, dead, { outcome: 'failed', response: 'too late' })).toBe('lease lost');
  expect((await alertRow(store, id)).state).toBe('sent');
  expect(await storeAttempt(parts, dead, { outcome: 'retry', response: 'ECONNREFUSED' })).toBe('lease lost');
  expect((await loadChannelStates(store.db)).get('counsel')?.failingSince).toBeUndefined();
});

it('the late result of a lost lease does not resume a channel that was found dead in the meantime', async () => {
  const store = await seeded();
  await alertOf(store, 'counsel');
  const dead = (await store.queue.alerts.claimNext('counsel', start)) ?? expect.fail();
  const counsel = scriptedChannel('counsel', () => ({ outcome: 'dead', response: '535 login refused' }));
  const parts = deliveryParts(store, [counsel], { operators: [] });
  parts.at = later(121);
  await endDeadClaims(store, parts.at);
  await deliverDue(parts, running);
  expect(await storeAttempt(parts, dead, { outcome: 'failed', response: '550' })).toBe('lease lost');
  expect((await loadChannelStates(store.db)).get('counsel')?.pauseReason).toBe('535 login refused');
});

it('a slow channel does not delay another one', async () => {
  const store = await seeded();
  await alertOf(store, 'slow', '1');
  await alertOf(store, 'quick', '2');
  const order: string[] = [];
  let quickDone: () => void = () => {};
  const quickSent = new Promise<void>((done) => {
    quickDone = done;
  });
  const slow = scriptedChannel('slow', async () => {
    await quickSent;
    order.push('slow');
    return accepted;
  });
  const quick = scriptedChannel('quick', () => {
    order.push('quick');
    quickDone();
    return accepted;
  });
  await deliverDue(deliveryParts(store, [slow, quick]), running);
  expect(order).toEqual(['quick', 'slow']);
});

it('an internal error in an alert leads to a retry with its reason', async () => {
  const store = await seeded();
  const id = await alertOf(store, 'counsel');
  await store.db.updateTable('records').set({ body: 'null' }).execute();
  const counsel = scriptedChannel('counsel');
  await deliverDue(deliveryParts(store, [counsel]), running);
  expect((await alertRow(store, id)).lastResponse).toContain('could not write this alert');
});

it('the list of undelivered alerts has the server’s last response, and the incident says how to retry', async () => {
  const store = await seeded();
  await alertOf(store, 'brand', '1');
  const id = await alertOf(store, 'counsel', '2');
  await newEntry(store, '3');
  const parts = deliveryParts(store, [
    scriptedChannel('brand'),
    scriptedChannel('counsel', () => ({ outcome: 'failed', response: '554 no' })),
  ]);
  await deliverDue(parts, running);
  const listed = await listAlerts(store.db, { undelivered: true, limit: 10 });
  expect(listed).toMatchObject([
    { id, channel: 'counsel', state: 'failed', attempts: 1, changes: 1, lastResponse: '554 no' },
  ]);
  const [{ detail } = expect.fail()] = await openIncidents(store.db);
  expect(detail).toMatch(/: 554 no\. .* It is not tried again by itself\. To retry: tipstaff alerts retry \d+$/);
});

it('the operators get a notice of alerts that wait for a channel that the config no longer has', async () => {
  const store = await seeded();
  await alertOf(store, 'former');
  const ops = scriptedChannel('ops');
  const parts = deliveryParts(store, [ops], { operators: ['ops'] });
  await deliverDue(parts, running);
  await deliverDue(parts, running);
  expect(ops.given).toHaveLength(1);
  const former = scriptedChannel('former');
  const fixed = deliveryParts(store, [ops, former], { operators: ['ops'] });
  await deliverDue(fixed, running);
  expect(former.given).toHaveLength(1);
  expect(await store.db.selectFrom('incidents').selectAll().where('endedAt', 'is', null).execute()).toEqual([]);
});

it('an attempt counts from its beginning, but attempts that found the channel dead do not abandon an alert', async () => {
  const store = await seeded();
  const id = await alertOf(store, 'counsel');
  let result: DeliveryResult = { outcome: 'dead', response: '535 login' };
  const during: number[] = [];
  const counsel = scriptedChannel('counsel', async () => {
    during.push((await alertRow(store, id)).attempts);
    return result;
  });
  const parts = deliveryParts(store, [counsel]);
  const stateAt = async (hours: number) => {
    await deliverAt(parts, hours * 3600);
    return (await alertRow(store, id)).state;
  };
  for (const hours of [0, 20, 40, 80]) expect(await stateAt(hours)).toBe('waiting');
  expect(during).toEqual([1, 1, 1, 1]);
  result = { outcome: 'retry', response: '451 later', scope: 'message' };
  expect(await stateAt(100)).toBe('waiting');
  expect(await stateAt(171)).toBe('waiting');
  result = { outcome: 'dead', response: '535 login' };
  expect(await stateAt(173)).toBe('waiting');
  result = { outcome: 'retry', response: '451 later', scope: 'message' };
  // 80 hours after the first attempt, although the channel was dead in between.
  expect(await stateAt(180)).toBe('failed');
});

it('a process that lost an alert and claimed it again can store a result only with the new claim', async () => {
  const store = await seeded();
  await alertOf(store, 'counsel');
  const { alerts } = store.queue;
  const first = await alerts.claimNext('counsel', start);
  await endDeadClaims(store, later(200));
  await store.transaction((trx) => retryAlerts(trx, later(200), []));
  const second = await alerts.claimNext('counsel', later(200));
  if (first === undefined || second === undefined) throw new Error('the alert was not claimed');
  expect(second).toMatchObject({ id: first.id, fence: first.fence + 1 });
  const parts = deliveryParts(store, [scriptedChannel('counsel')]);
  expect(await storeAttempt(parts, first, { outcome: 'failed', response: 'late' })).toBe('lease lost');
  expect((await alertRow(store, first.id)).state).toBe('waiting');
  await alerts.release(first);
  expect(await alerts.keep(second, later(200))).toBe(true);
  expect(await storeAttempt(parts, second, accepted)).toBe('sent');
});

describe('a clock that was ahead and is corrected', () => {
  const ahead = later(2 * 3600);

  it.each<[string, DeliveryResult]>([
    ['a failing channel', { outcome: 'retry', response: 'ECONNREFUSED' }],
    ['a deferred message', { outcome: 'retry', response: '451 later', scope: 'message' }],
    ['a server that asked for an hour', { outcome: 'retry', response: '429', afterSeconds: 3600 }],
  ])('delays no alert: %s', async (_name, failure) => {
    const store = await seeded();
    const id = await alertOf(store, 'counsel');
    let result = failure;
    const parts = deliveryParts(store, [scriptedChannel('counsel', () => result)]);
    parts.at = ahead;
    await deliverDue(parts, running);
    expect((await alertRow(store, id)).state).toBe('waiting');
    result = accepted;
    await deliverAt(parts, 60);
    expect((await alertRow(store, id)).state).toBe('sent');
  });

  // On Postgres no clock of a machine decides who holds an alert.
  it.skipIf(onPostgres)('leaves no pause and no lease with a future time', async () => {
    const store = await seeded();
    const [first, second] = [await alertOf(store, 'counsel', '1'), await alertOf(store, 'counsel', '2')];
    let result: DeliveryResult = { outcome: 'dead', response: '535 login' };
    const parts = deliveryParts(store, [scriptedChannel('counsel', () => result)]);
    await deliverAt(parts, 30 * 86_400);
    await store.queue.alerts.claimNext('counsel', parts.at);
    result = accepted;
    parts.at = later(60);
    await correctTimes(parts);
    await deliverDue(parts, running);
    for (const id of [first, second]) expect((await alertRow(store, id)).state).toBe('sent');
  });

  it('moves a digest to the next date of its schedule, and no further', async () => {
    const store = await seeded();
    const id = await alertOf(store, 'brand');
    const due = later(40 * 86_400).toISOString();
    await store.db.updateTable('alerts').set({ dueAt: due }).where('id', '=', id).execute();
    const brand = scriptedChannel('brand');
    const config = slackConfig('brand', { digest: '0 9 * * 5' });
    await deliverDue(deliveryParts(store, [brand], { configs: [config] }), running);
    expect(brand.given).toEqual([]);
    expect((await alertRow(store, id)).dueAt).toBe('2026-03-06T09:00:00.000Z');
  });

  it('does not defer an alert by quiet hours that the config no longer has', async () => {
    const store = await seeded();
    await alertOf(store, 'counsel');
    await store.db
      .updateTable('alerts')
      .set({ dueAt: later(8 * 3600).toISOString() })
      .execute();
    const counsel = scriptedChannel('counsel');
    await deliverDue(deliveryParts(store, [counsel]), running);
    expect(counsel.given).toHaveLength(1);
  });
});
