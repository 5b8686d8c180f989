import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { addToAlert } from '../../../src/alerts/outbox/addToAlertQueries.ts';
import { retryAlerts } from '../../../src/alerts/outbox/alertsTable.ts';
import { recordAttempt } from '../../../src/alerts/outbox/deliveriesTable.ts';
import type { Store } from '../../../src/store/store.ts';
import { onPostgres } from '../../store/database.ts';
import { later, newEntry, noticeOn, start } from './outbox.ts';
import { seeded } from './seededStore.ts';

const friday = later(4 * 24 * 3600);

async function hold(store: Store, documentNumber: string): Promise<number> {
  const changeId = await newEntry(store, documentNumber);
  return store.transaction((trx) =>
    addToAlert(trx, {
      channel: 'brand',
      kind: 'changes',
      createdAt: start,
      dueAt: friday,
      changes: [{ changeId, watchId: 'lamp' }],
    }),
  );
}

it('an alert that is leased or was tried takes no further changes', async () => {
  const store = await seeded();
  const leased = await hold(store, '1');
  expect((await store.queue.alerts.claimNext('brand', friday))?.id).toBe(leased);
  await store.db.updateTable('alerts').set({ attempts: 0 }).execute();
  const tried = await hold(store, '2');
  await store.db.updateTable('alerts').set({ attempts: 1 }).where('id', '=', tried).execute();
  const fresh = await hold(store, '3');
  expect(new Set([leased, tried, fresh]).size).toBe(3);
});

it('an alert that may have arrived takes no further changes, as a receiver drops a repeated id', async () => {
  const store = await seeded();
  const { alerts } = store.queue;
  const cutOff = await hold(store, '1');
  await alerts.release((await alerts.claimNext('brand', friday)) ?? expect.fail());
  const retried = await hold(store, '2');
  expect(retried).not.toBe(cutOff);
  await store.db.updateTable('alerts').set({ state: 'sent' }).where('id', '=', cutOff).execute();
  const claimed = (await alerts.claimNext('brand', friday)) ?? expect.fail();
  const attempt = { dueAt: friday, outcome: 'retry', response: 'connection cut' } as const;
  await store.transaction(async (trx) => {
    await alerts.end(trx, claimed);
    await recordAttempt(trx, claimed, attempt, friday);
  });
  await store.transaction((trx) => retryAlerts(trx, friday, [retried]));
  expect(await hold(store, '3')).not.toBe(retried);
});

it('a retry without ids takes failed and overdue alerts, and leaves a digest that waits for its hour', async () => {
  const store = await seeded();
  const digest = await hold(store, '1');
  expect(await store.transaction((trx) => retryAlerts(trx, start, []))).toEqual([]);
  const set = (values: { state?: 'failed' | 'waiting'; attempts?: number; dueAt?: string; lastResponse?: null }) =>
    store.db.updateTable('alerts').set(values).where('id', '=', digest).execute();
  const taken = async () => (await store.transaction((trx) => retryAlerts(trx, start, []))).map(({ id }) => id);
  await set({ attempts: 1 });
  expect(await taken(), 'tried before').toEqual([digest]);
  await set({ state: 'failed', attempts: 0, dueAt: friday.toISOString() });
  expect(await taken(), 'failed').toEqual([digest]);
  expect(await taken(), 'overdue: it is due since the retry').toEqual([digest]);
  await set({ dueAt: friday.toISOString() });
  expect(await taken(), 'waits for its hour again').toEqual([]);
  expect(await store.transaction((trx) => retryAlerts(trx, start, [digest])), 'named').toHaveLength(1);
});

it('an alert that waits takes further notices too', async () => {
  const store = await seeded();
  const notice = (detail: string) => noticeOn(store, 'ops', { dueAt: friday, payload: [{ detail }] });
  const id = await notice('one');
  expect(await notice('two')).toBe(id);
  const row = await store.db.selectFrom('alerts').select('payload').where('id', '=', id).executeTakeFirstOrThrow();
  expect(JSON.parse(row.payload ?? '')).toEqual([{ detail: 'one' }, { detail: 'two' }]);
});

it('an alert of 20,000 changes is stored in full', async () => {
  const store = await seeded();
  const changeId = await newEntry(store, '1');
  const watches = Array.from({ length: 20_000 }, (_, index) => `watch-${index}`);
  for (let from = 0; from < watches.length; from += 5000) {
    const rows = watches.slice(from, from + 5000).map((id) => ({ id, name: id, settings: '{}' }));
    await store.db.insertInto('watches').values(rows).execute();
  }
  const changes = watches.map((watchId) => ({ changeId, watchId }));
  const id = await store.transaction((trx) =>
    addToAlert(trx, { channel: 'brand', kind: 'changes', createdAt: start, dueAt: start, changes }),
  );
  const { count } = await store.db
    .selectFrom('alertChanges')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('alertId', '=', id)
    .executeTakeFirstOrThrow();
  expect(count).toBe(20_000);
});

// The query plan of SQLite.
it.skipIf(onPostgres)('claiming an alert uses an index, however many alerts wait', async () => {
  const store = await seeded();
  const { rows: plan } = await sql<{
    detail: string;
  }>`explain query plan select id from alerts where channel = 'a' and state = 'waiting' and due_at <= 'x' and attempts < 4 and claimed_by is null order by due_at, id limit 1`.execute(
    store.db,
  );
  expect(plan.map((step) => step.detail)).toEqual([expect.stringContaining('USING INDEX alerts_channel')]);
  expect(await store.queue.alerts.claimNext('a', start)).toBeUndefined();
});
