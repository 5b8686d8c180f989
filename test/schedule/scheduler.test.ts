import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { pino } from 'pino';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { Scheduler } from '../../src/schedule/scheduler.ts';
import { syncWatches } from '../../src/schedule/syncWatches.ts';
import type { QueryClaim } from '../../src/store/claims/queue.ts';
import type { Store } from '../../src/store/store.ts';
import { eventually } from '../eventually.ts';
import { freshStore } from '../store/freshStore.ts';
import { aWatch } from './aWatch.ts';
import { finishing, type Work } from './finishing.ts';

const now = new Date('2026-05-04T12:00:00.000Z');
const yearly = '0 7 1 1 *';

function start(store: Store, work: Work, concurrency = 2, clock = () => now) {
  const log = pino({ level: 'silent' });
  const runCheck = finishing(store, work, clock);
  const scheduler = new Scheduler({ store, runCheck, clock, log, concurrency, isKnown: () => true });
  onTestFinished(() => scheduler.stop());
  return scheduler;
}

/** So many watches, each of a case of its own, due now. */
async function putDue(store: Store, count: number): Promise<void> {
  const watches = Array.from({ length: count }, (_, n) =>
    aWatch({ id: `case-${n}`, searches: [{ type: 'dockets', caseNumber: `1:20-cv-${n}` }], schedule: yearly }),
  );
  await syncWatches(store, { watches, spreadSeconds: 0 }, now);
}

/** A watch for each of the moments, each due so many milliseconds after `now`. */
async function putDueAfter(store: Store, dueMs: readonly number[]): Promise<void> {
  await putDue(store, dueMs.length);
  const rows = await store.db.selectFrom('watch_queries').select('query_id').execute();
  for (const [index, { query_id }] of rows.entries()) {
    const next_due_at = new Date(now.getTime() + (dueMs[index] ?? 0)).toISOString();
    await store.db.updateTable('watch_queries').set({ next_due_at }).where('query_id', '=', query_id).execute();
  }
}

function noTickComes(): void {
  vi.useFakeTimers({ toFake: ['setInterval'] });
  onTestFinished(() => void vi.useRealTimers());
}

async function dueCount(store: Store): Promise<number> {
  const rows = await store.db
    .selectFrom('watch_queries')
    .select('watch_id')
    .where('next_due_at', '<=', now.toISOString())
    .execute();
  return rows.length;
}

const heldLeases = (store: Store) =>
  store.db.selectFrom('queries').select('id').where('claimed_by', 'is not', null).execute();

