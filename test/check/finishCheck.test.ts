import { setTimeout as pause } from 'node:timers/promises';
import SQLite from 'better-sqlite3';
import { pino } from 'pino';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { openIncidents } from '../../src/alerts/outbox/incidentsTable.ts';
import { TipstaffError } from '../../src/base/errors.ts';
import { BudgetReservation } from '../../src/check/admission/admit.ts';
import type { CheckSummary } from '../../src/check/checkParts.ts';
import { keepingPicturesOfNews } from '../../src/check/likeness/firstPictures.ts';
import { runCheck } from '../../src/check/runCheck.ts';
import type { FetchPicture } from '../../src/records/design.ts';
import { loadQuery } from '../../src/store/claims/queries.ts';
import type { QueryClaim } from '../../src/store/claims/queue.ts';
import { openStore } from '../../src/store/openStore.ts';
import { loadCheck } from '../../src/store/snapshot/checksTable.ts';
import { spentInAll } from '../../src/store/snapshot/ledgerTable.ts';
import type { Store } from '../../src/store/store.ts';
import { endDeadClaims, onPostgres } from '../store/database.ts';
import { refuseInserts } from '../store/refuseInserts.ts';
import { designHit, docketHit } from './hits.ts';
import { type Office, officeThatKnows, openOffice } from './office.ts';

/** Returns an office whose watch has a result of three pages, and the claim for its next check. */
async function officeWithClaim(settings = {}): Promise<{ office: Office; claim: QueryClaim }> {
  const office = await officeThatKnows(
    { cap: 1, dockets: [1, 2, 3].map((docketId) => docketHit({ docketId, docketNumber: `1:20-cv-${docketId}` })) },
    settings,
  );
  office.pass(1);
  return { office, claim: await office.claim('widget') };
}

const spentToday = async (office: Office) =>
  (await spentInAll(office.store.db, office.now.toISOString().slice(0, 10))).today;
const lastCheck = async ({ store: { db } }: Office, { queryId }: QueryClaim) =>
  loadCheck(db, (await loadQuery(db, queryId))?.lastCheck ?? 0);
const due = (office: Office) =>
  office.store.db.selectFrom('watchQueries').select('nextDueAt').executeTakeFirstOrThrow();
const reserved = (office: Office) => office.store.db.selectFrom('queries').select('reserved').execute();
const full = new TipstaffError('store.refused', 'The database is full. Make room on its disk.');

/** Returns a store that refuses so many commits once all pages were read. */
function refusingEnds(office: Office, times: number, error: Error, refused = (_refusals: number): unknown => 0): Store {
  let refusals = 0;
  return {
    ...office.store,
    transaction: (work) =>
      office.store.transaction(async (trx) => {
        const done = await work(trx);
        // Two checks of three pages make six calls. The sixth call is booked while only five are counted.
        if (office.service.calls.length <= 5 || refusals >= times) return done;
        refusals += 1;
        refused(refusals);
        throw error;
      }),
  };
}

const held = (office: Office) =>
  office.store.db.selectFrom('queries').select('id').where('claimedBy', 'is not', null).execute();

it('the download of pictures of a new design is not cancelled when the claim of its check ends', async () => {
  const channels = {
    counsel: { type: 'email', smtpUrl: 'smtp://127.0.0.1:9', from: 'a@firm.example', to: ['b@firm.example'] },
  };
  const watch = { id: 'bottles', designs: { source: 'HAGUE', holder: 'Rival' }, notify: ['counsel'] };
  const office = await openOffice({ watches: [watch], channels, operators: [] });
  await office.check();
  office.service.designs = [designHit(1)];
  office.pass(1);
  const parts = office.parts();
  const { checks } = office.store.queue;
  const keepEverySeconds = 0.01;
  const queue = { ...office.store.queue, checks: { ...checks, keepEverySeconds } };
  const cancelled: boolean[] = [];
  const fetchPicture: FetchPicture = async (_url, signal) => {
    // Timers of one length fire in order, so a timer that would renew the claim has fired by now.
    await pause(keepEverySeconds * 1000);
    await held(office);
    cancelled.push(signal.aborted);
    throw new Error('there is no such picture');
  };
  const keepPictures = keepingPicturesOfNews(office.store, fetchPicture);
  await runCheck(
    { ...parts, store: { ...office.store, queue }, keepPictures },
    { claim: await office.claim('bottles') },
  );
  expect(new Set(cancelled)).toEqual(new Set([false]));
});

