import fc from 'fast-check';
import { expect, it, onTestFinished } from 'vitest';
import { openSharedPace } from '../../src/schedule/pace/sharedPaceQueries.ts';
import { type GivenTurn, type SharedPace, turnMs } from '../../src/service/http/turns.ts';
import { newLeaseOwner } from '../../src/store/claims/leaseOwner.ts';
import { openStore } from '../../src/store/openStore.ts';
import { freshStore } from '../store/freshStore.ts';
import { letTimePass } from './letTimePass.ts';

// Each of two processes has connections of its own. Gaps are of minutes, so that a slow machine makes no difference.

const slow = { requestsPerSecond: 0.01, concurrency: 9 };
const gapMs = 100_000;
/** No gap that could be noticed. */
const quick = { requestsPerSecond: 1_000_000 };

async function twoProcesses(limits: { requestsPerSecond: number; concurrency: number }) {
  const { store, database } = await freshStore();
  const other = await openStore(database);
  // Before the database goes: what is registered last is done first.
  onTestFinished(() => other.close());
  return {
    store,
    one: openSharedPace(store, { key: 'key', ...limits }),
    two: openSharedPace(other, { key: 'key', ...limits }),
    twoWithAnotherKey: openSharedPace(other, { key: 'another', ...limits }),
    /** The one turn there is belongs to another process. */
    async hold(owner: string) {
      const turn = { holder: `${owner}/1`, service_key: 'key', ends_at_ms: Date.now() + turnMs };
      await store.db.deleteFrom('service_turns').execute();
      await store.db.insertInto('service_turns').values(turn).execute();
    },
    pass: (ms: number) => letTimePass(store.db, ms),
  };
}

/** How long until the start of a call; rounded, for time goes by in a test too. */
async function waitOf(pace: SharedPace): Promise<number> {
  return Math.round((await given(pace)).waitMs / 20_000) * 20_000;
}

async function given(pace: SharedPace): Promise<GivenTurn> {
  const asked = await pace.ask();
  if (asked.kind !== 'given') throw new Error(`no start: ${asked.kind}`);
  return asked;
}

it('calls start one behind the other, whoever asks; another key has its own pace', async () => {
  const { one, two, twoWithAnotherKey, pass } = await twoProcesses(slow);
  expect(await waitOf(one)).toBe(0);
  expect(await waitOf(two)).toBe(gapMs);
  expect(await waitOf(one)).toBe(2 * gapMs);
  expect(await waitOf(twoWithAnotherKey)).toBe(0);
  await pass(3 * gapMs);
  expect(await waitOf(two)).toBe(0);
  expect(await waitOf(one)).toBe(gapMs);
});

it('idle time is not made up for with a burst', async () => {
  const { one, two, pass } = await twoProcesses(slow);
  expect(await waitOf(one)).toBe(0);
  await pass(50 * gapMs);
  expect([await waitOf(one), await waitOf(two), await waitOf(one)]).toEqual([0, gapMs, 2 * gapMs]);
});

it('racing for starts, each has one of its own', async () => {
  const { one, two } = await twoProcesses(slow);
  const waits = await Promise.all([one, two, one, two, one, two].map(waitOf));
  expect(waits.sort((a, b) => a - b)).toEqual([0, 1, 2, 3, 4, 5].map((gaps) => gaps * gapMs));
});

it('no two starts are nearer than the gap, whoever comes and goes', async () => {
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
        await turn.end();
      }
      // What this test itself took is less.
      for (const [at, start] of starts.slice(1).entries())
        expect(start - (starts[at] ?? 0)).toBeGreaterThan(0.9 * gapMs);
    }),
    { numRuns: 10 },
  );
});

it('racing for turns, two processes have as many as there are', async () => {
  const { one, two } = await twoProcesses({ ...quick, concurrency: 3 });
  const asked = await Promise.all([one, two, one, two, one, two, one, two].map((pace) => pace.ask()));
  const had = asked.filter((each) => each.kind === 'given');
  expect(asked.map(({ kind }) => kind).sort()).toEqual([
    ...Array.from({ length: 5 }, () => 'full'),
    ...had.map(() => 'given'),
  ]);
  expect(had).toHaveLength(3);
  expect((await two.ask()).kind).toBe('full');
  for (const turn of had) await turn.end();
  expect((await two.ask()).kind).toBe('given');
});

