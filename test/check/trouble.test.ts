import { describe, expect, it } from 'vitest';
import { runCheck } from '../../src/check/runCheck.ts';
import { spentOn } from '../../src/store/ledger/spending.ts';
import { claimQuery } from '../../src/store/queue/claims.ts';
import { listWatchStatus } from '../../src/store/queue/watchStatus.ts';
import { designHit, docketHit, docketWith, entryHit } from './hits.ts';
import { type Office, openOffice } from './office.ts';
import { refusal } from './service.ts';

const three = [1, 2, 3].map((number) => ({
  id: `case${number}`,
  announce: false,
  dockets: { caseNumber: `1:20-cv-0000${number}` },
}));

async function officeOf(settings: Record<string, unknown> = {}): Promise<Office> {
  const office = await openOffice(settings);
  office.service.dockets = [docketHit()];
  await office.check();
  await office.told();
  return office;
}

async function openIncidents(office: Office): Promise<string[]> {
  const rows = await office.store.db.selectFrom('troubles').select('kind').where('ended_at', 'is', null).execute();
  return rows.map((row) => row.kind);
}

describe('a check that fails', () => {
  it.each([
    ['a server error in HTTP 200', refusal(5000, 'internal')],
    ['HTTP 500', { status: 500, body: 'oops' }],
    ['an HTML page with HTTP 200', { body: '<html><body>maintenance</body></html>' }],
    ['an empty body', { body: '' }],
    ['a body cut off', { body: '{"code":0,"data":{"total":1,"hits":[{"docketId":70' }],
    ['data: null', { body: { code: 0, message: 'success', data: null } }],
    ['no hits', { body: { code: 0, data: { total: 0 } } }],
    ['hits that are no list', { body: { code: 0, data: { total: 1, hits: {} } } }],
    ['a bare null', { body: 'null' }],
  ])('keeps everything, and tells no change: %s', async (_, reply) => {
    const office = await officeOf({ goneAfterChecks: 1 });
    office.service.reply = () => reply;
    const [outcome] = await office.check();
    expect(outcome).toMatchObject({ outcome: 'failed', changes: 0, credits: 0 });
    office.service.reply = () => undefined;
    expect(await office.check()).toMatchObject([{ outcome: 'complete', changes: 0 }]);
    expect(await office.told()).toEqual([]);
  });

  it('is told at the third in a row, once, and once when it is over', async () => {
    const office = await officeOf();
    office.service.reply = () => ({ status: 503, body: 'down' });
    await office.check();
    await office.check();
    expect(await office.told()).toEqual([]);
    await office.check();
    expect(await office.told()).toEqual(['ops: watch-failing began']);
    await office.check();
    expect(await office.told()).toEqual([]);
    office.service.reply = () => undefined;
    await office.check();
    expect(await office.told()).toEqual(['ops: watch-failing ended']);
  });

  it('is partial where a later page fails, and what came counts', async () => {
    const office = await officeOf();
    office.service.cap = 1;
    office.service.dockets = [
      docketHit(),
      docketHit({ docketId: 7002, docketNumber: '2:26-cv-2', dateFiled: '2026-11-20' }),
      docketHit({ docketId: 7003 }),
    ];
    office.service.reply = ({ body }) => (body.from === 2 ? { status: 500, body: '' } : undefined);
    expect(await office.check()).toMatchObject([{ outcome: 'partial', hits: 2, changes: 1 }]);
    expect(await office.told()).toEqual(['counsel: docket.new 2:26-cv-2 entries=1 [widget]']);
  });
});

