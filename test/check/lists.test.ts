import { beforeEach, expect, it } from 'vitest';
import { runCheck } from '../../src/check/runCheck.ts';
import { queriesOf, syncWatches } from '../../src/schedule/syncWatches.ts';
import { countFoundByWatch } from '../../src/schedule/watchStatusQueries.ts';
import { docketHit } from './hits.ts';
import { newestMessage } from './newestMessage.ts';
import { type Office, openOffice } from './office.ts';
import type { DocketHit } from './service.ts';

const portfolio = { id: 'portfolio', dockets: { patentNumber: ['6,834,603', '7,654,321'] } };
const first = docketHit({ docketId: 1, docketNumber: '1:20-cv-00001' });
const second = docketHit({ docketId: 2, docketNumber: '1:20-cv-00002' });
const late = docketHit({ docketId: 3, docketNumber: '1:26-cv-00003', dateFiled: '2026-11-20' });

let office: Office;
/** The hits that the service returns for each of the two patents. */
let shown: Readonly<Record<string, readonly DocketHit[]>>;

beforeEach(async () => {
  office = await openOffice({ watches: [portfolio] });
  shown = { '6834603': [first], '7654321': [second] };
  office.service.reply = ({ body }) => {
    const hits = shown[String(body.patentNumber)] ?? [];
    return { body: { code: 0, message: 'success', data: { total: hits.length, hits } } };
  };
});

/** Checks the query for this patent once, as the daemon does. */
async function checkOf(office: Office, patentNumber: string): Promise<void> {
  const parts = office.parts();
  await syncWatches(office.store, parts.config, office.now);
  const query = parts.config.watches.flatMap(queriesOf).find((one) => one.body.patentNumber === patentNumber);
  const claim =
    (await office.store.queue.checks.claim(query?.id ?? '', office.now)) ?? expect.fail('the query is claimed');
  await runCheck(parts, { claim });
}

it('a case that two patents of a list share is announced, counted and reported once', async () => {
  shown = { '6834603': [first, second], '7654321': [second] };
  expect(await office.alertsOfCheck()).toEqual(['counsel: baseline portfolio 2']);
  expect((await countFoundByWatch(office.store.db)).get('portfolio')).toEqual({ records: 2, passing: 2 });
  office.pass(1);
  shown = { '6834603': [first, { ...second, status: 'terminated' }], '7654321': [{ ...second, status: 'terminated' }] };
  expect(await office.alertsOfCheck()).toEqual(['counsel: docket.status 1:20-cv-00002 status [portfolio]']);
});

it('a known case that another patent of the list finds too is not a new case', async () => {
  await office.alertsOfCheck();
  await office.check({ after: 7 });
  shown = { '6834603': [first, second], '7654321': [second] };
  expect(await office.alertsOfCheck({ after: 7 })).toEqual([]);
});

it('a new case is reported once, and not again when another patent of the list finds it a week later', async () => {
  await office.alertsOfCheck();
  office.pass(1);
  shown = { '6834603': [first, late], '7654321': [second] };
  expect(await office.alertsOfCheck()).toEqual(['counsel: docket.new 1:26-cv-00003 entries=1 [portfolio]']);
  office.pass(7);
  shown = { '6834603': [first, late], '7654321': [second, late] };
  expect(await office.alertsOfCheck()).toEqual([]);
});

it('a new case in the check that completes a partial baseline is not new when another patent finds it', async () => {
  const complete = office.service.reply;
  office.service.reply = () => ({ body: { code: 0, message: 'success', data: { total: 2, hits: [second] } } });
  await checkOf(office, '7654321');
  office.service.reply = complete;
  await checkOf(office, '6834603');
  office.pass(1);
  shown = { '6834603': [first, late], '7654321': [second, late] };
  await checkOf(office, '7654321');
  expect(await office.newAlerts()).toContain('counsel: docket.new 1:26-cv-00003 entries=1 [portfolio]');
  office.pass(3);
  await checkOf(office, '6834603');
  expect(await office.newAlerts()).toEqual([]);
});

it('a case is not gone while one patent of the list finds it, and is gone when no patent does', async () => {
  shown = { '6834603': [first, second], '7654321': [second] };
  await office.alertsOfCheck();
  shown = { '6834603': [first], '7654321': [second] };
  for (let checks = 0; checks < 4; checks += 1) await office.check({ after: 1 });
  expect(await office.newAlerts()).toEqual([]);
  shown = { '6834603': [first, second], '7654321': [second] };
  expect(await office.alertsOfCheck({ after: 1 })).toEqual([]);
  shown = { '6834603': [first], '7654321': [] };
  for (let checks = 0; checks < 4; checks += 1) await office.check({ after: 1 });
  expect((await office.newAlerts()).filter((line) => line.includes('docket.'))).toEqual([
    'counsel: docket.gone 1:20-cv-00002 [portfolio]',
  ]);
});

