import { expect, it } from 'vitest';
import type { Hold } from '../../../src/schedule/holds/holds.ts';
import { loadUnchecked, removeHold, saveHold, setAsideDue } from '../../../src/schedule/holds/holdsTable.ts';
import { dueQueries, makeDueNow, setNextDue } from '../../../src/store/claims/due.ts';
import { freshStore } from '../../store/freshStore.ts';
import { inSeconds, now, putWatches } from '../../store/putWatches.ts';
import { aHold } from './aHold.ts';

it('a paused watch is not due, and after the resume is due at the earliest time that it had', async () => {
  const { store } = await freshStore();
  await putWatches(store, [
    ['a', 'q1', -5],
    ['b', 'q1', 60],
    ['c', 'q2', -9],
  ]);
  await store.transaction((trx) => saveHold(trx, aHold({ watchId: 'a', beganAt: now.toISOString() })));
  await store.transaction((trx) =>
    saveHold(trx, aHold({ watchId: 'a', reason: 'trial', until: inSeconds(99).toISOString(), author: 'bob' })),
  );
  expect(await dueQueries(store.db, now, 10)).toEqual(['q2']);
  expect(await dueQueries(store.db, inSeconds(60), 10)).toEqual(['q2', 'q1']);
  // The later reason and author replace the first, and the start of the pause stays.
  const [hold, ...others] = (await loadUnchecked(store.db)).values();
  expect([hold, ...others]).toMatchObject([
    { watchId: 'a', author: 'bob', reason: 'trial', beganAt: now.toISOString(), until: inSeconds(99).toISOString() },
  ]);
  // An edited schedule gives the watch a later time during the pause.
  await store.transaction(async (trx) => {
    await setNextDue(trx, { watchId: 'a', queryId: 'q1', nextDueAt: inSeconds(3600).toISOString() });
    await setAsideDue(trx);
    await setAsideDue(trx);
  });
  expect(await dueQueries(store.db, inSeconds(5000), 10)).toEqual(['q2', 'q1']);
  expect(await store.transaction((trx) => removeHold(trx, hold as Hold, { now, who: 'bob' }))).toBe(true);
  expect(await store.transaction((trx) => removeHold(trx, hold as Hold, { now }))).toBe(false);
  expect(await dueQueries(store.db, now, 10)).toEqual(['q2', 'q1']);
  await makeDueNow(store.db, 'b', now);
});
