import { describe, expect, it } from 'vitest';
import { openIncidents } from '../../src/alerts/outbox/incidentsTable.ts';
import { joinedReasons } from '../../src/base/words/watchWords.ts';
import { openSharedPace } from '../../src/check/admission/sharedPaceQueries.ts';
import { longestWaitMs } from '../../src/service/http/turns.ts';
import { listSpending } from '../../src/store/snapshot/ledgerTable.ts';
import { startReadiness } from '../../src/web/readiness.ts';
import { docketHit } from './hits.ts';
import { openOffice } from './office.ts';
import { truth } from './service.ts';
import { openKinds, three } from './threeWatches.ts';

describe('the budget', () => {
  it('is not exceeded by checks side by side; what it cannot pay is skipped, and reported once a period', async () => {
    const watches = Array.from({ length: 8 }, (_, index) => ({
      id: `case${index}`,
      announce: false,
      dockets: { caseNumber: `1:20-cv-0000${index}` },
    }));
    const office = await openOffice({ watches, budget: { perDay: 40 } });
    const outcomes = await office.check();
    expect(outcomes.filter((outcome) => outcome.outcome === 'complete')).toHaveLength(3);
    expect(outcomes.filter((outcome) => outcome.outcome === 'skipped')).toHaveLength(5);
    expect(outcomes.find((outcome) => outcome.outcome === 'skipped')?.reason).toMatch(/budget/);
    expect(office.service.calls).toHaveLength(3);
    expect(await office.newAlerts()).toEqual(['ops: budget-reached began']);
    await office.check();
    expect(office.service.calls).toHaveLength(3);
    expect(await office.newAlerts()).toEqual([]);
    const skipped = await office.store.db.selectFrom('checks').select('id').where('outcome', '=', 'skipped').execute();
    expect(skipped.length).toBeGreaterThanOrEqual(5);
  });

  it('starts anew the next day, which ends the incident, and is reported again when it is reached again', async () => {
    const office = await openOffice({ watches: three, budget: { perDay: 24 } });
    expect(await office.alertsOfCheck()).toEqual(['ops: budget-reached began']);
    office.pass(1);
    const outcomes = await office.check();
    expect(outcomes.map((outcome) => outcome.outcome).sort()).toEqual(['complete', 'complete', 'skipped']);
    expect(await office.newAlerts()).toEqual(['ops: budget-reached began', 'ops: budget-reached ended']);
    expect(await openKinds(office)).toEqual(['budget-reached']);
  });

  it('ends its incident, once it is larger, when every waiting watch was checked, and not before', async () => {
    const office = await openOffice({ watches: three, budget: { perDay: 24 } });
    const paid = (await office.check()).find(({ outcome }) => outcome === 'complete');
    expect(await office.newAlerts()).toEqual(['ops: budget-reached began']);
    await office.configure({ watches: three, budget: { perDay: 36 } });
    await office.check({ ids: [paid?.watch ?? expect.fail()] });
    expect(await openKinds(office)).toEqual(['budget-reached']);
    await office.configure({ watches: three, budget: { perDay: 240 } });
    expect(await office.alertsOfCheck()).toEqual(['ops: budget-reached ended']);
    expect(await openKinds(office)).toEqual([]);
  });

  it('that does not pay for a check between slots lets it be made when the next day begins', async () => {
    const watches = [{ id: 'weekly', announce: false, schedule: '0 9 * * 2', dockets: { companyName: 'Rival' } }];
    const office = await openOffice({ watches, budget: { perDay: 12 } });
    await office.check();
    expect(await office.check()).toMatchObject([{ outcome: 'skipped' }]);
    const due = await office.store.db.selectFrom('watchQueries').select('nextDueAt').execute();
    expect(due).toEqual([{ nextDueAt: '2026-11-21T00:00:00.000Z' }]);
  });

  it('that is spent is told by /readyz as by its incident: since when, and what the skipped check needs', async () => {
    const office = await openOffice({ watches: three, budget: { perDay: 24 } });
    await office.check();
    const [incident] = await openIncidents(office.store.db);
    const { obstacles } = await startReadiness(office.store, () => office.parts().config)(office.now);
    const kind = 'budget-reached';
    expect(obstacles).toContainEqual({ kind, since: incident?.beganAt, reason: incident?.detail });
    expect(incident?.detail).toContain('24 of 24 credits are spent and the check needs about 12');
  });

  it('is named once in the reason of a watch with two searches, whatever each of them costs', () => {
    const over = (need: number, period: string) =>
      `over budget: this ${period} (UTC) 9 of 10 credits are spent and the check needs about ${need} (budget.${period})`;
    const reasons = [over(4, 'day'), over(2, 'day'), over(2, 'month'), 'no answer'];
    expect(joinedReasons(reasons)).toBe(`${over(4, 'day')} · ${over(2, 'month')} · no answer`);
  });

  it('of a day that cannot pay for one check is reported as what to raise, not as over tomorrow', async () => {
    const office = await openOffice({ budget: { perDay: 10 } });
    const [outcome] = await office.check();
    const why = 'the check needs about 12 credits, more than the 10 of a whole day (budget.perDay)';
    expect(outcome).toMatchObject({ outcome: 'skipped', reason: `over budget: ${why}` });
    const [incident] = await openIncidents(office.store.db);
    const detail = `Checks are skipped: ${why}. No day can pay for them: raise the budget in the config.`;
    expect(incident).toMatchObject({ kind: 'budget-reached', detail });
  });

  it('holds when the service charges more than the config says, because the last price counts', async () => {
    const office = await openOffice({ budget: { perDay: 28 } });
    office.service.reply = () => ({ body: { code: 0, message: 'ok', pointCost: 15, data: { total: 0, hits: [] } } });
    expect(await office.check()).toMatchObject([{ outcome: 'complete', credits: 15 }]);
    const [outcome] = await office.check();
    expect(outcome).toMatchObject({ outcome: 'skipped', credits: 0 });
    expect(outcome?.reason).toContain('15 of 28 credits are spent and the check needs about 15');
  });

  it('starts anew the next day even if the service once charged more than all of it', async () => {
    const office = await openOffice({ budget: { perDay: 28 } });
    office.service.reply = () => ({ body: { code: 0, message: 'ok', pointCost: 1500, data: { total: 0, hits: [] } } });
    expect(await office.check()).toMatchObject([{ outcome: 'complete', credits: 1500 }]);
    office.service.reply = () => undefined;
    expect(await office.check()).toMatchObject([{ outcome: 'skipped' }]);
    expect(await office.check({ after: 1 })).toMatchObject([{ outcome: 'complete', credits: 12 }]);
  });

  it('cuts a check short that costs more than expected, and that check is partial', async () => {
    const office = await openOffice({ budget: { perDay: 30 } });
    office.service.cap = 1;
    office.service.dockets = [1, 2, 3, 4].map((docketId) => docketHit({ docketId }));
    const [outcome] = await office.check();
    expect(outcome).toMatchObject({ outcome: 'partial', requests: 2, credits: 24 });
    expect(outcome?.reason).toMatch(/budget/);
  });

  it('that cut a check short is an incident, and the rest is read when it is renewed, not at the next slot', async () => {
    const small = { id: 'small', dockets: { companyName: 'Rival' } };
    const large = { id: 'large', dockets: { patentNumber: '6834603' }, announce: false, schedule: '0 7 * * 5' };
    const office = await openOffice({ budget: { perDay: 40 }, watches: [small] });
    await office.check();
    office.service.dockets = [1, 2, 3].map((docketId) => docketHit({ docketId, parties: [] }));
    office.service.cap = 1;
    await office.configure({ budget: { perDay: 40 }, watches: [large] });
    await office.newAlerts();
    expect(await office.daemonCheck('large')).toMatchObject({ outcome: 'partial', credits: 24 });
    expect(await office.newAlerts()).toEqual(['ops: budget-reached began']);
    const due = await office.store.db.selectFrom('watchQueries').select('nextDueAt').executeTakeFirstOrThrow();
    expect(due).toEqual({ nextDueAt: '2026-11-21T00:00:00.000Z' });
    office.pass(1);
    expect(await office.daemonCheck('large')).toMatchObject({ outcome: 'complete', credits: 36 });
    expect(await office.newAlerts()).toEqual(['ops: budget-reached ended']);
  });

  it('that could not pay for the whole check on any day lets it wait for its slot', async () => {
    const office = await openOffice({ budget: { perDay: 30 } });
    office.service.cap = 1;
    office.service.dockets = [1, 2, 3].map((docketId) => docketHit({ docketId }));
    expect(await office.daemonCheck('widget')).toMatchObject({ outcome: 'partial', credits: 24 });
    const due = await office.store.db.selectFrom('watchQueries').select('nextDueAt').executeTakeFirstOrThrow();
    expect(due).toEqual({ nextDueAt: '2026-11-23T12:00:00.000Z' });
    const [incident] = await openIncidents(office.store.db);
    expect(incident?.detail).toMatch(/\(budget\.perDay\)\. No day can pay for them: raise the budget in the config\.$/);
  });

  it('must cover each further page at the highest price of the pages read so far', async () => {
    const office = await openOffice({ budget: { perDay: 33 } });
    office.service.cap = 1;
    office.service.dockets = [1, 2, 3].map((docketId) => docketHit({ docketId }));
    office.service.reply = (call) =>
      call.body.from === 0 ? { body: { ...truth(office.service, call), pointCost: 20 } } : undefined;
    expect(await office.check()).toMatchObject([{ outcome: 'partial', requests: 1, credits: 20 }]);
  });

  it('must also cover each repeated call, since the service may charge for those that brought no response', async () => {
    const service = { timeoutSeconds: 0.2, retries: 4, retryBaseSeconds: 0.01 };
    const office = await openOffice({ budget: { perDay: 30 }, service });
    office.service.reply = () => new Promise(() => {});
    expect(await office.check()).toMatchObject([{ outcome: 'failed', requests: 2, credits: 24 }]);
    expect(await office.check()).toMatchObject([{ outcome: 'skipped', requests: 0 }]);
    expect(await office.newAlerts()).toContain('ops: budget-reached began');
  });

  it('is named instead of the budget of a watch when neither can pay, because it stops more', async () => {
    const office = await openOffice({ watches: [{ ...three[0], budget: { perDay: 6 } }], budget: { perMonth: 6 } });
    const [outcome] = await office.check();
    expect(outcome).toMatchObject({ outcome: 'skipped' });
    expect(outcome?.reason).toContain('(budget.perMonth)');
  });

  it('is not charged for a call that was never made, and that call is not counted', async () => {
    const office = await openOffice({ budget: { perDay: 12 } });
    const { store, config } = office.parts();
    await openSharedPace(store, { ...config.service, key: 'key' }).slowDown(10 * longestWaitMs);
    expect(await office.check()).toMatchObject([{ outcome: 'failed', requests: 0, credits: 0 }]);
    expect(office.service.calls).toEqual([]);
    expect(await listSpending(store.db, '2026-11-01')).toMatchObject([{ requests: 0, credits: 0 }]);
  });
});

it('a dry run is booked at what the service charged for it', async () => {
  const office = await openOffice();
  office.service.reply = () => ({ body: { code: 0, message: 'ok', pointCost: 15, data: { total: 0, hits: [] } } });
  expect(await office.check({ dryRun: true })).toMatchObject([{ outcome: 'complete' }]);
  expect(await listSpending(office.store.db, '2026-11-01')).toMatchObject([{ requests: 1, credits: 15 }]);
});
