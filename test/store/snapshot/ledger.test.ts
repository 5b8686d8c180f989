import fc from 'fast-check';
import { expect, it } from 'vitest';
import { insertCheck } from '../../../src/store/snapshot/checksTable.ts';
import {
  book,
  creditsPerWatch,
  everything,
  listSpending,
  roundedCredits,
  spentBy,
  spentInAll,
  splitCredits,
} from '../../../src/store/snapshot/ledgerTable.ts';
import type { Store } from '../../../src/store/store.ts';
import { freshStore } from '../freshStore.ts';
import { now, putWatches } from '../putWatches.ts';

const ofAll = { account: everything, operation: 'pacer', requests: 1 } as const;

it('the ledger sums the cost per account, day and operation', async () => {
  const { store } = await freshStore();
  const day = '2026-05-04';
  await book(store.db, [
    { ...ofAll, day, requests: 2, credits: 24 },
    { ...ofAll, day, credits: 12 },
    { ...ofAll, day, operation: 'wipo', credits: 2 },
    { ...ofAll, day: '2026-05-05', credits: 0 },
    { ...ofAll, day, account: 'matter M-1', credits: 12 },
  ]);
  await book(store.db, [{ ...ofAll, day, account: 'matter M-1', credits: -6, requests: 0 }]);
  expect(await spentBy(store.db, [everything, 'matter M-1', 'matter M-2'], day)).toEqual(
    new Map([
      [everything, { today: 38, thisMonth: 38 }],
      ['matter M-1', { today: 6, thisMonth: 6 }],
    ]),
  );
  // A booking that is returned in full adds nothing.
  await book(store.db, [
    { ...ofAll, day, credits: 12 },
    { ...ofAll, day, credits: -12, requests: -1 },
  ]);
  expect(await listSpending(store.db, day)).toEqual([
    { day: '2026-05-05', operation: 'pacer', requests: 1, credits: 0 },
    { day, operation: 'pacer', requests: 3, credits: 36 },
    { day, operation: 'wipo', requests: 1, credits: 2 },
  ]);
});

it('the ledger writes rows in the order of their accounts, so that two checks never wait for each other', async () => {
  const { store } = await freshStore();
  const line = { ...ofAll, day: '2026-05-04', credits: 12 };
  const written: unknown[] = [];
  const watched = store.db.withPlugin({
    transformQuery({ node, queryId }) {
      written.push(...store.db.getExecutor().compileQuery(node, queryId).parameters);
      return node;
    },
    transformResult: ({ result }) => Promise.resolve(result),
  });
  const accounts = ['watch b', 'watch c', 'watch a'];
  await book(
    watched,
    accounts.map((account) => ({ ...line, account })),
  );
  expect(written.filter((one) => accounts.includes(String(one)))).toEqual(['watch a', 'watch b', 'watch c']);
});

it('the ledger counts a month from its first day to its last', async () => {
  const { store } = await freshStore();
  const days = { '2026-04-30': 1, '2026-05-01': 10, '2026-05-31': 100, '2026-06-01': 1000 };
  await book(
    store.db,
    Object.entries(days).map(([day, credits]) => ({ ...ofAll, day, credits })),
  );
  expect(await spentInAll(store.db, '2026-05-04')).toEqual({ today: 0, thisMonth: 110 });
  expect(await spentInAll(store.db, '2026-07-04')).toEqual({ today: 0, thisMonth: 0 });
});

it('the ledger adds up fractions exactly, so that a budget can be used up exactly', async () => {
  const { store } = await freshStore();
  for (let call = 0; call < 3; call += 1) await book(store.db, [{ ...ofAll, day: '2026-05-04', credits: 0.1 }]);
  expect(await spentInAll(store.db, '2026-05-04')).toEqual({ today: 0.3, thisMonth: 0.3 });
  expect((await listSpending(store.db, '2026-05-04'))[0]?.credits).toBe(0.3);
});

it('shares of credits add up to what was charged, and differ by less than two', () => {
  const credits = fc.integer({ min: 0, max: 100_000 }).map((tenths) => tenths / 10);
  fc.assert(
    fc.property(credits, fc.integer({ min: 1, max: 40 }), (charged, count) => {
      const shares = splitCredits(charged, count);
      expect(roundedCredits(shares.reduce((sum, one) => sum + one, 0))).toBe(charged);
      expect(Math.max(...shares) - Math.min(...shares)).toBeLessThan(2);
    }),
  );
});

const day = now.toISOString().slice(0, 10);

async function putCompleteCheck({ db }: Store, queryId: string): Promise<void> {
  const at = now.toISOString();
  const counts = { requests: 1, credits: 12, hits: 1, total: 1, evidence: {} };
  await insertCheck(db, { queryId, startedAt: at, endedAt: at, outcome: 'complete', reason: null, ...counts });
}

it('viewers see the share of a watch that they may not know as paid by the watches that they know', async () => {
  const { store } = await freshStore();
  await putWatches(store, [
    ['a', 'shared', 0],
    ['b', 'shared', 0],
    ['c', 'shared', 0],
    ['d', 'own', 0],
  ]);
  await putCompleteCheck(store, 'shared');
  const paid = { a: 4, b: 4, c: 4, d: 2 };
  await book(
    store.db,
    Object.entries(paid).map(([id, credits]) => ({ ...ofAll, day, account: `watch ${id}`, credits })),
  );
  const perWatch = async (ids: readonly string[], among?: readonly string[]) =>
    Object.fromEntries(await creditsPerWatch(store.db, ids, '2026-05-01', among));
  expect(await perWatch(['a', 'b', 'c', 'd'])).toEqual(paid);
  expect(await perWatch(['a', 'b', 'd'], ['a', 'b', 'd'])).toEqual({ a: 6, b: 6, d: 2 });
  expect(await perWatch(['a'], ['a', 'd'])).toEqual({ a: 12 });
  expect(await perWatch(['a', 'b'], ['a', 'b', 'c'])).toEqual({ a: 4, b: 4 });
});

it('viewers see a query of known watches only as booked, beside a query with a hidden watch', async () => {
  const { store } = await freshStore();
  await putWatches(store, [
    ['a', 'mixed', 0],
    ['hidden', 'mixed', 0],
    ['b', 'ours', 0],
    ['c', 'ours', 0],
    ['d', 'own', 0],
  ]);
  // `a` also has the query of `d`.
  const second = { watchId: 'a', queryId: 'own', schedule: '0 7 * * *', timezone: 'UTC', beganAt: '' };
  await store.db.insertInto('watchQueries').values(second).execute();
  for (const queryId of ['mixed', 'own', 'ours']) await putCompleteCheck(store, queryId);
  // `b` did not have enough credits left for its half of the query.
  const paid = { a: 6 + 6, hidden: 6, b: 2, c: 10, d: 6 };
  await book(
    store.db,
    Object.entries(paid).map(([id, credits]) => ({ ...ofAll, day, account: `watch ${id}`, credits })),
  );
  const seen = ['a', 'b', 'c', 'd'];
  const credits = await creditsPerWatch(store.db, seen, '2026-05-01', seen);
  expect(Object.fromEntries(credits)).toEqual({ a: 12 + 6, b: 2, c: 10, d: 6 });
});
