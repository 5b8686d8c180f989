import { sql } from 'kysely';
import { expect, it, onTestFinished } from 'vitest';
import type { SharedTurn } from '../../../src/search/http/sharedTurn.ts';
import { openSharedPace, turnSeconds } from '../../../src/store/pace/sharedPace.ts';
import { openStore } from '../../../src/store/store.ts';
import { freshStore } from '../freshStore.ts';

// Each of two processes has connections of its own. Gaps are of minutes, so that a slow machine makes no difference.

const slow = { requestsPerSecond: 0.01, concurrency: 9 };
const gapMs = 100_000;

async function twoProcesses(limits: { requestsPerSecond: number; concurrency: number }) {
  const { store, database } = await freshStore();
  const other = await openStore(database);
  // Before the database goes: what is registered last is done first.
  onTestFinished(() => other.close());
  return {
    one: openSharedPace(store.db, { key: 'key', ...limits }),
    two: openSharedPace(other.db, { key: 'key', ...limits }),
    twoWithAnotherKey: openSharedPace(other.db, { key: 'another', ...limits }),
    /** Time goes by: to the database it is the same when what it holds lies so much further back. */
    async pass(ms: number) {
      await sql`update service_pace set next_start_ms = next_start_ms - ${ms}, not_before_ms = not_before_ms - ${ms}`.execute(
        store.db,
      );
      await sql`update service_turns set ends_at_ms = ends_at_ms - ${ms}`.execute(store.db);
    },
  };
}

/** Of a turn its wait; rounded, for time goes by in a test too. */
function roundedWait(turn: SharedTurn): number {
  if (turn.kind !== 'turn') throw new Error(`no turn: ${turn.kind}`);
  return Math.round(turn.waitMs / 20_000) * 20_000;
}

it('starts are reserved one behind the other, whoever asks; another key has its own', async () => {
  const { one, two, twoWithAnotherKey, pass } = await twoProcesses(slow);
  const waits = [];
  for (const pace of [one, two, two, one]) waits.push(roundedWait(await pace.take()));
  expect(waits).toEqual([0, gapMs, 2 * gapMs, 3 * gapMs]);
  expect(roundedWait(await twoWithAnotherKey.take())).toBe(0);
  await pass(10 * gapMs);
  expect(roundedWait(await two.take())).toBe(0);
});

it('racing for starts, no two have the same', async () => {
  const { one, two } = await twoProcesses(slow);
  const turns = await Promise.all([one, two, one, two, one, two].map((pace) => pace.take()));
  const starts = turns.flatMap((turn) => (turn.kind === 'turn' ? [roundedWait(turn)] : []));
  expect(starts.length).toBeGreaterThan(0);
  expect(starts.sort((a, b) => a - b)).toEqual(starts.map((_, index) => index * gapMs));
});

it('racing for turns, two processes never have more than there are', async () => {
  const { one, two } = await twoProcesses({ requestsPerSecond: 1000, concurrency: 3 });
  const turns = await Promise.all([one, two, one, two, one, two, one, two].map((pace) => pace.take()));
  const had = turns.filter((turn) => turn.kind === 'turn');
  // One that came too near to another's may have to ask again.
  for (let left = 3 - had.length; left > 0; left -= 1) expect((await one.take()).kind).toBe('turn');
  expect(had.length).toBeLessThanOrEqual(3);
  expect((await two.take()).kind).toBe('full');
  for (const turn of had) await turn.giveBack();
  expect((await two.take()).kind).toBe('turn');
});

it('the turn of a process that died comes free within 30 seconds; one that is renewed does not', async () => {
  const { one, two, pass } = await twoProcesses({ requestsPerSecond: 1000, concurrency: 1 });
  expect(turnSeconds).toBeLessThanOrEqual(30);
  await one.take();
  await pass(turnSeconds * 1000 - 10_000);
  expect((await two.take()).kind).toBe('full');
  await pass(10_000);
  const turn = await two.take();
  if (turn.kind !== 'turn') throw new Error('no turn');
  await pass(20_000);
  await turn.renew();
  await pass(15_000);
  expect((await one.take()).kind).toBe('full');
});

it('a late end gives back no turn that another has by now', async () => {
  const { one, two, pass } = await twoProcesses({ requestsPerSecond: 1000, concurrency: 1 });
  const late = await one.take();
  await pass(60_000);
  await two.take();
  if (late.kind === 'turn') await late.giveBack();
  expect((await one.take()).kind).toBe('full');
});

const hourMs = 3_600_000;

it('an hour of Retry-After is kept by all, one of a minute is waited for, one of a week is not believed', async () => {
  const { one, two, twoWithAnotherKey, pass } = await twoProcesses({ requestsPerSecond: 10, concurrency: 2 });
  const turn = await one.take();
  if (turn.kind === 'turn') await turn.giveBack();
  await one.slowDown(hourMs);
  const closed = await two.take();
  expect(closed.kind === 'closed' && closed.forMs).toBeGreaterThan(hourMs - 10_000);
  expect((await twoWithAnotherKey.take()).kind).toBe('turn');
  await pass(hourMs - 40_000);
  expect(roundedWait(await two.take())).toBe(40_000);
  await pass(100_000);
  await one.slowDown(7 * 24 * hourMs);
  const again = await two.take();
  expect(again.kind === 'closed' && again.forMs).toBeLessThanOrEqual(6 * hourMs);
});

it('a busy response stretches the gaps of all, and good ones let them shrink again', async () => {
  const { one, two, pass } = await twoProcesses(slow);
  await one.take();
  await one.slowDown(0);
  await one.slowDown(0);
  await pass(10 * gapMs);
  const turns = [await two.take(), await two.take()];
  expect(turns.map(roundedWait)).toEqual([0, 4 * gapMs]);
  expect(turns[0]).toMatchObject({ slowed: true });
  for (let good = 0; good < 10; good += 1) await two.wentWell();
  await pass(20 * gapMs);
  const later = [await one.take(), await one.take()];
  expect(later.map(roundedWait)).toEqual([0, gapMs]);
  expect(later[0]).toMatchObject({ slowed: false });
});

it('what a clock that was wrong has stored is not believed', async () => {
  const { one, two, pass } = await twoProcesses({ ...slow, concurrency: 2 });
  await one.take();
  await one.slowDown(hourMs);
  await pass(-10 * 365 * 24 * hourMs);
  expect(roundedWait(await two.take())).toBe(0);
  // The gap is twice as long, for the service was busy.
  expect(roundedWait(await two.take())).toBe(2 * gapMs);
});
