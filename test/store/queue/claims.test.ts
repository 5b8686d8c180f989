import { describe, expect, it } from 'vitest';
import { embeddedChecks } from '../../../src/store/queue/claims.ts';
import { openStore, type Store } from '../../../src/store/store.ts';
import { freshStore } from '../freshStore.ts';
import { inSeconds, now, putWatches } from '../putWatches.ts';

const claimDue = async ({ queue }: Pick<Store, 'queue'>, at = now) =>
  (await queue.checks.claimDue({ now: at, most: 1, isKnown: () => true }))[0];

async function storeDueIn(seconds: number) {
  const { store, database } = await freshStore();
  await putWatches(store, [['a', 'q1', seconds]]);
  return { store, database, other: embeddedChecks(store.db, 'another') };
}

describe('a claim', () => {
  it('is granted to one of two who ask at once', async () => {
    const { store, database } = await storeDueIn(-5);
    const second = await openStore(database);
    const granted = await Promise.all([claimDue(store), claimDue(second)]);
    await second.close();
    expect(granted.filter((one) => one !== undefined)).toHaveLength(1);
  });

  it('is refused when nothing is due any more, unless asked for regardless', async () => {
    const { store } = await storeDueIn(5);
    expect(await claimDue(store)).toBeUndefined();
    expect(await store.queue.checks.claim('q1', now)).toMatchObject({ queryId: 'q1', fence: 1, query: { id: 'q1' } });
  });

  it('passes on when its lease ends, and the first holder can neither keep it nor commit', async () => {
    const { store } = await storeDueIn(-5);
    const { checks } = store.queue;
    const first = await claimDue(store);
    const second = await claimDue(store, inSeconds(60));
    if (first === undefined || second === undefined) throw new Error('expected both claims');
    expect(second.fence).toBe(first.fence + 1);
    expect(await checks.keep(first, inSeconds(61))).toBe(false);
    expect(await store.transaction((trx) => checks.end(trx, first))).toBe(false);
    await checks.release(first);
    expect(await checks.keep(second, inSeconds(61))).toBe(true);
  });

  it('lasts on when kept, and is free at once when given back', async () => {
    const { store, other } = await storeDueIn(-5);
    const first = await claimDue(store);
    if (first === undefined) throw new Error('expected a claim');
    expect(await store.queue.checks.keep(first, inSeconds(50))).toBe(true);
    expect(await other.claim('q1', inSeconds(100))).toBeUndefined();
    await store.queue.checks.release(first);
    expect(await other.claim('q1', inSeconds(100))).toMatchObject({ owner: 'another' });
  });
});