describe('a check', () => {
  it('that a signal stops stores its cost, leaves its watch due, and releases its claim', async () => {
    const { office, claim } = await officeWithClaim();
    await office.store.db.updateTable('watchQueries').set({ nextDueAt: office.now.toISOString() }).execute();
    const before = await due(office);
    const stop = new AbortController();
    office.service.reply = ({ body }) => {
      if (body.from === 2) stop.abort(new Error('Tipstaff is stopping'));
      return undefined;
    };
    const summary = await runCheck(office.parts(), { claim, signal: stop.signal });
    expect(summary).toMatchObject({
      outcome: 'skipped',
      reason: expect.stringContaining('stopped: Tipstaff is stopping'),
    });
    // Two pages came. The third was under way, and may have been charged.
    expect(await lastCheck(office, claim)).toMatchObject({ outcome: 'skipped', requests: 3, credits: 36 });
    expect(await spentToday(office)).toBe(36);
    expect(await due(office)).toEqual(before);
    expect(await held(office)).toEqual([]);
    expect(await reserved(office)).toEqual([{ reserved: null }]);
    expect(await office.newAlerts()).toEqual([]);
  });

  it('that is stopped again and again spends no more than the budget', async () => {
    const { office, claim } = await officeWithClaim();
    await office.configure({ budget: { perDay: 48 } });
    await office.store.queue.checks.release(claim);
    const stop = { now: new AbortController() };
    office.service.reply = ({ body }) => {
      if (body.from === 1) stop.now.abort(new Error('stopped'));
      return undefined;
    };
    const calls = office.service.calls.length;
    for (let attempt = 0; attempt < 5; attempt += 1) {
      stop.now = new AbortController();
      await runCheck(office.parts(), { claim: await office.claim('widget'), signal: stop.now.signal });
    }
    expect(office.service.calls.length - calls).toBeLessThanOrEqual(4);
    expect(await spentToday(office)).toBeLessThanOrEqual(48);
  });

  it('that fails as a budget day begins returns its credits to the day on which they were booked', async () => {
    const { office, claim } = await officeWithClaim();
    const before = await spentToday(office);
    office.service.reply = () => {
      office.pass(1);
      return { status: 500, body: '' };
    };
    const day = office.now.toISOString().slice(0, 10);
    expect(await runCheck(office.parts(), { claim })).toMatchObject({ outcome: 'failed', requests: 1, credits: 0 });
    expect(await spentToday(office)).toBe(0);
    expect((await spentInAll(office.store.db, day)).today).toBe(before);
  });

  it.each([0, 1])('that is superseded during page %i stores only its row and its cost', async (from) => {
    const { office, claim } = await officeWithClaim();
    await office.configure({ budget: { perDay: 1000 } });
    let other: QueryClaim | undefined;
    office.service.dockets = office.service.dockets.map((hit) => ({ ...hit, assignedTo: 'Alan Reyes' }));
    office.service.reply = async ({ body }) => {
      if (body.from !== from || other !== undefined) return undefined;
      const now = new Date(office.now.getTime() + 120_000);
      await endDeadClaims(office.store, now);
      other = await office.store.queue.checks.claim(claim.queryId, now);
      if (other === undefined) throw new Error('nobody took the query over');
      expect(await new BudgetReservation(office.parts(), other.query, other).reserve()).toEqual({ ok: true });
      return undefined;
    };
    const summary = await runCheck(office.parts(), { claim });
    expect(summary).toMatchObject({ outcome: 'skipped', reason: expect.stringContaining('superseded') });
    expect(await spentToday(office)).toBe(summary.credits);
    expect(await office.changes()).toEqual([]);
    // The other process keeps its claim and its reservation.
    expect(await office.store.queue.checks.keep(other ?? expect.fail(), office.now)).toBe(true);
    expect(await reserved(office)).toEqual([{ reserved: '{"everything":36}' }]);
  });

  it('reserves no credits after its claim has ended', async () => {
    const { office, claim } = await officeWithClaim();
    await office.configure({ budget: { perDay: 1000 } });
    await office.store.queue.checks.release(claim);
    const reserving = new BudgetReservation(office.parts(), claim.query, claim).reserve();
    await expect(reserving).rejects.toMatchObject({ code: 'check.claim-lost' });
  });

  it('keeps its reservation during a dry run of its watch', async () => {
    const { office, claim } = await officeWithClaim();
    await office.configure({ budget: { perDay: 1000 } });
    await new BudgetReservation(office.parts(), claim.query, claim).reserve();
    await office.check({ dryRun: true });
    expect(await spentToday(office)).toBe(36);
    expect(await reserved(office)).toEqual([{ reserved: '{"everything":36}' }]);
  });

  it('that crashes is stored as failed with its cost, begins an incident, and is retried a minute later', async () => {
    const { office, claim } = await officeWithClaim();
    const { db } = office.store;
    office.service.dockets = office.service.dockets.map((hit) => ({ ...hit, assignedTo: 'Alan Reyes' }));
    await db.updateTable('watchQueries').set({ nextDueAt: office.now.toISOString() }).execute();
    const forgive = await refuseInserts(office.store, 'changes', 'A mistake of ours.');
    expect(await runCheck(office.parts(), { claim })).toMatchObject({
      outcome: 'failed',
      reason: 'internal: A mistake of ours.',
      credits: 36,
      changes: [],
    });
    expect(await spentToday(office)).toBe(36);
    expect(await office.newAlerts()).toEqual(['ops: check-crashed began']);
    const [incident] = await openIncidents(db, 'check-crashed');
    expect(incident?.detail).toContain('an internal error: A mistake of ours. It is tried again.');
    expect((await due(office)).nextDueAt).toBe(new Date(office.now.getTime() + 60_000).toISOString());

    await forgive();
    office.pass(0, 1);
    expect(await runCheck(office.parts(), { claim: await office.claim('widget') })).toMatchObject({
      outcome: 'complete',
    });
    expect(await office.newAlerts()).toEqual([
      'counsel: docket.updated 1:20-cv-1 assignedTo [widget]',
      'counsel: docket.updated 1:20-cv-2 assignedTo [widget]',
      'counsel: docket.updated 1:20-cv-3 assignedTo [widget]',
      'ops: check-crashed ended',
    ]);
  });

  it.skipIf(onPostgres)(
    'that finds the database locked at its end is stored once the lock is released, and does not crash',
    async () => {
      const { office, claim } = await officeWithClaim();
      const store = await openStore(office.store.name, { busySeconds: 0.2 });
      onTestFinished(() => store.close());
      const other = new SQLite(office.store.name);
      onTestFinished(() => void other.close());
      office.service.dockets = office.service.dockets.map((hit) => ({ ...hit, assignedTo: 'Alan Reyes' }));
      // The last page is booked before it is returned, so only the end of the check follows.
      let isLast = false;
      office.service.reply = ({ body }) => {
        isLast = body.from === 2;
        return undefined;
      };
      const lines: string[] = [];
      const log = pino(
        {},
        {
          write: (line) => {
            lines.push(line);
            if (other.inTransaction && line.includes('the database is busy')) other.exec('commit');
          },
        },
      );
      const locked = {
        ...store,
        transaction: (work: Parameters<typeof store.transaction>[0]) => {
          if (isLast) other.exec('begin immediate');
          isLast = false;
          return store.transaction(work);
        },
      };
      expect(await runCheck({ ...office.parts(), store: locked as typeof store, log }, { claim })).toMatchObject({
        outcome: 'complete',
        requests: 3,
        credits: 36,
      });
      const busy = lines.map((line) => JSON.parse(line)).find(({ msg }) => msg.startsWith('the database is busy'));
      expect(busy).toMatchObject({ query: claim.queryId, err: { message: expect.stringContaining('locked') } });
      expect(await spentToday(office)).toBe(36);
      expect((await office.newAlerts()).filter((line) => line.includes('crashed'))).toEqual([]);
      expect(await office.changes()).toHaveLength(3);
    },
  );

  it.each([
    ['store', full, []],
    [
      'internal',
      new TipstaffError('check.mistake', 'A mistake of ours.', { retryable: true }),
      ['ops: check-crashed began'],
    ],
  ])('whose end is refused for good fails with the cause %s, and is retried a minute later', async (cause, error, alerts) => {
    const { office, claim } = await officeWithClaim();
    const { db } = office.store;
    await db.updateTable('watchQueries').set({ nextDueAt: office.now.toISOString() }).execute();
    const store = refusingEnds(office, 1, error);
    expect(await runCheck({ ...office.parts(), store }, { claim })).toMatchObject({
      outcome: 'failed',
      reason: `${cause}: ${error.message}`,
      credits: 36,
    });
    expect((await lastCheck(office, claim))?.cause).toBe(cause);
    expect(await office.newAlerts()).toEqual(alerts);
    expect((await due(office)).nextDueAt).toBe(new Date(office.now.getTime() + 60_000).toISOString());
  });

  it('that a busy database refuses is retried for five minutes, and then fails because of the store', async () => {
    const { office, claim } = await officeWithClaim();
    const minutes = vi.spyOn(performance, 'now').mockReturnValue(10 * 60_000);
    onTestFinished(() => minutes.mockRestore());
    const busy = new TipstaffError('store.busy', 'The database is busy.', { retryable: true });
    const store = refusingEnds(office, 2, busy, (refusals) => minutes.mockReturnValue((refusals * 5.1 + 9) * 60_000));
    expect(await runCheck({ ...office.parts(), store }, { claim })).toMatchObject({
      outcome: 'failed',
      reason: 'store: The database is busy.',
      credits: 36,
    });
    expect(minutes.mock.calls.length).toBeGreaterThan(2);
  });

  it.each([
    full,
    new Error('a mistake of ours'),
  ])('throws when the store refuses even to store the failed check: %s', async (error) => {
    const { office, claim } = await officeWithClaim();
    const store = refusingEnds(office, Number.POSITIVE_INFINITY, error);
    await expect(runCheck({ ...office.parts(), store }, { claim })).rejects.toThrow(error.message);
  });

  it('updates its query: the last check, the last complete check, and the number of failures in a row', async () => {
    const { office, claim } = await officeWithClaim();
    const known = async (next: QueryClaim) => {
      const { checkId, outcome, reason } = await runCheck(office.parts(), { claim: next });
      const stored = await loadQuery(office.store.db, next.queryId);
      expect(stored?.lastCheck).toBe(checkId);
      return [outcome, reason, stored?.failures, stored?.lastCompleteCheck === checkId];
    };
    office.service.reply = () => ({ status: 400, body: '' });
    expect(await known(claim)).toEqual(['failed', expect.stringMatching(/^search\.[a-z]+: ./), 1, false]);
    office.service.reply = ({ body }) => (body.from === 1 ? { status: 500, body: '' } : undefined);
    expect(await known(await office.claim('widget'))).toEqual(['partial', expect.any(String), 2, false]);
    office.service.reply = () => undefined;
    expect(await known(await office.claim('widget'))).toEqual(['complete', null, 0, true]);
  });

  it('serves the due times up to the time in its claim, and the due times that passed meanwhile', async () => {
    const { office, claim } = await officeWithClaim();
    const minutesAway = (minutes: number) => new Date(office.now.getTime() + minutes * 60_000);
    const dueIn = (minutes: number) =>
      office.store.db
        .updateTable('watchQueries')
        .set({ nextDueAt: minutesAway(minutes).toISOString() })
        .execute();
    await dueIn(5);
    await runCheck(office.parts(), { claim: { ...claim, servesUntil: minutesAway(10) } });
    expect((await due(office)).nextDueAt).toBe('2026-11-23T12:00:00.000Z');
    await dueIn(-5);
    await runCheck(office.parts(), { claim: { ...(await office.claim('widget')), servesUntil: minutesAway(-10) } });
    expect((await due(office)).nextDueAt).toBe('2026-11-23T12:00:00.000Z');
  });

  it('stays stored if a step after its commit fails', async () => {
    const { office, claim } = await officeWithClaim();
    office.service.dockets = office.service.dockets.map((hit) => ({ ...hit, assignedTo: 'Alan Reyes' }));
    const end = office.store.queue.checks.end;
    let ended = false;
    const checks = {
      ...office.store.queue.checks,
      end: async (...given: Parameters<typeof end>) => {
        ended = true;
        return end(...given);
      },
    };
    const store = {
      ...office.store,
      queue: { ...office.store.queue, checks },
      get db() {
        if (ended) throw new Error('the database went away');
        return office.store.db;
      },
    };
    expect(await runCheck({ ...office.parts(), store }, { claim })).toMatchObject({ outcome: 'complete' });
    expect(await office.changes()).toHaveLength(3);
  });

  it.each([12.5, 0.1])('books a price in fractions of a credit without rounding: %s', async (pointCost) => {
    const { office, claim } = await officeWithClaim();
    office.service.reply = ({ body }) => ({
      body: {
        code: 0,
        pointCost,
        data: { total: 3, hits: office.service.dockets.slice(Number(body.from), Number(body.from) + 1) },
      },
    });
    expect(await runCheck(office.parts(), { claim })).toMatchObject({
      outcome: 'complete',
      credits: pointCost === 0.1 ? 0.3 : 37.5,
    });
    expect(await spentToday(office)).toBe(pointCost === 0.1 ? 0.3 : 37.5);
  });
});

