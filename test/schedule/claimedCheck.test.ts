import { once } from 'node:events';
import { pino } from 'pino';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { leaseSeconds, type RunCheck, runClaimed } from '../../src/schedule/claimedCheck.ts';
import { syncWatches } from '../../src/schedule/syncWatches.ts';
import { claimQuery } from '../../src/store/queue/claims.ts';
import { dueQueries } from '../../src/store/queue/due.ts';
import { freshStore } from '../store/freshStore.ts';
import { aWatch } from './aWatch.ts';

const now = new Date('2026-05-04T12:00:00.000Z');
const inSeconds = (seconds: number) => new Date(now.getTime() + seconds * 1000);

/** A store with one due query, claimed; `passSeconds` moves the clock and the timers of leases. */
async function claimed() {
  const { store } = await freshStore();
  await syncWatches(store, { watches: [aWatch()], spreadSeconds: 0 }, now);
  const [queryId = ''] = await dueQueries(store.db, now, 1);
  const claim = await claimQuery(store.db, { queryId, owner: 'ours', now, leaseSeconds, onlyIfDue: true });
  if (claim === undefined) throw new Error('expected a claim');
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  let time = now;
  const run = (runCheck: RunCheck) => {
    const log = pino({ level: 'silent' });
    const parts = { store, runCheck, spreadSeconds: 0, clock: () => time, log };
    return runClaimed(parts, claim, new AbortController().signal);
  };
  const passSeconds = async (seconds: number) => {
    time = new Date(time.getTime() + seconds * 1000);
    await vi.advanceTimersByTimeAsync(seconds * 1000);
  };
  return { store, queryId, run, passSeconds };
}

const theirs = (queryId: string, at: Date) => ({ queryId, owner: 'theirs', now: at, leaseSeconds, onlyIfDue: true });

describe('a claimed check', () => {
  it('keeps its claim however long it takes', async () => {
    const { store, queryId, run, passSeconds } = await claimed();
    const slow = Promise.withResolvers<void>();
    const check = run(async () => {
      await slow.promise;
      return { outcome: 'complete', reason: null, requests: 1, credits: 12 };
    });
    for (let n = 0; n < 9; n++) await passSeconds(20);
    await vi.waitFor(async () => {
      const query = await store.db.selectFrom('queries').select('lease_until').executeTakeFirstOrThrow();
      expect(query.lease_until).toBe(inSeconds(240).toISOString());
    });
    expect(await claimQuery(store.db, theirs(queryId, inSeconds(200)))).toBeUndefined();
    slow.resolve();
    await check;
    expect(await dueQueries(store.db, inSeconds(200), 1)).toEqual([]);
  });

  it('gives up when another process has taken over, and leaves that one its claim and the watch due', async () => {
    const { store, queryId, run, passSeconds } = await claimed();
    const check = run(async (_queryId, signal) => {
      await once(signal, 'abort');
      throw signal.reason;
    });
    const late = inSeconds(leaseSeconds);
    expect(await claimQuery(store.db, theirs(queryId, late))).toMatchObject({ owner: 'theirs' });
    await passSeconds(20);
    await check;
    const query = await store.db.selectFrom('queries').select('lease_owner').executeTakeFirstOrThrow();
    expect(query.lease_owner).toBe('theirs');
    expect(await dueQueries(store.db, inSeconds(3 * leaseSeconds), 1)).toEqual([queryId]);
  });
});
