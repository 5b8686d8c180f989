import { expect, it } from 'vitest';
import { beginIncident, endIncident } from '../../src/alerts/outbox/incidents.ts';
import { writeSetting } from '../../src/store/store.ts';
import { onPostgres } from './database.ts';
import { freshStore } from './freshStore.ts';
import { pragma, pragmaValue } from './sqliteFile.ts';

// This simulates a full disk for SQLite. Postgres has tests of its own.
it.skipIf(onPostgres)(
  'a transaction that a full disk ends says so, and the next one succeeds once there is room',
  async () => {
    const { store } = await freshStore();
    const pages = Number(await pragmaValue(store, 'page_count'));
    await pragma(store, `max_page_count = ${pages}`);
    const putMuch = () => store.transaction((trx) => writeSetting(trx, 'much', 'x'.repeat(100_000)));
    await expect(putMuch()).rejects.toThrow('database or disk is full');
    await expect(putMuch()).rejects.toThrow('database or disk is full');
    await pragma(store, `max_page_count = ${pages + 100}`);
    await putMuch();
  },
);

it('an incident is logged once, after its commit, however often its transaction runs', async () => {
  const { store } = await freshStore();
  const logged: unknown[] = [];
  const parts = { config: { operators: [] }, log: { info: (...line: unknown[]) => logged.push(line[1]) } };
  const incident = { kind: 'clock-wrong', subject: 'the clock', detail: '' } as const;
  const now = new Date('2026-05-04T12:00:00.000Z');
  const failing = store.transaction(async (trx) => {
    await beginIncident(trx, parts, incident, now);
    throw new Error('no room');
  });
  await expect(failing).rejects.toThrow('no room');
  expect(logged).toEqual([]);

  let runs = 0;
  await store.transaction(async (trx) => {
    runs += 1;
    await beginIncident(trx, parts, incident, now);
    expect(logged).toEqual([]);
    // On Postgres this transaction runs again.
    if (onPostgres && runs === 1) throw Object.assign(new Error('could not serialize access'), { code: '40001' });
  });
  expect([runs, logged]).toEqual([onPostgres ? 2 : 1, ['an incident began']]);
  await store.transaction((trx) => endIncident(trx, parts, incident, now));
  expect(logged).toEqual(['an incident began', 'an incident ended']);
});
