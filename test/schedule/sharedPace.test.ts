import { spawnSync } from 'node:child_process';
import { setTimeout as after } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { newLeaseOwner } from '../../src/database/claims/leaseOwner.ts';
import { openStore } from '../../src/database/openStore.ts';
import { openSharedPace } from '../../src/schedule/pace/sharedPaceQueries.ts';
import { turnMs } from '../../src/service/http/pace.ts';
import type { SharedPace, StartedTurn } from '../../src/service/http/turns.ts';
import { onPostgres } from '../database/database.ts';
import { freshStore } from '../database/freshStore.ts';
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
    one: openSharedPace(store.db, { key: 'key', ...limits }),
    two: openSharedPace(other.db, { key: 'key', ...limits }),
    twoWithAnotherKey: openSharedPace(other.db, { key: 'another', ...limits }),
    /** The one turn there is belongs to another process. */
    async hold(owner: string) {
      const turns = JSON.stringify([{ holder: `${owner}/1`, endsAtMs: Date.now() + turnMs }]);
      await store.db.updateTable('service_pace').set({ turns }).execute();
    },
    pass: (ms: number) => letTimePass(store.db, ms),
  };
}

type Response = Awaited<ReturnType<SharedPace['ask']>>;

/** 0 for who may start; rounded, for time goes by in a test too. */
function roundedWait(asked: Response): number {
  if (asked.kind === 'started') return 0;
  if (asked.kind !== 'early') throw new Error(`no start: ${asked.kind}`);
  return Math.round(asked.waitMs / 20_000) * 20_000;
}

/** Asks until it is not too early. */
async function askOn(pace: SharedPace): Promise<Response> {
  for (;;) {
    const asked = await pace.ask();
    if (asked.kind !== 'early') return asked;
  }
}

async function started(pace: SharedPace): Promise<StartedTurn> {
  const asked = await askOn(pace);
  if (asked.kind !== 'started') throw new Error(`no start: ${asked.kind}`);
  return asked;
}

it('calls start one behind the other, whoever asks; another key has its own pace', async () => {
  const { one, two, twoWithAnotherKey, pass } = await twoProcesses(slow);
  expect(roundedWait(await one.ask())).toBe(0);
  expect(roundedWait(await two.ask())).toBe(gapMs);
  expect(roundedWait(await one.ask())).toBe(gapMs);
  expect(roundedWait(await twoWithAnotherKey.ask())).toBe(0);
  await pass(gapMs);
  expect(roundedWait(await two.ask())).toBe(0);
  expect(roundedWait(await one.ask())).toBe(gapMs);
});

it('racing for a start, one process has it', async () => {
  const { one, two } = await twoProcesses(slow);
  const asked = await Promise.all([one, two, one, two, one, two].map((pace) => pace.ask()));
  expect(asked.map(roundedWait).sort((a, b) => a - b)).toEqual([0, ...Array.from({ length: 5 }, () => gapMs)]);
});

it('racing for turns, two processes have as many as there are', async () => {
  const { one, two } = await twoProcesses({ ...quick, concurrency: 3 });
  const asked = await Promise.all([one, two, one, two, one, two, one, two].map(askOn));
  const had = asked.filter((each) => each.kind === 'started');
  expect(asked.map(({ kind }) => kind).sort()).toEqual([
    ...Array.from({ length: 5 }, () => 'full'),
    ...had.map(() => 'started'),
  ]);
  expect(had).toHaveLength(3);
  expect((await askOn(two)).kind).toBe('full');
  for (const turn of had) await turn.end();
  expect((await askOn(two)).kind).toBe('started');
});

it('the turn of a process that died comes free within 30 seconds; one that is renewed does not', async () => {
  const { one, two, pass } = await twoProcesses({ ...quick, concurrency: 1 });
  expect(turnMs).toBeLessThanOrEqual(30_000);
  await started(one);
  await pass(turnMs - 10_000);
  expect((await askOn(two)).kind).toBe('full');
  await pass(10_000);
  const turn = await started(two);
  await pass(20_000);
  await turn.renew();
  await pass(15_000);
  expect((await askOn(one)).kind).toBe('full');
});

it('a late end gives back no turn that another has by now', async () => {
  const { one, two, pass } = await twoProcesses({ ...quick, concurrency: 1 });
  const late = await started(one);
  await pass(60_000);
  await started(two);
  await late.end();
  await late.renew();
  expect((await askOn(one)).kind).toBe('full');
});

it('the turn of a killed process of this machine comes free at once', async () => {
  const { one, two, hold } = await twoProcesses({ ...quick, concurrency: 1 });
  await (await started(one)).end();
  const gone = spawnSync(process.execPath, ['--version']).pid;
  const [machine, , ...rest] = newLeaseOwner().split('/');
  await hold([machine, gone, ...rest].join('/'));
  expect((await askOn(two)).kind).toBe('started');
  await hold([machine, process.ppid, ...rest].join('/'));
  expect((await askOn(one)).kind).toBe('full');
});

const hourMs = 3_600_000;

it('an hour of Retry-After is kept by all, one of a minute is waited for, one of a week is not believed', async () => {
  const { one, two, twoWithAnotherKey, pass } = await twoProcesses({ requestsPerSecond: 10, concurrency: 2 });
  await (await started(one)).end();
  await one.slowDown(hourMs);
  const closed = await two.ask();
  expect(closed.kind === 'closed' && closed.forMs).toBeGreaterThan(hourMs - 10_000);
  expect((await twoWithAnotherKey.ask()).kind).toBe('started');
  await pass(hourMs - 40_000);
  expect(roundedWait(await two.ask())).toBe(40_000);
  await pass(100_000);
  await one.slowDown(7 * 24 * hourMs);
  const again = await two.ask();
  expect(again.kind === 'closed' && again.forMs).toBeLessThanOrEqual(6 * hourMs);
});

it('a busy response stretches the gaps of all, and good ones let them shrink again', async () => {
  const { one, two, pass } = await twoProcesses(slow);
  await started(one);
  await one.slowDown(0);
  await one.slowDown(0);
  await pass(10 * gapMs);
  expect(await two.ask()).toMatchObject({ kind: 'started', slowed: true });
  expect(roundedWait(await two.ask())).toBe(4 * gapMs);
  for (let good = 0; good < 10; good += 1) await two.speedUp();
  await pass(20 * gapMs);
  expect(await one.ask()).toMatchObject({ kind: 'started', slowed: false });
  expect(roundedWait(await one.ask())).toBe(gapMs);
});

it('what a clock that was wrong has stored is not believed', async () => {
  const { one, two, pass } = await twoProcesses({ ...slow, concurrency: 1 });
  await started(one);
  await one.slowDown(hourMs);
  await pass(-10 * 365 * 24 * hourMs);
  expect(roundedWait(await two.ask())).toBe(0);
});

it.skipIf(onPostgres)(
  'the gap to the next start is counted from when the start was stored, however long that took',
  async () => {
    const { store, one, two } = await twoProcesses({ requestsPerSecond: 1, concurrency: 9 });
    await started(two);
    await after(1000);
    const first = one.ask();
    // One connection serves all: this comes between reading and writing.
    await store.transaction(() => after(1500));
    expect((await first).kind).toBe('started');
    const next = await two.ask();
    expect(next.kind === 'early' && next.waitMs).toBeGreaterThan(500);
  },
);
