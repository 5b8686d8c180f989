import { describe, expect, it } from 'vitest';
import { addToAlert } from '../../../src/alerts/outbox/addToAlertQueries.ts';
import { loadAlertChanges } from '../../../src/alerts/outbox/alertsOfWatchesQueries.ts';
import { changesAfter, recentChanges } from '../../../src/store/snapshot/changesAfterQueries.ts';
import { listChanges } from '../../../src/store/snapshot/changesTable.ts';
import { insertCheck } from '../../../src/store/snapshot/checksTable.ts';
import { insertRecords } from '../../../src/store/snapshot/recordsTable.ts';
import { attachWatches, insertChanges, listChangesFound } from '../../../src/store/snapshot/storeChangesTable.ts';
import { readMarks, tallySince } from '../../../src/store/snapshot/talliesTable.ts';
import type { Store, Trx } from '../../../src/store/store.ts';
import { lockWaits } from '../../postgres/lockWaits.ts';
import { onPostgres } from '../database.ts';
import { freshStore } from '../freshStore.ts';

const found = new Date('2026-11-20T12:00:00.000Z');
const at = (seconds: number) => new Date(found.getTime() + 1000 * seconds);

/** Returns a store with two watches, a query and a record. */
async function office(): Promise<{ store: Store; recordId: number }> {
  const { store } = await freshStore();
  const recordId = await store.transaction(async (trx) => {
    const seen = { name: 'x', settings: '{}' };
    await trx
      .insertInto('watches')
      .values([
        { id: 'one', ...seen },
        { id: 'two', ...seen },
      ])
      .execute();
    await trx.insertInto('queries').values({ id: 'query', operation: 'pacer', body: '{}' }).execute();
    const docket = { type: 'docket', key: '7', caseName: 'Widget Co. v. Rival' } as const;
    const [id = 0] = await insertRecords(trx, [{ record: docket, shownHash: 'x' }], found.toISOString());
    return id;
  });
  return { store, recordId };
}

/** Stores a check that finds a change of a record. @returns the id of the change */
async function checkFinds(trx: Trx, recordId: number, watchIds: readonly string[] = ['one']): Promise<number> {
  const row = { queryId: 'query', startedAt: found.toISOString(), endedAt: found.toISOString(), hits: 1, total: 1 };
  const checkId = await insertCheck(trx, {
    ...row,
    outcome: 'complete',
    reason: null,
    requests: 1,
    credits: 12,
    evidence: {},
  });
  const change = { kind: 'docket.status', fields: [], rule: 'docket.status', detectedAt: found.toISOString() } as const;
  const [id = 0] = await insertChanges(trx, [{ ...change, checkId, recordId, watchIds }]);
  return id;
}

/** Commits a check after another check that has higher ids. @returns the id of its change */
async function withLateCommit(
  { store, recordId }: { store: Store; recordId: number },
  meanwhile: (earlier: number) => Promise<void>,
): Promise<number> {
  const { promise: release, resolve: letGo } = Promise.withResolvers<void>();
  const { promise: begun, resolve: hasBegun } = Promise.withResolvers<number>();
  // Not `store.transaction`, whose second attempt would get higher ids.
  const late = store.db.transaction().execute(async (trx) => {
    const id = await checkFinds(trx, recordId);
    hasBegun(id);
    await release;
    return id;
  });
  await begun;
  const other = await insertRecordOf(store);
  const early = await store.transaction((trx) => checkFinds(trx, other, ['one', 'two']));
  await meanwhile(early);
  letGo();
  return late;
}

function insertRecordOf(store: Store): Promise<number> {
  const shown = { record: { type: 'docket', key: '8' } as const, shownHash: 'x' };
  return store.transaction(async (trx) => (await insertRecords(trx, [shown], found.toISOString()))[0] ?? 0);
}

