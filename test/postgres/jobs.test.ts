import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import { describe, expect, it, onTestFinished } from 'vitest';
import { up as jobsByKey } from '../../migrations/0030_jobs_by_key.ts';
import { makeDueNow, setNextDue } from '../../src/database/claims/due.ts';
import type { QueryClaim } from '../../src/database/claims/queue.ts';
import { openStore } from '../../src/database/openStore.ts';
import { readSetting, type Store, writeSetting } from '../../src/database/store.ts';
import { dropDatabase, newDatabase } from '../database/database.ts';

// By the server's own clock: these stores are not those of `openByTestClock`.

async function serverStore(): Promise<{ store: Store; database: string }> {
  const folder = mkdtempSync(join(tmpdir(), 'tipstaff-jobs-'));
  const database = await newDatabase(folder);
  const store = await openStore(database);
  onTestFinished(async () => {
    await store.close();
    await dropDatabase(database);
    rmSync(folder, { recursive: true });
  });
  return { store, database };
}

async function putDue({ db }: Store, ids: readonly string[]): Promise<void> {
  const at = new Date(Date.now() - 1000).toISOString();
  await db
    .insertInto('watches')
    .values(ids.map((id) => ({ id, name: id, matter: null, seen_at: at, removed_at: null })))
    .execute();
  await db
    .insertInto('queries')
    .values(ids.map((id) => ({ id, operation: 'pacer' as const, body: '{}' })))
    .execute();
  const row = { schedule: '0 7 * * *', timezone: 'UTC', next_due_at: at };
  await db
    .insertInto('watch_queries')
    .values(ids.map((id) => ({ watch_id: id, query_id: id, ...row })))
    .execute();
}

async function putAlert({ db }: Store): Promise<number> {
  const at = new Date().toISOString();
  const row = { channel: 'counsel', kind: 'notice', state: 'waiting', created_at: at, due_at: at } as const;
  return (await db.insertInto('alerts').values(row).returning('id').executeTakeFirstOrThrow()).id;
}

const claimDue = ({ queue }: Store, most = 1) => queue.checks.claimDue({ now: new Date(), most, isKnown: () => true });

/** Ends a check in its transaction: due again tomorrow. @returns false when the claim was lost. */
function finish(store: Store, claim: QueryClaim, nextDueAt: string): Promise<boolean> {
  return store.transaction(async (trx) => {
    if (!(await store.queue.checks.end(trx, claim))) return false;
    await setNextDue(trx, { watchId: claim.queryId, queryId: claim.queryId, nextDueAt });
    return true;
  });
}

interface Job {
  readonly key: string;
  readonly state: string;
  readonly at: Date;
}

async function unfinishedJobs({ db }: Store, queue = 'checks'): Promise<readonly Job[]> {
  const { rows } = await sql<Job>`select singleton_key as key, state, start_after as at from pgboss.job
    where name = ${queue} and state <= 'active' order by singleton_key`.execute(db);
  return rows;
}

const tomorrow = new Date(Date.now() + 86_400_000).toISOString();

