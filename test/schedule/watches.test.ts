import { describe, expect, it } from 'vitest';
import {
  endHoldsOfRemoved,
  endHoldsOfWatch,
  lastResumed,
  listQuieted,
  quieten,
  runningHolds,
  saveHold,
  uncheckedIn,
} from '../../src/schedule/holds/holdsTable.ts';
import {
  isKnownWatch,
  keepQueries,
  loadStoredWatches,
  loadWatchSettings,
  wasOfOtherMatter,
  watchedSubjects,
  watchesByMatter,
  watchIdsInForce,
} from '../../src/schedule/watchesTable.ts';
import {
  countFound,
  countFoundByWatch,
  isSeenInPart,
  listWatchStatus,
  loadWatchedQueries,
  maybeUnwatched,
  type WatchedQuery,
  type WatchQueryStatus,
  watchedSince,
  watchesNotComplete,
} from '../../src/schedule/watchStatusQueries.ts';
import { makeDueNow, retrySkipped, schedulesDueAfter, setNextDue } from '../../src/store/claims/due.ts';
import { loadQueries, loadQueriesOfWatch, loadQuery, loadWatchQueries } from '../../src/store/claims/queries.ts';
import { leaveOut } from '../../src/store/snapshot/membershipsTable.ts';
import type { Store } from '../../src/store/store.ts';
import { freshStore } from '../store/freshStore.ts';
import { inSeconds, now, putWatches } from '../store/putWatches.ts';
import { aHold } from './holds/aHold.ts';

const iso = (seconds: number) => inSeconds(seconds).toISOString();

/** Watches `a` and `b` share a query, and `c` has another. `old` was removed, and had another matter. */
async function someWatches(): Promise<Store> {
  const { store } = await freshStore();
  await putWatches(store, [
    ['a', 'q1', -5],
    ['b', 'q1', 60],
    ['c', 'q2', 120],
  ]);
  const { db } = store;
  await db.updateTable('watches').set({ matter: 'M-1' }).where('id', 'in', ['a', 'c']).execute();
  const settings = JSON.stringify({ id: 'a', name: 'a' });
  await db.updateTable('watches').set({ settings }).where('id', '=', 'a').execute();
  const old = { id: 'old', name: 'old', matter: 'M-2', settings, removedAt: iso(-9) };
  await db.insertInto('watches').values(old).execute();
  await db.insertInto('queries').values({ id: 'q3', operation: 'wipo', body: '{"hol":"Rival"}' }).execute();
  return store;
}

describe('the due time of watches', () => {
  it('is listed by schedule after a moment, which itself does not count', async () => {
    const { db } = await someWatches();
    expect(await schedulesDueAfter(db, inSeconds(60))).toEqual([
      { schedule: '0 7 * * *', timezone: 'UTC', latestDueAt: iso(120) },
    ]);
    expect(await schedulesDueAfter(db, inSeconds(120))).toEqual([]);
  });

  it('is now for a check that was skipped, or refused because of the key', async () => {
    const { db } = await someWatches();
    const check = { startedAt: iso(-9), endedAt: iso(-8), requests: 1, credits: 0, hits: 0, total: 0, evidence: null };
    await db
      .insertInto('checks')
      .values([
        { ...check, queryId: 'q1', outcome: 'failed', cause: 'credits', reason: 'search.credits: none' },
        { ...check, queryId: 'q2', outcome: 'skipped', reason: 'the key has been suspended' },
      ])
      .execute();
    await db.updateTable('queries').set({ lastCheck: 1 }).where('id', '=', 'q1').execute();
    await db.updateTable('queries').set({ lastCheck: 2 }).where('id', '=', 'q2').execute();
    const due = async () =>
      (await db.selectFrom('watchQueries').select('nextDueAt').orderBy('watchId').execute()).map(
        (row) => row.nextDueAt,
      );
    await retrySkipped(db, now);
    expect(await due()).toEqual([iso(-5), iso(0), iso(0)]);
  });

  it('is now at the latest for a watch that a person wants checked, and stays earlier if it was earlier', async () => {
    const store = await someWatches();
    for (const id of ['a', 'c']) await makeDueNow(store.db, id, now);
    const dueOf = async (id: string) => (await loadQueriesOfWatch(store.db, id)).map(({ nextDueAt }) => nextDueAt);
    expect([await dueOf('a'), await dueOf('c')]).toEqual([[iso(-5)], [iso(0)]]);
    await store.transaction((trx) => setNextDue(trx, { watchId: 'c', queryId: 'q2', nextDueAt: null }));
    await makeDueNow(store.db, 'c', now);
    expect(await dueOf('c')).toEqual([iso(0)]);
  });
});