describe('a key that the service refuses', () => {
  it.each([
    ['token-refused', refusal(1004, 'invalid token')],
    ['token-refused', { status: 401, body: 'no' }],
    ['credits-gone', refusal(2001, 'no credits')],
    ['credits-gone', { status: 402, body: '' }],
  ])('is told once as %s; no other watch asks, a check by hand does', async (kind, reply) => {
    const office = await openOffice({ watches: three });
    await office.check();
    office.service.reply = () => reply;
    const asked = office.service.calls.length;
    const outcomes = await office.check();
    expect(outcomes.map((outcome) => outcome.outcome)).toEqual(['failed', 'skipped', 'skipped']);
    const status = await listWatchStatus(office.store.db);
    expect(status.map((each) => each.lastOutcome)).toEqual(['failed', 'skipped', 'skipped']);
    expect(office.service.calls.length - asked).toBe(1);
    expect(await office.told()).toEqual([`ops: ${kind} began`]);
    await office.check();
    expect(office.service.calls.length - asked).toBe(2);
    expect(await office.told()).toEqual([]);
    office.service.reply = () => undefined;
    expect((await office.check()).map((outcome) => outcome.outcome)).toEqual(['complete', 'complete', 'complete']);
    expect(await office.told()).toEqual([`ops: ${kind} ended`]);
    expect(await openIncidents(office)).toEqual([]);
  });

  it('is asked by the daemon after 5 minutes, then at growing intervals up to 6 hours', async () => {
    const office = await openOffice({ watches: three });
    office.service.reply = () => refusal(1004, 'invalid token');
    expect(await office.daemonCheck('case1')).toMatchObject({ outcome: 'failed' });
    expect(await office.daemonCheck('case2')).toMatchObject({ outcome: 'skipped', requests: 0 });
    const probes: number[] = [];
    let minutes = 0;
    for (; minutes < 40 * 60; minutes += 5) {
      office.pass(0, 5 / 60);
      if ((await office.daemonCheck('case2')).outcome === 'failed') probes.push(minutes + 5);
    }
    const gaps = probes.map((probe, index) => probe - (probes[index - 1] ?? 0));
    expect(gaps.slice(0, 7)).toEqual([5, 10, 20, 40, 80, 160, 320]);
    expect(gaps.slice(7).every((gap) => gap === 360)).toBe(true);
    office.service.reply = () => undefined;
    office.pass(1);
    expect(await office.daemonCheck('case2')).toMatchObject({ outcome: 'complete' });
    expect(await office.daemonCheck('case3')).toMatchObject({ outcome: 'complete' });
  });

  it('starts afresh with another token', async () => {
    const office = await openOffice({ watches: three });
    office.service.reply = ({ token }) => (token === 'good' ? undefined : { status: 401, body: '' });
    await office.daemonCheck('case1');
    await office.configure({ watches: three, service: { token: 'good' } });
    expect(await office.daemonCheck('case2')).toMatchObject({ outcome: 'complete' });
  });

  it('keeps the daemon from asking where only a later page was refused', async () => {
    const office = await openOffice({ watches: [{ id: 'widget', dockets: { patentNumber: '6834603' } }, ...three] });
    office.service.cap = 1;
    office.service.dockets = [docketHit(), docketHit({ docketId: 2 })];
    office.service.reply = ({ body }) => (body.from === 1 ? refusal(2001, 'no credits') : undefined);
    expect(await office.daemonCheck('widget')).toMatchObject({ outcome: 'partial' });
    expect(await office.daemonCheck('case1')).toMatchObject({ outcome: 'skipped' });
  });
});

describe('the budget', () => {
  it('is never passed, however many checks run side by side; what it cannot pay is skipped, and told once a period', async () => {
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
    expect(await office.told()).toEqual(['ops: budget-reached began']);
    await office.check();
    expect(office.service.calls).toHaveLength(3);
    expect(await office.told()).toEqual([]);
    const skipped = await office.store.db.selectFrom('checks').select('id').where('outcome', '=', 'skipped').execute();
    expect(skipped.length).toBeGreaterThanOrEqual(5);
  });

  it('is whole again the next day, which ends the incident; and told again when it is reached again', async () => {
    const office = await openOffice({ watches: three, budget: { perDay: 24 } });
    await office.check();
    expect(await office.told()).toEqual(['ops: budget-reached began']);
    office.pass(1);
    const outcomes = await office.check();
    expect(outcomes.map((outcome) => outcome.outcome).sort()).toEqual(['complete', 'complete', 'skipped']);
    expect(await office.told()).toEqual(['ops: budget-reached began', 'ops: budget-reached ended']);
    expect(await openIncidents(office)).toEqual(['budget-reached']);
  });

  it('cuts a reading short that costs more than was to be expected, which is partial then', async () => {
    const office = await openOffice({ budget: { perDay: 30 } });
    office.service.cap = 1;
    office.service.dockets = [1, 2, 3, 4].map((docketId) => docketHit({ docketId }));
    const [outcome] = await office.check();
    expect(outcome).toMatchObject({ outcome: 'partial', requests: 2, credits: 24 });
    expect(outcome?.reason).toMatch(/budget/);
  });
});

