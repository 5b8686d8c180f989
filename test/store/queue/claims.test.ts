import { describe, expect, it } from 'vitest';
import { claimQuery, holdsClaim, releaseQuery, renewLease } from '../../../src/store/queue/claims.ts';
import { openStore, type Store } from '../../../src/store/store.ts';
import { freshStore } from '../freshStore.ts';
import { inSeconds, now, putWatches } from '../putWatches.ts';

const claim = (store: Store, owner: string, at = now) =>
  claimQuery(store.db, { queryId: 'q1', owner, now: at, leaseSeconds: 60, onlyIfDue: true });

describe('a claim', () => {
  it('is granted to one of two who ask at once', async () => {
    const { store, database } = await freshStore();
    await putWatches(store, [['a', 'q1', -5]]);
    const second = await openStore(database);
    const granted = await Promise.all([claim(store, 'first'), claim(second, 'second')]);
    await second.close();
    expect(granted.filter((one) => one !== undefined)).toHaveLength(1);
  });

  it('is refused when nothing is due any more, unless asked for regardless', async () => {
    const { store } = await freshStore();
    await putWatches(store, [['a', 'q1', 5]]);
    expect(await claim(store, 'first')).toBeUndefined();
    const onDemand = { queryId: 'q1', owner: 'first', now, leaseSeconds: 60, onlyIfDue: false };
    expect(await claimQuery(store.db, onDemand)).toMatchObject({
      queryId: 'q1',
      owner: 'first',
      fence: 1,
      query: { id: 'q1' },
    });
  });

  it('passes on when its lease ends, and the first holder can neither renew nor commit', async () => {
    const { store } = await freshStore();
    await putWatches(store, [['a', 'q1', -5]]);
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
    await putWatches(store, [['a', 'q1', -5]]);
    const first = await claim(store, 'first');
    if (first === undefined) throw new Error('expected a claim');
    expect(await renewLease(store.db, first, inSeconds(50), 60)).toBe(true);
    expect(await claim(store, 'second', inSeconds(100))).toBeUndefined();
    await releaseQuery(store.db, first);
    expect(await claim(store, 'second', inSeconds(100))).toMatchObject({ owner: 'second' });
  });
});
