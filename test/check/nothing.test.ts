import { expect, it } from 'vitest';
import { listWatchStatus } from '../../src/schedule/watchStatusQueries.ts';
import { docketHit } from './hits.ts';
import { newestMessage } from './newestMessage.ts';
import { type Office, openOffice } from './office.ts';

const dead = { id: 'dead', name: 'Our case', matter: 'M-9', dockets: { caseNumber: '20-168' } };

const announced = (office: Office, channel: string) => newestMessage(office, channel, { pageUrl: 'https://here' });

it('a baseline without records says so first, with the form that courts write, to readers and operators', async () => {
  const office = await openOffice({ watches: [dead, { id: 'widget', dockets: { patentNumber: '6834603' } }] });
  office.service.reply = ({ body }) =>
    body.caseNumber === undefined ? undefined : { body: { code: 0, data: { total: 0, hits: [] } } };
  office.service.dockets = [docketHit()];
  await office.check();
  const { subject, text } = await announced(office, 'counsel');
  expect(subject).toMatch(/^Found NOTHING for Our case; now watching .*\(1 case\).* \[M-9/);
  expect(text).toContain('! Found NOTHING for Our case (dockets: case number 20-168). This watch stays silent');
  expect(text).toContain('such as 1:20-cv-00168, or add the court to the watch.');
  // Each record found has a link to its own page.
  expect(text).toMatch(/- Widget Co\. v\. .* https:\/\/here\/cases\/\d+ /);
  const ofOperators = await announced(office, 'ops');
  expect(ofOperators).toMatchObject({ subject: 'Found NOTHING for Our case [M-9]' });
  expect(ofOperators.text).toContain('You receive this because channel ops is one of the operators.');
  expect(ofOperators.text).not.toMatch(/follows|From now on/);
  expect(await office.newAlerts()).toEqual([
    'counsel: baseline dead 0',
    'counsel: baseline widget 1',
    'ops: baseline dead 0',
  ]);
  const status = await listWatchStatus(office.store.db);
  expect(status.map((each) => [each.watchId, each.everCounted])).toEqual([
    ['dead', false],
    ['widget', true],
  ]);
});

it('operators learn only the matter of a confidential watch that found nothing', async () => {
  const office = await openOffice({ watches: [{ ...dead, confidential: true }] });
  await office.check();
  const { subject, text } = await announced(office, 'ops');
  expect(subject).toBe('Found NOTHING for Matter M-9');
  expect(text).not.toMatch(/Our case|20-168|00168/);
});

it('a baseline that was never read completely does not claim that there is nothing', async () => {
  const office = await openOffice({ watches: [dead] });
  office.service.reply = () => ({ body: { code: 0, data: { total: 5, hits: [] } } });
  for (let tries = 0; tries < 3; tries += 1) await office.check();
  const { subject, text } = await announced(office, 'counsel');
  expect(subject).toBe('Now watching Our case (0 records) [M-9]');
  expect(text).not.toMatch(/NOTHING|correct the watch/);
  expect(text).toContain('Something may be missing');
});
