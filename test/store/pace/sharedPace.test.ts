import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { SharedTurn } from '../../../src/search/http/sharedTurn.ts';
import { openSharedPace, turnSeconds } from '../../../src/store/pace/sharedPace.ts';
import { openStore } from '../../../src/store/store.ts';
import { freshStore } from '../freshStore.ts';

// Each of two processes has a connection of its own; only what the clock says is ours.

const begin = new Date('2026-11-22T12:00:00.000Z');
beforeEach(() => vi.useFakeTimers({ toFake: ['Date'], now: begin }));
afterEach(() => void vi.useRealTimers());

const pass = (ms: number) => vi.setSystemTime(Date.now() + ms);

async function twoProcesses(limits: { requestsPerSecond: number; concurrency: number }) {
  const { store, file } = await freshStore();
  const other = await openStore(file);
  const paceOf = (db: typeof store.db, key: string) => openSharedPace(db, { key, ...limits });
  return {
    one: paceOf(store.db, 'key'),
    two: paceOf(other.db, 'key'),
    twoWithAnotherKey: paceOf(other.db, 'another'),
    store,
    close: () => other.close(),
  };
}

function waitOf(turn: SharedTurn): number {
  if (turn.kind !== 'turn') throw new Error(`no turn: ${turn.kind}`);
  return turn.waitMs;
}

it('starts are reserved one behind the other, whoever asks; another key has its own', async () => {
  const { one, two, twoWithAnotherKey, close } = await twoProcesses({ requestsPerSecond: 2, concurrency: 9 });
  const waits = [];
  for (const pace of [one, two, two, one]) waits.push(waitOf(await pace.take()));
  expect(waits).toEqual([0, 500, 1000, 1500]);
  expect(waitOf(await twoWithAnotherKey.take())).toBe(0);
  pass(10_000);
  expect(waitOf(await two.take())).toBe(0);
  await close();
});

it('racing for turns, two processes never have more than there are', async () => {
  const { one, two, close } = await twoProcesses({ requestsPerSecond: 1000, concurrency: 3 });
  const turns = await Promise.all([one, two, one, two, one, two, one, two].map((pace) => pace.take()));
  expect(turns.map(({ kind }) => kind).sort()).toEqual([
    'full',
    'full',
    'full',
    'full',
    'full',
    'turn',
    'turn',
    'turn',
  ]);
  for (const turn of turns) if (turn.kind === 'turn') await turn.giveBack();
  expect((await two.take()).kind).toBe('turn');
  await close();
});

it('the turn of a process that died comes free within 30 seconds; one that is renewed does not', async () => {
  const { one, two, close } = await twoProcesses({ requestsPerSecond: 1000, concurrency: 1 });
  await one.take();
  pass(turnSeconds * 1000 - 1);
  expect((await two.take()).kind).toBe('full');
  pass(1);
  const turn = await two.take();
  if (turn.kind !== 'turn') throw new Error('no turn');
  expect(turnSeconds).toBeLessThanOrEqual(30);
  pass(20_000);
  await turn.renew();
  pass(20_000);
  expect((await one.take()).kind).toBe('full');
  await close();
});

it('a late end gives back no turn that another has by now', async () => {
  const { one, two, close } = await twoProcesses({ requestsPerSecond: 1000, concurrency: 1 });
  const late = await one.take();
  pass(60_000);
  await two.take();
  if (late.kind === 'turn') await late.giveBack();
  expect((await one.take()).kind).toBe('full');
  await close();
});

it('an hour of Retry-After is kept by all, one of a minute is waited for, one of a week is not believed', async () => {
  const { one, two, twoWithAnotherKey, close } = await twoProcesses({ requestsPerSecond: 10, concurrency: 2 });
  await (await givenBack(one))?.slowDown(3_600_000);
  expect(await two.take()).toEqual({ kind: 'closed', forMs: 3_600_000 });
  expect((await twoWithAnotherKey.take()).kind).toBe('turn');
  pass(3_550_000);
  expect(waitOf(await two.take())).toBe(50_000);
  pass(100_000);
  await one.slowDown(7 * 86_400_000);
  expect(await two.take()).toEqual({ kind: 'closed', forMs: 6 * 3_600_000 });
  await close();
});

async function givenBack(pace: Awaited<ReturnType<typeof twoProcesses>>['one']) {
  const turn = await pace.take();
  if (turn.kind === 'turn') await turn.giveBack();
  return pace;
}

it('a busy response stretches the gaps of all, and good ones let them shrink again', async () => {
  const { one, two, close } = await twoProcesses({ requestsPerSecond: 10, concurrency: 9 });
  await givenBack(one);
  await one.slowDown(0);
  await one.slowDown(0);
  pass(1000);
  const first = await two.take();
  const second = await two.take();
  expect([waitOf(first), waitOf(second)]).toEqual([0, 400]);
  expect(first).toMatchObject({ slowed: true });
  for (let good = 0; good < 10; good += 1) await two.wentWell();
  pass(10_000);
  expect([await one.take(), await one.take()]).toMatchObject([
    { waitMs: 0, slowed: false },
    { waitMs: 100, slowed: false },
  ]);
  await close();
});

it('what a clock that was wrong has stored is not believed', async () => {
  const { one, two, close } = await twoProcesses({ requestsPerSecond: 2, concurrency: 2 });
  vi.setSystemTime(new Date('2036-01-01T00:00:00.000Z'));
  await one.take();
  await one.slowDown(3_600_000);
  vi.setSystemTime(begin);
  expect(waitOf(await two.take())).toBe(0);
  // The gap is twice as long, for the service was busy.
  expect(waitOf(await two.take())).toBe(1000);
  await close();
});
