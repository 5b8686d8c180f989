import { expect, it } from 'vitest';
import { countWatchQueries, lastChecks } from '../../../src/store/queue/watchStatus.ts';
import { freshStore } from '../freshStore.ts';
import { connectionTo } from '../sqliteFile.ts';

it('lists the last checked first, those never checked last, and no query that no watch asks any more', async () => {
  const { store } = await freshStore();
  const { db } = store;
  const connection = await connectionTo(store);
  for (const id of ['a', 'b', 'c', 'd', 'left']) {
    connection.prepare(`insert into queries (id, operation, body) values (?, 'pacer', '{}')`).run(id);
    if (id === 'left') continue;
    connection.prepare('insert into watches (id, name, seen_at) values (?, ?, ?)').run(id, `Watch ${id}`, '2026-11-01');
    connection
      .prepare(`insert into watch_queries (watch_id, query_id, schedule, timezone) values (?, ?, '0 7 * * *', 'UTC')`)
      .run(id, id);
  }
  for (const [query, endedAt] of [
    ['a', '2026-11-01T00:00:00.000Z'],
    ['c', '2026-11-02T00:00:00.000Z'],
    ['a', '2026-11-03T00:00:00.000Z'],
    ['left', '2026-11-04T00:00:00.000Z'],
  ]) {
    const { lastInsertRowid } = connection
      .prepare(
        `insert into checks (query_id, started_at, ended_at, outcome, requests, credits, hits) values (?, ?, ?, 'complete', 1, 1, 1)`,
      )
      .run(query, endedAt, endedAt);
    connection.prepare('update queries set last_check = ? where id = ?').run(lastInsertRowid, query);
  }
  const listed = (await lastChecks(db, 3)).map(({ watchId, endedAt }) => [watchId, endedAt]);
  expect(listed.slice(0, 2)).toEqual([
    ['a', '2026-11-03T00:00:00.000Z'],
    ['c', '2026-11-02T00:00:00.000Z'],
  ]);
  expect(listed[2]?.[1]).toBeNull();
  expect(await lastChecks(db, 2)).toHaveLength(2);
  expect(await countWatchQueries(db)).toBe(4);
});
