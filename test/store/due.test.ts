import { describe, expect, it } from 'vitest';
import { claimQuery, dueQueries, holdsClaim, nextDueAt, releaseQuery, renewLease } from '../../src/store/due.ts';
import { openStore, type Store } from '../../src/store/store.ts';
import { freshStore } from './freshStore.ts';

const now = new Date('2026-05-04T12:00:00.000Z');
const inSeconds = (seconds: number) => new Date(now.getTime() + seconds * 1000);

/** Watches of queries, each due so many seconds from now. */
async function put(store: Store, watches: readonly (readonly [watch: string, query: string, dueInSeconds: number])[]) {
  for (const [watch, query, due] of watches) {
    await store.db
      .insertInto('watches')
      .values({ id: watch, name: watch, matter: null, seen_at: now.toISOString(), removed_at: null })
      .execute();
    await store.db
      .insertInto('queries')
      .values({ id: query, operation: 'pacer', body: '{}' })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    await store.db
      .insertInto('watch_queries')
      .values({
        watch_id: watch,
        query_id: query,
        schedule: '0 7 * * *',
        timezone: 'UTC',
        next_due_at: inSeconds(due).toISOString(),
      })
      .execute();
  }
}

const claim = (store: Store, owner: string, at = now) =>
  claimQuery(store.db, { queryId: 'q1', owner, now: at, leaseSeconds: 60, onlyIfDue: true });

describe('what is due', () => {
  it('names each query once, the longest due first', async () => {
    const { store } = await freshStore();
    await put(store, [
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
    await put(store, [['a', 'q1', -5]]);
    await claim(store, 'first');
    expect(await dueQueries(store.db, now, 10)).toEqual([]);
    expect(await dueQueries(store.db, inSeconds(60), 10)).toEqual(['q1']);
  });

  it('is nothing in an empty store', async () => {
    const { store } = await freshStore();
    expect(await nextDueAt(store.db)).toBeUndefined();
  });
});

describe('a claim', () => {
  it('is granted to one of two who ask at once', async () => {
    const { store, file } = await freshStore();
    await put(store, [['a', 'q1', -5]]);
    const second = await openStore(file);
    const granted = await Promise.all([claim(store, 'first'), claim(second, 'second')]);
    await second.close();
    expect(granted.filter((one) => one !== undefined)).toHaveLength(1);
  });

  it('is refused when nothing is due any more, unless asked for regardless', async () => {
    const { store } = await freshStore();
    await put(store, [['a', 'q1', 5]]);
    expect(await claim(store, 'first')).toBeUndefined();
    const byHand = { queryId: 'q1', owner: 'first', now, leaseSeconds: 60, onlyIfDue: false };
    expect(await claimQuery(store.db, byHand)).toMatchObject({
      queryId: 'q1',
      owner: 'first',
      fence: 1,
      query: { id: 'q1' },
    });
  });

  it('passes on when its lease ends, and the first holder can neither renew nor commit', async () => {
    const { store } = await freshStore();
    await put(store, [['a', 'q1', -5]]);
    const first = await claim(store, 'first');
    const second = await claim(store, 'first', inSeconds(60));
    if (first === undefined || second === undefined) throw new Error('expected both claims');
    expect(second.fence).toBe(first.fence + 1);
    expect(await renewLease(store.db, first, inSeconds(61), 60)).toBe(false);
    expect(await holdsClaim(store.db, first)).toBe(false);
    await releaseQuery(store.db, first);
    expect(await holdsClaim(store.db, second)).toBe(true);
  });

  it('lasts on when renewed, and is free at once when given back', async () => {
    const { store } = await freshStore();
    await put(store, [['a', 'q1', -5]]);
    const first = await claim(store, 'first');
    if (first === undefined) throw new Error('expected a claim');
    expect(await renewLease(store.db, first, inSeconds(50), 60)).toBe(true);
    expect(await claim(store, 'second', inSeconds(100))).toBeUndefined();
    await releaseQuery(store.db, first);
    expect(await claim(store, 'second', inSeconds(100))).toMatchObject({ owner: 'second' });
  });
});
