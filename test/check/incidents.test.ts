import { describe, expect, it } from 'vitest';
import { loadKeySuspension } from '../../src/check/admission/keySuspension.ts';
import { listWatchStatus } from '../../src/schedule/watchStatusQueries.ts';
import { spentOn } from '../../src/snapshot/spendingTable.ts';
import { eventually } from '../eventually.ts';
import { letTimePass } from '../schedule/letTimePass.ts';
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
  await office.newAlerts();
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
    ['hits that are not a list', { body: { code: 0, data: { total: 1, hits: {} } } }],
    ['a bare null', { body: 'null' }],
  ])('keeps everything, and reports no change: %s', async (_, reply) => {
    const office = await officeOf({ goneAfterChecks: 1 });
    office.service.reply = () => reply;
    const [outcome] = await office.check();
    expect(outcome).toMatchObject({ outcome: 'failed', changes: 0, credits: 0 });
    office.service.reply = () => undefined;
    expect(await office.check()).toMatchObject([{ outcome: 'complete', changes: 0 }]);
    expect(await office.newAlerts()).toEqual([]);
  });

  it('is an incident once two slots have passed without a complete check, once, and over with the next complete one', async () => {
    const office = await officeOf();
    office.service.reply = () => ({ status: 503, body: 'down' });
    // The baseline is of Friday noon; its schedule has slots on Monday and on Tuesday, at 7 in New York.
    office.pass(3);
    await office.check();
    expect(await office.newAlerts()).toEqual([]);
    office.pass(1);
    await office.check();
    expect(await office.newAlerts()).toEqual(['counsel: watch-unwatched began', 'ops: service-away began']);
    office.pass(1);
    await office.check();
    expect(await office.newAlerts()).toEqual([]);
    office.service.reply = () => undefined;
    await office.check();
    expect(await office.newAlerts()).toEqual(['counsel: watch-unwatched ended', 'ops: service-away ended']);
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
    expect(await office.newAlerts()).toEqual(['counsel: docket.new 2:26-cv-2 entries=1 [widget]']);
  });
});

