import { describe, expect, it } from 'vitest';
import { type Nudge, nudge as nudgeIn } from '../../src/schedule/nudges/nudgeQueries.ts';
import { loadNudge, lockWatchQueries, settleNudge } from '../../src/store/claims/due.ts';
import type { Store } from '../../src/store/store.ts';
import { lockWaits } from '../postgres/lockWaits.ts';
import { onPostgres } from '../store/database.ts';
import { freshStore } from '../store/freshStore.ts';
import { inSeconds, now, putWatches } from '../store/putWatches.ts';

const nudge = (store: Pick<Store, 'transaction'>, id: string, seen: Nudge) =>
  store.transaction((trx) => nudgeIn(trx, id, seen));
const feed = { source: 'court-feeds (nysd)', seenAt: now, expectedFilings: 0.6 };
const dueOf = async ({ db }: Store) => {
  const rows = await db.selectFrom('watchQueries').select('nextDueAt').where('queryId', '=', 'q').execute();
  return rows.flatMap((row) => row.nextDueAt ?? []).sort()[0];
};

/** Returns a store with a query that is due by its schedule in so many seconds. */
async function dueIn(seconds: number) {
  const { store } = await freshStore();
  await putWatches(store, [['a', 'q', seconds]]);
  await store.db.updateTable('watchQueries').set({ baselineAt: now.toISOString() }).execute();
  return store;
}

describe('a nudge', () => {
  it('moves the next check forward to the end of its settle time', async () => {
    const store = await dueIn(3600);
    expect(await nudge(store, 'q', feed)).toEqual(inSeconds(120));
    expect(await nudge(store, 'q', { ...feed, seenAt: inSeconds(5), settleSeconds: 10 })).toEqual(inSeconds(15));
  });

  it('never moves the next check back', async () => {
    const store = await dueIn(60);
    expect(await nudge(store, 'q', feed)).toEqual(inSeconds(60));
    expect(await nudge(store, 'q', { ...feed, seenAt: inSeconds(30) })).toEqual(inSeconds(60));
  });

  it('moves the check of an adaptive watch only if enough filings are expected from its source', async () => {
    const store = await dueIn(6 * 3600);
    await store.db.updateTable('watchQueries').set({ schedule: 'adaptive 1h..24h' }).execute();
    await store.db
      .updateTable('queries')
      .set({ dueReason: JSON.stringify({ worthMinutes: 60 }) })
      .execute();
    expect(await nudge(store, 'q', { ...feed, expectedFilings: 0.1 })).toEqual(inSeconds(6 * 3600));
    expect(await loadNudge(store.db, 'q')).toBeUndefined();
    expect(await nudge(store, 'q', { ...feed, expectedFilings: 0.6 })).toEqual(inSeconds(120));
  });

  it('does not move a paused watch, a watch without a baseline, or an unknown query', async () => {
    const store = await dueIn(3600);
    await store.db.updateTable('watchQueries').set({ baselineAt: null }).execute();
    expect(await nudge(store, 'q', feed)).toEqual(inSeconds(3600));
    await store.db.updateTable('watchQueries').set({ baselineAt: now.toISOString(), nextDueAt: null }).execute();
    expect(await nudge(store, 'q', feed)).toBeUndefined();
    expect(await nudge(store, 'other', feed)).toBeUndefined();
    expect(await dueOf(store)).toBeUndefined();
  });

  it('ends with a check that began after it, and not with an earlier one', async () => {
    const store = await dueIn(3600);
    await nudge(store, 'q', feed);
    const settle = (startedAt: Date, wasRead = true) =>
      store.transaction((trx) => settleNudge(trx, 'q', { startedAt, wasRead }));
    expect(await settle(inSeconds(-1))).toEqual(inSeconds(120));
    expect(await loadNudge(store.db, 'q')).toMatchObject({ source: feed.source });
    expect(await settle(inSeconds(120))).toBeUndefined();
    expect(await loadNudge(store.db, 'q')).toBeUndefined();
  });

  it('does not end with a check that read nothing, for two days', async () => {
    const store = await dueIn(3600);
    await nudge(store, 'q', feed);
    const failAfter = (hours: number) =>
      store.transaction((trx) => settleNudge(trx, 'q', { startedAt: inSeconds(hours * 3600), wasRead: false }));
    expect(await failAfter(1)).toEqual(inSeconds(120));
    expect(await failAfter(47)).toEqual(inSeconds(120));
    expect(await failAfter(49)).toBeUndefined();
    expect(await loadNudge(store.db, 'q')).toBeUndefined();
  });

  // SQLite has one writer at a time.
  it.skipIf(!onPostgres)('waits for a check that ends at the same moment, and neither aborts the other', async () => {
    const store = await dueIn(3600);
    const held = Promise.withResolvers<void>();
    const ending = store.transaction(async (trx) => {
      await trx.updateTable('queries').set({ failures: 0 }).where('id', '=', 'q').execute();
      held.resolve();
      await lockWaits(store, 1);
      await lockWatchQueries(trx, 'q');
    });
    await held.promise;
    let begun = 0;
    const counted: Store['transaction'] = (work) =>
      store.transaction((trx) => {
        begun += 1;
        return work(trx);
      });
    await Promise.all([ending, nudge({ transaction: counted }, 'q', feed)]);
    expect(begun).toBe(1);
    expect(await loadNudge(store.db, 'q')).toMatchObject({ source: feed.source });
  });
});
