import { describe, expect, it } from 'vitest';
import { listSpending, recordSpending, spentInMonth, spentOn } from '../../../src/store/snapshot/spendingTable.ts';
import { freshStore } from '../freshStore.ts';

describe('the ledger', () => {
  it('adds up what one day and operation cost', async () => {
    const { store } = await freshStore();
    await store.transaction(async (trx) => {
      await recordSpending(trx, { day: '2026-05-04', operation: 'pacer', requests: 2, credits: 24 });
      await recordSpending(trx, { day: '2026-05-04', operation: 'pacer', requests: 1, credits: 12 });
      await recordSpending(trx, { day: '2026-05-04', operation: 'wipo', requests: 1, credits: 2 });
    });
    expect(await spentOn(store.db, '2026-05-04')).toBe(38);
    expect(await listSpending(store.db, '2026-05-04')).toEqual([
      { day: '2026-05-04', operation: 'pacer', requests: 3, credits: 36 },
      { day: '2026-05-04', operation: 'wipo', requests: 1, credits: 2 },
    ]);
  });

  it('counts a month from its first day to its last, and no other', async () => {
    const { store } = await freshStore();
    await store.transaction(async (trx) => {
      for (const [day, credits] of [
        ['2026-04-30', 1],
        ['2026-05-01', 10],
        ['2026-05-31', 100],
        ['2026-06-01', 1000],
      ] as const) {
        await recordSpending(trx, { day, operation: 'wipo', requests: 1, credits });
      }
    });
    expect(await spentInMonth(store.db, '2026-05')).toBe(110);
  });

  it('adds up fractions to what they are, so that a budget is used up exactly', async () => {
    const { store } = await freshStore();
    await store.transaction(async (trx) => {
      for (let call = 0; call < 3; call += 1)
        await recordSpending(trx, { day: '2026-05-04', operation: 'pacer', requests: 1, credits: 0.1 });
    });
    expect(await spentOn(store.db, '2026-05-04')).toBe(0.3);
    expect((await listSpending(store.db, '2026-05-04'))[0]?.credits).toBe(0.3);
  });

  it('is nothing where nothing was spent', async () => {
    const { store } = await freshStore();
    expect(await spentOn(store.db, '2026-05-04')).toBe(0);
    expect(await spentInMonth(store.db, '2026-05')).toBe(0);
  });
});
