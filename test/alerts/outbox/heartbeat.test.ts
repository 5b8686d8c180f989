import { expect, it } from 'vitest';
import { renderText } from '../../../src/alerts/channels/text.ts';
import type { ChangesContent } from '../../../src/alerts/message/content.ts';
import { gatherAlert } from '../../../src/alerts/message/gather.ts';
import { listAlerts, retryAlerts } from '../../../src/alerts/outbox/alertsTable.ts';
import { deliverDue, keepHeartbeat } from '../../../src/alerts/outbox/deliver.ts';
import type { Store } from '../../../src/store/store.ts';
import { deliveryParts, keepingChannel, later, putCompleteCheck, slackConfig, start } from './outbox.ts';
import { seededStore } from './seededStore.ts';

const running = new AbortController().signal;
const friday = new Date('2026-03-06T09:00:00.000Z');

const weekly = (heartbeat: boolean) => slackConfig('brand', { digest: '0 9 * * 5', heartbeat });

/** Opens a store with a watch whose channel has a weekly digest, the next of which waits. */
async function digesting({ heartbeat = true } = {}) {
  const { store } = await seededStore();
  const watched = { watchId: 'lamp', queryId: 'q', schedule: '', timezone: '', beganAt: '' };
  await store.db.insertInto('watchQueries').values(watched).execute();
  const brand = keepingChannel('brand');
  const parts = deliveryParts(store, [brand], { configs: [weekly(heartbeat)] });
  // The second pass makes no second digest.
  for (let pass = 0; pass < 2; pass += 1) await keepHeartbeat(parts, brand);
  return { store, brand, parts };
}

it('a digest that was sent is not sent again by a clock that is behind or was set back', async () => {
  const { store, brand, parts } = await digesting();
  parts.at = friday;
  await deliverDue(parts, running);
  parts.at = later(-1, friday);
  await keepHeartbeat(parts, brand);
  parts.at = friday;
  await deliverDue(parts, running);
  expect(brand.contents).toHaveLength(1);
  await keepHeartbeat(parts, brand);
  const waiting = store.db.selectFrom('alerts').select('dueAt').where('state', '=', 'waiting');
  expect(await waiting.execute()).toEqual([{ dueAt: '2026-03-13T09:00:00.000Z' }]);
});

it('a digest is shown later with the checks that it had when it was sent', async () => {
  const { store, brand, parts } = await digesting();
  for (let ms = 0; ms < 40; ms += 1) await putCompleteCheck(store, later(ms / 1000, friday).toISOString());
  let readings = 0;
  const clock = () => later(readings++ / 1000, friday);
  await deliverDue({ ...parts, clock }, running);
  const [sent] = brand.contents as ChangesContent[];
  const shown = (await gatherAlert(store.db, sent?.id ?? 0, { ...parts, clock })) as ChangesContent;
  expect(sent?.checks.length).toBeGreaterThan(0);
  expect(shown.checks).toEqual(sent?.checks);
});

it('a digest without news is not sent if the channel does not ask for it', async () => {
  const { brand, parts } = await digesting({ heartbeat: false });
  parts.at = friday;
  await deliverDue(parts, running);
  expect(brand.contents).toEqual([]);
});

it.each([
  [
    'a user retries it before its time',
    async ({ db }: Store) => {
      const waiting = await listAlerts(db, { undelivered: true, limit: 9 });
      const ids = waiting.map(({ id }) => id);
      expect(await retryAlerts(db, start, ids)).toHaveLength(ids.length);
    },
  ],
  [
    'a clock that was ahead made it',
    async ({ db }: Store) => {
      const [createdAt, dueAt] = ['2026-04-01T09:00:00.000Z', '2026-04-03T09:00:00.000Z'];
      await db.updateTable('alerts').set({ createdAt, dueAt }).execute();
    },
  ],
])('a digest without news says what was not checked, also when %s', async (_when, disturb) => {
  const { store, brand, parts } = await digesting();
  await disturb(store);
  await deliverDue(parts, running);
  parts.at = friday;
  await deliverDue(parts, running);
  const [content] = brand.contents;
  expect(renderText(content ?? expect.fail())).toContain('COULD NOT LOOK');
});
