import { expect, it } from 'vitest';
import { openIncidents } from '../../src/alerts/outbox/incidentsTable.ts';
import { previewWatch } from '../../src/check/previewFigures.ts';
import { putHold } from '../../src/schedule/holds/holdsTable.ts';
import { syncWatches } from '../../src/schedule/syncWatches.ts';
import { creditsPerWatch, listSpending } from '../../src/store/snapshot/ledgerTable.ts';
import { aHold } from '../schedule/holds/aHold.ts';
import { docketHit } from './hits.ts';
import { type Office, openOffice } from './office.ts';
import { truth } from './service.ts';

const daily = { schedule: '0 18 * * *', timezone: 'UTC', announce: false };
const caseOf = (id: string, number: number, more: object = {}) => ({
  id,
  ...daily,
  dockets: { caseNumber: `1:20-cv-0000${number}` },
  ...more,
});
const november = '2026-11-01';

async function charged(office: Office): Promise<Record<string, number>> {
  const rows = await office.store.db.selectFrom('ledger').select(['account', 'credits']).execute();
  const sums = Map.groupBy(rows, ({ account }) => account);
  return Object.fromEntries([...sums].map(([name, some]) => [name, some.reduce((sum, row) => sum + row.credits, 0)]));
}

async function perWatch(office: Office, ...ids: string[]): Promise<Record<string, number>> {
  return Object.fromEntries(await creditsPerWatch(office.store.db, ids, november));
}

it('a matter without credits for the month is not checked; its readers and the operators learn it once', async () => {
  const watches = [1, 2, 3].map((number) => caseOf(`case${number}`, number, { matter: 'M-1' }));
  const office = await openOffice({
    watches: [...watches, caseOf('other', 4)],
    matters: { 'M-1': { budget: { perMonth: 24 } } },
  });
  office.pass(0, 6);
  for (const id of ['case1', 'case2', 'other'])
    expect(await office.daemonCheck(id)).toMatchObject({ outcome: 'complete' });
  const skipped = await office.daemonCheck('case3');
  expect(skipped).toMatchObject({ outcome: 'skipped', credits: 0 });
  expect(skipped.reason).toBe(
    'over budget: this month (UTC) 24 of 24 credits are spent and its share of the check is about 12 (matters.M-1.budget.perMonth)',
  );
  expect(await office.newAlerts()).toEqual(['counsel: watch-unwatched began', 'ops: budget-reached began']);
  expect(await openIncidents(office.store.db, 'budget-reached')).toMatchObject([
    { subject: 'month 2026-11 of matter M-1', about: 'matter M-1', cause: 'month' },
  ]);
  office.pass(1);
  expect(await office.daemonCheck('case3')).toMatchObject({ outcome: 'skipped' });
  expect(await office.daemonCheck('other')).toMatchObject({ outcome: 'complete' });
  expect(await office.newAlerts()).toEqual([]);

  office.now = new Date('2026-12-01T18:00:00.000Z');
  expect(await office.daemonCheck('case3')).toMatchObject({ outcome: 'complete' });
  expect(await office.newAlerts()).toEqual(['counsel: watch-unwatched ended', 'ops: budget-reached ended']);
});

it('watches share the cost of a check; a watch whose budget is spent pays nothing and still gets changes', async () => {
  const search = { ...daily, dockets: { patentNumber: '6834603' } };
  const poor = { id: 'poor', ...search, budget: { perDay: 6 }, notify: ['brand'] };
  const office = await openOffice({ watches: [poor, { id: 'rich', ...search }] });
  office.service.dockets = [docketHit()];
  expect(await office.check()).toMatchObject([{ credits: 12 }, { credits: 0 }]);
  expect(await perWatch(office, 'poor', 'rich')).toEqual({ poor: 6, rich: 6 });
  office.service.dockets = [docketHit(), docketHit({ docketId: 2, docketNumber: '1:20-cv-00169' })];
  await office.newAlerts();
  expect(await office.check()).toMatchObject([{ outcome: 'complete', credits: 12 }, { outcome: 'complete' }]);
  expect(await office.newAlerts()).toEqual([
    'brand: docket.new 1:20-cv-00169 entries=1 [poor]',
    'counsel: docket.new 1:20-cv-00169 entries=1 [rich]',
    'ops: budget-reached began',
  ]);
  expect(await perWatch(office, 'poor', 'rich')).toEqual({ poor: 6, rich: 18 });
  expect(await charged(office)).toEqual({ everything: 24, 'watch poor': 6, 'watch rich': 18 });
  expect(await openIncidents(office.store.db, 'budget-reached')).toMatchObject([
    { subject: 'day 2026-11-20 of watch poor' },
  ]);
});