describe('the scheduler', () => {
  it('checks each due query once, several at a time but never more than it may', async () => {
    const { store } = await freshStore();
    await putDue(store, 40);
    const checked: string[] = [];
    let underWay = 0;
    let most = 0;
    // However slowly a machine claims, the first ones wait for as many as may be under way.
    const four = Promise.withResolvers<void>();
    start(store, async (queryId) => {
      most = Math.max(most, ++underWay);
      if (underWay === 4) four.resolve();
      await four.promise;
      await pause(1);
      underWay--;
      checked.push(queryId);
    });
    await eventually(async () => expect(await dueCount(store)).toBe(0));
    expect(checked).toHaveLength(40);
    expect(new Set(checked).size).toBe(40);
    expect(most).toBe(4);
  });

  it('checks what falls due between two ticks when it does, each by itself', async () => {
    const { store } = await freshStore();
    const dueMs = [30, 50, 70];
    await putDueAfter(store, dueMs);
    noTickComes();
    const began = Date.now();
    const startedMs: number[] = [];
    // The clock waits for the check that is due, so a slow machine changes nothing; checks that begin together never come.
    const elapsedMs = () => Math.min(Date.now() - began, dueMs[startedMs.length] ?? Number.POSITIVE_INFINITY);
    const all = Promise.withResolvers<void>();
    const work: Work = async () => {
      startedMs.push(elapsedMs());
      if (startedMs.length === dueMs.length) all.resolve();
    };
    start(store, work, 2, () => new Date(now.getTime() + elapsedMs()));
    await all.promise;
    expect(startedMs).toEqual(dueMs);
  });

  it('does not leave to the next tick what falls due while it looks', async () => {
    const { store } = await freshStore();
    await putDueAfter(store, [1]);
    noTickComes();
    const timers = vi.spyOn(globalThis, 'setTimeout');
    onTestFinished(() => timers.mockRestore());
    let readings = 0;
    const checked = Promise.withResolvers<void>();
    const work: Work = async () => checked.resolve();
    // Due between the first reading of the clock and the second.
    start(store, work, 2, () => new Date(now.getTime() + 10 * readings++));
    await checked.promise;
    // Node warns of a negative one (TimeoutNegativeWarning).
    expect(timers.mock.calls.filter(([, ms = 0]) => ms < 0)).toEqual([]);
  });

  it('makes one check serve all watches of an equal query that are due together', async () => {
    const { store } = await freshStore();
    const watches = [aWatch({ id: 'counsel', schedule: yearly }), aWatch({ id: 'brand', schedule: '0 9 * * 5' })];
    await syncWatches(store, { watches, spreadSeconds: 0 }, now);
    const checked: string[] = [];
    start(store, async (queryId) => {
      checked.push(queryId);
    });
    await eventually(async () => expect(await dueCount(store)).toBe(0));
    expect(checked).toHaveLength(1);
  });

  it('finds what falls due later by its tick', async () => {
    const { store } = await freshStore();
    await syncWatches(store, { watches: [aWatch()], spreadSeconds: 0 }, new Date(now.getTime() + 3_600_000));
    let time = now;
    const checked = vi.fn(async () => {});
    start(store, checked, 2, () => time);
    expect(checked).not.toHaveBeenCalled();
    time = new Date(now.getTime() + 3_600_000);
    await eventually(() => expect(checked).toHaveBeenCalledOnce());
  });

  it('leaves the queries of watches that its config does not know to the process that knows them', async () => {
    const { store } = await freshStore();
    await putDue(store, 3);
    const [, ours] = (await store.db.selectFrom('queries').select('id').execute()).map((query) => query.id);
    const checked = vi.fn(async () => {});
    const runCheck = finishing(store, checked, () => now);
    const parts = {
      store,
      runCheck,
      clock: () => now,
      log: pino({ level: 'silent' }),
      concurrency: 2,
    };
    const scheduler = new Scheduler({ ...parts, isKnown: (queryId) => queryId === ours });
    onTestFinished(() => scheduler.stop());
    await eventually(async () => expect(await dueCount(store)).toBe(2));
    scheduler.wake();
    await scheduler.stop();
    expect(checked).toHaveBeenCalledOnce();
  });

  it('does not spin on a check that could not be stored, and goes on with others', async () => {
    const { store } = await freshStore();
    await putDue(store, 1);
    const asked: string[] = [];
    const scheduler = start(store, async (queryId) => {
      asked.push(queryId);
      if (queryId === asked[0]) throw new Error('the disk is full');
    });
    await eventually(() => expect(asked).toHaveLength(1));
    // What falls due after it is checked: so the scheduler has looked again.
    await putDue(store, 3);
    scheduler.wake();
    await eventually(() => expect(asked.length).toBeGreaterThanOrEqual(3));
    expect(new Set(asked).size).toBe(asked.length);
  });

  it('leaves what cannot be stored to the tick, tries one at a time, and goes on with all once one is stored', async () => {
    const { store } = await freshStore();
    await putDue(store, 5);
    let isFull = true;
    let turn = 0;
    const turns = setInterval(() => (turn += 1), 1);
    onTestFinished(() => clearInterval(turns));
    const begun: { turn: number; queryId: string }[] = [];
    const finish = finishing(
      store,
      async () => {},
      () => now,
    );
    const runCheck = (claim: QueryClaim, signal: AbortSignal) => {
      if (!isFull) return finish(claim, signal);
      begun.push({ turn, queryId: claim.queryId });
      // Without yielding, as a full file refuses; it ends before it would keep the test from its end.
      return begun.length < 100 ? Promise.reject(new Error('database or disk is full')) : new Promise<void>(() => {});
    };
    const log = pino({ level: 'silent' });
    const parts = { store, runCheck, clock: () => now, log, concurrency: 1, isKnown: () => true, recheckSeconds: 1 };
    const scheduler = new Scheduler(parts);
    onTestFinished(() => scheduler.stop());
    await eventually(() => expect(begun.length).toBeGreaterThanOrEqual(5));
    // Three at once at first, and then one a tick, beginning with another one.
    const inTurn = Object.groupBy(begun, (check) => check.turn);
    const [first = [], ...later] = Object.values(inTurn).map((checks) => checks?.map(({ queryId }) => queryId) ?? []);
    expect([first.length, ...later.map(({ length }) => length)]).toEqual([3, ...later.map(() => 1)]);
    expect(first).not.toContain(later[0]?.[0]);
    isFull = false;
    await eventually(async () => expect(await dueCount(store)).toBe(0));
  });

  it('stopped in the middle of a check, gives it up, leaves it due and its claim free', async () => {
    const { store } = await freshStore();
    await putDue(store, 1);
    const started = Promise.withResolvers<void>();
    const scheduler = start(store, async (_queryId, signal) => {
      started.resolve();
      await once(signal, 'abort');
    });
    await started.promise;
    await scheduler.stop();
    expect(await dueCount(store)).toBe(1);
    expect(await heldLeases(store)).toEqual([]);
  });

  it('does not wait for a check that heeds no signal, and takes its right to commit away', async () => {
    const { store } = await freshStore();
    await putDue(store, 1);
    const started = Promise.withResolvers<QueryClaim>();
    const deaf = Promise.withResolvers<void>();
    const scheduler = start(store, (_queryId, _signal, claim) => {
      started.resolve(claim);
      return deaf.promise;
    });
    const claim = await started.promise;
    await scheduler.stop();
    expect(await store.queue.checks.keep(claim, now)).toBe(false);
    expect(await dueCount(store)).toBe(1);
    deaf.resolve();
  });
});