it('a case that is gone and that another patent of the list finds is back, with what changed meanwhile', async () => {
  await office.alertsOfCheck();
  shown = { '6834603': [], '7654321': [second] };
  for (let checks = 0; checks < 3; checks += 1) await office.check({ after: 1 });
  expect((await office.newAlerts()).filter((line) => line.includes('docket.'))).toEqual([
    'counsel: docket.gone 1:20-cv-00001 [portfolio]',
  ]);
  shown = { '6834603': [], '7654321': [{ ...first, assignedTo: 'Alan Reyes' }, second] };
  expect((await office.alertsOfCheck({ after: 1 })).filter((line) => line.includes('docket.'))).toEqual([
    'counsel: docket.back 1:20-cv-00001 [portfolio]',
    'counsel: docket.updated 1:20-cv-00001 assignedTo [portfolio]',
  ]);
  shown = { '6834603': [first], '7654321': [first, second] };
  expect((await office.alertsOfCheck({ after: 1 })).filter((line) => /new|back/.test(line))).toEqual([]);
});

it('a new case in the silent baseline of an added patent is reported when another patent finds it', async () => {
  await office.configure({ watches: [{ ...portfolio, dockets: { patentNumber: '6,834,603' } }] });
  await office.alertsOfCheck();
  office.pass(1);
  shown = { '6834603': [first, late], '7654321': [second, late] };
  await office.configure({ watches: [portfolio] });
  await checkOf(office, '7654321');
  await checkOf(office, '6834603');
  expect((await office.newAlerts()).filter((line) => line.includes('docket.new'))).toEqual([
    'counsel: docket.new 1:26-cv-00003 entries=1 [portfolio]',
  ]);
});

it('the announcement names the number of a list that found nothing', async () => {
  shown = { '6834603': [first], '7654321': [] };
  await office.check();
  const { text } = await newestMessage(office);
  expect(text).toContain('! Found NOTHING for dockets: patent number 7,654,321 (portfolio). If you expected hits');
});

it('a case in the baseline of one patent is not new when another patent of the list finds it later', async () => {
  shown = { '6834603': [first], '7654321': [second] };
  // The second patent of the list is checked first.
  for (const patentNumber of ['7654321', '6834603']) await checkOf(office, patentNumber);
  await office.newAlerts();
  office.pass(1);
  shown = { '6834603': [first, second], '7654321': [first, second] };
  expect(await office.alertsOfCheck()).toEqual([]);
});

it('a case filed between the baselines of two patents of a list is new when the other patent finds it', async () => {
  await checkOf(office, '7654321');
  office.pass(0, 20);
  shown = { '6834603': [first, late], '7654321': [second] };
  await checkOf(office, '6834603');
  await office.newAlerts();
  office.pass(1);
  shown = { '6834603': [first, late], '7654321': [second, late] };
  expect(await office.alertsOfCheck()).toEqual(['counsel: docket.new 1:26-cv-00003 entries=1 [portfolio]']);
});

it('a case in the baseline of a patent added days later is new when the first patent finds it', async () => {
  await office.configure({ watches: [{ ...portfolio, dockets: { patentNumber: '7,654,321' } }] });
  await office.check();
  office.pass(2);
  await office.configure({ watches: [portfolio] });
  shown = { '6834603': [first], '7654321': [first, second] };
  await checkOf(office, '6834603');
  await office.newAlerts();
  await checkOf(office, '7654321');
  expect(await office.newAlerts()).toEqual(['counsel: docket.new 1:20-cv-00001 entries=1 [portfolio]']);
});

it('a list is announced once, by the next check if the patent that it waited for was removed', async () => {
  await checkOf(office, '6834603');
  expect(await office.newAlerts()).toEqual([]);
  await office.configure({ watches: [{ ...portfolio, dockets: { patentNumber: '6,834,603' } }] });
  office.pass(1);
  await checkOf(office, '6834603');
  expect(await office.newAlerts()).toEqual(['counsel: baseline portfolio 1']);
  // The list waits for the other patent again, in vain.
  await office.configure({ watches: [portfolio] });
  await syncWatches(office.store, office.parts().config, office.now);
  await office.configure({ watches: [{ ...portfolio, dockets: { patentNumber: '6,834,603' } }] });
  await checkOf(office, '6834603');
  expect(await office.newAlerts()).toEqual([]);
});
