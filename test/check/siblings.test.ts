import { expect, it } from 'vitest';
import { runDueCheck } from '../../src/check/runCheck.ts';
import { queriesOf, siblingsAmong } from '../../src/schedule/planSync.ts';
import { startScheduler } from '../../src/schedule/scheduler.ts';
import { syncWatches } from '../../src/schedule/syncWatches.ts';
import { listSpending } from '../../src/store/snapshot/ledgerTable.ts';
import { eventually } from '../eventually.ts';
import { docketHit, entryHit } from './hits.ts';
import { type Office, openOffice } from './office.ts';

const daily = { schedule: '0 18 * * *', timezone: 'UTC', announce: false };
const company = { companyName: 'Seltec' };
const anywhere = { id: 'anywhere', ...daily, dockets: company };
const delaware = { id: 'delaware', ...daily, notify: ['brand'], dockets: { ...company, court: 'ded' } };
const texas = { id: 'texas', ...daily, notify: ['brand'], dockets: { ...company, court: 'txed' } };
const all = [anywhere, delaware, texas];
const caseIn = (courtId: string, docketId: number, more: object = {}) =>
  docketHit({
    docketId,
    courtId,
    docketNumber: `1:20-cv-${String(docketId).padStart(5, '0')}`,
    parties: ['Seltec, Inc.'],
    ...more,
  });

async function officeOf(watches: readonly object[] = all, settings: object = {}): Promise<Office> {
  const office = await openOffice({ watches, ...settings });
  office.service.dockets = [caseIn('ded', 1), caseIn('txed', 2)];
  await office.check();
  await office.newAlerts();
  office.now = new Date('2026-11-20T18:00:00.000Z');
  return office;
}

/** What is due, as the daemon checks it: one after the other, each claim looked for anew. */
async function daemon(office: Office): Promise<void> {
  const parts = office.parts();
  await syncWatches(office.store, parts.config, office.now);
  const known = { ...parts, siblings: siblingsAmong(parts.config.watches) };
  for (;;) {
    const [claim] = await office.store.queue.checks.lookForDue({ now: office.now, most: 1, isKnown: () => true });
    if (claim === undefined) return;
    await runDueCheck(known, claim, AbortSignal.timeout(60_000));
  }
}

const idOf = (office: Office, id: string) => {
  const watch = office.parts().watches.get(id);
  return (watch && queriesOf(watch)[0]?.id) ?? '';
};

it('searches that differ only in their courts are asked once, and each reports what counts for it', async () => {
  const office = await officeOf();
  const calls = office.service.calls.length;
  office.service.dockets = [
    caseIn('ded', 1, { entries: undefined }),
    caseIn('txed', 2),
    caseIn('txed', 3),
    caseIn('ded', 4),
  ];
  await daemon(office);
  expect(office.service.calls.length - calls).toBe(1);
  const checks = await office.store.db.selectFrom('checks').selectAll().orderBy('id', 'desc').limit(3).execute();
  expect(checks.map(({ outcome, credits, hits }) => `${outcome} ${credits} ${hits}`)).toEqual([
    'complete 0 4',
    'complete 0 4',
    'complete 12 4',
  ]);
  expect((await office.newAlerts()).map((line) => line.replace(/ entries=\d+/, ''))).toEqual([
    'brand: docket.new 1:20-cv-00003 [texas]',
    'brand: docket.new 1:20-cv-00004 [delaware]',
    'counsel: docket.new 1:20-cv-00003 [anywhere]',
    'counsel: docket.new 1:20-cv-00004 [anywhere]',
  ]);
  const due = await office.store.db.selectFrom('watch_queries').select('next_due_at').distinct().execute();
  expect(due).toEqual([{ next_due_at: '2026-11-21T18:00:00.000Z' }]);
  expect((await listSpending(office.store.db, '2026-11-01')).map(({ credits }) => credits)).toEqual([48]);
});

