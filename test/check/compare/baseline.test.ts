import { describe, expect, it } from 'vitest';
import { designHit, docketHit, docketWith, entryHit } from '../hits.ts';
import { type Office, officeThatKnows, openOffice } from '../office.ts';
import { refusal, truth } from '../service.ts';

/** The service shows these hits, readable or not. */
function show({ service }: Office, ...hits: readonly object[]): void {
  service.reply = () => ({ body: { code: 0, data: { total: hits.length, hits } } });
}

describe('the baseline', () => {
  it('reports no changes, and announces its records once', async () => {
    const office = await openOffice();
    office.service.dockets = [docketHit(), docketHit({ docketId: 7002, docketNumber: '2:21-cv-00001' })];
    const [outcome] = await office.check();
    expect(outcome).toMatchObject({
      watch: 'widget',
      outcome: 'complete',
      hits: 2,
      changes: 0,
      requests: 1,
      credits: 12,
    });
    expect(await office.newAlerts()).toEqual(['counsel: baseline widget 2']);
    expect(await office.alertsOfCheck()).toEqual([]);
    expect(await office.changes()).toEqual([]);
  });

  it('sends nothing when announce is off, and may consist of an empty result', async () => {
    const office = await openOffice({
      watches: [{ id: 'widget', announce: false, dockets: { patentNumber: '6834603' } }],
    });
    await office.check();
    office.service.dockets = [docketHit({ dateFiled: '2026-11-19' })];
    expect(await office.alertsOfCheck()).toEqual(['counsel: docket.new 1:20-cv-00168 entries=1 [widget]']);
  });

  it('is not taken by a failed check', async () => {
    const office = await openOffice();
    office.service.dockets = [docketHit()];
    office.service.reply = () => refusal(5000, 'trouble');
    expect(await office.check()).toMatchObject([{ outcome: 'failed' }]);
    office.service.reply = () => undefined;
    expect(await office.alertsOfCheck()).toEqual(['counsel: baseline widget 1']);
  });

  it('takes in the records that later partial checks find, unless they were filed meanwhile', async () => {
    const office = await openOffice();
    const broken = { docketId: 'no number' };
    show(office, docketHit(), broken);
    expect(await office.check()).toMatchObject([{ outcome: 'partial', changes: 0 }]);
    expect(await office.newAlerts()).toEqual(['ops: unreadable-hits began']);

    office.pass(1);
    const old = docketHit({ docketId: 7002, docketNumber: '2:19-cv-00002', dateFiled: '2019-01-01' });
    const fresh = docketHit({ docketId: 7003, docketNumber: '2:26-cv-00003', dateFiled: '2026-11-20' });
    show(office, docketHit(), old, fresh, broken);
    expect(await office.check()).toMatchObject([{ outcome: 'partial', changes: 1 }]);
    expect(await office.newAlerts()).toEqual(['counsel: docket.new 2:26-cv-00003 entries=1 [widget]']);

    office.pass(1);
    show(office, docketHit(), old, fresh);
    expect(await office.alertsOfCheck()).toEqual(['counsel: baseline widget 3', 'ops: unreadable-hits ended']);
  });

  it('reports changes of a record that joined a partial baseline, but not its old entries', async () => {
    const office = await openOffice();
    const broken = { docketId: null };
    show(office, docketWith([entryHit(1)], { entryTotal: 2 }), broken);
    await office.alertsOfCheck();
    office.pass(1);
    show(office, docketWith([entryHit(1), entryHit(2)], { assignedTo: 'Alan Reyes' }), broken);
    expect(await office.alertsOfCheck()).toEqual(['counsel: docket.updated 1:20-cv-00168 assignedTo [widget]']);
  });

  it('is final after three partial checks, and the operators are notified that it is incomplete', async () => {
    const office = await openOffice();
    const hits: object[] = [docketHit(), { docketId: null }];
    office.service.reply = () => ({ body: { code: 0, data: { total: hits.length, hits } } });
    await office.check();
    await office.alertsOfCheck();
    expect(await office.alertsOfCheck()).toEqual(['counsel: baseline widget 1', 'ops: baseline-incomplete began']);
    hits.splice(1, 1, docketHit({ docketId: 7002, docketNumber: '2:19-cv-00002', dateFiled: '2019-01-01' }));
    expect(await office.alertsOfCheck()).toEqual([
      'counsel: docket.new 2:19-cv-00002 entries=1 [widget]',
      'ops: baseline-incomplete ended',
      'ops: unreadable-hits ended',
    ]);
    const [change] = await office.changes();
    expect(change?.note).toBe('newly visible, filed 2019');
  });

  it('is taken again when the query changes, and for each watch that joins a known query', async () => {
    const office = await officeThatKnows({ dockets: [docketHit()] });
    const patent = { dockets: { patentNumber: '6834603' } };
    await office.configure({
      watches: [
        { id: 'widget', ...patent },
        { id: 'later', ...patent, notify: ['brand'] },
      ],
    });
    office.service.dockets = [docketHit({ status: 'terminated', dateTerminated: '2026-11-19' })];
    const outcomes = await office.check();
    expect(office.service.calls).toHaveLength(2);
    expect(outcomes.map(({ watch, changes }) => [watch, changes])).toEqual([
      ['widget', 1],
      ['later', 0],
    ]);
    expect(await office.newAlerts()).toEqual([
      'brand: baseline later 1',
      'counsel: docket.status 1:20-cv-00168 status dateTerminated [widget]',
    ]);

    await office.configure({ watches: [{ id: 'widget', dockets: { companyName: 'Widget' } }] });
    office.service.dockets = [...office.service.dockets, docketHit({ docketId: 7002, patentNumbers: [] })];
    expect(await office.alertsOfCheck()).toEqual(['counsel: baseline widget 2']);
  });

  it('is announced without that of the former query, if the watch was corrected before the message went out', async () => {
    const office = await openOffice({ watches: [{ id: 'widget', dockets: { companyName: 'Wigdet' } }] });
    office.service.dockets = [docketHit()];
    await office.check();
    await office.configure({ watches: [{ id: 'widget', dockets: { companyName: 'Widget' } }] });
    const announced = (await office.alertsOfCheck()).filter((line) => line.startsWith('counsel: '));
    expect(announced).toEqual(['counsel: baseline widget 1']);
  });

  it('ignores what an earlier watch of its query held, so that none of that is reported as gone', async () => {
    const byPatent = { id: 'widget', dockets: { patentNumber: '6834603' } };
    const office = await openOffice({ watches: [byPatent] });
    const stays = docketHit();
    const left = [2, 3].map((docketId) => docketHit({ docketId, docketNumber: `1:20-cv-0000${docketId}` }));
    office.service.dockets = [stays, ...left];
    await office.check();
    await office.configure({ watches: [{ ...byPatent, dockets: { companyName: 'Widget' } }] });
    await office.alertsOfCheck();
    await office.configure({ watches: [byPatent] });
    office.service.dockets = [stays];
    expect(await office.alertsOfCheck()).toEqual(['counsel: baseline widget 1']);
    for (let check = 0; check < 4; check += 1) await office.check();
    expect(await office.newAlerts()).toEqual([]);
    office.service.dockets = [stays, ...left];
    expect(await office.alertsOfCheck()).toEqual([
      'counsel: docket.new 1:20-cv-00002 entries=1 [widget]',
      'counsel: docket.new 1:20-cv-00003 entries=1 [widget]',
    ]);
  });

  it('announces only the records that its own check returned', async () => {
    const byPatent = { id: 'widget', dockets: { patentNumber: '6834603' } };
    const office = await openOffice({ watches: [byPatent] });
    office.service.dockets = [docketHit(), docketHit({ docketId: 2, docketNumber: '1:20-cv-00002' })];
    await office.check();
    office.service.dockets = [docketHit()];
    await office.alertsOfCheck();
    await office.configure({ watches: [byPatent, { ...byPatent, id: 'later', notify: ['brand'] }] });
    expect(await office.alertsOfCheck()).toEqual(['brand: baseline later 1']);
  });

  it('sends one request to each source of a list, and announces the records of all sources together', async () => {
    const office = await openOffice({
      watches: [{ id: 'bottles', designs: { source: ['HAGUE', 'EMID'], holder: 'Rival' } }],
    });
    office.service.designs = [designHit(1), designHit(2, { SOURCE: 'EMID', ID: 'EMID.2', IRN: '2' })];
    const [outcome] = await office.check();
    expect(outcome).toMatchObject({ requests: 2, credits: 4, hits: 2 });
    expect(office.service.calls.map((call) => call.body.source).sort()).toEqual(['EMID', 'HAGUE']);
    expect(await office.newAlerts()).toEqual(['counsel: baseline bottles 2']);
    expect(truth(office.service, office.service.calls[0] ?? expect.fail('no call'))).toMatchObject({ total: 1 });
  });
});

it('a baseline that begins in the evening of the court, a day later in UTC, misses nothing filed then', async () => {
  const office = await openOffice();
  office.now = new Date('2026-11-21T02:00:00.000Z');
  const broken = { docketId: 'no number' };
  const show = (...hits: readonly object[]) => {
    office.service.reply = () => ({ body: { code: 0, data: { total: hits.length, hits } } });
  };
  show(docketHit(), broken);
  expect(await office.check()).toMatchObject([{ outcome: 'partial' }]);
  office.pass(0, 1);
  const thatEvening = docketHit({ docketId: 7003, docketNumber: '2:26-cv-00003', dateFiled: '2026-11-20' });
  const entry = entryHit(2, { dateFiled: 'Nov 20, 2026' });
  show(docketWith([entryHit(1), entry]), thatEvening, broken);
  expect((await office.alertsOfCheck()).filter((line) => line.startsWith('counsel'))).toEqual([
    'counsel: docket.new 2:26-cv-00003 entries=1 [widget]',
    'counsel: entry.new 1:20-cv-00168 #2 [widget]',
  ]);
});
