import { describe, expect, it, onTestFinished } from 'vitest';
import { runDueCheck } from '../../src/check/runCheck.ts';
import { correctTimes, openClockLook, openClockTrust } from '../../src/daemon/clockQueries.ts';
import { Scheduler } from '../../src/schedule/scheduler.ts';
import { queriesOf, syncWatches } from '../../src/schedule/syncWatches.ts';
import { newEntry, seed } from '../alerts/outbox/outbox.ts';
import { docketHit } from '../check/hits.ts';
import { type Office, openOffice } from '../check/office.ts';
import { eventually } from '../eventually.ts';

const dayMs = 86_400_000;
const everyTwoSeconds = '*/2 * * * * *';

/** Returns an office with the loop of a running daemon, on a running clock that the test can set. */
async function startedOffice(schedule = everyTwoSeconds) {
  const office = await openOffice({ watches: [{ id: 'widget', dockets: { patentNumber: '6834603' }, schedule }] });
  office.service.dockets = [docketHit()];
  const wall = { offsetMs: office.now.getTime() - performance.now() };
  const clock = () => new Date(performance.now() + wall.offsetMs);
  const parts = { ...office.parts(), clock };
  await syncWatches(office.store, parts.config, clock());
  const start = async () => {
    const scheduler = new Scheduler({
      store: office.store,
      clock,
      log: parts.log,
      concurrency: 2,
      isKnown: () => true,
      runCheck: (claim, signal) => runDueCheck(parts, claim, signal),
    });
    await openClockLook(parts, openClockTrust(), () => scheduler.wake())();
    const stop = () => scheduler.stop();
    onTestFinished(stop);
    return { stop, scheduler };
  };
  return { office, parts, wall, clock, start };
}

const callsOf = (office: Office) => office.service.calls.length;
const untilCalls = (office: Office, count: number) =>
  eventually(() => expect(callsOf(office)).toBeGreaterThanOrEqual(count));

async function dueTimes(office: Office): Promise<(string | null)[]> {
  const rows = await office.store.db.selectFrom('watchQueries').select('nextDueAt').execute();
  return rows.map((row) => row.nextDueAt);
}

describe('a clock that was ahead', () => {
  it('and is corrected while the daemon runs costs no watch its checks', async () => {
    const { office, parts, wall, start, clock } = await startedOffice();
    wall.offsetMs += 30 * dayMs;
    const { scheduler } = await start();
    await untilCalls(office, 3);
    wall.offsetMs -= 30 * dayMs;
    expect(await correctTimes({ ...parts, clock })).toBeGreaterThan(0);
    const before = callsOf(office);
    // A check under way may end by the former time. The daemon corrects the times again each minute.
    await eventually(async () => {
      if ((await correctTimes({ ...parts, clock })) > 0) scheduler.wake();
      expect(callsOf(office)).toBeGreaterThanOrEqual(before + 2);
    });
    for (const due of await dueTimes(office)) {
      expect(Date.parse(due ?? '')).toBeLessThan(clock().getTime() + 5000);
    }
  });

  it('and is corrected while no daemon runs has no effect after the next start', async () => {
    const { office, wall, start } = await startedOffice();
    wall.offsetMs += 30 * dayMs;
    const first = await start();
    await untilCalls(office, 2);
    await first.stop();
    wall.offsetMs -= 30 * dayMs;
    const before = callsOf(office);
    await start();
    await untilCalls(office, before + 2);
  });

  it('delays no lease, no retry and no alert longer than a right clock would', async () => {
    const { office, start, clock } = await startedOffice('0 7 * * 1-5');
    const far = new Date(clock().getTime() + 30 * dayMs).toISOString();
    const { db } = office.store;
    await db.updateTable('queries').set({ claimedBy: 'gone', leaseUntil: far }).execute();
    await db
      .insertInto('channels')
      .values({ id: 'counsel', retryAt: far, pausedAt: far, pauseReason: 'x', failures: 1, failingSince: far })
      .execute();
    const draft = {
      channel: 'counsel',
      kind: 'notice',
      state: 'waiting',
      createdAt: far,
      dueAt: far,
      attempts: 0,
      payload: '[]',
    } as const;
    await db
      .insertInto('alerts')
      .values([draft, { ...draft, attempts: 2 }])
      .execute();
    await (await start()).stop();
    const within = (text: string | null | undefined, hours: number) =>
      expect(Date.parse(text ?? '')).toBeLessThanOrEqual(clock().getTime() + hours * 3_600_000);
    within((await db.selectFrom('queries').select('leaseUntil').executeTakeFirstOrThrow()).leaseUntil, 0.2);
    const channel = await db.selectFrom('channels').selectAll().executeTakeFirstOrThrow();
    within(channel.retryAt, 1);
    const [held, tried] = await db.selectFrom('alerts').select('dueAt').orderBy('id').execute();
    within(held?.dueAt, 0);
    within(tried?.dueAt, 1);
  });
});

