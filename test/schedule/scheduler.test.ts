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

/** Stores so many watches that are due now, each with its own case. */
async function putDue(store: Store, count: number): Promise<void> {
  const watches = Array.from({ length: count }, (_, n) =>
    aWatch({ id: `case-${n}`, searches: [{ type: 'dockets', caseNumber: `1:20-cv-${n}` }], schedule: yearly }),
  );
  await syncWatches(store, { watches, spreadSeconds: 0 }, now);
}

async function dueCount(store: Store): Promise<number> {
  const rows = await store.db
    .selectFrom('watchQueries')
    .select('watchId')
    .where('nextDueAt', '<=', now.toISOString())
    .execute();
  return rows.length;
}

const heldLeases = (store: Store) =>
  store.db.selectFrom('queries').select('id').where('claimedBy', 'is not', null).execute();

describe('the scheduler', () => {
  it('checks each due query once, several at a time but never more than `concurrency` allows', async () => {
    const { store } = await freshStore();
    await putDue(store, 40);
    const checked: string[] = [];
    let underWay = 0;
    let most = 0;
    // The first checks wait until as many as allowed are under way, however slowly the machine claims.
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

  it('runs one check for all watches of an equal query that are due together', async () => {
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

  it('finds a query that falls due later at a tick', async () => {
    const { store } = await freshStore();
    await syncWatches(store, { watches: [aWatch()], spreadSeconds: 0 }, new Date(now.getTime() + 3_600_000));
    let time = now;
    const checked = vi.fn(async () => {});
    start(store, checked, 2, () => time);
    expect(checked).not.toHaveBeenCalled();
    time = new Date(now.getTime() + 3_600_000);
    await eventually(() => expect(checked).toHaveBeenCalledOnce());
  });

  it('leaves queries of watches that its config lacks to the process that has them', async () => {
    const { store } = await freshStore();
    await putDue(store, 3);
    const [, ours] = (await store.db.selectFrom('queries').select('id').execute()).map((query) => query.id);
    const checked = vi.fn(async () => {});
    const runCheck = finishing(store, checked, () => now);
    const parts = { store, runCheck, clock: () => now, log: pino({ level: 'silent' }), concurrency: 2 };
    const scheduler = new Scheduler({ ...parts, isKnown: (queryId) => queryId === ours });
    onTestFinished(() => scheduler.stop());
    await eventually(async () => expect(await dueCount(store)).toBe(2));
    scheduler.wake();
    await scheduler.stop();
    expect(checked).toHaveBeenCalledOnce();
  });

  it('does not retry a check that could not be stored at once, and continues with the others', async () => {
    const { store } = await freshStore();
    await putDue(store, 1);
    const asked: string[] = [];
    const scheduler = start(store, async (queryId) => {
      asked.push(queryId);
      if (queryId === asked[0]) throw new Error('the disk is full');
    });
    await eventually(() => expect(asked).toHaveLength(1));
    // A query that falls due later is checked, which shows that the scheduler has looked again.
    await putDue(store, 3);
    scheduler.wake();
    await eventually(() => expect(asked.length).toBeGreaterThanOrEqual(3));
    expect(new Set(asked).size).toBe(asked.length);
  });

  it('retries one unstored check per tick, and resumes them all once one can be stored', async () => {
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
      // This rejects without yielding, as a full file does. After 100 calls it waits, so that the test can end.
      return begun.length < 100 ? Promise.reject(new Error('database or disk is full')) : new Promise<void>(() => {});
    };
    const log = pino({ level: 'silent' });
    const parts = { store, runCheck, clock: () => now, log, concurrency: 1, isKnown: () => true, recheckSeconds: 3 };
    const scheduler = new Scheduler(parts);
    onTestFinished(() => scheduler.stop());
    await eventually(() => expect(begun.length).toBeGreaterThanOrEqual(5));
    // Three checks begin at once, and then one per tick, first another query.
    const inTurn = Object.groupBy(begun, (check) => check.turn);
    const [first = [], ...later] = Object.values(inTurn).map((checks) => checks?.map(({ queryId }) => queryId) ?? []);
    expect([first.length, ...later.map(({ length }) => length)]).toEqual([3, ...later.map(() => 1)]);
    expect(first).not.toContain(later[0]?.[0]);
    isFull = false;
    await eventually(async () => expect(await dueCount(store)).toBe(0));
  });

  it('stopped during a check, aborts the check, leaves it due and releases its claim', async () => {
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

  it('does not wait for a check that ignores the signal, and revokes its right to commit', async () => {
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
