import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { describe, expect, it, onTestFinished } from 'vitest';
import { setNextDue } from '../../src/store/claims/due.ts';
import type { QueryClaim } from '../../src/store/claims/queue.ts';
import { openStore } from '../../src/store/openStore.ts';
import { readSetting, type Store, writeSetting } from '../../src/store/store.ts';
import { claimDue } from '../store/claimDue.ts';
import { dropDatabase, newDatabase } from '../store/database.ts';
import { tempFolder } from '../tempFolder.ts';

// These stores use the server's own clock, unlike those of `openByTestClock`.

async function serverStore(): Promise<{ store: Store; database: string }> {
  const database = await newDatabase(tempFolder());
  const store = await openStore(database);
  onTestFinished(async () => {
    await store.close();
    await dropDatabase(database);
  });
  return { store, database };
}

async function putDue({ db }: Store, ids: readonly string[]): Promise<void> {
  const at = new Date(Date.now() - 1000).toISOString();
  await db
    .insertInto('watches')
    .values(ids.map((id) => ({ id, name: id, settings: '{}' })))
    .execute();
  await db
    .insertInto('queries')
    .values(ids.map((id) => ({ id, operation: 'pacer' as const, body: '{}' })))
    .execute();
  const row = { schedule: '0 7 * * *', timezone: 'UTC', beganAt: at, nextDueAt: at };
  await db
    .insertInto('watchQueries')
    .values(ids.map((id) => ({ watchId: id, queryId: id, ...row })))
    .execute();
}

async function putAlert({ db }: Store): Promise<number> {
  const at = new Date().toISOString();
  const row = { channel: 'counsel', kind: 'notice', state: 'waiting', createdAt: at, dueAt: at } as const;
  return (await db.insertInto('alerts').values(row).returning('id').executeTakeFirstOrThrow()).id;
}

const takeDue = (store: Store, most = 1) => claimDue(store, { now: new Date(), most, isKnown: () => true });

/** Ends a check in its transaction, and makes the query due at `nextDueAt`. @returns false if the claim was lost */
function finish(store: Store, claim: QueryClaim, nextDueAt: string): Promise<boolean> {
  return store.transaction(async (trx) => {
    if (!(await store.queue.checks.end(trx, claim))) return false;
    await setNextDue(trx, { watchId: claim.queryId, queryId: claim.queryId, nextDueAt });
    return true;
  });
}

/** Returns the jobs of pg-boss that have not ended. */
async function openJobs({ db }: Store): Promise<readonly { readonly key: string; readonly state: string }[]> {
  const { rows } = await sql<{ key: string; state: string }>`select singleton_key as key, state from pgboss.job
    where state <= 'active' order by singleton_key`.execute(db);
  return rows;
}

const tomorrow = new Date(Date.now() + 86_400_000).toISOString();