it.each([
  ['M-9', 'a confidential watch of matter M-9'],
  [undefined, 'a confidential watch'],
])('the budget incident of a confidential watch names only its matter: %s', async (matter, name) => {
  const office = await openOffice({
    watches: [caseOf('falcon', 1, { confidential: true, matter, budget: { perDay: 6 } })],
  });
  expect(await office.daemonCheck('falcon')).toMatchObject({ outcome: 'skipped' });
  const [incident] = await openIncidents(office.store.db, 'budget-reached');
  expect(incident?.subject).toBe(`day 2026-11-20 of ${name}`);
  expect(incident?.detail).not.toContain('falcon');
});

it.each([
  ['first', { perDay: 5 }, { perMonth: 5 }],
  ['second', { perMonth: 5 }, { perDay: 5 }],
])('if no watch of a query can pay, the reason names the budget renewed first: %s', async (named, first, second) => {
  const search = { ...daily, dockets: { patentNumber: '6834603' } };
  const office = await openOffice({
    watches: [
      { id: 'first', ...search, budget: first },
      { id: 'second', ...search, budget: second },
    ],
  });
  expect((await office.daemonCheck('first')).reason).toContain(`(watches[${named}].budget.perDay)`);
});

it('a preview charges no watch, even if a watch has the same query', async () => {
  const office = await openOffice({ watches: [caseOf('case1', 1)] });
  await office.daemonCheck('case1');
  const { config } = office.parts();
  for (const watch of config.watches) await previewWatch(office.parts(), watch, new AbortController().signal);
  expect(await charged(office)).toEqual({ everything: 24, 'watch case1': 12 });
});

it('a paused watch pays no share of the checks of another watch', async () => {
  const search = { ...daily, dockets: { patentNumber: '6834603' } };
  const watches = ['paused', 'other'].map((id) => ({ id, ...search, budget: { perDay: 24 } }));
  const office = await openOffice({ watches });
  await syncWatches(office.store, office.parts().config, office.now);
  await office.store.transaction((trx) => putHold(trx, aHold({ watchId: 'paused', until: null })));
  // No watch is due at the second check, which is on demand.
  for (let check = 0; check < 2; check += 1) await office.check({ ids: ['other'] });
  expect(await perWatch(office, 'paused', 'other')).toEqual({ other: 24 });
});

it('a watch whose budget is spent requests nothing until another watch of its query is due and pays', async () => {
  const search = { dockets: { patentNumber: '6834603' }, timezone: 'UTC', announce: false };
  const hourly = { id: 'hourly', ...search, schedule: '0 * * * *', budget: { perDay: 6 } };
  const office = await openOffice({ watches: [hourly, { id: 'daily', ...search, schedule: '0 18 * * *' }] });
  await office.daemonCheck('hourly');
  expect(await perWatch(office, 'hourly', 'daily')).toEqual({ hourly: 6, daily: 6 });
  office.pass(0, 1);
  expect(await office.daemonCheck('hourly')).toMatchObject({ outcome: 'skipped' });
  office.now = new Date('2026-11-20T18:00:00.000Z');
  // Now the daily watch is due too, and pays.
  expect(await office.daemonCheck('hourly')).toMatchObject({ outcome: 'complete', credits: 12 });
  expect(await perWatch(office, 'hourly', 'daily')).toEqual({ hourly: 6, daily: 18 });
});

it('a budget that was removed and restored includes what was spent meanwhile', async () => {
  const watches = [caseOf('one', 1, { matter: 'M-1' }), caseOf('two', 2, { matter: 'M-1' })];
  const capped = { watches, matters: { 'M-1': { budget: { perMonth: 60 } } } };
  const office = await openOffice(capped);
  office.now = new Date('2026-11-03T12:00:00.000Z');
  expect((await office.check()).map(({ outcome }) => outcome)).toEqual(['complete', 'complete']);
  await office.configure({ watches });
  for (let day = 0; day < 3; day += 1) await office.check({ after: 1 });
  await office.configure(capped);
  office.pass(1);
  const [refused, other] = await office.check();
  expect([refused?.outcome, other?.outcome]).toEqual(['skipped', 'skipped']);
  expect(refused?.reason).toContain('96 of 60 credits are spent');
});