describe('the store of watches', () => {
  it('lists watches in force, removed watches and matters', async () => {
    const { db } = await someWatches();
    expect(await watchIdsInForce(db)).toEqual(new Set(['a', 'b', 'c']));
    expect(await Promise.all(['a', 'old', 'x'].map((id) => isKnownWatch(db, id)))).toEqual([true, true, false]);
    expect(await watchesByMatter(db)).toEqual(
      new Map([
        ['M-1', ['a', 'c']],
        ['M-2', ['old']],
      ]),
    );
    expect(await Promise.all(['M-1', 'M-2', undefined].map((m) => wasOfOtherMatter(db, 'old', m)))).toEqual([
      true,
      false,
      true,
    ]);
    expect(await wasOfOtherMatter(db, 'a', 'M-2')).toBe(false);
    expect([...(await loadWatchSettings(db, ['a', 'b', 'old'])).keys()]).toEqual(['a', 'b']);
    expect(await loadWatchSettings(db, [])).toEqual(new Map());
  });

  it('loads watches with their queries', async () => {
    const { db } = await someWatches();
    const all = await loadStoredWatches(db);
    expect(all.watches.map(({ id }) => id)).toEqual(['a', 'b', 'c', 'old']);
    expect((await loadQuery(db, 'q3'))?.body).toEqual({ hol: 'Rival' });
    expect(await loadQuery(db, 'none')).toBeUndefined();
    expect([...(await loadQueries(db, ['q1', 'none'])).keys()]).toEqual(['q1']);
    expect([await loadQueries(db, []), await loadWatchQueries(db, [])]).toEqual([new Map(), []]);
    expect((await loadWatchQueries(db, ['q1'])).map(({ watchId }) => watchId)).toEqual(['a', 'b']);
    expect((await loadQueriesOfWatch(db, 'c')).map(({ queryId }) => queryId)).toEqual(['q2']);
  });

  it('keeps a query as it was first stored', async () => {
    const { db } = await someWatches();
    const plain = { id: 'plain', operation: 'pacer', body: { companyName: 'Rival' } } as const;
    for (const query of [plain, { ...plain, body: {} }]) await keepQueries(db, [query]);
    const news = { begun: 0, failures: 0, lastResult: undefined, lastCheck: null, lastCompleteCheck: null };
    expect(await loadQuery(db, 'plain')).toEqual({ ...plain, ...news });
  });

  it('says that a watch was seen in part if one query was complete, or partial since', () => {
    const query = (over: Partial<WatchedQuery>) => ({ partialCheck: null, lastOutcome: null, ...over }) as WatchedQuery;
    const [never, failed] = [query({}), query({ lastOutcome: 'failed' })];
    expect(isSeenInPart([never, failed])).toBe(false);
    expect(isSeenInPart([failed, query({ lastOutcome: 'complete' })])).toBe(true);
    expect(isSeenInPart([failed, query({ lastOutcome: 'failed', partialCheck: 7 })])).toBe(true);
    expect(isSeenInPart([])).toBe(false);
  });

  it('counts the records of watches, each once, and only those that pass the filter of a watch', async () => {
    const { db } = await someWatches();
    await db.updateTable('queries').set({ operation: 'wipo' }).where('id', '=', 'q2').execute();
    const record = { otherKey: null, body: '{}', shownHash: '', firstSeenAt: iso(-9), changedAt: iso(-9) };
    await db
      .insertInto('records')
      .values((['docket', 'docket', 'design'] as const).map((type, at) => ({ ...record, type, key: `${at}` })))
      .execute();
    const held = { foundCheck: 1, missed: 0, goneCheck: null };
    await db
      .insertInto('memberships')
      .values([
        { ...held, queryId: 'q1', recordId: 1 },
        { ...held, queryId: 'q1', recordId: 2 },
        { ...held, queryId: 'q2', recordId: 3 },
        { ...held, queryId: 'q2', recordId: 2, goneCheck: 2 },
      ])
      .execute();
    await leaveOut(db, [{ queryId: 'q1', recordId: 2, watchId: 'a' }]);
    expect(await countFound(db, ['a', 'b', 'c'])).toEqual({ cases: 2, designs: 1 });
    expect(await countFound(db, ['a', 'c'])).toEqual({ cases: 1, designs: 1 });
    expect(await countFound(db, ['a', 'b'])).toEqual({ cases: 2, designs: 0 });
    expect(await countFound(db, [])).toEqual({ cases: 0, designs: 0 });
    const byWatch = { a: { records: 2, passing: 1 }, b: { records: 2, passing: 2 }, c: { records: 1, passing: 1 } };
    expect(Object.fromEntries(await countFoundByWatch(db))).toEqual(byWatch);
    expect(Object.fromEntries(await countFoundByWatch(db, ['c']))).toEqual({ c: byWatch.c });
    const counted = ({ watchId, records, filteredOut }: WatchQueryStatus) => [watchId, records, filteredOut];
    expect((await listWatchStatus(db)).map(counted)).toEqual([
      ['a', 2, 1],
      ['b', 2, 0],
      ['c', 1, 0],
    ]);
    await db.deleteFrom('memberships').where('queryId', '=', 'q1').where('recordId', '=', 1).execute();
    await db.updateTable('memberships').set({ goneCheck: 2 }).execute();
    expect(await listWatchStatus(db, ['a', 'c'])).toMatchObject([
      { watchId: 'a', records: 0, filteredOut: 0, everCounted: false },
      { watchId: 'c', records: 0, filteredOut: 0, everCounted: true },
    ]);
    await db.deleteFrom('memberships').execute();
    expect(await listWatchStatus(db, ['b'])).toMatchObject([{ records: 0, filteredOut: 0, everCounted: false }]);
  });

  it('leaves paused watches, and queries that only they have, out of incidents', async () => {
    const store = await someWatches();
    const paused = { author: 'ann', reason: '', beganAt: iso(0), until: null };
    for (const watchId of ['a', 'c']) await store.transaction((trx) => saveHold(trx, aHold({ watchId, ...paused })));
    expect(await watchedSubjects(store.db)).toEqual({ watchIds: new Set(['b']), queryIds: new Set(['q1']) });
    expect((await loadQueriesOfWatch(store.db, 'c'))[0]?.isChecked).toBe(false);
  });

  it('names watches that were never checked completely, not since, or were due long ago', async () => {
    const { db } = await someWatches();
    const check = { queryId: 'q2', startedAt: iso(-9), endedAt: iso(-8), requests: 1, credits: 12, hits: 0 };
    const rows = { ...check, total: 0, evidence: null, reason: null };
    await db
      .insertInto('checks')
      .values({ ...rows, outcome: 'complete' })
      .execute();
    await db.updateTable('queries').set({ lastCheck: 1, lastCompleteCheck: 1 }).where('id', '=', 'q2').execute();
    const among = ['a', 'b', 'c'];
    const suspects = async (due: number, ids = among) => [...(await maybeUnwatched(db, ids, iso(due)))].sort();
    expect(await suspects(120)).toEqual(['a', 'b']);
    expect(await suspects(121)).toEqual(['a', 'b', 'c']);
    expect(await suspects(120, ['c', 'not stored yet'])).toEqual(['a', 'b', 'not stored yet']);
    expect([...(await watchesNotComplete(db))].sort()).toEqual(['a', 'b']);
    await db
      .insertInto('checks')
      .values({ ...rows, outcome: 'partial' })
      .execute();
    await db.updateTable('queries').set({ lastCheck: 2 }).where('id', '=', 'q2').execute();
    await db
      .insertInto('checks')
      .values({ ...rows, outcome: 'failed', reason: 'search.server: no', endedAt: iso(-3) })
      .execute();
    expect(await suspects(0)).toEqual(['a', 'b', 'c']);
    expect([...(await watchesNotComplete(db))].sort()).toEqual(['a', 'b', 'c']);
    expect(await loadWatchedQueries(db, ['c'])).toMatchObject([{ blindSince: iso(-8), partialCheck: 2 }]);
    await db
      .insertInto('checks')
      .values([
        { ...rows, outcome: 'partial', reason: 'search.server: no', endedAt: iso(-2) },
        { ...rows, outcome: 'skipped', cause: 'stopped', reason: 'stopped: x', endedAt: iso(-1) },
      ])
      .execute();
    expect(await loadWatchedQueries(db, ['c'])).toMatchObject([
      { lastOutcome: 'partial', lastCompleteAt: iso(-8), blindSince: iso(-8), partialCheck: 2 },
    ]);
    expect(await watchedSince(db, 'c')).toBeUndefined();
    await db
      .updateTable('watchQueries')
      .set({ baselineStartedAt: iso(-9) })
      .where('watchId', '=', 'c')
      .execute();
    expect(await watchedSince(db, 'c')).toBe(iso(-9));
  });
});

