import { expect, it } from 'vitest';
import { addToAlert } from '../../../src/alerts/outbox/addToAlertQueries.ts';
import { deliverChannel, holdDigests, keepHeartbeat } from '../../../src/alerts/outbox/deliver.ts';
import { whenDue } from '../../../src/alerts/outbox/whenDue.ts';
import { setNextDue } from '../../../src/store/claims/due.ts';
import { aWatch } from '../../schedule/aWatch.ts';
import { deliveryParts, later, newEntry, scriptedChannel, slackConfig } from './outbox.ts';
import { seededStore } from './seededStore.ts';

const signal = new AbortController().signal;
const hour = 3600;
const tomorrow = 24 * hour;

/** Opens a channel with a digest at ten, an hour after the start, and a watch `lamp`. Today's digest waits. */
async function digesting() {
  const { store } = await seededStore();
  const counsel = scriptedChannel('counsel');
  const config = slackConfig('counsel', { digest: '0 10 * * *', heartbeat: true });
  const made = deliveryParts(store, [counsel], { configs: [config] });
  const parts = Object.assign(made, {
    config: { ...made.config, watches: [aWatch({ id: 'lamp', notify: ['counsel'] })] },
  });
  const use = { watchId: 'lamp', queryId: 'q', beganAt: '' };
  const row = { ...use, schedule: '30 9 * * *', timezone: 'UTC', nextDueAt: null };
  await store.db.insertInto('watchQueries').values(row).execute();
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
  // Only the database keeps something between two passes, as if the daemon had restarted.
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

it('after downtime a digest waits for the due checks, and has what they find', async () => {
  const { dueIn, found, pass, digest } = await digesting();
  await dueIn(1800);
  expect(await pass(4 * hour)).toEqual([]);
  expect(await pass(4 * hour + 30)).toEqual([]);
  expect(await found(4 * hour + 40)).toBe(digest);
  await dueIn(tomorrow);
  expect(await pass(4 * hour + 41)).toEqual([digest]);
});

it('a digest waits for the checks of the same hour, which are spread over the seconds after it', async () => {
  const { dueIn, found, pass, digest } = await digesting();
  await dueIn(hour + 40);
  expect(await pass(hour)).toEqual([]);
  expect(await found(hour + 45)).toBe(digest);
  await dueIn(tomorrow);
  expect(await pass(hour + 46)).toEqual([digest]);
});

it('a digest waits for due checks for at most an hour, and once', async () => {
  const { dueIn, pass, digest } = await digesting();
  await dueIn(1800);
  expect(await pass(4 * hour)).toEqual([]);
  expect(await pass(5 * hour - 1)).toEqual([]);
  expect(await pass(5 * hour)).toEqual([digest]);
});

it('a digest is sent at its hour if no check is due', async () => {
  const { dueIn, pass, digest } = await digesting();
  await dueIn(2 * hour);
  expect(await pass(hour)).toEqual([digest]);
});

it('an urgent alert does not wait with the digest', async () => {
  const { dueIn, found, pass, digest } = await digesting();
  await dueIn(1800);
  expect(await pass(4 * hour)).toEqual([]);
  const urgent = await found(4 * hour + 5, true);
  expect(urgent).not.toBe(digest);
  expect(await pass(4 * hour + 5)).toEqual([urgent]);
});

it('the next digest has only its own news', async () => {
  const { dueIn, found, pass, digest } = await digesting();
  await dueIn(1800);
  await pass(4 * hour);
  await dueIn(tomorrow);
  expect(await pass(4 * hour + 1)).toEqual([digest]);
  expect(await found(5 * hour)).not.toBe(digest);
});
