import { expect, it } from 'vitest';
import { lastChecks } from '../../../src/store/queue/watchStatus.ts';
import { freshStore } from '../freshStore.ts';

it('lists the last checked first, those never checked last, and no query that no watch asks any more', async () => {
  const { store } = await freshStore();
  const { db } = store;
  for (const id of ['a', 'b', 'c', 'd', 'left']) {
    await db.insertInto('queries').values({ id, operation: 'pacer', body: '{}' }).execute();
    if (id === 'left') continue;
    await db
      .insertInto('watches')
      .values({ id, name: `Watch ${id}`, seen_at: '2026-11-01' })
      .execute();
    const schedule = { schedule: '0 7 * * *', timezone: 'UTC' };
    await db
      .insertInto('watch_queries')
      .values({ watch_id: id, query_id: id, ...schedule })
      .execute();
  }
  for (const [query_id, ended_at] of [
    ['a', '2026-11-01T00:00:00.000Z'],
    ['c', '2026-11-02T00:00:00.000Z'],
    ['a', '2026-11-03T00:00:00.000Z'],
    ['left', '2026-11-04T00:00:00.000Z'],
  ] as const) {
    const check = {
      query_id,
      started_at: ended_at,
      ended_at,
      outcome: 'complete',
      requests: 1,
      credits: 1,
      hits: 1,
    } as const;
    const { id } = await db.insertInto('checks').values(check).returning('id').executeTakeFirstOrThrow();
    await db.updateTable('queries').set({ last_check: id }).where('id', '=', query_id).execute();
  }
  const listed = (await lastChecks(db, 3)).map(({ watchId, endedAt }) => [watchId, endedAt]);
  expect(listed.slice(0, 2)).toEqual([
    ['a', '2026-11-03T00:00:00.000Z'],
    ['c', '2026-11-02T00:00:00.000Z'],
  ]);
  expect(listed[2]?.[1]).toBeNull();
  expect(await lastChecks(db, 2)).toHaveLength(2);
});