describe('the pauses of a period', () => {
  it('are those that overlap the period, past and running, in the order in which they began', async () => {
    const store = await someWatches();
    const pause = (watchId: string, began: number) =>
      store.transaction((trx) => saveHold(trx, aHold({ watchId, beganAt: iso(began) })));
    await pause('a', 0);
    await store.transaction((trx) => endHoldsOfWatch(trx, 'a', { now: inSeconds(100), who: 'bob' }));
    await pause('c', 20);
    await pause('a', 200);
    const spans = async (from: number, until: number, ids = ['a', 'c']) =>
      (await uncheckedIn(store.db, ids, { from: iso(from), until: iso(until) })).map(
        ({ watchId, beganAt, endedBy }) => `${watchId} ${(Date.parse(beganAt) - now.getTime()) / 1000} ${endedBy}`,
      );
    expect(await spans(0, 1000)).toEqual(['a 0 bob', 'c 20 null', 'a 200 null']);
    expect(await spans(99, 200)).toEqual(['a 0 bob', 'c 20 null']);
    expect(await spans(100, 200)).toEqual(['c 20 null']);
    expect(await spans(-50, 0)).toEqual([]);
    expect(await spans(0, 1000, ['c'])).toEqual(['c 20 null']);
    expect(await lastResumed(store.db, ['a', 'c'])).toEqual(new Map([['a', iso(100)]]));
    await store.transaction((trx) => endHoldsOfWatch(trx, 'a', { now: inSeconds(300), who: 'bob' }));
    expect(await lastResumed(store.db, ['a', 'c'])).toEqual(new Map([['a', iso(300)]]));
  });

  it('end with the watch, as its mutes do, so that a watch that gets its id later begins without them', async () => {
    const store = await someWatches();
    const pause = { author: 'ann', reason: '', beganAt: iso(0), until: null };
    for (const watchId of ['a', 'c']) {
      await store.transaction((trx) => saveHold(trx, aHold({ watchId, ...pause })));
      await store.transaction((trx) => saveHold(trx, aHold({ watchId, ...pause, isChecked: true })));
      await store.transaction((trx) => quieten(trx, { watchId, kind: 'letter', at: iso(0), who: 'ann' }));
    }
    await store.db
      .updateTable('watches')
      .set({ removedAt: iso(5) })
      .where('id', '=', 'a')
      .execute();
    await store.transaction((trx) => endHoldsOfRemoved(trx, inSeconds(9)));
    const spans = await uncheckedIn(store.db, ['a', 'c'], { from: iso(-9), until: iso(99) });
    expect(spans.map(({ watchId, endedAt, endedBy }) => [watchId, endedAt, endedBy])).toEqual([
      ['a', iso(9), 'removal of the watch'],
      ['c', null, null],
    ]);
    expect((await runningHolds(store.db)).map(({ watchId }) => watchId)).toEqual(['c', 'c']);
    expect(await listQuieted(store.db)).toMatchObject([{ watchId: 'c', kind: 'letter' }]);
    expect(await store.transaction((trx) => saveHold(trx, aHold({ watchId: 'a', ...pause })))).toBe(false);
  });
});
