import { expect, it, onTestFinished, vi } from 'vitest';
import { claimInTime } from '../../src/check/checkNow.ts';
import { openOffice } from './office.ts';

it('a check on demand that waits for another check looks for dead holders only every few tries', async () => {
  const office = await openOffice();
  await office.check();
  const { id } = await office.store.db.selectFrom('queries').select('id').executeTakeFirstOrThrow();
  const held = await office.store.queue.checks.claim(id, office.now);
  // Half a second passes with each try.
  let nowMs = 0;
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => nowMs);
  onTestFinished(() => clock.mockRestore());
  let releases = 0;
  let tries = 0;
  const { checks, releaseDead } = office.store.queue;
  const queue = {
    ...office.store.queue,
    checks: {
      ...checks,
      claim: (...given: Parameters<typeof checks.claim>) => {
        tries += 1;
        nowMs += 500;
        return checks.claim(...given);
      },
    },
    releaseDead: () => {
      releases += 1;
      return releaseDead();
    },
  };
  const parts = { ...office.parts(), store: { ...office.store, queue } };
  expect(await claimInTime(parts, id, 2.5)).toBeUndefined();
  expect(tries).toBe(6);
  expect(releases).toBe(2);
  if (held !== undefined) await office.store.queue.checks.release(held);
  expect(await claimInTime(parts, id, 1)).toMatchObject({ queryId: id });
});
