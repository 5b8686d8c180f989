import { expect, it } from 'vitest';
import { gatherAlert } from '../../../src/alerts/message/gather.ts';
import { addToAlert } from '../../../src/alerts/outbox/addToAlertQueries.ts';
import type { Store } from '../../../src/store/store.ts';
import { deliveryParts, newEntry, start } from '../outbox/outbox.ts';
import { seededStore } from '../outbox/seededStore.ts';

async function seeded() {
  const { store } = await seededStore();
  return { store, parts: deliveryParts(store, []) };
}

/** Stores a watch `former`, which the config no longer has. */
async function keepFormerWatch(store: Store): Promise<void> {
  const settings = JSON.stringify({ id: 'former', name: 'Former watch', searches: [], notify: [] });
  const former = { id: 'former', name: 'Former watch', settings };
  await store.db.insertInto('watches').values(former).execute();
}

it('an alert has each change once, with every watch for which it is reported', async () => {
  const { store, parts } = await seeded();
  await keepFormerWatch(store);
  const changeId = await newEntry(store, '7');
  const changes = ['lamp', 'former'].map((watchId) => ({ changeId, watchId }));
  const id = await store.transaction((trx) =>
    addToAlert(trx, { channel: 'counsel', kind: 'changes', createdAt: start, dueAt: start, changes }),
  );
  expect(await gatherAlert(store.db, id, parts)).toMatchObject({
    id,
    kind: 'changes',
    channel: 'counsel',
    digest: false,
    // The config no longer has this watch, but the store knows its name.
    watches: [
      { id: 'former', name: 'Former watch', asks: '' },
      { id: 'lamp', name: 'Lamp patent', matter: 'M-7', asks: 'dockets: case number 1:20-cv-00168' },
    ],
    checks: [{ id: 1, outcome: 'complete' }],
    changes: [
      {
        id: changeId,
        kind: 'entry.new',
        watches: ['former', 'lamp'],
        record: { type: 'docket', key: '900', caseName: 'Lumen Ltd. v. Glow Inc.' },
        entry: { documentNumber: '7' },
      },
    ],
  });
});

it('an alert has each disappearance and return of a record once, with all watches concerned', async () => {
  const { store, parts } = await seeded();
  await keepFormerWatch(store);
  const move = { checkId: 1, recordId: 1, detectedAt: start.toISOString(), entry: null, fields: '[]', rule: 'test' };
  const moves = [
    ['docket.gone', 'lamp'],
    ['docket.gone', 'former'],
    ['docket.back', 'former'],
    ['docket.gone', 'former'],
  ] as const;
  const changes: { changeId: number; watchId: string }[] = [];
  for (const [kind, watchId] of moves) {
    const rows = store.db.insertInto('changes').values({ ...move, kind, note: null });
    changes.push({ changeId: (await rows.returning('id').executeTakeFirstOrThrow()).id, watchId });
  }
  const draft = { channel: 'counsel', kind: 'changes', createdAt: start, dueAt: start, changes } as const;
  const content = await gatherAlert(store.db, await store.transaction((trx) => addToAlert(trx, draft)), parts);
  expect(content?.kind === 'changes' && content.changes.map(({ kind, watches }) => [kind, ...watches])).toEqual([
    ['docket.gone', 'lamp', 'former'],
    ['docket.back', 'former'],
    ['docket.gone', 'former'],
  ]);
});

it('an alert of announcements or notices has them as they were stored', async () => {
  const { store, parts } = await seeded();
  const notice = {
    incident: 'budget-reached',
    subject: 'today',
    phase: 'began',
    at: start.toISOString(),
    detail: 'So.',
  };
  const common = { channel: 'ops', createdAt: start, dueAt: start, changes: [] };
  const [noticeId, baselineId] = await store.transaction(async (trx) => [
    await addToAlert(trx, { ...common, kind: 'notice', payload: [notice] }),
    await addToAlert(trx, { ...common, kind: 'baseline', payload: [{ records: 3 }] }),
  ]);
  expect(await gatherAlert(store.db, noticeId ?? 0, parts)).toMatchObject({ kind: 'notice', notices: [notice] });
  expect(await gatherAlert(store.db, baselineId ?? 0, parts)).toMatchObject({ announcements: [{ records: 3 }] });
});

it('an urgent alert of a channel with a digest is no digest', async () => {
  const { store } = await seeded();
  const digest = { type: 'slack', webhookUrl: 'http://127.0.0.1:9/x', digest: '0 9 * * 5', timezone: 'UTC' } as const;
  const parts = deliveryParts(store, [], { configs: [{ ...digest, name: 'brand' }] });
  const kinds = await Promise.all(
    [start, new Date('2026-03-06T09:00:00.000Z')].map(async (dueAt) => {
      const changes = [{ changeId: await newEntry(store, dueAt.toISOString()), watchId: 'lamp' }];
      const draft = { channel: 'brand', kind: 'changes', createdAt: start, dueAt, changes } as const;
      const content = await gatherAlert(store.db, await store.transaction((trx) => addToAlert(trx, draft)), parts);
      return content?.kind === 'changes' && content.digest;
    }),
  );
  expect(kinds).toEqual([false, true]);
});

it('an alert that does not exist has no content', async () => {
  const { store, parts } = await seeded();
  expect(await gatherAlert(store.db, 99, parts)).toBeUndefined();
});
