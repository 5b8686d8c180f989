import fc from 'fast-check';
import { expect, it } from 'vitest';
import { insertCheck } from '../../../src/store/snapshot/checksTable.ts';
import { creditsPerWatch } from '../../../src/store/snapshot/gaugesQueries.ts';
import { roundedCredits, splitCredits } from '../../../src/store/snapshot/spendingTable.ts';
import { freshStore } from '../freshStore.ts';
import { now, putWatches } from '../putWatches.ts';

it('credits that are split add up to what was charged, and differ by one at most', () => {
  const credits = fc.integer({ min: 0, max: 100_000 }).map((tenths) => tenths / 10);
  fc.assert(
    fc.property(credits, fc.integer({ min: 1, max: 40 }), (charged, count) => {
      const shares = splitCredits(charged, count);
      expect(roundedCredits(shares.reduce((sum, one) => sum + one, 0))).toBe(charged);
      expect(Math.max(...shares) - Math.min(...shares)).toBeLessThan(2);
    }),
  );
});

it('what watches have cost is together what their checks were charged, though they share some', async () => {
  const { store } = await freshStore();
  await putWatches(store, [
    ['a', 'shared', 0],
    ['b', 'shared', 0],
    ['c', 'shared', 0],
  ]);
  const at = now.toISOString();
  const row = {
    startedAt: at,
    endedAt: at,
    outcome: 'complete',
    reason: null,
    requests: 1,
    hits: 1,
    total: 1,
    evidence: {},
  } as const;
  for (const credits of [12, 2]) await insertCheck(store.db, { ...row, queryId: 'shared', credits });
  const spent = await creditsPerWatch(store.db, ['a', 'b', 'c'], '2026-05-01');
  expect(Object.fromEntries(spent)).toEqual({ a: 5, b: 5, c: 4 });
  expect(Object.fromEntries(await creditsPerWatch(store.db, ['b'], '2026-05-01'))).toEqual({ b: 5 });
});
