import { expect, it } from 'vitest';
import { addToAlert } from '../../../src/alerts/outbox/addToAlertQueries.ts';
import { holdDigests, keepHeartbeat } from '../../../src/alerts/outbox/deliver.ts';
import { deliverChannel } from '../../../src/alerts/outbox/deliverChannel.ts';
import { whenDue } from '../../../src/alerts/outbox/whenDue.ts';
import { setNextDue } from '../../../src/store/claims/due.ts';
import { aWatch } from '../../schedule/aWatch.ts';
import { deliveryParts, later, newEntry, scriptedChannel } from './outbox.ts';
import { seededStore } from './seededStore.ts';

const signal = new AbortController().signal;
const hour = 3600;
const tomorrow = 24 * hour;

/** A channel with a digest at ten, an hour after the start, and one watch, `lamp`; the digest of today is waiting. */
async function digesting() {
  const { store } = await seededStore();
  const counsel = scriptedChannel('counsel');
  const config = {
    type: 'slack',
    name: 'counsel',
    webhookUrl: 'http://127.0.0.1:9/x',
    timezone: 'UTC',
    digest: '0 10 * * *',
    heartbeat: true,
  } as const;
  const made = deliveryParts(store, [counsel], { configs: [config] });
  const parts = Object.assign(made, {
    config: { ...made.config, watches: [aWatch({ id: 'lamp', notify: ['counsel'] })] },
  });
  const row = { watch_id: 'lamp', query_id: 'q', schedule: '30 9 * * *', timezone: 'UTC', next_due_at: null };
  await store.db.insertInto('watch_queries').values(row).execute();
  const dueIn = (seconds: number) => {
    const nextDueAt = later(seconds).toISOString();
    return store.transaction((trx) => setNextDue(trx, { watchId: 'lamp', queryId: 'q', nextDueAt }));
  };
  const found = async (seconds: number, urgent = false) => {
    const now = later(seconds);
    const changes = [{ changeId: await newEntry(store, String(seconds)), watchId: 'lamp' }];
    const dueAt = urgent ? now : whenDue(config, now);
    return store.transaction((trx) =>
      addToAlert(trx, { channel: 'counsel', kind: 'changes', createdAt: now, dueAt, changes }),
    );
  };
  // Nothing is kept between two passes but the database, as when the daemon starts again.
  const pass = async (seconds: number) => {
    parts.at = later(seconds);
    await holdDigests(parts, 'counsel');
    await deliverChannel(parts, counsel, signal);
    await keepHeartbeat(parts, counsel);
    return counsel.given.splice(0);
  };
  const digest = await found(0);
  return { dueIn, found, pass, digest };
}

it('after downtime the digest waits for the checks that are due, and what they find is in it', async () => {
  const { dueIn, found, pass, digest } = await digesting();
  await dueIn(1800);
  expect(await pass(4 * hour)).toEqual([]);
  expect(await pass(4 * hour + 30)).toEqual([]);
  expect(await found(4 * hour + 40)).toBe(digest);
  await dueIn(tomorrow);
  expect(await pass(4 * hour + 41)).toEqual([digest]);
});

it('it waits an hour at most, and once', async () => {
  const { dueIn, pass, digest } = await digesting();
  await dueIn(1800);
  expect(await pass(4 * hour)).toEqual([]);
  expect(await pass(5 * hour - 1)).toEqual([]);
  expect(await pass(5 * hour)).toEqual([digest]);
});

it('it goes at its hour where no check is due', async () => {
  const { dueIn, pass, digest } = await digesting();
  await dueIn(2 * hour);
  expect(await pass(hour)).toEqual([digest]);
});

it('what is urgent does not wait with it', async () => {
  const { dueIn, found, pass, digest } = await digesting();
  await dueIn(1800);
  expect(await pass(4 * hour)).toEqual([]);
  const urgent = await found(4 * hour + 5, true);
  expect(urgent).not.toBe(digest);
  expect(await pass(4 * hour + 5)).toEqual([urgent]);
});

it('the next digest has its own news again', async () => {
  const { dueIn, found, pass, digest } = await digesting();
  await dueIn(1800);
  await pass(4 * hour);
  await dueIn(tomorrow);
  expect(await pass(4 * hour + 1)).toEqual([digest]);
  expect(await found(5 * hour)).not.toBe(digest);
});
