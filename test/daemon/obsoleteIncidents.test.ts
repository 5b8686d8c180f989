import { expect, it } from 'vitest';
import { noticeWords } from '../../src/alerts/message/noticeOutline.ts';
import { openIncidents } from '../../src/alerts/outbox/incidentsTable.ts';
import { endObsoleteIncidents } from '../../src/daemon/followWatches.ts';
import { syncWatches } from '../../src/schedule/syncWatches.ts';
import { docketHit } from '../check/hits.ts';
import { type Office, officeThatKnows, openOffice } from '../check/office.ts';
import { refusal } from '../check/service.ts';

const refused = { id: 'widget', announce: false, dockets: { patentNumber: '6834603' } };
const corrected = { ...refused, dockets: { patentNumber: '7000001' } };

async function startAnew(office: Office, watches: readonly object[], budget = {}): Promise<void> {
  await office.configure({ watches, budget });
  await syncWatches(office.store, office.parts().config, office.now);
  await endObsoleteIncidents(office.parts());
}

async function failing(): Promise<Office> {
  const office = await openOffice({ watches: [refused] });
  office.service.reply = () => refusal(1001, 'parameter error');
  expect(await office.alertsOfCheck()).toEqual(['counsel: watch-unwatched began', 'ops: watch-failing began']);
  return office;
}

it('the incident of a refused query ends once its watch is corrected', async () => {
  const office = await failing();
  await startAnew(office, [refused]);
  expect(await office.newAlerts()).toEqual([]);
  await startAnew(office, [corrected]);
  const [notice] = await office.store.db.selectFrom('alerts').select('payload').orderBy('id', 'desc').execute();
  expect(JSON.parse(notice?.payload ?? '').map(noticeWords)).toEqual([
    'ended: checks keep failing: a search without a watch',
  ]);
  expect(await office.newAlerts()).toEqual(['ops: watch-failing ended']);
  office.service.reply = () => undefined;
  expect(await office.alertsOfCheck()).toEqual(['counsel: watch-unwatched ended']);
  expect(await openIncidents(office.store.db)).toEqual([]);
});

it('the incident of a refused query ends once its watch is removed', async () => {
  const office = await failing();
  await startAnew(office, [{ ...corrected, id: 'another' }]);
  expect(await office.newAlerts()).toEqual(['ops: watch-failing ended']);
  expect(await openIncidents(office.store.db)).toEqual([]);
});

it('a docket-truncated incident ends once no watch holds the docket', async () => {
  const office = await officeThatKnows({ dockets: [docketHit()] }, { watches: [refused] });
  office.service.dockets = [docketHit({ entryTotal: 5 })];
  await office.check();
  await startAnew(office, [{ ...refused, name: 'Another name' }]);
  expect(await openIncidents(office.store.db)).toMatchObject([{ kind: 'docket-truncated' }]);
  await office.newAlerts();
  await startAnew(office, [corrected]);
  expect(await office.newAlerts()).toEqual(['ops: docket-truncated ended']);
  expect(await openIncidents(office.store.db)).toEqual([]);
});

it('a budget-reached incident ends once the config has no such budget', async () => {
  const budget = { perDay: 1, perMonth: 100 };
  const office = await openOffice({ watches: [refused], budget });
  await office.check();
  await startAnew(office, [refused], budget);
  expect(await openIncidents(office.store.db)).toMatchObject([{ kind: 'budget-reached' }]);
  await office.newAlerts();
  await startAnew(office, [refused], { perMonth: 100 });
  expect(await office.newAlerts()).toEqual(['ops: budget-reached ended']);
  expect(await openIncidents(office.store.db)).toEqual([]);
});

it('a clock-wrong incident ends once no daemon runs on its machine', async () => {
  const office = await openOffice();
  const { db } = office.store;
  const at = office.now.toISOString();
  const process = { version: '', roles: '[]', config: '', startedAt: at, seenAt: at };
  await db
    .insertInto('processes')
    .values({ id: 'here/1/x/1', host: 'here', ...process })
    .execute();
  for (const host of ['here', 'gone']) {
    const incident = {
      kind: 'clock-wrong',
      subject: `the clock of ${host}`,
      about: host,
      detail: 'off',
      beganAt: at,
      endedAt: null,
    };
    await db.insertInto('incidents').values(incident).execute();
  }
  await endObsoleteIncidents(office.parts());
  expect((await openIncidents(db)).map(({ subject }) => subject)).toEqual(['the clock of here']);
});
