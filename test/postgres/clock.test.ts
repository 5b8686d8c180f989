import { expect, it } from 'vitest';
import { openClockLook } from '../../src/daemon/clockQueries.ts';
import { syncWatches } from '../../src/schedule/syncWatches.ts';
import { openOffice } from '../check/office.ts';

const hourMs = 3_600_000;

it('a machine whose clock disagrees with that of Postgres corrects nothing, and is an incident', async () => {
  const office = await openOffice();
  office.now = new Date();
  await syncWatches(office.store, office.parts().config, office.now);
  const due = new Date(office.now.getTime() + 30 * 24 * hourMs).toISOString();
  await office.store.db.updateTable('watchQueries').set({ nextDueAt: due }).execute();
  const compared: boolean[] = [];
  const watchWith = async (offMs: number) => {
    const clock = () => new Date(Date.now() + offMs);
    const note = ({ agrees }: { agrees: boolean }) => {
      compared.push(agrees);
      return false;
    };
    await openClockLook({ ...office.parts(), clock }, { note }, () => {})();
  };
  const dueNow = async () =>
    (await office.store.db.selectFrom('watchQueries').select('nextDueAt').executeTakeFirst())?.nextDueAt;
  await watchWith(-2 * hourMs);
  await watchWith(-2 * hourMs);
  expect(await office.newAlerts()).toEqual(['ops: clock-wrong began']);
  expect(await dueNow()).toBe(due);
  await watchWith(0);
  expect(await office.newAlerts()).toEqual(['ops: clock-wrong ended']);
  expect(await dueNow()).not.toBe(due);
  expect(compared).toEqual([false, false, true]);
});
