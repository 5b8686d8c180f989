import { CompiledQuery } from 'kysely';
import { expect, it } from 'vitest';
import { type Design, knownSources } from '../../../src/records/design.ts';
import { findDesignsNumbered } from '../../../src/store/snapshot/listRecordsQueries.ts';
import { findKnown } from '../../../src/store/snapshot/recordsTable.ts';
import { onPostgres } from '../database.ts';
import { freshStore } from '../freshStore.ts';
import { insertRecord } from './insertRecord.ts';

const now = '2026-01-01T00:00:00.000Z';

function design(key: string, registrationNumber: string): Design {
  return { type: 'design', key, source: 'HAGUE', registrationNumber };
}

it('findKnown recognizes by its registration number a design that gained an ID', async () => {
  const { store } = await freshStore();
  const id = await insertRecord(store.db, design('HAGUE.DM/1', 'DM/1'), 'shown', now);
  await insertRecord(store.db, design('HAGUE.2', 'DM/2'), 'shown', now);
  const shown = [{ key: 'HAGUE.D1', otherKey: 'HAGUE.DM/1' }];
  const known = await findKnown(store.db, 'design', shown);
  expect([...known]).toEqual([['HAGUE.D1', { id, key: 'HAGUE.DM/1', shownHash: 'shown', changedAt: now }]]);
});

// This is the plan of SQLite for a store without statistics.
it.skipIf(onPostgres)(
  'findKnown looks for a design by number in the index of numbers, however many designs are stored',
  async () => {
    const { store } = await freshStore();
    const asked: CompiledQuery[] = [];
    const listening = store.db.withPlugin({
      transformQuery: ({ node, queryId }) => {
        asked.push(store.db.getExecutor().compileQuery(node, queryId));
        return node;
      },
      transformResult: async ({ result }) => result,
    });
    await findKnown(listening, 'design', [{ key: 'HAGUE.D1', otherKey: 'HAGUE.DM/1' }]);
    const plans = asked.map(async ({ sql, parameters }) => {
      const { rows } = await store.db.executeQuery<{ detail: string }>(
        CompiledQuery.raw(`explain query plan ${sql}`, [...parameters]),
      );
      return rows.map((step) => step.detail);
    });
    expect(await Promise.all(plans)).toEqual([
      [expect.stringContaining('(type=? AND key=?)')],
      [expect.stringContaining('USING INDEX records_other_key')],
    ]);
  },
);

it('finds a design by its number in every register, however the number is written', async () => {
  const { store } = await freshStore();
  const stored = new Map(knownSources.map((source) => [source, `${source} 77`]));
  stored.set('HAGUE', 'DM/214 567').set('USID', 'D0901234');
  for (const [source, registrationNumber] of stored) {
    const record = { type: 'design', key: source, source, registrationNumber } as const;
    await insertRecord(store.db, record, 'shown', now);
  }
  const found = await findDesignsNumbered(store.db, [...stored.values(), 'DM214567', 'US D901,234 S1']);
  expect(found.map(({ key }) => key).sort()).toEqual([...knownSources].sort());
  const spelled = await findDesignsNumbered(store.db, ['DM214567', 'US D901,234 S1']);
  expect(spelled.map(({ key }) => key).sort()).toEqual(['HAGUE', 'USID']);
});
