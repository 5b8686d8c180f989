import { expect, it } from 'vitest';
import { openIncidents } from '../../src/alerts/outbox/incidentsTable.ts';
import { docketHit } from './hits.ts';
import { newestMessage } from './newestMessage.ts';
import { type Office, officeThatKnows, openOffice } from './office.ts';
import { refusal } from './service.ts';

const daily = { notify: ['counsel'], schedule: '0 7 * * *', timezone: 'UTC' };
const watch = { id: 'widget', name: 'Our patent', announce: false, dockets: { patentNumber: '6834603' } };

const officeOf = (settings = {}): Promise<Office> =>
  officeThatKnows({ dockets: [docketHit()] }, { defaults: daily, watches: [watch], ...settings });

const lastNotice = (office: Office) => newestMessage(office, 'counsel');

it('readers are notified once when a refused key stops their checks for two intervals, and at its end', async () => {
  const office = await officeOf();
  office.service.reply = () => refusal(1004, 'invalid token');
  expect(await office.alertsOfCheck({ after: 1 })).toEqual(['ops: token-refused began']);
  expect(await office.alertsOfCheck({ after: 1 })).toEqual(['counsel: watch-unwatched began']);
  const { subject, text } = await lastNotice(office);
  expect(subject).toMatch(/^Could not check Our patent since Nov 21, 2026/);
  expect(text).toContain('Until that works again');
  expect(await office.alertsOfCheck({ after: 1 })).toEqual([]);
  office.service.reply = () => undefined;
  expect(await office.alertsOfCheck()).toEqual(['counsel: watch-unwatched ended', 'ops: token-refused ended']);
  expect((await lastNotice(office)).subject).toBe('Checks work again for Our patent');
});

it('readers are notified when the budget stops their checks, even if the daemon skips them', async () => {
  const office = await officeOf();
  await office.configure({ defaults: daily, watches: [watch], budget: { perDay: 1 } });
  office.pass(2);
  expect(await office.daemonCheck('widget')).toMatchObject({ outcome: 'skipped' });
  expect(await office.newAlerts()).toEqual(['counsel: watch-unwatched began', 'ops: budget-reached began']);
  expect((await lastNotice(office)).text).toContain("(Tipstaff's credit budget cannot pay for a check)");
});

it('a channel that is also an operator is notified of the cause alone', async () => {
  const office = await officeOf({ operators: ['counsel'] });
  office.service.reply = () => ({ status: 503, body: '' });
  expect(await office.alertsOfCheck({ after: 2 })).toEqual(['counsel: service-away began']);
});

it('watches of one channel share one message, which names a confidential watch by its matter', async () => {
  const secret = { id: 'x', name: 'Project Falcon', matter: 'M-9', confidential: true, announce: false };
  const watches = [watch, { ...secret, dockets: { caseNumber: '1:20-cv-00001' } }];
  const office = await officeOf({ watches });
  office.service.reply = () => ({ status: 503, body: '' });
  expect((await office.alertsOfCheck({ after: 2 })).filter((line) => line.startsWith('counsel'))).toHaveLength(1);
  const { text } = await lastNotice(office);
  expect(text).toContain('Could not check Our patent and Matter M-9');
  expect(text).not.toContain('Falcon');
});

it('a watch of two registers is checked again only when both are', async () => {
  const bottles = { id: 'bottles', announce: false, designs: { source: ['HAGUE', 'EMID'], holder: 'Rival' } };
  const office = await officeOf({ watches: [bottles] });
  const down = refusal(1001, 'no such holder');
  office.service.reply = () => down;
  expect((await office.alertsOfCheck({ after: 2 })).filter((line) => line.startsWith('counsel'))).toEqual([
    'counsel: watch-unwatched began',
  ]);
  office.service.reply = ({ body }) => (body.source === 'EMID' ? down : undefined);
  expect((await office.alertsOfCheck()).filter((line) => line.startsWith('counsel'))).toEqual([]);
  office.service.reply = () => undefined;
  expect((await office.alertsOfCheck()).filter((line) => line.startsWith('counsel'))).toEqual([
    'counsel: watch-unwatched ended',
  ]);
});