// SQLite runs one writing transaction at a time, so its ids follow the order of commits.
describe.skipIf(!onPostgres)('a change that is committed late, with a lower id', () => {
  it('reaches the followers of changes, and a list since the last visit', async () => {
    const parts = await office();
    const { store } = parts;
    const follow = async (place: number, now: Date) => {
      await listChangesFound(store, now);
      return changesAfter(store.db, { watchIds: ['one', 'two'], place, limit: 100 });
    };
    let place = 0;
    let early = 0;
    const late = await withLateCommit(parts, async (earlier) => {
      const listed = await follow(0, at(1));
      expect(listed.map(({ changeId }) => changeId)).toEqual([earlier]);
      [place, early] = [listed[0]?.place ?? 0, earlier];
    });
    expect(late).toBeLessThan(early);
    expect((await follow(place, at(3))).map(({ changeId }) => changeId)).toEqual([late]);
    const since = (moment: Date) => listChanges(store.db, { listedSince: moment.toISOString(), limit: 10 });
    expect((await since(at(2))).map(({ id }) => id)).toEqual([late]);
    expect((await since(found)).map(({ id }) => id)).toEqual([late, early]);
    expect(await since(at(4))).toEqual([]);
  });

  it('is counted in the metrics, once', async () => {
    const parts = await office();
    const { db } = parts.store;
    let marks = await readMarks(db);
    const count = async () => {
      const { tallies, marks: after } = await tallySince(db, marks);
      marks = after;
      return [tallies.checks.length, tallies.changes.length];
    };
    await withLateCommit(parts, async () => {
      expect(await count()).toEqual([1, 1]);
      expect(await count()).toEqual([0, 0]);
    });
    expect(await count()).toEqual([1, 1]);
    expect(await count()).toEqual([0, 0]);
    await parts.store.transaction((trx) => checkFinds(trx, parts.recordId));
    expect(await count()).toEqual([1, 1]);
  });

  it('is carried by an alert that is claimed at the same moment', async () => {
    const { store, recordId } = await office();
    const change = await store.transaction((trx) => checkFinds(trx, recordId));
    const draft = { channel: 'counsel', kind: 'changes', createdAt: found, dueAt: found, groupUntil: at(60) } as const;
    const add = (trx: Trx, changeId: number) => addToAlert(trx, { ...draft, changes: [{ changeId, watchId: 'one' }] });
    const now = at(120);
    const first = await store.transaction((trx) => add(trx, change));
    const joined = Promise.withResolvers<void>();
    const growing = store.transaction(async (trx) => {
      const more = await checkFinds(trx, recordId);
      const alert = await add(trx, more);
      joined.resolve();
      await lockWaits(store, 1);
      return { alert, more };
    });
    await joined.promise;
    const claimed = await store.queue.alerts.claimNext('counsel', now);
    const carried = (await loadAlertChanges(store.db, claimed?.id ?? 0)).map(({ changeId }) => changeId);
    const { alert, more } = await growing;
    expect([claimed?.id, alert]).toEqual([first, first]);
    expect(carried).toEqual([change, more]);
  });

  it('goes into the next alert if its alert was claimed just before', async () => {
    const { store, recordId } = await office();
    const change = await store.transaction((trx) => checkFinds(trx, recordId));
    const draft = { channel: 'counsel', kind: 'changes', createdAt: found, dueAt: found, groupUntil: at(60) } as const;
    const changes = [{ changeId: change, watchId: 'one' }];
    const first = await store.transaction((trx) => addToAlert(trx, { ...draft, changes }));
    const now = at(120);
    let claimed: number | undefined;
    const second = await store.transaction(async (trx) => {
      const more = await checkFinds(trx, recordId);
      claimed ??= (await store.queue.alerts.claimNext('counsel', now))?.id;
      return addToAlert(trx, { ...draft, changes: [{ changeId: more, watchId: 'one' }] });
    });
    expect(claimed).toBe(first);
    expect(second).toBeGreaterThan(first);
  });
});

describe('a change that a watch gets later', () => {
  it('reaches the followers of that watch, and does not reach again those who had the change', async () => {
    const { store, recordId } = await office();
    const change = await store.transaction((trx) => checkFinds(trx, recordId));
    const other = await insertRecordOf(store);
    const next = await store.transaction((trx) => checkFinds(trx, other, ['one', 'two']));
    await listChangesFound(store, at(1));
    const following = async (watchIds: readonly string[], place: number) =>
      (await changesAfter(store.db, { watchIds, place, limit: 100 })).map(({ changeId }) => changeId);
    expect(await following(['one', 'two'], 0)).toEqual([change, next]);
    expect(await following(['two'], 0)).toEqual([next]);
    const [last] = await changesAfter(store.db, { watchIds: ['two'], place: 0, limit: 100 });
    await store.transaction((trx) => attachWatches(trx, [{ changeId: change, watchId: 'two' }]));
    await listChangesFound(store, at(2));
    expect(await following(['two'], last?.place ?? 0)).toEqual([change]);
    expect(await following(['one', 'two'], last?.place ?? 0)).toEqual([]);
    expect(await following(['one', 'two'], 0)).toEqual([change, next]);
    const listed = (watches: readonly string[]) =>
      listChanges(store.db, { watches, listedSince: at(2).toISOString(), limit: 10 });
    expect((await listed(['two'])).map(({ id }) => id)).toEqual([change]);
    expect(await listed(['one', 'two'])).toEqual([]);
    // The newest changes come first, and changes listed before do not take their place.
    const since = at(2).toISOString();
    const others = Array.from({ length: 10 }, (_, index) => `other-${index}`);
    for (const watchIds of [['two'], ['two', ...others]]) {
      expect(await recentChanges(store.db, { watchIds, since, limit: 0 })).toMatchObject({ more: true });
      expect((await recentChanges(store.db, { watchIds, since, limit: 1 })).changes.map(({ id }) => id)).toEqual([
        change,
      ]);
    }
  });
});