describe('a key that the service refuses', () => {
  it.each([
    ['token-refused', refusal(1004, 'invalid token')],
    ['token-refused', { status: 401, body: 'no' }],
    ['credits-gone', refusal(2001, 'no credits')],
    ['credits-gone', { status: 402, body: '' }],
  ])('is reported once as %s; no other watch asks, a check on demand does', async (kind, reply) => {
    const office = await openOffice({ watches: three });
    await office.check();
    office.service.reply = () => reply;
    const asked = office.service.calls.length;
    const outcomes = await office.check();
    expect(outcomes.map((outcome) => outcome.outcome)).toEqual(['failed', 'skipped', 'skipped']);
    const status = await listWatchStatus(office.store.db);
    expect(status.map((each) => each.lastOutcome)).toEqual(['failed', 'skipped', 'skipped']);
    expect(office.service.calls.length - asked).toBe(1);
    expect(await office.newAlerts()).toEqual([`ops: ${kind} began`]);
    await office.check();
    expect(office.service.calls.length - asked).toBe(2);
    expect(await office.newAlerts()).toEqual([]);
    office.service.reply = () => undefined;
    expect((await office.check()).map((outcome) => outcome.outcome)).toEqual(['complete', 'complete', 'complete']);
    expect(await office.newAlerts()).toEqual([`ops: ${kind} ended`]);
    expect(await openIncidents(office)).toEqual([]);
  });

  it('is asked by the daemon after 5 minutes, then at growing intervals up to 6 hours', async () => {
    const office = await openOffice({ watches: three });
    office.service.reply = () => refusal(1004, 'invalid token');
    expect(await office.daemonCheck('case1')).toMatchObject({ outcome: 'failed' });
    expect(await office.daemonCheck('case2')).toMatchObject({ outcome: 'skipped', requests: 0 });
    const probes: number[] = [];
    // Shortly before, and at, each probe that is to come.
    const gaps = [5, 10, 20, 40, 80, 160, 320, 360, 360];
    const wanted = gaps.map((_, index) => gaps.slice(0, index + 1).reduce((sum, gap) => sum + gap, 0));
    let minutes = 0;
    for (const next of wanted.flatMap((probe) => [probe - 1, probe])) {
      office.pass(0, (next - minutes) / 60);
      minutes = next;
      if ((await office.daemonCheck('case2')).outcome === 'failed') probes.push(minutes);
    }
    expect(probes).toEqual(wanted);
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
  it('is never passed, however many checks run side by side; what it cannot pay is skipped, and reported once a period', async () => {
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

  it('is whole again the next day, which ends the incident; and reported again when it is reached again', async () => {
    const office = await openOffice({ watches: three, budget: { perDay: 24 } });
    await office.check();
    expect(await office.newAlerts()).toEqual(['ops: budget-reached began']);
    office.pass(1);
    const outcomes = await office.check();
    expect(outcomes.map((outcome) => outcome.outcome).sort()).toEqual(['complete', 'complete', 'skipped']);
    expect(await office.newAlerts()).toEqual(['ops: budget-reached began', 'ops: budget-reached ended']);
    expect(await openIncidents(office)).toEqual(['budget-reached']);
  });

  it('that is made larger ends the incident as soon as all that waited was checked, and not before', async () => {
    const office = await openOffice({ watches: three, budget: { perDay: 24 } });
    const paid = (await office.check()).find(({ outcome }) => outcome === 'complete');
    expect(await office.newAlerts()).toEqual(['ops: budget-reached began']);
    await office.configure({ watches: three, budget: { perDay: 36 } });
    await office.check({ ids: [paid?.watch ?? expect.fail()] });
    expect(await openIncidents(office)).toEqual(['budget-reached']);
    await office.configure({ watches: three, budget: { perDay: 240 } });
    await office.check();
    expect(await office.newAlerts()).toEqual(['ops: budget-reached ended']);
    expect(await openIncidents(office)).toEqual([]);
  });

  it('is not passed either when the service charges more than the config says: what it charged last counts', async () => {
    const office = await openOffice({ budget: { perDay: 28 } });
    office.service.reply = () => ({ body: { code: 0, message: 'ok', pointCost: 15, data: { total: 0, hits: [] } } });
    expect(await office.check()).toMatchObject([{ outcome: 'complete', credits: 15 }]);
    const [outcome] = await office.check();
    expect(outcome).toMatchObject({ outcome: 'skipped', credits: 0 });
    expect(outcome?.reason).toContain('15 of 28 credits are spent and the check needs about 15');
  });

  it('is whole again the next day also where the service once charged more than all of it', async () => {
    const office = await openOffice({ budget: { perDay: 28 } });
    office.service.reply = () => ({ body: { code: 0, message: 'ok', pointCost: 1500, data: { total: 0, hits: [] } } });
    expect(await office.check()).toMatchObject([{ outcome: 'complete', credits: 1500 }]);
    office.service.reply = () => undefined;
    expect(await office.check()).toMatchObject([{ outcome: 'skipped' }]);
    office.pass(1);
    expect(await office.check()).toMatchObject([{ outcome: 'complete', credits: 12 }]);
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
    expect(outcome?.reason).toMatch(/caseName.*2 parts unreadable/);
    expect(await office.newAlerts()).toEqual([
      'counsel: docket.new 2:26-cv-2 entries=1 [widget]',
      'ops: unreadable-hits began',
    ]);
    office.service.dockets = [docketHit(), fresh];
    await office.check();
    expect(await office.newAlerts()).toEqual(['ops: unreadable-hits ended']);
  });

  it('stay an incident until a result was read whole', async () => {
    const office = await openOffice({ watches: [{ ...three[0], dockets: { patentNumber: '6834603' } }] });
    office.service.cap = 1;
    office.service.dockets = [docketHit(), docketHit({ docketId: 2, caseName: ['x'] })];
    await office.check();
    expect(await office.newAlerts()).toEqual(['ops: unreadable-hits began']);
    office.service.reply = ({ body }) => (body.from === 1 ? { status: 500, body: '' } : undefined);
    expect(await office.check()).toMatchObject([{ outcome: 'partial' }]);
    expect(await office.newAlerts()).toEqual([]);
    office.service.reply = () => undefined;
    office.service.dockets = [docketHit(), docketHit({ docketId: 2 })];
    await office.check();
    expect(await office.newAlerts()).toEqual(['ops: unreadable-hits ended']);
  });

  it('reports an entry that could not be read once it can, and does not count it as unseen before', async () => {
    const office = await officeOf();
    office.service.dockets = [docketWith([entryHit(1), 'no entry' as never])];
    await office.check();
    expect(await office.newAlerts()).toEqual(['ops: unreadable-hits began']);
    office.service.dockets = [docketWith([entryHit(1), entryHit(2, { dateFiled: 'Nov 20, 2026' })])];
    await office.check();
    expect(await office.newAlerts()).toEqual([
      'counsel: entry.new 1:20-cv-00168 #2 [widget]',
      'ops: unreadable-hits ended',
    ]);
  });
});

describe('a check', () => {
  it('parses nothing when the response is byte for byte the last one', async () => {
    const office = await officeOf();
    await office.check();
    const last = await office.store.db
      .selectFrom('checks')
      .select('evidence')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
    expect(JSON.parse(last.evidence ?? '{}')).toMatchObject({ same: true });
  });

  it('of one query runs once at a time: a second one waits, and finds the news reported', async () => {
    const office = await officeOf();
    office.service.dockets = [docketHit({ assignedTo: 'Alan Reyes' })];
    const outcomes = await Promise.all([office.check(), office.check()]);
    expect(
      outcomes
        .flat()
        .map((outcome) => outcome.changes)
        .sort(),
    ).toEqual([0, 1]);
    expect(await office.newAlerts()).toEqual(['counsel: docket.updated 1:20-cv-00168 assignedTo [widget]']);
  });

  it('that is only rehearsed shows what it would report, and stores nothing but the spending', async () => {
    const office = await officeOf();
    office.service.dockets = [docketHit({ assignedTo: 'Alan Reyes' })];
    const day = office.now.toISOString().slice(0, 10);
    const spent = await spentOn(office.store.db, day);
    const [outcome] = await office.check({ dryRun: true });
    expect(outcome).toMatchObject({ changes: 1, wouldReport: [{ kind: 'docket.updated', label: '1:20-cv-00168' }] });
    expect(await office.newAlerts()).toEqual([]);
    expect(await office.changes()).toEqual([]);
    expect(await spentOn(office.store.db, day)).toBe(spent + 12);
    await office.check();
    expect(await office.newAlerts()).toEqual(['counsel: docket.updated 1:20-cv-00168 assignedTo [widget]']);
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

describe('a service that asks to be left alone for longer than a call waits', () => {
  const busyFor = (seconds: number) => ({ status: 429, headers: { 'retry-after': String(seconds) }, body: '' });

  it('is asked by no query until then', async () => {
    const office = await openOffice({ watches: three });
    office.service.reply = () => busyFor(3600);
    expect(await office.daemonCheck('case1')).toMatchObject({ outcome: 'failed' });
    expect(office.service.calls).toHaveLength(1);
    office.service.reply = () => undefined;
    for (const id of ['case2', 'case3', 'case1']) {
      expect(await office.daemonCheck(id)).toMatchObject({ outcome: 'skipped', requests: 0 });
    }
    office.pass(0, 59 / 60);
    expect(await office.daemonCheck('case2')).toMatchObject({ outcome: 'skipped' });
    expect(office.service.calls).toHaveLength(1);
    office.pass(0, 2 / 60);
    // The pace goes by the real clock, which has not moved.
    await letTimePass(office.store.db, 3_600_000);
    expect(await office.daemonCheck('case2')).toMatchObject({ outcome: 'complete' });
    expect(await office.daemonCheck('case3')).toMatchObject({ outcome: 'complete' });
  });
});

describe('a key that works again', () => {
  it('is not one of which an earlier call succeeded: of two side by side, the first took the last credits', async () => {
    const office = await openOffice({ watches: three });
    await office.check();
    await office.newAlerts();
    office.pass(3);
    const refused = Promise.withResolvers<void>();
    office.service.reply = async ({ body }) => {
      if (body.caseNumber === '1:20-cv-00002') return refusal(2001, 'no credits');
      await refused.promise;
      return undefined;
    };
    const earlier = office.daemonCheck('case1');
    await eventually(() => expect(office.service.calls).toHaveLength(4));
    office.pass(0, 1 / 3600);
    await office.daemonCheck('case2');
    refused.resolve();
    expect(await earlier).toMatchObject({ outcome: 'complete' });
    const { store, config } = office.parts();
    expect(await loadKeySuspension(store.db, config.service)).toMatchObject({ errorClass: 'credits' });
    expect(await office.newAlerts()).toEqual(['ops: credits-gone began']);
    office.pass(0, 0.1);
    office.service.reply = () => undefined;
    expect(await office.daemonCheck('case1')).toMatchObject({ outcome: 'complete' });
    expect(await office.newAlerts()).toEqual(['ops: credits-gone ended']);
  });

  it('resumes at the first success also where it was suspended by a clock that was ahead', async () => {
    const office = await openOffice({ watches: three });
    await office.check();
    await office.newAlerts();
    office.pass(30);
    office.service.reply = () => refusal(2001, 'no credits');
    await office.daemonCheck('case1');
    office.service.reply = () => undefined;
    office.pass(-20);
    expect(await office.daemonCheck('case1')).toMatchObject({ outcome: 'complete' });
    const ofKey = (await office.newAlerts()).filter((line) => line.startsWith('ops: '));
    expect(ofKey).toEqual(['ops: credits-gone began', 'ops: credits-gone ended']);
  });

  it('makes every watch that waited for it due', async () => {
    const office = await openOffice({ watches: three });
    await office.check();
    office.pass(3);
    office.service.reply = () => refusal(1004, 'invalid token');
    await office.daemonCheck('case1');
    await office.daemonCheck('case2');
    office.service.reply = () => undefined;
    office.pass(0, 0.1);
    await office.check({ ids: ['case3'] });
    const rows = await office.store.db.selectFrom('watch_queries').select(['watch_id', 'next_due_at']).execute();
    const due = rows.filter((row) => (row.next_due_at ?? '') <= office.now.toISOString());
    expect(due.map((row) => row.watch_id).sort()).toEqual(['case1', 'case2']);
  });
});

it('a docket that showed a part of its entries is an incident until it shows all of them', async () => {
  const office = await openOffice();
  office.service.dockets = [docketWith([entryHit(1)])];
  await office.check();
  office.service.dockets = [docketWith([entryHit(1)], { entryTotal: 5 })];
  await office.check();
  expect(await office.newAlerts()).toContain('ops: docket-truncated began');
  office.service.dockets = [docketWith([1, 2, 3, 4, 5].map((number) => entryHit(number)))];
  await office.check();
  expect(await office.newAlerts()).toContain('ops: docket-truncated ended');
});

it('nor does its end name a docket of a confidential watch', async () => {
  const secret = { id: 'x', name: 'Project Falcon', matter: 'M-9', confidential: true, announce: false };
  const office = await openOffice({ watches: [{ ...secret, dockets: { patentNumber: '6834603' } }] });
  for (const entries of [[1], [1, 2], [1, 2, 3, 4, 5]]) {
    office.service.dockets = [
      docketWith(
        entries.map((number) => entryHit(number)),
        { entryTotal: entries.length > 1 ? 5 : 1 },
      ),
    ];
    await office.check();
  }
  const notices = await office.store.db.selectFrom('alerts').select('payload').where('channel', '=', 'ops').execute();
  expect(notices).toHaveLength(2);
  expect(JSON.stringify(notices)).not.toMatch(/00168|Widget|Falcon/);
});

it('page sizes that were refused once are tried again after a day: small pages cost several times as much', async () => {
  const office = await openOffice();
  office.service.dockets = Array.from({ length: 30 }, (_, index) => docketHit({ docketId: 1 + index }));
  let refused = 0;
  office.service.reply = ({ body }) =>
    Number(body.size) > 10 && refused++ === 0 ? refusal(1002, 'size over the limit') : undefined;
  const callsOf = async () => {
    const before = office.service.calls.length;
    await office.check();
    return office.service.calls.length - before;
  };
  // Refused once, then three pages of ten.
  expect(await callsOf()).toBe(4);
  office.pass(0, 2);
  expect(await callsOf()).toBe(3);
  office.pass(1);
  expect(await callsOf()).toBe(1);
  expect(await callsOf()).toBe(1);
});

it('a few old entries that turn up are reported with their texts, however few', async () => {
  const office = await openOffice();
  office.service.dockets = [docketWith([entryHit(2), entryHit(3)], { entryTotal: 3 })];
  await office.check();
  office.service.dockets = [docketWith([entryHit(1), entryHit(2), entryHit(3)])];
  office.pass(1);
  await office.check();
  const [change] = await office.changes();
  expect(change).toMatchObject({ kind: 'entry.backfill', entry: undefined });
  expect(change?.entries).toMatchObject([{ documentNumber: '1', description: 'COMPLAINT number 1 by the plaintiff' }]);
});
