import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Sandbox } from '../../sandbox/sandbox.ts';
import { startSandbox } from '../../sandbox/startSandbox.ts';
import { ask, control, design, docket, entry } from './asking.ts';

let sandbox: Sandbox;
beforeEach(async () => {
  sandbox = await startSandbox({ world: { startsOn: '2026-03-02', size: 0 } });
});
afterEach(() => sandbox.close());

it('POST advance moves the world forward', async () => {
  expect((await control(sandbox, 'POST', 'advance', { days: 21 })).body.today).toBe('2026-03-23');
  expect(sandbox.stats.today).toBe('2026-03-23');
});

it('GET state shows the day, the counts and the last calls', async () => {
  await ask(sandbox, 'pacer', { patentNumber: '6834603' });
  await ask(sandbox, 'wipo', { source: 'HAGUE' });
  const { body } = await control(sandbox, 'GET', 'state');
  expect(body).toMatchObject({
    today: '2026-03-02',
    requests: { pacer: 1, wipo: 1 },
    refused: 1,
    creditsSpent: 12,
    creditsLeft: { sandbox: null },
  });
  expect(body.lastRequests).toMatchObject([
    { operation: 'pacer', request: { patentNumber: '6834603' }, code: 0, credits: 12 },
    { operation: 'wipo', request: { source: 'HAGUE' }, code: 1001, credits: 0 },
  ]);
  expect(sandbox.requests).toHaveLength(2);
});

it('keepRequests limits the calls that the sandbox keeps', async () => {
  const forgetful = await startSandbox({ keepRequests: 2 });
  for (const patentNumber of ['1', '2', '3']) await ask(forgetful, 'pacer', { patentNumber });
  await forgetful.close();
  expect(forgetful.requests.map(({ request }) => request.patentNumber)).toEqual(['2', '3']);
});

it('POST records takes a whole docket or design, as a new record or as a replacement', async () => {
  await control(sandbox, 'POST', 'records', docket(1));
  await control(sandbox, 'POST', 'records', docket(1, { caseName: 'Alder Co. v. Elm GmbH' }));
  expect((await control(sandbox, 'POST', 'records', design('DM/1'))).body.key).toBe('HAGUE.DM/1');
  expect((await ask(sandbox, 'pacer', { patentNumber: '7000001' })).body.data).toMatchObject({
    total: 1,
    hits: [{ caseName: 'Alder Co. v. Elm GmbH' }],
  });
  expect((await ask(sandbox, 'wipo', { source: 'HAGUE', irn: 'DM/1' })).body.total).toBe(1);
});

it('POST records patches a record by its key, and the world continues to change the record', async () => {
  const request = { caseNumber: '1:20-cv-00168', entrySize: 200 };
  const [before] = (await ask(sandbox, 'pacer', request)).body.data.hits;
  await control(sandbox, 'POST', 'records', {
    type: 'docket',
    key: String(before.docketId),
    set: { assignedTo: 'Nobody N. Nobody', parties: ['Someone Else'] },
    unset: ['suitNature'],
    addEntries: [entry('999', 'Mar 2, 2026')],
  });
  const [patched] = (await ask(sandbox, 'pacer', request)).body.data.hits;
  expect(patched).toMatchObject({ assignedTo: 'Nobody N. Nobody', entryTotal: before.entryTotal + 1 });
  expect(patched).not.toHaveProperty('suitNature');
  expect((await ask(sandbox, 'pacer', { companyName: 'Someone' })).body.data.total).toBe(1);
  sandbox.advanceDays(21);
  const [later] = (await ask(sandbox, 'pacer', request)).body.data.hits;
  expect(later.assignedTo).toBe('Nobody N. Nobody');
  expect(later.entryTotal).toBeGreaterThan(patched.entryTotal);
});

it('POST records patches in any value, even of a wrong type', async () => {
  sandbox.put(docket(1));
  await control(sandbox, 'POST', 'records', {
    type: 'docket',
    key: '1',
    set: { parties: 'not a list', caseName: null },
  });
  expect((await ask(sandbox, 'pacer', { patentNumber: '7000001' })).body.data.hits[0]).toMatchObject({
    parties: 'not a list',
    caseName: null,
  });
});

it('DELETE records removes a record for good', async () => {
  const [{ docketId }] = (await ask(sandbox, 'pacer', { caseNumber: '1:20-cv-00168' })).body.data.hits;
  expect((await control(sandbox, 'DELETE', `records/docket/${docketId}`)).body.removed).toBe(true);
  sandbox.put(design('DM/1'));
  expect((await control(sandbox, 'DELETE', `records/design/${encodeURIComponent('HAGUE.DM/1')}`)).body.removed).toBe(
    true,
  );
  sandbox.advanceDays(5);
  expect((await ask(sandbox, 'pacer', { caseNumber: '1:20-cv-00168' })).body.data.total).toBe(0);
  expect((await ask(sandbox, 'wipo', { source: 'HAGUE', irn: 'DM/1' })).body.total).toBe(0);
});

it('POST faults sets and ends faults, and GET state says how often each has struck', async () => {
  await control(sandbox, 'POST', 'faults', { faults: [{ name: 'http', value: 503, times: 1 }, 'total-unknown'] });
  expect((await ask(sandbox, 'pacer', { patentNumber: '6834603' })).status).toBe(503);
  expect((await ask(sandbox, 'pacer', { patentNumber: '6834603' })).body.data.total).toBe(-1);
  expect((await control(sandbox, 'GET', 'state')).body.faults).toMatchObject([
    { name: 'http', struck: 1 },
    { name: 'total-unknown', struck: 2 },
  ]);
  await control(sandbox, 'POST', 'faults', { faults: [] });
  expect((await ask(sandbox, 'pacer', { patentNumber: '6834603' })).body.data.total).toBeGreaterThan(0);
});

it.each([
  ['POST', 'advance', { days: -1 }, /expected number to be >=0[\s\S]*days[\s\S]*Give \{"days": 21\}/],
  ['POST', 'faults', { faults: ['no-such-fault'] }, /no fault "no-such-fault"/],
  ['POST', 'faults', {}, /Give \{"faults"/],
  ['POST', 'records', { nothing: true }, /a whole hit, or/],
  ['POST', 'records', { type: 'docket', key: 'none', set: {} }, /There is no docket none/],
  ['DELETE', 'records/person/1', undefined, /records\/docket\/KEY/],
  ['POST', 'credits', { credits: 5 }, /token[\s\S]*"credits": 24/],
  ['POST', 'faults', { faults: [{ name: 'http', time: 2 }] }, /"time"|time/],
  ['POST', 'records', { type: 'docket', key: '1', addEntries: 'some' }, /addEntries/],
  ['GET', 'nothing', undefined, /Unknown: GET/],
])('the control API refuses %s %s %j and says what it accepts', async (method, path, body, words) => {
  const response = await control(sandbox, method, path, body);
  expect(response.status).toBe(400);
  expect(response.body.error).toMatch(words);
});

it('the sandbox refuses other methods and other paths', async () => {
  expect((await fetch(`${sandbox.url}/api/v3/pacer`)).status).toBe(405);
  expect((await fetch(`${sandbox.url}/api/v3/other`, { method: 'POST' })).status).toBe(404);
});

it('startSandbox says so if its port is in use', async () => {
  const port = Number(new URL(sandbox.url).port);
  await expect(startSandbox({ port })).rejects.toThrow(/cannot listen on 127\.0\.0\.1:\d+: .*Choose another port/);
});