describe('jobs', () => {
  it('are there with the due times and alerts that need them, one each, and go with them', async () => {
    const { store } = await serverStore();
    await putDue(store, ['a', 'b']);
    const id = await putAlert(store);
    await expect(
      store.transaction(async (trx) => {
        await trx.updateTable('watch_queries').set({ next_due_at: tomorrow }).execute();
        throw new Error('rolled back');
      }),
    ).rejects.toThrow('rolled back');
    expect((await unfinishedJobs(store)).map(({ key, at }) => [key, at < new Date()])).toEqual([
      ['a', true],
      ['b', true],
    ]);
    await store.db.updateTable('watch_queries').set({ next_due_at: tomorrow }).where('query_id', '=', 'a').execute();
    await store.db.deleteFrom('watch_queries').where('query_id', '=', 'b').execute();
    expect(await unfinishedJobs(store)).toMatchObject([{ key: 'a', at: new Date(tomorrow) }]);
    await store.db.updateTable('alerts').set({ due_at: tomorrow }).execute();
    expect(await unfinishedJobs(store, 'alerts/counsel')).toMatchObject([{ key: `${id}`, at: new Date(tomorrow) }]);
    await store.db.updateTable('alerts').set({ state: 'sent' }).execute();
    expect(await unfinishedJobs(store, 'alerts/counsel')).toEqual([]);
    const leases = await sql`select id from queries where claimed_by is not null or fence > 0`.execute(store.db);
    expect(leases.rows).toEqual([]);
  });

  it('of each key are a queue of their own, also those that a program of before left in one', async () => {
    const { store } = await serverStore();
    await putDue(store, ['a', 'b']);
    await store.db.updateTable('queries').set({ service: 'other' }).where('id', '=', 'b').execute();
    await jobsByKey(store.db as unknown as Kysely<unknown>);
    expect((await unfinishedJobs(store)).map(({ key }) => key)).toEqual(['a']);
    expect((await unfinishedJobs(store, 'checks/other')).map(({ key }) => key)).toEqual(['b']);
    const asked = { service: 'other', now: new Date(), most: 5, isKnown: () => true };
    const [claim, ...more] = await store.queue.checks.claimDue(asked);
    if (claim === undefined) throw new Error('nothing was due');
    expect([claim.queryId, more]).toEqual(['b', []]);
    expect(await store.db.selectFrom('held_queries').select('query_id').execute()).toEqual([{ query_id: 'b' }]);
    expect(await store.queue.checks.keep(claim, new Date())).toBe(true);
    expect(await finish(store, claim, tomorrow)).toBe(true);
    expect((await unfinishedJobs(store, 'checks/other')).map(({ at }) => at.toISOString())).toEqual([tomorrow]);
    expect((await store.queue.checks.claim('b', new Date()))?.queryId).toBe('b');
    expect((await claimDue(store, 5)).map(({ queryId }) => queryId)).toEqual(['a']);
  });

  it('of one due time are claimed once, however many ask, and each leaves one for the next', async () => {
    const { store, database } = await serverStore();
    const other = await openStore(database);
    onTestFinished(() => other.close());
    const ids = Array.from({ length: 60 }, (_, n) => `q${String(n).padStart(2, '0')}`);
    await putDue(store, ids);
    const checked: string[] = [];
    const work = async (from: Store) => {
      for (let [claim] = await claimDue(from); claim !== undefined; [claim] = await claimDue(from)) {
        checked.push(claim.queryId);
        expect(await finish(from, claim, tomorrow)).toBe(true);
      }
    };
    await Promise.all([work(store), work(store), work(other), work(other)]);
    expect(checked.sort()).toEqual(ids);
    const left = await unfinishedJobs(store);
    expect(left.map(({ key }) => key)).toEqual(ids);
    expect(new Set(left.map(({ state, at }) => `${state} ${at.toISOString()}`))).toEqual(
      new Set([`created ${tomorrow}`]),
    );
  });

  it('a due time that an edit sets while the check of it ends is not lost, whoever commits first', async () => {
    const { store } = await serverStore();
    await putDue(store, ['a']);
    for (let round = 0; round < 10; round += 1) {
      await store.db.updateTable('watch_queries').set({ next_due_at: new Date().toISOString() }).execute();
      const [claim] = await claimDue(store);
      if (claim === undefined) throw new Error('nothing was due');
      await Promise.all([finish(store, claim, tomorrow), store.transaction((trx) => makeDueNow(trx, 'a', new Date()))]);
      const { next_due_at: due } = await store.db
        .selectFrom('watch_queries')
        .select('next_due_at')
        .executeTakeFirstOrThrow();
      expect((await unfinishedJobs(store)).map(({ at }) => at.toISOString())).toEqual([due]);
    }
  });

  it('on demand: a query that is not due is claimed by one, and its due time stands', async () => {
    const { store } = await serverStore();
    await putDue(store, ['a']);
    await store.db.updateTable('watch_queries').set({ next_due_at: tomorrow }).execute();
    const claims = await Promise.all([1, 2, 3].map(() => store.queue.checks.claim('a', new Date())));
    const [claim, ...more] = claims.filter((one) => one !== undefined);
    if (claim === undefined) throw new Error('nobody could claim it');
    expect(more).toEqual([]);
    expect(claim.servesUntil.getTime()).toBeLessThanOrEqual(Date.now());
    expect(await store.transaction((trx) => store.queue.checks.end(trx, claim))).toBe(true);
    expect(await unfinishedJobs(store)).toMatchObject([{ key: 'a', state: 'created', at: new Date(tomorrow) }]);
    expect(await claimDue(store)).toEqual([]);
  });

  it.each([
    ['due tomorrow', tomorrow],
    ['paused', null],
  ])('on demand: one whose holder was killed is left alone by the daemon where its query is %s', async (_, at) => {
    const { store } = await serverStore();
    await putDue(store, ['a', 'b']);
    await store.db.updateTable('watch_queries').set({ next_due_at: at }).where('query_id', '=', 'a').execute();
    const claims = [await store.queue.checks.claim('a', new Date()), await store.queue.checks.claim('b', new Date())];
    expect(claims.map((claim) => claim?.queryId)).toEqual(['a', 'b']);
    // Nobody has heard of their holders for a while.
    await sql`update pgboss.job set heartbeat_on = heartbeat_on - interval '1 minute' where state = 'active'`.execute(
      store.db,
    );
    const claimed: string[] = [];
    while (claimed.length === 0) {
      await store.queue.freeTheDead();
      claimed.push(...(await claimDue(store, 5)).map(({ queryId }) => queryId));
      await pause(200);
    }
    expect([claimed, await claimDue(store, 5)]).toEqual([['b'], []]);
    const left = (await unfinishedJobs(store)).filter(({ key }) => key === 'a');
    expect(left).toMatchObject(at === null ? [] : [{ state: 'retry', at: new Date(tomorrow) }]);
    // It can be checked on demand again.
    expect((await store.queue.checks.claim('a', new Date()))?.queryId).toBe('a');
  });

  it('of watches that this process does not know are left to the one that knows them', async () => {
    const { store } = await serverStore();
    await putDue(store, ['a', 'b', 'c']);
    const known = (id: string) => id === 'c';
    const request = { now: new Date(), most: 1, isKnown: known };
    expect((await store.queue.checks.claimDue(request)).map((claim) => claim.queryId)).toEqual(['c']);
    expect(await store.queue.checks.claimDue(request)).toEqual([]);
    expect((await claimDue(store, 5)).map((claim) => claim.queryId).sort()).toEqual(['a', 'b']);
  });
});

