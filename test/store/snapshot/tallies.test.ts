import { expect, it } from 'vitest';
import { readMarks, tallySince } from '../../../src/store/snapshot/talliesTable.ts';
import { freshStore } from '../freshStore.ts';

const at = '2026-11-20T12:00:00.000Z';

it('a row is counted once, even if one with a higher id was committed before', async () => {
  const { db } = (await freshStore()).store;
  await db.insertInto('queries').values({ id: 'query', operation: 'pacer', body: '{}' }).execute();
  const commit = async (...ids: number[]) => {
    const row = { queryId: 'query', startedAt: at, endedAt: at, outcome: 'complete', reason: null } as const;
    const values = ids.map((id) => ({ id, ...row, requests: 1, credits: 12, hits: 0, total: 0, evidence: null }));
    await db.insertInto('checks').values(values).execute();
  };
  await commit(1, 2);
  let marks = await readMarks(db);
  const count = async () => {
    const { tallies, marks: after } = await tallySince(db, marks);
    marks = after;
    return tallies.checks.map(({ id }) => id).sort((a, b) => a - b);
  };
  expect(await count()).toEqual([]);
  await commit(4, 6);
  expect(await count()).toEqual([4, 6]);
  await commit(3);
  expect(await count()).toEqual([3]);
  await commit(5, 5000);
  expect(await count()).toEqual([5, 5000]);
  expect(await count()).toEqual([]);
});