it('the turn of a process that died comes free within 30 seconds; one that is renewed does not', async () => {
  const { one, two, pass } = await twoProcesses({ ...quick, concurrency: 1 });
  expect(turnMs).toBeLessThanOrEqual(30_000);
  await given(one);
  await pass(turnMs - 10_000);
  expect((await two.ask()).kind).toBe('full');
  await pass(10_000);
  const turn = await given(two);
  await pass(20_000);
  await turn.renew();
  await pass(15_000);
  expect((await one.ask()).kind).toBe('full');
});

it('a late end gives back no turn that another has by now', async () => {
  const { one, two, pass } = await twoProcesses({ ...quick, concurrency: 1 });
  const late = await given(one);
  await pass(60_000);
  await given(two);
  await late.end();
  await late.renew();
  expect((await one.ask()).kind).toBe('full');
});

it('the turn of a killed process of this machine comes free at once', async () => {
  const { one, two, hold } = await twoProcesses({ ...quick, concurrency: 1 });
  await (await given(one)).end();
  // Beyond what Linux numbers: no process has it.
  const gone = 2 ** 22 + 1;
  const [machine, , ...rest] = newLeaseOwner().split('/');
  await hold([machine, gone, ...rest].join('/'));
  expect((await two.ask()).kind).toBe('given');
  await hold([machine, process.ppid, ...rest].join('/'));
  expect((await one.ask()).kind).toBe('full');
});

const hourMs = 3_600_000;

it('an hour of Retry-After is kept by all, one of a minute is waited for, one of a week is not believed', async () => {
  const { one, two, twoWithAnotherKey, pass } = await twoProcesses({ requestsPerSecond: 10, concurrency: 2 });
  await (await given(one)).end();
  await one.slowDown(hourMs);
  const closed = await two.ask();
  expect(closed.kind === 'closed' && closed.forMs).toBeGreaterThan(hourMs - 10_000);
  expect((await twoWithAnotherKey.ask()).kind).toBe('given');
  await pass(hourMs - 40_000);
  expect(await waitOf(two)).toBe(40_000);
  await pass(100_000);
  await one.slowDown(7 * 24 * hourMs);
  const again = await two.ask();
  expect(again.kind === 'closed' && again.forMs).toBeLessThanOrEqual(6 * hourMs);
});

it('a busy response stretches the gaps of all, and good ones let them shrink again', async () => {
  const { one, two, pass } = await twoProcesses(slow);
  await given(one);
  await one.slowDown(0);
  await one.slowDown(0);
  await pass(10 * gapMs);
  expect(await two.ask()).toMatchObject({ kind: 'given', waitMs: 0, slowed: true });
  expect(await waitOf(two)).toBe(4 * gapMs);
  for (let good = 0; good < 10; good += 1) await two.speedUp();
  await pass(20 * gapMs);
  expect(await one.ask()).toMatchObject({ kind: 'given', waitMs: 0, slowed: false });
  expect(await waitOf(one)).toBe(gapMs);
});

it('what a clock that was wrong has stored is not believed', async () => {
  const { one, two, pass } = await twoProcesses({ ...slow, concurrency: 1 });
  await given(one);
  await one.slowDown(hourMs);
  await pass(-10 * 365 * 24 * hourMs);
  expect(await waitOf(two)).toBe(0);
});

it('whoever waits for a start while the service asks for time is given another, one behind the other', async () => {
  const { one, two, pass } = await twoProcesses(slow);
  await given(one);
  const waiting = [await given(one), await given(two)];
  await two.slowDown(60_000 - 10_000);
  await pass(20_000);
  const again = [];
  for (const turn of waiting) again.push(await turn.again());
  const waits = again.map((start) => (start?.kind === 'given' ? Math.round(start.waitMs / 20_000) * 20_000 : -1));
  expect((waits[1] ?? 0) - (waits[0] ?? 0)).toBe(2 * gapMs);
  await pass(100 * gapMs);
  expect(await waiting[0]?.again()).toBeUndefined();
});

it('the longest time that the service asked for is kept', async () => {
  const { one, two } = await twoProcesses({ requestsPerSecond: 10, concurrency: 2 });
  await one.slowDown(40_000);
  await two.slowDown(1_000);
  expect(await waitOf(one)).toBe(40_000);
});

it('the gap is stretched eight times at most', async () => {
  const { one, two, pass } = await twoProcesses(slow);
  for (let busy = 0; busy < 6; busy += 1) await one.slowDown(0);
  await pass(20 * gapMs);
  expect([await waitOf(two), await waitOf(one)]).toEqual([0, 8 * gapMs]);
});