/** A process that holds a due query and an alert. */
async function startHolder(database: string) {
  const script = join(import.meta.dirname, 'holdClaims.ts');
  const child = spawn(process.execPath, [script, database], { stdio: ['pipe', 'pipe', 'inherit'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  const lines = createInterface(child.stdout);
  const nextLine = async () => String((await once(lines, 'line'))[0]);
  expect(await nextLine()).toMatch(/^holds /);
  return { child, nextLine };
}

describe.each(['SIGKILL', 'SIGSTOP'] as const)('work of a process that %s struck', (signal) => {
  it('goes to another within 30 s, and what the late one writes is refused', { timeout: 90_000 }, async () => {
    const { store, database } = await serverStore();
    await putDue(store, ['a']);
    await putAlert(store);
    const { child, nextLine } = await startHolder(database);
    // Alive, it is left its work for longer than a dead one would be.
    await pause(signal === 'SIGSTOP' ? 18_000 : 0);
    expect(await claimDue(store)).toEqual([]);
    child.kill(signal);
    const struckMs = performance.now();
    let [claim] = await claimDue(store);
    let alert = await store.queue.alerts.claimNext('counsel', new Date());
    while (claim === undefined || alert === undefined) {
      expect(performance.now() - struckMs).toBeLessThan(30_000);
      await pause(500);
      claim ??= (await claimDue(store))[0];
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