it('a larger budget of a matter resumes its checks, and is notified again when it is reached again', async () => {
  const watches = [1, 2, 3, 4, 5].map((n) => caseOf(`case${n}`, n, { matter: 'M-1', announce: false }));
  const capped = (perMonth: number) => ({ watches, matters: { 'M-1': { budget: { perMonth } } } });
  const office = await openOffice(capped(24));
  office.pass(0, 6);
  const check = async (...ids: readonly string[]) => {
    const outcomes: string[] = [];
    for (const id of ids) outcomes.push((await office.daemonCheck(id)).outcome);
    return outcomes;
  };
  const told = async () => (await office.newAlerts()).filter((line) => line.startsWith('ops: budget'));
  expect(await check('case1', 'case2', 'case3', 'case4')).toEqual(['complete', 'complete', 'skipped', 'skipped']);
  expect(await told()).toEqual(['ops: budget-reached began']);
  await office.configure(capped(48));
  office.pass(1);
  expect(await check('case3')).toEqual(['complete']);
  // One of the watches is still waiting.
  expect(await told()).toEqual([]);
  expect(await check('case4')).toEqual(['complete']);
  expect(await told()).toEqual(['ops: budget-reached ended']);
  expect(await check('case5')).toEqual(['skipped']);
  expect(await told()).toEqual(['ops: budget-reached began']);
});

it('when a page costs more than one watch has left, the other watches pay the rest', async () => {
  const search = { ...daily, designs: { source: 'HAGUE', holder: 'Rival' } };
  const office = await openOffice({
    watches: [
      { id: 'poor', ...search, budget: { perMonth: 2 } },
      { id: 'rich', ...search },
    ],
  });
  office.service.cap = 2;
  const { designHit } = await import('./hits.ts');
  office.service.designs = Array.from({ length: 9 }, (_, n) => designHit(n + 10, { HOL: [`Rival ${n}`] }));
  expect(await office.check()).toMatchObject([{ outcome: 'complete', credits: 10 }, {}]);
  expect(await perWatch(office, 'poor', 'rich')).toEqual({ poor: 2, rich: 8 });
});

it('a credit that cannot be divided is charged to another watch each time', async () => {
  const search = { ...daily, designs: { source: 'HAGUE', holder: 'Rival' } };
  const watches = ['a', 'b', 'c'].map((id) => ({ id, ...search, budget: { perMonth: 100 } }));
  const office = await openOffice({ watches });
  for (let check = 0; check < 6; check += 1) await office.check();
  expect(await charged(office)).toEqual({ everything: 12, 'watch a': 4, 'watch b': 4, 'watch c': 4 });
});

it('dry runs exceed no budget either, though they reserve nothing', async () => {
  const watches = Array.from({ length: 8 }, (_, n) => caseOf(`case${n}`, n));
  const office = await openOffice({ watches, budget: { perDay: 40 }, service: { concurrency: 8 } });
  const outcomes = await office.check({ dryRun: true });
  expect(outcomes.filter(({ outcome }) => outcome === 'complete')).toHaveLength(3);
  expect((await listSpending(office.store.db, '2026-11-01')).map(({ credits }) => credits)).toEqual([36]);
});

it('one absurd price of the service does not end the checks of a query, whichever budgets there are', async () => {
  const widget = caseOf('widget', 1, { matter: 'M-1' });
  const budget = { perMonth: 2000 };
  for (const settings of [
    { watches: [widget], matters: { 'M-1': { budget } } },
    { watches: [{ ...widget, budget }] },
    {
      watches: [
        { ...widget, budget },
        { ...widget, id: 'other', budget },
      ],
    },
  ]) {
    const office = await openOffice(settings);
    office.service.dockets = [docketHit()];
    let slips = 1;
    office.service.reply = (call) =>
      slips-- > 0 ? { body: { ...truth(office.service, call), pointCost: 5000 } } : undefined;
    await office.daemonCheck('widget');
    office.now = new Date('2026-12-02T18:00:00.000Z');
    expect(await office.daemonCheck('widget')).toMatchObject({ outcome: 'complete', credits: 12 });
  }
});
