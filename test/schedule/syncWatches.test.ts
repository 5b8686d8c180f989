import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { moveToNextSlot } from '../../src/check/finishCheck.ts';
import type { WatchConfig } from '../../src/config/config.ts';
import { queryOf } from '../../src/config/searchWords.ts';
import { isDue } from '../../src/schedule/nextDue.ts';
import { syncWatches } from '../../src/schedule/syncWatches.ts';
import { loadWatchQueries } from '../../src/store/claims/queries.ts';
import type { Store } from '../../src/store/store.ts';
import { onPostgres } from '../store/database.ts';
import { freshStore } from '../store/freshStore.ts';
import { aWatch } from './aWatch.ts';

const now = new Date('2026-05-04T12:00:00.000Z');
const later = new Date('2026-05-04T13:00:00.000Z');

const sync = (store: Store, watches: WatchConfig[], at = now) => syncWatches(store, { watches, spreadSeconds: 0 }, at);
const watchQueries = (store: Store) => store.db.selectFrom('watchQueries').selectAll().orderBy('watchId').execute();
const queryId = (watch: WatchConfig) => watch.searches.map((search) => queryOf(search).id)[0] ?? '';

/** Returns a value that differs once a row of these tables was written. */
async function writesTo({ db }: Store, tables: readonly string[]): Promise<unknown> {
  if (!onPostgres) return (await sql`select total_changes() as n`.execute(db)).rows;
  const rows = [];
  for (const table of tables) rows.push(...(await sql`select xmin, ctid from ${sql.table(table)}`.execute(db)).rows);
  return rows;
}

async function withBaseline(store: Store, watch: WatchConfig): Promise<void> {
  await sync(store, [watch]);
  await store.db.updateTable('watchQueries').set({ baselineAt: now.toISOString() }).execute();
  await move(store, queryId(watch), now);
}

function move(store: Store, query: string, at: Date): Promise<void> {
  return store.transaction(async (trx) => {
    const due = (await loadWatchQueries(trx, [query])).filter((watch) => isDue(watch, at));
    await moveToNextSlot(trx, query, due, { now: at, spreadSeconds: 0 });
  });
}