describe('jobs', () => {
  it('are the claims: each begins with its claim, in the same transaction, and ends with it', async () => {
    const { store } = await serverStore();
    await putDue(store, ['a', 'b']);
    const id = await putAlert(store);
    expect(await openJobs(store)).toEqual([]);
    const [claim] = await takeDue(store);
    const alert = await store.queue.alerts.claimNext('counsel', new Date());
    if (claim === undefined || alert === undefined) throw new Error('nothing was due');
    const both = [
      { key: `${id}`, state: 'active' },
      { key: claim.queryId, state: 'active' },
    ];
    expect(await openJobs(store)).toEqual(both);
    expect([
      await store.queue.checks.keep(claim, new Date()),
      await store.queue.alerts.keep(alert, new Date()),
    ]).toEqual([true, true]);
    await expect(
      store.transaction(async (trx) => {
        expect(await store.queue.checks.end(trx, claim)).toBe(true);
        throw new Error('rolled back');
      }),
    ).rejects.toThrow('rolled back');
    expect(await openJobs(store)).toEqual(both);
    expect(await finish(store, claim, tomorrow)).toBe(true);
    await store.queue.alerts.release(alert);
    expect(await openJobs(store)).toEqual([]);
    expect(await store.queue.checks.keep(claim, new Date())).toBe(false);
    expect((await takeDue(store, 5)).map(({ queryId }) => queryId)).toEqual(['b']);
  });

  it('come back within a tick after the tables of pg-boss were dropped, and their claims are free', async () => {
    const { store } = await serverStore();
    await putDue(store, ['a', 'b']);
    expect((await takeDue(store)).map(({ queryId }) => queryId)).toEqual(['a']);
    await sql`drop schema pgboss cascade`.execute(store.db);
    await store.queue.releaseDead();
    expect((await takeDue(store, 5)).map(({ queryId }) => queryId)).toEqual(['a', 'b']);
  });

  it('of one due time are claimed once, however many processes claim at the same time', async () => {
    const { store, database } = await serverStore();
    const other = await openStore(database);
    onTestFinished(() => other.close());
    const ids = Array.from({ length: 60 }, (_, n) => `q${String(n).padStart(2, '0')}`);
    await putDue(store, ids);
    const checked: string[] = [];
    const work = async (from: Store) => {
      for (let [claim] = await takeDue(from); claim !== undefined; [claim] = await takeDue(from)) {
        checked.push(claim.queryId);
        expect(await finish(from, claim, tomorrow)).toBe(true);
      }
    };
    await Promise.all([work(store), work(store), work(other), work(other)]);
    expect(checked.sort()).toEqual(ids);
    expect(await openJobs(store)).toEqual([]);
  });

  it('on demand claim a query that is not due once, and do not change its due time', async () => {
    const { store } = await serverStore();
    await putDue(store, ['a']);
    await store.db.updateTable('watchQueries').set({ nextDueAt: tomorrow }).execute();
    const claims = await Promise.all([1, 2, 3].map(() => store.queue.checks.claim('a', new Date())));
    const [claim, ...more] = claims.filter((one) => one !== undefined);
    if (claim === undefined) throw new Error('nobody could claim it');
    expect(more).toEqual([]);
    expect(await store.transaction((trx) => store.queue.checks.end(trx, claim))).toBe(true);
    expect(await takeDue(store)).toEqual([]);
  });

  it.each([
    ['due tomorrow', tomorrow],
    ['paused', null],
  ])('on demand whose process was killed are not taken over by the daemon if the query is %s', async (_, at) => {
    const { store } = await serverStore();
    await putDue(store, ['a', 'b']);
    await store.db.updateTable('watchQueries').set({ nextDueAt: at }).where('queryId', '=', 'a').execute();
    const claims = [await store.queue.checks.claim('a', new Date()), await store.queue.checks.claim('b', new Date())];
    expect(claims.map((claim) => claim?.queryId)).toEqual(['a', 'b']);
    // Their processes have sent no heartbeat for a while.
    await sql`update pgboss.job set heartbeat_on = heartbeat_on - interval '1 minute' where state = 'active'`.execute(
      store.db,
    );
    const claimed: string[] = [];
    while (claimed.length === 0) {
      await store.queue.releaseDead();
      claimed.push(...(await takeDue(store, 5)).map(({ queryId }) => queryId));
      await pause(200);
    }
    expect([claimed, await takeDue(store, 5)]).toEqual([['b'], []]);
    // The query can be checked on demand again.
    expect((await store.queue.checks.claim('a', new Date()))?.queryId).toBe('a');
  });
});

/** Starts a process that holds a due query and an alert. */
async function startHolder(database: string) {
  const script = join(import.meta.dirname, 'holdClaims.ts');
  const child = spawn(process.execPath, [script, database], { stdio: ['pipe', 'pipe', 'inherit'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  const lines = createInterface(child.stdout);
  const nextLine = async () => String((await once(lines, 'line'))[0]);
  expect(await nextLine()).toMatch(/^holds /);
  return { child, nextLine };
}

describe.each(['SIGKILL', 'SIGSTOP'] as const)('the work of a process that got %s', (signal) => {
  it('goes to another process, and what the late one writes is refused', async () => {
    const { store, database } = await serverStore();
    await putDue(store, ['a']);
    await putAlert(store);
    const { child, nextLine } = await startHolder(database);
    // A process that lives keeps its work for longer than a dead one would.
    await pause(signal === 'SIGSTOP' ? 18_000 : 0);
    expect(await takeDue(store)).toEqual([]);
    child.kill(signal);
    let [claim] = await takeDue(store);
    let alert = await store.queue.alerts.claimNext('counsel', new Date());
    while (claim === undefined || alert === undefined) {
      await pause(500);
      // As a daemon does.
      await store.queue.releaseDead();
      claim ??= (await takeDue(store))[0];
      alert ??= await store.queue.alerts.claimNext('counsel', new Date());
    }
    expect(alert).toMatchObject({ attempts: 0, holderDied: true });
    const taken = claim;
    await store.transaction(async (trx) => {
      expect(await store.queue.checks.end(trx, taken)).toBe(true);
      await writeSetting(trx, 'found-by', 'the next one');
    });
    if (signal === 'SIGKILL') return;
    child.kill('SIGCONT');
    child.stdin.write('commit\n');
    expect(await nextLine()).toBe('refused');
    expect(await readSetting(store.db, 'found-by')).toBe('the next one');
  });
});
