import fc from 'fast-check';
import { expect, it, onTestFinished } from 'vitest';
import { openSharedPace } from '../../src/check/admission/sharedPaceQueries.ts';
import type { GivenStart, SharedPace } from '../../src/service/http/turns.ts';
import { openStore } from '../../src/store/openStore.ts';
import { letTimePass } from '../schedule/letTimePass.ts';
import { freshStore } from '../store/freshStore.ts';

// Each of the two processes has its own connection. Gaps last minutes, so a slow machine makes no difference.

const slow = { requestsPerSecond: 0.01, concurrency: 9 };
const gapMs = 100_000;

async function twoProcesses(limits: { requestsPerSecond: number; concurrency: number }) {
  const { store, database } = await freshStore();
  const other = await openStore(database);
  // This closes before the database is dropped, because the last registered callback runs first.
  onTestFinished(() => other.close());
  return {
    store,
    one: openSharedPace(store, { key: 'key', ...limits }),
    two: openSharedPace(other, { key: 'key', ...limits }),
    twoWithAnotherKey: openSharedPace(other, { key: 'another', ...limits }),
    pass: (ms: number) => letTimePass(store.db, ms),
  };
}

/** Returns the wait until the start of a call, rounded because time passes in the test too. */
async function waitOf(pace: SharedPace): Promise<number> {
  return Math.round((await given(pace)).waitMs / 20_000) * 20_000;
}

async function given(pace: SharedPace): Promise<GivenStart> {
  const asked = await pace.start();
  if (asked.kind !== 'given') throw new Error(`no start: ${asked.kind}`);
  return asked;
}

it('calls of one key start one after another, in whichever process; another key has its own pace', async () => {
  const { one, two, twoWithAnotherKey, pass } = await twoProcesses(slow);
  expect(await waitOf(one)).toBe(0);
  expect(await waitOf(two)).toBe(gapMs);
  expect(await waitOf(one)).toBe(2 * gapMs);
  expect(await waitOf(twoWithAnotherKey)).toBe(0);
  await pass(3 * gapMs);
  expect(await waitOf(two)).toBe(0);
  expect(await waitOf(one)).toBe(gapMs);
});

it('idle time does not lead to a burst later', async () => {
  const { one, two, pass } = await twoProcesses(slow);
  expect(await waitOf(one)).toBe(0);
  await pass(50 * gapMs);
  expect([await waitOf(one), await waitOf(two), await waitOf(one)]).toEqual([0, gapMs, 2 * gapMs]);
});

it('calls that request a start at the same time each get their own', async () => {
  const { one, two } = await twoProcesses(slow);
  const waits = await Promise.all([one, two, one, two, one, two].map(waitOf));
  expect(waits.sort((a, b) => a - b)).toEqual([0, 1, 2, 3, 4, 5].map((gaps) => gaps * gapMs));
});

it('no two starts are closer than the gap, whichever process requests them', async () => {
  const { one, two, pass } = await twoProcesses({ ...slow, concurrency: 1 });
  const arrivals = fc.array(fc.tuple(fc.integer({ min: 0, max: 300_000 }), fc.boolean()), { maxLength: 12 });
  await fc.assert(
    fc.asyncProperty(arrivals, async (callers) => {
      await pass(100 * gapMs);
      let nowMs = 0;
      const starts: number[] = [];
      for (const [passesMs, isOne] of callers) {
        await pass(passesMs);
        nowMs += passesMs;
        const turn = await given(isOne ? one : two);
        starts.push(nowMs + turn.waitMs);
      }
      // The test itself takes less than this tolerance.
      for (const [at, start] of starts.slice(1).entries())
        expect(start - (starts[at] ?? 0)).toBeGreaterThan(0.9 * gapMs);
    }),
    { numRuns: 10 },
  );
});

const hourMs = 3_600_000;

it('an hour of Retry-After binds all processes, a minute is waited for, and a week is cut to six hours', async () => {
  const { one, two, twoWithAnotherKey, pass } = await twoProcesses({ requestsPerSecond: 10, concurrency: 2 });
  await given(one);
  await one.slowDown(hourMs);
  const closed = await two.start();
  expect(closed.kind === 'closed' && closed.forMs).toBeGreaterThan(hourMs - 10_000);
  expect((await twoWithAnotherKey.start()).kind).toBe('given');
  await pass(hourMs - 40_000);
  expect(await waitOf(two)).toBe(40_000);
  await pass(100_000);
  await one.slowDown(7 * 24 * hourMs);
  const again = await two.start();
  expect(again.kind === 'closed' && again.forMs).toBeLessThanOrEqual(6 * hourMs);
});

it('a busy response stretches the gap of all processes, and good responses shrink it again', async () => {
  const { one, two, pass } = await twoProcesses(slow);
  await given(one);
  await one.slowDown(0);
  await one.slowDown(0);
  await pass(10 * gapMs);
  expect(await two.start()).toMatchObject({ kind: 'given', waitMs: 0, slowed: true });
  expect(await waitOf(two)).toBe(4 * gapMs);
  for (let good = 0; good < 10; good += 1) await two.speedUp();
  await pass(20 * gapMs);
  expect(await one.start()).toMatchObject({ kind: 'given', waitMs: 0, slowed: false });
  expect(await waitOf(one)).toBe(gapMs);
});

it('a start stored by a clock that was far ahead is ignored', async () => {
  const { one, two, pass } = await twoProcesses({ ...slow, concurrency: 1 });
  await given(one);
  await one.slowDown(hourMs);
  await pass(-10 * 365 * 24 * hourMs);
  expect(await waitOf(two)).toBe(0);
});

it('callers that wait while the service asks for a pause get new starts, one after another', async () => {
  const { one, two, pass } = await twoProcesses(slow);
  await given(one);
  expect([await waitOf(one), await waitOf(two)]).toEqual([gapMs, 2 * gapMs]);
  await two.slowDown(60_000 - 10_000);
  await pass(20_000);
  const again = [];
  for (const pace of [one, two]) again.push(await pace.startAgain());
  const waits = again.map((start) => (start?.kind === 'given' ? Math.round(start.waitMs / 20_000) * 20_000 : -1));
  expect((waits[1] ?? 0) - (waits[0] ?? 0)).toBe(2 * gapMs);
  await pass(100 * gapMs);
  expect(await one.startAgain()).toBeUndefined();
});

it('the longest pause that the service asked for counts', async () => {
  const { one, two } = await twoProcesses({ requestsPerSecond: 10, concurrency: 2 });
  await one.slowDown(40_000);
  await two.slowDown(1_000);
  expect(await waitOf(one)).toBe(40_000);
});

it('the gap is stretched at most eightfold', async () => {
  const { one, two, pass } = await twoProcesses(slow);
  for (let busy = 0; busy < 6; busy += 1) await one.slowDown(0);
  await pass(20 * gapMs);
  expect([await waitOf(two), await waitOf(one)]).toEqual([0, 8 * gapMs]);
});
