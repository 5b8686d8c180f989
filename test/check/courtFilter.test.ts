import { expect, it } from 'vitest';
import { silencesOf } from '../../src/check/audience/announceBaseline.ts';
import { syncWatches } from '../../src/schedule/syncWatches.ts';
import { countFound, listWatchStatus, phasesOfWatches } from '../../src/schedule/watchStatusQueries.ts';
import { whyOf } from '../web/evidence/whyOf.ts';
import { docketHit } from './hits.ts';
import { newestMessage } from './newestMessage.ts';
import { openOffice } from './office.ts';

const number = '1:20-cv-00168';
const delaware = docketHit();
const texas = docketHit({ docketId: 9001, docketNumber: number, courtId: 'txed', caseName: 'Other v. Other' });

it('a court narrows a case number of several courts: other changes are filtered out and explained', async () => {
  const office = await openOffice({
    watches: [
      { id: 'ours', dockets: { caseNumber: number, court: 'D. Del.' } },
      { id: 'all', dockets: { caseNumber: number }, notify: ['brand'] },
    ],
  });
  office.service.dockets = [delaware, texas];
  expect(await office.alertsOfCheck()).toEqual(['brand: baseline all 2', 'counsel: baseline ours 1+1 filtered out']);
  office.service.dockets = [delaware, { ...texas, status: 'terminated' }];
  expect(await office.alertsOfCheck({ after: 1 })).toEqual([`brand: docket.status ${number} status [all]`]);
  office.service.dockets = [
    { ...delaware, status: 'terminated' },
    { ...texas, status: 'terminated' },
  ];
  expect(await office.alertsOfCheck({ after: 1 })).toEqual([
    `brand: docket.status ${number} status [all]`,
    `counsel: docket.status ${number} status [ours]`,
  ]);

  const status = await listWatchStatus(office.store.db);
  expect(status.map(({ watchId, records, filteredOut }) => [watchId, records, filteredOut])).toEqual([
    ['all', 2, 2 - 2],
    ['ours', 2, 1],
  ]);
  expect(await countFound(office.store.db, ['ours'])).toEqual({ cases: 1, designs: 0 });
  const { config } = office.parts();
  expect(await whyOf(office, '9001')).toMatch(/ours found it .*filtered out: the case is in another court/);
  // Only one case counts for the watch, so the phase of that case is known.
  expect([...(await phasesOfWatches(office.store.db, config.watches)).keys()]).toEqual(['ours']);
});

it('a court that a watch gets later filters out cases that were stored before', async () => {
  const watchOf = (more: object) => ({ watches: [{ id: 'ours', dockets: { caseNumber: number, ...more } }] });
  const office = await openOffice(watchOf({}));
  office.service.dockets = [delaware, texas];
  await office.check();
  expect(await countFound(office.store.db, ['ours'])).toEqual({ cases: 2, designs: 0 });
  await office.configure(watchOf({ court: 'D. Del.' }));
  await syncWatches(office.store, office.parts().config, office.now);
  expect(await countFound(office.store.db, ['ours'])).toEqual({ cases: 1, designs: 0 });
});

it('a request to the service does not contain the court of the watch', async () => {
  const office = await openOffice({
    watches: [{ id: 'ours', dockets: { caseNumber: number, court: ['ded', 'cafc'] } }],
  });
  office.service.dockets = [delaware, texas];
  await office.check();
  expect(office.service.calls.map(({ body }) => Object.keys(body).sort())).toEqual([
    ['caseNumber', 'entrySize', 'from', 'size'],
  ]);
});

it('the announcement states what it filtered out, and says that a watch without other hits found nothing', async () => {
  const office = await openOffice({ watches: [{ id: 'ours', dockets: { caseNumber: number, court: 'cand' } }] });
  office.service.dockets = [delaware, texas];
  await office.check();
  const { config } = office.parts();
  const { text } = await newestMessage(office);
  expect(text).toContain('Found NOTHING for ours (dockets: case number 1:20-cv-00168, court N.D. Cal.)');
  expect(text).toContain('2 records filtered out: the case is in another court.');
  const silences = silencesOf(config.watches, await listWatchStatus(office.store.db));
  expect(silences).toMatchObject([{ watchId: 'ours', isPart: false, filteredOut: 2 }]);
});