it('a weekly watch with the query of an hourly one is unwatched by its own intervals', async () => {
  const dockets = { patentNumber: '6834603' };
  const hourly = { id: 'hourly', announce: false, dockets, schedule: '0 * * * *' };
  const weekly = { id: 'weekly', announce: false, dockets, schedule: '0 9 * * 5', notify: ['brand'] };
  const office = await officeOf({ watches: [hourly, weekly] });
  office.service.reply = () => ({ status: 503, body: '' });
  office.pass(0, 3);
  expect(await office.alertsOfCheck()).toEqual(['counsel: watch-unwatched began', 'ops: service-away began']);
  expect(await office.alertsOfCheck({ after: 14 })).toEqual(['brand: watch-unwatched began']);
});

it('a watch that was away for months is not unwatched after its first failed check', async () => {
  const office = await officeOf();
  await office.configure({ defaults: daily, watches: [{ ...watch, dockets: { companyName: 'Zeta' } }] });
  await office.check();
  office.pass(90);
  await office.configure({ defaults: daily, watches: [watch] });
  office.service.reply = () => ({ status: 503, body: '' });
  expect(await office.alertsOfCheck()).toEqual([]);
  expect(await office.alertsOfCheck({ after: 2 })).toEqual([
    'counsel: watch-unwatched began',
    'ops: service-away began',
  ]);
});

it('the operators are notified once when the service sends a Retry-After of six hours', async () => {
  const other = { ...watch, id: 'other', dockets: { caseNumber: '1:20-cv-00001' } };
  const office = await officeOf({ watches: [watch, other] });
  office.service.reply = () => ({ status: 429, headers: { 'retry-after': '21600' }, body: '' });
  office.pass(2);
  expect(await office.daemonCheck('widget')).toMatchObject({ outcome: 'failed' });
  expect(await office.daemonCheck('other')).toMatchObject({ outcome: 'skipped' });
  expect((await office.newAlerts()).filter((line) => line.startsWith('ops'))).toEqual(['ops: service-away began']);
});

it('a watch whose result is only partly readable is incompletely checked, and what was read is reported', async () => {
  const office = await officeOf();
  office.pass(2);
  const hits = [docketHit({ status: 'terminated' }), { docketId: 'no number' }];
  office.service.reply = () => ({ body: { code: 0, data: { total: 2, hits } } });
  expect(await office.alertsOfCheck()).toEqual([
    'counsel: docket.status 1:20-cv-00168 status [widget]',
    'counsel: watch-unwatched began',
    'ops: unreadable-hits began',
    'ops: watch-failing began',
  ]);
  const { subject, text } = await lastNotice(office);
  expect(subject).toMatch(/^Could not completely check Our patent since Nov 20, 2026/);
  expect(text).toContain('what the service showed is reported, but there may be more');
  expect(text).not.toContain('nothing later is known');
  const [failing] = await openIncidents(office.store.db, 'watch-failing');
  expect(failing?.detail).not.toContain('nothing later is known');
  expect(failing?.detail).toMatch(/^widget has not been checked completely since 2026-11-20T/);
});

it('a watch that was never checked completely is not said to be so since its first check', async () => {
  const office = await openOffice({ defaults: daily, watches: [watch] });
  office.service.reply = () => ({
    body: { code: 0, data: { total: 2, hits: [docketHit(), { docketId: 'no number' }] } },
  });
  await office.check();
  await office.check({ after: 5 });
  const [failing] = await openIncidents(office.store.db, 'watch-failing');
  expect(failing?.detail).toMatch(/^widget has never been checked completely; its first check was at 2026-11-20T/);
});
