import { describe, expect, it } from 'vitest';
import { dueQueries, nextDueAt } from '../../src/store/claims/due.ts';
import { claimDue } from '../store/claimDue.ts';
import { freshStore } from '../store/freshStore.ts';
import { inSeconds, now, putWatches } from '../store/putWatches.ts';

describe('the list of due queries', () => {
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
    expect(await nextDueAt(store.db)).toBe(inSeconds(-60).toISOString());
  });

  it('leaves out a claimed query', async () => {
    const { store } = await freshStore();
    await putWatches(store, [['a', 'q1', -5]]);
    const held = await store.queue.checks.claim('q1', now);
    const due = async () => (await claimDue(store, { now, most: 1, isKnown: () => true })).length;
    expect(await due()).toBe(0);
    if (held !== undefined) await store.queue.checks.release(held);
    expect(await due()).toBe(1);
  });

  it('is empty in an empty store', async () => {
    const { store } = await freshStore();
    expect(await nextDueAt(store.db)).toBeUndefined();
  });
});