describe('hits that cannot be read', () => {
  it('make a check partial with the reason, the good ones count, and healing is silent for the watches', async () => {
    const office = await officeOf();
    const fresh = docketHit({ docketId: 7002, docketNumber: '2:26-cv-2', dateFiled: '2026-11-20' });
    office.service.dockets = [docketHit({ assignedTo: 17, caseName: ['x'] }), fresh];
    const [outcome] = await office.check();
    expect(outcome).toMatchObject({ outcome: 'partial', hits: 2, changes: 1 });
    expect(outcome?.reason).toMatch(/caseName.*2 parts set aside/);
    expect(await office.told()).toEqual([
      'counsel: docket.new 2:26-cv-2 entries=1 [widget]',
      'ops: unreadable-hits began',
    ]);
    office.service.dockets = [docketHit(), fresh];
    await office.check();
    expect(await office.told()).toEqual(['ops: unreadable-hits ended']);
  });

  it('tells an entry that could not be read once it can, and does not count it as unseen before', async () => {
    const office = await officeOf();
    office.service.dockets = [docketWith([entryHit(1), 'no entry' as never])];
    await office.check();
    expect(await office.told()).toEqual(['ops: unreadable-hits began']);
    office.service.dockets = [docketWith([entryHit(1), entryHit(2, { dateFiled: 'Nov 20, 2026' })])];
    await office.check();
    expect(await office.told()).toEqual(['counsel: entry.new 1:20-cv-00168 #2 [widget]', 'ops: unreadable-hits ended']);
  });
});

describe('a check', () => {
  it('parses nothing when the answer is byte for byte the last one', async () => {
    const office = await officeOf();
    await office.check();
    const last = await office.store.db
      .selectFrom('checks')
      .select('evidence')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
    expect(JSON.parse(last.evidence ?? '{}')).toMatchObject({ same: true });
  });

  it('stores nothing when its claim was lost on the way', async () => {
    const office = await officeOf();
    const [query] = await office.store.db.selectFrom('queries').select('id').execute();
    const queryId = query?.id ?? '';
    const ask = { queryId, now: office.now, leaseSeconds: 60, onlyIfDue: false };
    const claim = await claimQuery(office.store.db, { ...ask, owner: 'slow' });
    office.service.dockets = [docketHit({ assignedTo: 'Alan Reyes' })];
    office.service.reply = async () => {
      await claimQuery(office.store.db, { ...ask, owner: 'other', now: new Date(office.now.getTime() + 120_000) });
      return undefined;
    };
    if (claim === undefined) throw new Error('no claim');
    const checks = () => office.store.db.selectFrom('checks').select('id').execute();
    const before = await checks();
    await expect(runCheck(office.parts(), { claim })).rejects.toMatchObject({ code: 'check.claim-lost' });
    expect(await checks()).toEqual(before);
    expect(await office.changes()).toEqual([]);
  });

  it('of one query runs once at a time: a second one waits, and finds the news told', async () => {
    const office = await officeOf();
    office.service.dockets = [docketHit({ assignedTo: 'Alan Reyes' })];
    const outcomes = await Promise.all([office.check(), office.check()]);
    expect(
      outcomes
        .flat()
        .map((outcome) => outcome.changes)
        .sort(),
    ).toEqual([0, 1]);
    expect(await office.told()).toEqual(['counsel: docket.updated 1:20-cv-00168 assignedTo [widget]']);
  });

  it('that is only rehearsed shows what it would tell, and stores nothing but the spending', async () => {
    const office = await officeOf();
    office.service.dockets = [docketHit({ assignedTo: 'Alan Reyes' })];
    const day = office.now.toISOString().slice(0, 10);
    const spent = await spentOn(office.store.db, day);
    const [outcome] = await office.check({ dryRun: true });
    expect(outcome).toMatchObject({ changes: 1, wouldTell: [{ kind: 'docket.updated', label: '1:20-cv-00168' }] });
    expect(await office.told()).toEqual([]);
    expect(await office.changes()).toEqual([]);
    expect(await spentOn(office.store.db, day)).toBe(spent + 12);
    await office.check();
    expect(await office.told()).toEqual(['counsel: docket.updated 1:20-cv-00168 assignedTo [widget]']);
  });

  it('asks every page once for equal queries, and counts their cost once', async () => {
    const office = await openOffice({
      watches: [
        { id: 'one', dockets: { patentNumber: '6,834,603' } },
        { id: 'two', dockets: { patentNumber: '6834603' } },
        { id: 'bottles', designs: { source: ['HAGUE', 'EMID', 'DEID'], holder: 'Rival' } },
      ],
    });
    office.service.dockets = [1, 2, 3, 4, 5].map((docketId) => docketHit({ docketId }));
    office.service.designs = [designHit(1)];
    office.service.cap = 2;
    const outcomes = await office.check();
    expect(outcomes.map(({ watch, requests, credits, hits }) => [watch, requests, credits, hits])).toEqual([
      ['one', 3, 36, 5],
      ['two', 0, 0, 5],
      ['bottles', 3, 6, 1],
    ]);
    expect(office.service.calls).toHaveLength(6);
  });
});
