import { expect, it } from 'vitest';
import { daemonMinutes } from './daemonMinutes.ts';
import { docketHit } from './hits.ts';
import { officeThatKnows, openOffice } from './office.ts';

it('a query whose checks ended Tipstaff three times fails its next check unpaid, and runs a slot later', async () => {
  const office = await officeThatKnows(
    { dockets: [docketHit()] },
    { defaults: { notify: ['counsel'], schedule: '0 11 * * *', timezone: 'UTC' }, spreadSeconds: 0 },
  );
  const before = office.service.calls.length;
  const { db, queue } = office.store;
  const { id } = await db.selectFrom('queries').select('id').executeTakeFirstOrThrow();
  for (let death = 1; death <= 3; death += 1) {
    expect(await queue.checks.claim(id, office.now)).toBeDefined();
    office.pass(0, 1);
  }
  // These 24 hours include the slot at 11:00.
  await daemonMinutes(office, 24 * 60, async () => {}, 60);
  expect(office.service.calls).toHaveLength(before);
  const last = await db.selectFrom('checks').selectAll().orderBy('id', 'desc').executeTakeFirstOrThrow();
  expect(last).toMatchObject({
    outcome: 'failed',
    cause: 'internal',
    credits: 0,
    reason: expect.stringContaining('ended Tipstaff itself'),
  });
  expect(await office.newAlerts()).toContain('ops: check-crashed began');
  // One more such end makes the query wait again.
  expect(await db.selectFrom('queries').select('begun').execute()).toEqual([{ begun: 2 }]);

  await daemonMinutes(office, 24 * 60, async () => {}, 60);
  expect(office.service.calls).toHaveLength(before + 1);
  expect(await office.newAlerts()).toContain('ops: check-crashed ended');
});

it('a claim that a stop releases does not count as an end of Tipstaff', async () => {
  const office = await openOffice();
  await office.check();
  const { db, queue } = office.store;
  const { id } = await db.selectFrom('queries').select('id').executeTakeFirstOrThrow();
  for (let stop = 1; stop <= 5; stop += 1) {
    const claim = await queue.checks.claim(id, office.now);
    expect(claim?.query.begun).toBe(0);
    if (claim !== undefined) await queue.checks.release(claim);
  }
});