it('finds the same as searches that are asked one by one, day after day', async () => {
  const told = async (together: boolean) => {
    const office = await officeOf();
    const lines: string[] = [];
    for (let day = 0; day < 6; day += 1) {
      office.service.dockets = [
        caseIn('ded', 1, { entries: [entryHit(1), ...(day > 1 ? [entryHit(2)] : [])] }),
        ...(day === 3 ? [] : [caseIn('txed', 2)]),
        ...(day > 3 ? [caseIn('ded', 9)] : []),
        ...(day > 4 ? [caseIn('nysd', 10)] : []),
      ];
      if (together) await daemon(office);
      else for (const { id } of all) await office.daemonCheck(id);
      lines.push(...(await office.newAlerts()).map((line) => `${day} ${line}`));
      office.pass(1);
    }
    return lines;
  };
  const one = await told(false);
  expect(one.length).toBeGreaterThan(4);
  expect(await told(true)).toEqual(one);
});

it('one that is not due, or that another process holds, is left alone', async () => {
  const office = await officeOf([anywhere, { ...delaware, schedule: '0 20 * * *' }, texas]);
  const held = await office.store.queue.checks.claim(idOf(office, 'texas'), office.now);
  await daemon(office);
  const last = () =>
    office.store.db
      .selectFrom('checks')
      .select(({ fn }) => fn.countAll<number>().as('checks'))
      .executeTakeFirst();
  expect(Number((await last())?.checks)).toBe(4);
  if (held !== undefined) await office.store.queue.checks.release(held);
  await daemon(office);
  expect(Number((await last())?.checks)).toBe(5);
});

it('what a crash cut off is asked for by itself, and reports the same', async () => {
  const office = await officeOf([anywhere, delaware]);
  office.service.dockets = [...office.service.dockets, caseIn('ded', 4)];
  // The process dies once the first one is stored: its pages are gone with it.
  await office.daemonCheck('anywhere');
  expect(await office.newAlerts()).toHaveLength(1);
  const calls = office.service.calls.length;
  await daemon(office);
  expect(office.service.calls.length - calls).toBe(1);
  expect((await office.newAlerts()).join()).toContain('brand: docket.new 1:20-cv-00004');
});

it('pages that another search has overtaken meanwhile are not used', async () => {
  const other = { id: 'other', ...daily, schedule: '0 9 * * *', dockets: { caseNumber: '1:20-cv-00001' } };
  const office = await officeOf([anywhere, delaware, other]);
  const ofOther = idOf(office, 'other');
  let calls = 0;
  office.service.reply = async ({ body }) => {
    if (body.caseNumber !== undefined || calls++ > 0) return undefined;
    // While the old page is on the way, the other search is shown something newer, and stores it.
    const { truth } = await import('./service.ts');
    const old = truth(office.service, { operation: 'pacer', body, token: '' });
    office.service.dockets = [caseIn('ded', 1, { entries: [entryHit(1), entryHit(2)] }), caseIn('txed', 2)];
    await office.daemonCheck('other');
    return { body: old };
  };
  await daemon(office);
  expect(ofOther).not.toBe('');
  expect(calls).toBe(2);
});

it('so it is on demand, whether they are due or not', async () => {
  const office = await officeOf();
  office.pass(0, 1);
  const calls = office.service.calls.length;
  const parts = office.parts();
  const { checkNow } = await import('../../src/check/checkNow.ts');
  const siblings = siblingsAmong(parts.config.watches);
  const outcomes = await checkNow({ ...parts, siblings }, parts.config.watches, {});
  expect(office.service.calls.length - calls).toBe(1);
  expect(outcomes.map(({ outcome, credits, hits }) => [outcome, credits, hits])).toEqual([
    ['complete', 12, 2],
    ['complete', 0, 2],
    ['complete', 0, 2],
  ]);
});

it('a daemon that makes several checks at a time does not ask for both', async () => {
  const office = await officeOf();
  const { config, store, log, clock } = office.parts();
  const siblings = siblingsAmong(config.watches);
  const known = { ...office.parts(), siblings };
  const calls = office.service.calls.length;
  const scheduler = startScheduler({
    store,
    log,
    clock,
    isKnown: () => true,
    siblingsOf: (queryId) => siblings.get(queryId) ?? [],
    runCheck: (claim, signal) => runDueCheck(known, claim, signal),
    concurrency: 4,
  });
  const isDue = async () =>
    (await store.queue.checks.lookForDue({ now: office.now, most: 1, isKnown: () => true })).length > 0;
  await eventually(async () => expect(await isDue()).toBe(false));
  await scheduler.stop();
  expect(office.service.calls.length - calls).toBe(1);
});