it('an alert deferred by quiet hours or by its server waits as long as intended', async () => {
  const counsel = { type: 'slack', webhookUrl: 'http://127.0.0.1:9/x', quiet: '10:00-20:00', timezone: 'UTC' };
  const ops = { type: 'slack', webhookUrl: 'http://127.0.0.1:9/ops' };
  const office = await openOffice({ channels: { counsel, ops }, delivery: { retryMaxSeconds: 60 } });
  const noon = office.now.toISOString();
  const waiting = { kind: 'notice', state: 'waiting', createdAt: noon, attempts: 1, payload: '[]' } as const;
  const [evening, inHalfAnHour] = ['2026-11-20T20:00:00.000Z', '2026-11-20T12:30:00.000Z'];
  await office.store.db
    .insertInto('alerts')
    .values([
      { ...waiting, channel: 'counsel', dueAt: evening },
      { ...waiting, channel: 'ops', dueAt: inHalfAnHour },
    ])
    .execute();
  expect(await correctTimes(office.parts())).toBe(0);
  const alerts = await office.store.db.selectFrom('alerts').select('dueAt').orderBy('id').execute();
  expect(alerts.map((alert) => alert.dueAt)).toEqual([evening, inHalfAnHour]);
});

it('after a clock was set back, a digest keeps its time if the last one was sent, unless it has changes', async () => {
  const counsel = {
    type: 'slack',
    webhookUrl: 'http://127.0.0.1:9/x',
    digest: '0 13 * * *',
    heartbeat: true,
    timezone: 'UTC',
  };
  const ops = { type: 'slack', webhookUrl: 'http://127.0.0.1:9/ops' };
  const office = await openOffice({ channels: { counsel, ops } });
  await seed(office.store);
  const [slot, next] = ['2026-11-20T13:00:00.000Z', '2026-11-21T13:00:00.000Z'];
  const alert = { kind: 'changes', channel: 'counsel', createdAt: office.now.toISOString(), payload: null } as const;
  await office.store.db
    .insertInto('alerts')
    .values([
      { ...alert, state: 'sent', attempts: 1, dueAt: slot, openFor: slot },
      { ...alert, state: 'waiting', attempts: 0, dueAt: next, openFor: next },
    ])
    .execute();
  expect(await correctTimes(office.parts())).toBe(0);
  const changeId = await newEntry(office.store, '1');
  await office.store.db.insertInto('alertChanges').values({ alertId: 2, changeId, watchId: 'lamp' }).execute();
  expect(await correctTimes(office.parts())).toBe(1);
  const alerts = await office.store.db.selectFrom('alerts').select('dueAt').orderBy('id').execute();
  expect(alerts.map(({ dueAt }) => dueAt)).toEqual([slot, slot]);
});

it.each([
  ['set', 3_600_000, 0, true],
  ['asleep', 8 * 3_600_000, 8 * 3600, false],
  ['drifting', 59_000, 0, false],
])('a clock that is %s by %i ms while %i s pass on the machine was set: %s', async (_what, ms, seconds, wasSet) => {
  const { parts, wall } = await startedOffice('0 7 * * 1-5');
  let steady = 0;
  const clock = () => new Date(1_700_000_000_000 + wall.offsetMs);
  wall.offsetMs = 0;
  const seen: boolean[] = [];
  const note = (compared: { wasSet: boolean }) => {
    seen.push(compared.wasSet);
    return false;
  };
  const wake = () => {};
  const look = openClockLook({ ...parts, clock }, { note }, wake, () => steady);
  await look();
  wall.offsetMs += ms;
  steady += seconds;
  for (let looks = 0; looks < 3; looks += 1) await look();
  expect(seen.includes(true)).toBe(wasSet);
});

it('a right clock moves no due time', async () => {
  const { office, parts, clock } = await startedOffice('0 7 * * 1-5');
  await office.check();
  const before = await dueTimes(office);
  await openClockLook(parts, openClockTrust(), () => {})();
  expect(await dueTimes(office)).toEqual(before);
  expect(queriesOf(parts.config.watches[0] as never)).toHaveLength(1);
  expect(before.every((due) => Date.parse(due ?? '') > clock().getTime())).toBe(true);
});
