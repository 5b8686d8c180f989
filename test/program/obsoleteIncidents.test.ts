import { expect, it } from 'vitest';
import { endObsoleteIncidents } from '../../src/program/obsoleteIncidents.ts';
import { syncWatches } from '../../src/schedule/syncWatches.ts';
import { openIncidents } from '../../src/store/incidents.ts';
import { type Office, openOffice } from '../check/office.ts';
import { refusal } from '../check/service.ts';

const refused = { id: 'widget', announce: false, dockets: { patentNumber: '6834603' } };
const corrected = { ...refused, dockets: { patentNumber: '7000001' } };

async function startAnew(office: Office, watches: readonly object[]): Promise<void> {
  await office.configure({ watches });
  await syncWatches(office.store, office.parts().config, office.now);
  await endObsoleteIncidents(office.parts());
}

async function failing(): Promise<Office> {
  const office = await openOffice({ watches: [refused] });
  office.service.reply = () => refusal(1001, 'parameter error');
  await office.check();
  expect(await office.told()).toEqual(['counsel: watch-unwatched began', 'ops: watch-failing began']);
  return office;
}

it('a search that the service refused is no incident any more once its watch was corrected', async () => {
  const office = await failing();
  await startAnew(office, [refused]);
  expect(await office.told()).toEqual([]);
  await startAnew(office, [corrected]);
  expect(await office.told()).toEqual(['ops: watch-failing ended']);
  office.service.reply = () => undefined;
  await office.check();
  expect(await office.told()).toEqual(['counsel: watch-unwatched ended']);
  expect(await openIncidents(office.store.db)).toEqual([]);
});

it('nor is anything of a watch that was removed', async () => {
  const office = await failing();
  await startAnew(office, [{ ...corrected, id: 'another' }]);
  expect(await office.told()).toEqual(['ops: watch-failing ended']);
  expect(await openIncidents(office.store.db)).toEqual([]);
});