it('a skipped check does not change the count of failures', async () => {
  const { office, claim } = await officeWithClaim({ budget: { perDay: 100 } });
  office.service.reply = () => ({ status: 500, body: '' });
  await runCheck(office.parts(), { claim });
  await office.configure({ budget: { perDay: 1 } });
  expect(await runCheck(office.parts(), { claim: await office.claim('widget') })).toMatchObject({ outcome: 'skipped' });
  expect((await loadQuery(office.store.db, claim.queryId))?.failures).toBe(1);
});

it('a response that cannot be parsed is kept unless retainRawDays is 0; one without changes is not kept', async () => {
  const { office, claim } = await officeWithClaim();
  const kept = async ({ checkId }: CheckSummary) => {
    const rows = await office.store.db.selectFrom('rawResponses').select('checkId').execute();
    return rows.some((row) => row.checkId === checkId);
  };
  expect(await kept(await runCheck(office.parts(), { claim }))).toBe(false);
  office.service.reply = () => ({ body: 'no JSON' });
  expect(await kept(await runCheck(office.parts(), { claim: await office.claim('widget') }))).toBe(true);
  await office.configure({ retainRawDays: 0 });
  expect(await kept(await runCheck(office.parts(), { claim: await office.claim('widget') }))).toBe(false);
});
