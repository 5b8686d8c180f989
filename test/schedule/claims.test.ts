import { once } from 'node:events';
import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { keepAlive } from '../../src/store/claims/queue.ts';
import { openStore } from '../../src/store/openStore.ts';
import type { Store } from '../../src/store/store.ts';
import { claimDue } from '../store/claimDue.ts';
import { endDeadClaims, onPostgres } from '../store/database.ts';
import { freshStore } from '../store/freshStore.ts';
import { inSeconds, now, putWatches } from '../store/putWatches.ts';

const takeDue = async (store: Store, at = now) => (await claimDue(store, { now: at, most: 1, isKnown: () => true }))[0];

async function storeDueIn(seconds: number) {
  const { store, database } = await freshStore();
  await putWatches(store, [['a', 'q1', seconds]]);
  return { store, database };
}

it('a claim that ends while it is being renewed is not reported as lost', async () => {
  const asked = Promise.withResolvers<void>();
  const answer = Promise.withResolvers<boolean>();
  const keep = () => {
    asked.resolve();
    return answer.promise;
  };
  const held = keepAlive({ keepEverySeconds: 0.001, keep }, {}, { clock: () => now, log: pino({ level: 'silent' }) });
  await asked.promise;
  held.end();
  answer.resolve(false);
  await answer.promise;
  await new Promise((resolve) => setImmediate(resolve));
  expect(held.lost.aborted).toBe(false);
});

it('a claim that cannot be renewed is lost to another process', async () => {
  const queue = { keepEverySeconds: 0.001, keep: async () => false };
  const held = keepAlive(queue, {}, { clock: () => now, log: pino({ level: 'silent' }) });
  await once(held.lost, 'abort');
  held.end();
  expect(held.lost.reason).toMatchObject({ code: 'check.claim-lost', message: 'another process took it over' });
});

describe('a claim', () => {
  it('is granted to one of two processes that request it at once', async () => {
    const { store, database } = await storeDueIn(-5);
    const second = await openStore(database);
    const granted = await Promise.all([takeDue(store), takeDue(second)]);
    await second.close();
    expect(granted.filter((one) => one !== undefined)).toHaveLength(1);
  });

  it('is refused when the query is no longer due, unless the request ignores the due time', async () => {
    const { store } = await storeDueIn(5);
    expect(await takeDue(store)).toBeUndefined();
    expect(await store.queue.checks.claim('q1', now)).toMatchObject({ queryId: 'q1', query: { id: 'q1' } });
  });

  it('is granted to the scheduler of a process that knows the query, and to no other', async () => {
    const { store } = await freshStore();
    await putWatches(store, [
      ['a', 'q1', -9],
      ['b', 'q2', -8],
      ['c', 'q3', -7],
      ['d', 'q4', -6],
    ]);
    const ofOne = (id: string) => id !== 'q4';
    const ofTwo = (id: string) => id === 'q4';
    const claim = async (most: number, isKnown: (id: string) => boolean) =>
      (await claimDue(store, { now, most, isKnown })).map(({ queryId }) => queryId);
    expect(await claim(1, ofOne)).toEqual(['q1']);
    expect(await claim(5, ofTwo)).toEqual(['q4']);
    await putWatches(store, [['e', 'q5', -9]]);
    expect(await claim(5, ofOne)).toEqual(['q5', 'q2', 'q3']);
  });

  it('is granted even if a hundred queries of other processes have been due for longer', async () => {
    const { store } = await freshStore();
    const others = Array.from({ length: 100 }, (_, n) => [`w${n}`, `theirs${n}`, -9] as const);
    await putWatches(store, [...others, ['ours', 'ours', -5]]);
    const claims = await claimDue(store, { now, most: 5, isKnown: (id) => id === 'ours' });
    expect(claims.map(({ queryId }) => queryId)).toEqual(['ours']);
  });

  it('is for a query that the scheduler knows now, not one that it knew at an earlier request', async () => {
    const { store } = await freshStore();
    await putWatches(store, [
      ['a', 'q1', -9],
      ['b', 'q2', -8],
      ['c', 'q3', -7],
    ]);
    const known = new Set(['q1', 'q2', 'q3']);
    const isKnown = (id: string) => known.has(id);
    const claim = async () => (await claimDue(store, { now, most: 1, isKnown })).map(({ queryId }) => queryId);
    expect(await claim()).toEqual(['q1']);
    known.delete('q2');
    expect(await claim()).toEqual(['q3']);
    known.add('q2');
    expect(await claim()).toEqual(['q2']);
  });

  it('moves to another holder when it expires, and the first holder can neither renew it nor commit', async () => {
    const { store } = await storeDueIn(-5);
    const { checks } = store.queue;
    const first = await takeDue(store);
    await endDeadClaims(store, inSeconds(60));
    const second = await takeDue(store, inSeconds(60));
    if (first === undefined || second === undefined) throw new Error('expected both claims');
    expect(second.fence).toBe(first.fence + 1);
    expect(await checks.keep(first, inSeconds(61))).toBe(false);
    expect(await store.transaction((trx) => checks.end(trx, first))).toBe(false);
    await checks.release(first);
    expect(await checks.keep(second, inSeconds(61))).toBe(true);
  });

  it('of a former version, whose process cannot be asked for, is released', async () => {
    const { store } = await storeDueIn(-5);
    await store.db.updateTable('queries').set({ claimedBy: 'host/1/former/1', leaseUntil: null }).execute();
    if (!onPostgres)
      await store.db
        .updateTable('queries')
        .set({ leaseUntil: inSeconds(-1).toISOString() })
        .execute();
    await store.queue.releaseDead();
    expect(await takeDue(store)).toMatchObject({ queryId: 'q1' });
  });

  it('lasts as long as it is renewed, and is free at once when it is released', async () => {
    const { store } = await storeDueIn(-5);
    const { checks } = store.queue;
    const first = (await takeDue(store)) ?? expect.fail('expected a claim');
    for (const times of [2, 4]) {
      const at = inSeconds(times * checks.keepEverySeconds);
      await endDeadClaims(store, at);
      expect(await checks.claim('q1', at)).toBeUndefined();
      expect(await checks.keep(first, at)).toBe(true);
    }
    await checks.release(first);
    expect(await checks.claim('q1', inSeconds(100))).toMatchObject({ queryId: 'q1' });
  });
});
