import { describe, expect, it } from 'vitest';
import { dueQueries, dueUntil, nextDueAt } from '../../src/store/claims/due.ts';
import { claimDue } from '../store/claimDue.ts';
import { freshStore } from '../store/freshStore.ts';
import { inSeconds, now, putWatches } from '../store/putWatches.ts';

describe('what is due', () => {
  it('names each query once, the longest due first', async () => {
    const { store } = await freshStore();
    await putWatches(store, [
      ['a', 'q1', -5],
      ['b', 'q2', -60],
      ['c', 'q1', -10],
      ['d', 'q3', 1],
    ]);
    expect(await dueQueries(store.db, now, 10)).toEqual(['q2', 'q1']);
    expect(await dueQueries(store.db, now, 1)).toEqual(['q2']);
    expect(await nextDueAt(store.db)).toEqual(inSeconds(-60));
  });

  it('leaves out what somebody holds', async () => {
    const { store } = await freshStore();
    await putWatches(store, [['a', 'q1', -5]]);
    const held = await store.queue.checks.claim('q1', now);
    const due = async () => (await claimDue(store, { now, most: 1, isKnown: () => true })).length;
    expect(await due()).toBe(0);
    if (held !== undefined) await store.queue.checks.release(held);
    expect(await due()).toBe(1);
  });

  it('is read in parts that leave nothing out though checks end meanwhile', async () => {
    const { store } = await freshStore();
    await putWatches(store, [['a', 'q', -5]]);
    const ids = Array.from({ length: 1200 }, (_, index) => `w${String(index).padStart(4, '0')}`);
    const seen_at = now.toISOString();
    const due = { query_id: 'q', schedule: '0 7 * * *', timezone: 'UTC', next_due_at: inSeconds(-4).toISOString() };
    const watches = ids.map((id) => ({ id, name: id, matter: null, seen_at, removed_at: null }));
    await store.db.insertInto('watches').values(watches).execute();
    const watchQueries = ids.map((watch_id) => ({ watch_id, ...due }));
    await store.db.insertInto('watch_queries').values(watchQueries).execute();
    const seen: string[] = [];
    for await (const part of dueUntil(store.db, now)) {
      seen.push(...part.map(({ watchId }) => watchId));
      const last = part.at(-1)?.watchId ?? '';
      await store.db.updateTable('watch_queries').set({ next_due_at: null }).where('watch_id', '<=', last).execute();
    }
    expect(seen).toEqual(['a', ...ids]);
  });

  it('is nothing in an empty store', async () => {
    const { store } = await freshStore();
    expect(await nextDueAt(store.db)).toBeUndefined();
  });
});