describe('syncWatches', () => {
  it('makes a new watch due at once', async () => {
    const { store } = await freshStore();
    expect(await sync(store, [aWatch()])).toEqual({ changed: 1, removed: 0, baselines: 1 });
    expect(await watchQueries(store)).toMatchObject([
      { watchId: 'widget-case', nextDueAt: now.toISOString(), baselineAt: null },
    ]);
  });

  it('stores an equal query of two watches once', async () => {
    const { store } = await freshStore();
    await sync(store, [
      aWatch(),
      aWatch({ id: 'same-case', searches: [{ type: 'dockets', caseNumber: ' 1:20-cv-00168 ' }] }),
    ]);
    expect(await store.db.selectFrom('queries').select(['operation', 'body']).execute()).toEqual([
      { operation: 'pacer', body: '{"caseNumber":"1:20-cv-00168"}' },
    ]);
    expect(await watchQueries(store)).toHaveLength(2);
  });

  it('creates a query for each source of a design watch', async () => {
    const { store } = await freshStore();
    const searches = ['HAGUE', 'EMID'].map((source) => ({ type: 'designs' as const, source, holder: 'Rival' }));
    await sync(store, [aWatch({ searches })]);
    expect(await watchQueries(store)).toHaveLength(2);
  });

  it('writes nothing when nothing changed', async () => {
    const { store } = await freshStore();
    await sync(store, [aWatch()]);
    const writes = () => writesTo(store, ['watches', 'queries', 'watchQueries', 'settings']);
    const written = await writes();
    expect(await sync(store, [aWatch()], later)).toEqual({ changed: 0, removed: 0, baselines: 0 });
    expect(await writes()).toEqual(written);
  });

  it('moves the due time when the schedule or time zone changes, and keeps the baseline', async () => {
    const { store } = await freshStore();
    await withBaseline(store, aWatch());
    await sync(store, [aWatch({ schedule: '0 18 * * *', timezone: 'Europe/Berlin' })], later);
    expect(await watchQueries(store)).toMatchObject([
      { nextDueAt: '2026-05-04T16:00:00.000Z', baselineAt: now.toISOString() },
    ]);
  });

  it('keeps the time of a watch that is already due when its schedule changes', async () => {
    const { store } = await freshStore();
    await withBaseline(store, aWatch());
    const nextMorning = new Date('2026-05-05T09:00:00.000Z');
    await sync(store, [aWatch({ schedule: '0 18 * * *' })], nextMorning);
    expect(await watchQueries(store)).toMatchObject([
      { schedule: '0 18 * * *', nextDueAt: '2026-05-05T07:00:00.000Z' },
    ]);
  });

  it.each([
    ['waits for its place in the spread', '2026-05-05T07:00:50.000Z'],
    ['is to be tried again', '2026-05-05T07:05:00.000Z'],
  ])('omits no check that %s when the schedule changes', async (_, dueAt) => {
    const { store } = await freshStore();
    await withBaseline(store, aWatch());
    await store.db.updateTable('watchQueries').set({ nextDueAt: dueAt }).execute();
    await sync(store, [aWatch({ schedule: '0 18 * * *' })], new Date('2026-05-05T07:00:20.000Z'));
    expect(await watchQueries(store)).toMatchObject([{ schedule: '0 18 * * *', nextDueAt: dueAt }]);
    await sync(store, [aWatch({ schedule: '1 7 * * *' })], new Date('2026-05-05T07:00:20.000Z'));
    const [first] = ['2026-05-05T07:01:00.000Z', dueAt].sort();
    expect(await watchQueries(store)).toMatchObject([{ nextDueAt: first }]);
  });

  it('takes a new baseline when the query changed', async () => {
    const { store } = await freshStore();
    await withBaseline(store, aWatch());
    const other = aWatch({ searches: [{ type: 'dockets', caseNumber: '2:21-cv-00042' }] });
    expect(await sync(store, [other], later)).toEqual({ changed: 1, removed: 0, baselines: 1 });
    expect(await watchQueries(store)).toMatchObject([
      { queryId: queryId(other), nextDueAt: later.toISOString(), baselineAt: null },
    ]);
  });

  it('removes a watch that left the config, and starts the watch afresh when it returns', async () => {
    const { store } = await freshStore();
    await withBaseline(store, aWatch());
    expect(await sync(store, [], later)).toEqual({ changed: 0, removed: 1, baselines: 0 });
    expect(await watchQueries(store)).toEqual([]);
    expect(await store.db.selectFrom('watches').select('removedAt').execute()).toEqual([
      { removedAt: later.toISOString() },
    ]);
    expect(await sync(store, [aWatch()], later)).toEqual({ changed: 1, removed: 0, baselines: 1 });
    expect(await store.db.selectFrom('watches').select('removedAt').execute()).toEqual([{ removedAt: null }]);
  });

  // So many watches that each second of the spread has one.
  const many = 3000;

  it(`stores ${many} watches, spreads their baselines, and writes nothing the second time`, async () => {
    const { store } = await freshStore();
    const watches = Array.from({ length: many }, (_, n) =>
      aWatch({ id: `case-${n}`, searches: [{ type: 'dockets', caseNumber: `1:20-cv-${n}` }] }),
    );
    const config = { watches, spreadSeconds: 300 };
    expect(await syncWatches(store, config, now)).toEqual({ changed: many, removed: 0, baselines: many });
    expect(await syncWatches(store, config, now)).toEqual({ changed: 0, removed: 0, baselines: 0 });
    const due = new Set((await watchQueries(store)).map((watchQuery) => watchQuery.nextDueAt?.slice(0, 19)));
    expect(due.size).toBe(300);
  });
});

describe('moveToNextSlot', () => {
  it('moves every due watch of the query to its own next slot, and no other', async () => {
    const { store } = await freshStore();
    const daily = aWatch({ id: 'a-daily' });
    await sync(store, [daily, aWatch({ id: 'b-hourly', schedule: '0 * * * *' }), aWatch({ id: 'c-later' })]);
    const noon = '2026-05-05T12:00:00.000Z';
    await store.db.updateTable('watchQueries').set({ nextDueAt: noon }).where('watchId', '=', 'c-later').execute();
    await move(store, queryId(daily), later);
    expect((await watchQueries(store)).map((watchQuery) => [watchQuery.watchId, watchQuery.nextDueAt])).toEqual([
      ['a-daily', '2026-05-05T07:00:00.000Z'],
      ['b-hourly', '2026-05-04T14:00:00.000Z'],
      ['c-later', noon],
    ]);
  });
});
