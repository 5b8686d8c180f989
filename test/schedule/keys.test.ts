import { pino } from 'pino';
import { expect, it, onTestFinished } from 'vitest';
import { queriesOf } from '../../src/schedule/planSync.ts';
import { startSchedulers } from '../../src/schedule/scheduler.ts';
import { syncWatches } from '../../src/schedule/syncWatches.ts';
import { freshStore } from '../database/freshStore.ts';
import { eventually } from '../eventually.ts';
import { aWatch } from './aWatch.ts';
import { finishing } from './finishing.ts';

const now = new Date('2026-05-04T12:00:00.000Z');

function watchesOf(service: string | undefined, count: number) {
  return Array.from({ length: count }, (_, n) =>
    aWatch({
      id: `${service ?? 'own'}-${n}`,
      searches: [{ type: 'dockets', caseNumber: `1:20-cv-${n}` }],
      schedule: '0 7 1 1 *',
      ...(service !== undefined && { service }),
    }),
  );
}

it('a key whose calls do not end delays no other, however much is due for it before', async () => {
  const { store } = await freshStore();
  const watches = [...watchesOf('slow', 60), ...watchesOf('other', 5), ...watchesOf(undefined, 5)];
  await syncWatches(store, { watches, spreadSeconds: 0 }, now);
  const serviceOf = new Map(watches.flatMap(queriesOf).map(({ id, service }) => [id, service]));
  const later = new Date(now.getTime() - 1000).toISOString();
  const begun: (string | undefined)[] = [];
  const runCheck = finishing(
    store,
    async (queryId, signal) => {
      begun.push(serviceOf.get(queryId));
      if (serviceOf.get(queryId) !== 'slow') return;
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
    },
    () => now,
  );
  const slow = [...serviceOf].flatMap(([id, service]) => (service === 'slow' ? [id] : []));
  await store.db.updateTable('watch_queries').set({ next_due_at: later }).where('query_id', 'in', slow).execute();
  const schedulers = startSchedulers(
    { store, clock: () => now, log: pino({ level: 'silent' }), isKnown: (id) => serviceOf.has(id), runCheck },
    [{ concurrency: 2 }, { name: 'slow', concurrency: 2 }, { name: 'other', concurrency: 2 }],
    (id) => serviceOf.get(id),
  );
  onTestFinished(() => schedulers.stop());
  const ofOthers = () => begun.filter((service) => service !== 'slow');
  await eventually(() => expect(ofOthers()).toHaveLength(10));
  expect(begun).toHaveLength(14);
});
