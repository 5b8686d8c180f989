import type { Store } from '../../src/store/store.ts';

/** The moment that these tests count from. */
export const now = new Date('2026-05-04T12:00:00.000Z');
export const inSeconds = (seconds: number) => new Date(now.getTime() + seconds * 1000);

/** Stores a watch without queries. */
export async function putWatch({ db }: Store, id: string, more: { matter?: string; settings?: string } = {}) {
  const watch = { id, name: id, settings: '{"searches":[],"notify":[]}' };
  await db
    .insertInto('watches')
    .values({ ...watch, ...more })
    .execute();
}

/** Stores watches with queries since a day ago, each due so many seconds from now. */
export async function putWatches(
  store: Store,
  watches: readonly (readonly [watch: string, query: string, dueInSeconds: number])[],
) {
  for (const [watch, query, due] of watches) {
    await putWatch(store, watch, { settings: '{}' });
    await store.db
      .insertInto('queries')
      .values({ id: query, operation: 'pacer', body: '{}' })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    await store.db
      .insertInto('watchQueries')
      .values({
        watchId: watch,
        queryId: query,
        schedule: '0 7 * * *',
        timezone: 'UTC',
        beganAt: inSeconds(-86_400).toISOString(),
        nextDueAt: inSeconds(due).toISOString(),
      })
      .execute();
  }
}
