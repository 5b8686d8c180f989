import { describe, expect, it } from 'vitest';
import { spentInAll } from '../../src/store/snapshot/ledgerTable.ts';
import { noticesOf } from '../alerts/outbox/outbox.ts';
import { designHit, docketHit, docketWith, entryHit } from './hits.ts';
import { type Office, officeThatKnows, openOffice } from './office.ts';
import { refusal } from './service.ts';
import { three } from './threeWatches.ts';

const officeOf = (settings = {}): Promise<Office> => officeThatKnows({ dockets: [docketHit()] }, settings);

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
  ])('keeps all records, and reports no change: %s', async (_, reply) => {
    const office = await officeOf({ goneAfterChecks: 1 });
    office.service.reply = () => reply;
    const [outcome] = await office.check();
    expect(outcome).toMatchObject({ outcome: 'failed', changes: 0, credits: 0 });
    office.service.reply = () => undefined;
    expect(await office.check()).toMatchObject([{ outcome: 'complete', changes: 0 }]);
    expect(await office.newAlerts()).toEqual([]);
  });

  it('begins an incident once two slots pass without a complete check; the next complete check ends it', async () => {
    const office = await officeOf();
    office.service.reply = () => ({ status: 503, body: 'down' });
    // The baseline is from Friday noon. The schedule has slots on Monday and on Tuesday, at 7:00 in New York.
    expect(await office.alertsOfCheck({ after: 3 })).toEqual([]);
    expect(await office.alertsOfCheck({ after: 1 })).toEqual([
      'counsel: watch-unwatched began',
      'ops: service-away began',
    ]);
    expect(await office.alertsOfCheck({ after: 1 })).toEqual([]);
    office.service.reply = () => undefined;
    expect(await office.alertsOfCheck()).toEqual(['counsel: watch-unwatched ended', 'ops: service-away ended']);
  });

  it('on a later page is partial, and the hits of the earlier pages count', async () => {
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

describe('unreadable hits', () => {
  it('make a check partial with a reason; the readable hits count, and only the operators are notified', async () => {
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
    expect(await office.alertsOfCheck()).toEqual(['ops: unreadable-hits ended']);
  });

  it('remain an incident until a check reads a whole result', async () => {
    const office = await openOffice({ watches: [{ ...three[0], dockets: { patentNumber: '6834603' } }] });
    office.service.cap = 1;
    office.service.dockets = [docketHit(), docketHit({ docketId: 2, caseName: ['x'] })];
    expect(await office.alertsOfCheck()).toEqual(['ops: unreadable-hits began']);
    office.service.reply = ({ body }) => (body.from === 1 ? { status: 500, body: '' } : undefined);
    expect(await office.check()).toMatchObject([{ outcome: 'partial' }]);
    expect(await office.newAlerts()).toEqual([]);
    office.service.reply = () => undefined;
    office.service.dockets = [docketHit(), docketHit({ docketId: 2 })];
    expect(await office.alertsOfCheck()).toEqual(['ops: unreadable-hits ended']);
  });

  it('of one of the searches of a watch name this search, and a confidential watch by its matter only', async () => {
    const bottles = { id: 'bottles', matter: 'M-1', designs: { source: ['HAGUE', 'EMID'], holder: 'Rival' } };
    for (const confidential of [false, true]) {
      const office = await openOffice({ watches: [{ ...bottles, confidential }] });
      office.service.reply = () => ({ body: { code: 0, data: { total: 1, hits: [{}] } } });
      await office.check();
      const subjects = (await noticesOf(office.store)).map(({ subject }) => subject);
      const open = ['bottles (designs in EMID: holder Rival)', 'bottles (designs in HAGUE: holder Rival)'];
      expect(subjects.sort()).toEqual(confidential ? ['matter M-1', 'matter M-1'] : open);
    }
  });

  it('may contain an entry, which is reported once it is readable and is not counted as unseen before', async () => {
    const office = await officeOf();
    office.service.dockets = [docketWith([entryHit(1), 'no entry' as never])];
    expect(await office.alertsOfCheck()).toEqual(['ops: unreadable-hits began']);
    office.service.dockets = [docketWith([entryHit(1), entryHit(2, { dateFiled: 'Nov 20, 2026' })])];
    expect(await office.alertsOfCheck()).toEqual([
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

  it('that is a dry run shows what it would report, and stores nothing but the spending', async () => {
    const office = await officeOf();
    office.service.dockets = [docketHit({ assignedTo: 'Alan Reyes' })];
    const day = office.now.toISOString().slice(0, 10);
    const { today: spent } = await spentInAll(office.store.db, day);
    const [outcome] = await office.check({ dryRun: true });
    expect(outcome).toMatchObject({ changes: 1, wouldReport: [{ kind: 'docket.updated', label: '1:20-cv-00168' }] });
    expect(await office.newAlerts()).toEqual([]);
    expect(await office.changes()).toEqual([]);
    expect((await spentInAll(office.store.db, day)).today).toBe(spent + 12);
    expect(await office.alertsOfCheck()).toEqual(['counsel: docket.updated 1:20-cv-00168 assignedTo [widget]']);
  });

  it('that is a dry run counts a change once that several searches find, and only kinds that its watch reports', async () => {
    const watches = [
      { id: 'patent', dockets: { patentNumber: '6834603' } },
      { id: 'company', dockets: { companyName: 'Widget' }, tell: ['docket.status'] },
    ];
    const office = await officeThatKnows({ dockets: [docketHit()] }, { watches });
    office.service.dockets = [docketHit({ assignedTo: 'Alan Reyes', status: 'terminated' })];
    expect(await office.check({ dryRun: true })).toMatchObject([
      { changes: 2, wouldReport: [{ kind: 'docket.status', key: '7001' }, { kind: 'docket.updated' }] },
      { changes: 2, wouldReport: [{ kind: 'docket.status' }] },
    ]);
    expect(await office.changes()).toEqual([]);
  });

  it('requests every page once for equal queries, and counts their cost once', async () => {
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

it('a docket that returns only a part of its entries is an incident until it returns all, each time anew', async () => {
  const office = await openOffice();
  const noticesOf = async (shown: number, entryTotal: number) => {
    office.service.dockets = [
      docketWith(
        [1, 2, 3, 4, 5].slice(0, shown).map((number) => entryHit(number)),
        { entryTotal },
      ),
    ];
    await office.check();
    return (await office.newAlerts()).filter((line) => line.startsWith('ops: docket-truncated'));
  };
  expect(await noticesOf(1, 1)).toEqual([]);
  expect(await noticesOf(1, 5)).toEqual(['ops: docket-truncated began']);
  expect(await noticesOf(0, 0)).toEqual([]);
  expect(await noticesOf(1, 6)).toEqual([]);
  expect(await noticesOf(5, 5)).toEqual(['ops: docket-truncated ended']);
  expect(await noticesOf(3, 5)).toEqual(['ops: docket-truncated began']);
});

it('all dockets that one check finds truncated, and all that one finds whole again, are one alert', async () => {
  const office = await openOffice();
  const shown = (entryTotal: number) =>
    [1, 2, 3].map((docketId) =>
      docketWith([entryHit(1)], { docketId, caseName: `Widget v. Rival ${docketId}`, entryTotal }),
    );
  for (const entryTotal of [1, 300, 1]) {
    office.service.dockets = shown(entryTotal);
    await office.check();
  }
  const alerts = Map.groupBy(await noticesOf(office.store), ({ alert }) => alert);
  expect([...alerts.values()].map((notices) => notices.map(({ channel, phase }) => `${channel} ${phase}`))).toEqual([
    ['ops began', 'ops began', 'ops began'],
    ['ops ended', 'ops ended', 'ops ended'],
  ]);
});

it('a docket-truncated incident of a confidential watch does not name its docket, not even at its end', async () => {
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
  const notices = await noticesOf(office.store);
  expect(notices.map(({ channel }) => channel)).toEqual(['ops', 'ops']);
  expect(JSON.stringify(notices)).not.toMatch(/00168|Widget|Falcon/);
});

it('a refused page size is tried again after a day, because small pages cost several times as much', async () => {
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
  // One request is refused, then three pages of ten follow.
  expect(await callsOf()).toBe(4);
  office.pass(0, 2);
  expect(await callsOf()).toBe(3);
  office.pass(1);
  expect(await callsOf()).toBe(1);
  expect(await callsOf()).toBe(1);
});

it('a few old entries that appear later are reported with their texts', async () => {
  const office = await officeThatKnows({ dockets: [docketWith([entryHit(2), entryHit(3)], { entryTotal: 3 })] });
  office.service.dockets = [docketWith([entryHit(1), entryHit(2), entryHit(3)])];
  await office.check({ after: 1 });
  const [change] = await office.changes();
  expect(change).toMatchObject({ kind: 'entry.backfill', entry: undefined });
  expect(change?.entries).toMatchObject([{ documentNumber: '1', description: 'COMPLAINT number 1 by the plaintiff' }]);
});
