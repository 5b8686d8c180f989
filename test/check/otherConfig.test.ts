import { expect, it } from 'vitest';
import { runCheck } from '../../src/check/runCheck.ts';
import { syncWatches } from '../../src/schedule/syncWatches.ts';
import { docketHit, docketWith, entryHit } from './hits.ts';
import { defaultSettings, type Office, openOffice } from './office.ts';

const patent = { id: 'patent', dockets: { patentNumber: '6834603' } };
const others = [
  { id: 'rival', dockets: { companyName: 'Widget' }, notify: ['brand'], tell: ['docket.status'], confidential: true },
  { id: 'namesake', dockets: { patentNumber: '6834603' }, notify: ['brand'] },
];
const { brand: _, ...fewerChannels } = defaultSettings.channels as Record<string, object>;

/** Two daemons share one database. The older config has neither the other watches nor their channel. */
async function officeOfTwoConfigs(): Promise<Office> {
  const office = await openOffice({ watches: [patent] });
  office.service.dockets = [docketHit()];
  await office.configure({ watches: [patent, ...others] });
  await office.alertsOfCheck();
  await office.configure({ watches: [patent], channels: fewerChannels });
  return office;
}

/** Runs one check of the older daemon, which reads its config only at its start. */
async function checkOfOlderDaemon(office: Office) {
  office.pass(1);
  return runCheck(office.parts(), { claim: await office.claim('patent') });
}

it('a daemon also alerts watches that only another config has, with the settings of that config', async () => {
  const office = await officeOfTwoConfigs();
  office.service.dockets = [docketHit({ status: 'terminated', dateTerminated: '2026-11-20' })];
  await checkOfOlderDaemon(office);
  expect(await office.newAlerts()).toEqual([
    'brand: docket.status 1:20-cv-00168 status dateTerminated [namesake, rival]',
    'counsel: docket.status 1:20-cv-00168 status dateTerminated [patent]',
  ]);
  office.service.dockets = [docketWith([entryHit(1), entryHit(2, { dateFiled: 'Nov 21, 2026' })])];
  await checkOfOlderDaemon(office);
  // The watch `rival` reports docket.status only.
  expect((await office.newAlerts()).filter((line) => line.includes('entry.new'))).toEqual([
    'brand: entry.new 1:20-cv-00168 #2 [namesake]',
    'counsel: entry.new 1:20-cv-00168 #2 [patent]',
  ]);
});

it('an incident of a query does not name a confidential watch of another config', async () => {
  const office = await officeOfTwoConfigs();
  await office.configure({ watches: [patent, { ...others[0], id: 'secret-watch', dockets: patent.dockets }] });
  await syncWatches(office.store, office.parts().config, office.now);
  await office.configure({ watches: [patent], channels: fewerChannels });
  office.service.reply = () => ({ body: { code: 0, data: { total: 1, hits: [{ docketId: 'no number' }] } } });
  await checkOfOlderDaemon(office);
  const incidents = await office.store.db.selectFrom('incidents').selectAll().execute();
  expect(incidents.map((incident) => incident.kind)).toEqual(['unreadable-hits']);
  expect(JSON.stringify(incidents)).not.toContain('secret-watch');
});

it('a watch that left the config for good gets no more alerts', async () => {
  const office = await officeOfTwoConfigs();
  await syncWatches(office.store, office.parts().config, office.now);
  office.service.dockets = [docketHit({ status: 'terminated', dateTerminated: '2026-11-20' })];
  await checkOfOlderDaemon(office);
  expect(await office.newAlerts()).toEqual([expect.stringMatching(/^counsel: docket.status .* \[patent\]$/)]);
});
