import { expect, it } from 'vitest';
import { docketHit, docketWith, entryHit } from './hits.ts';
import { type Office, openOffice } from './office.ts';

const entry = (number: number) => entryHit(number, { description: `NOTICE of Hearing ${number}` });
const other = (docketId: number) => docketHit({ docketId, docketNumber: String(docketId) });
const services = { brand: { token: 'two' }, spare: { token: 'three' } };
const widget = { id: 'widget', dockets: { patentNumber: '6,834,603' }, notify: ['counsel'] };
const same = { ...widget, id: 'same', notify: ['brand'] };

/** Checks all watches with the keys that they name. @returns what was reported of it */
async function check(office: Office): Promise<string[]> {
  await office.check();
  office.pass(0, 1);
  return office.newAlerts();
}

it('a watch that only asks another service goes on: nothing is reported twice, and what happened meanwhile is reported once', async () => {
  const office = await openOffice({ services, watches: [widget] });
  office.service.dockets = [docketWith([entry(1)]), other(8), other(9)];
  expect(await check(office)).toEqual([expect.stringContaining('baseline')]);
  office.service.dockets = [docketWith([entry(1)]), other(9)];
  await check(office);
  await check(office);

  await office.configure({ services, watches: [{ ...widget, service: 'brand' }] });
  office.service.dockets = [docketWith([entry(1), entry(2)]), other(9), other(10)];
  // The third complete check without it, whichever key it was made with.
  expect((await check(office)).map((line) => line.split(' ').slice(0, 2).join(' '))).toEqual([
    'counsel: docket.gone',
    'counsel: docket.new',
    'counsel: entry.new',
  ]);
  expect(await check(office)).toEqual([]);

  // And back, where what the first query held is out of date by now.
  await office.configure({ services, watches: [widget] });
  expect(await check(office)).toEqual([]);
  office.service.dockets = [docketWith([entry(1), entry(2), entry(3)]), other(8), other(9), other(10)];
  expect((await check(office)).map((line) => line.split(' ')[1])).toEqual(['docket.back', 'entry.new']);
});

it('watches that share a query and move together go on, each with its own baseline', async () => {
  const office = await openOffice({ services, watches: [widget, same] });
  office.service.dockets = [docketWith([entry(1)])];
  await check(office);
  await office.configure({ services, watches: [widget, same].map((one) => ({ ...one, service: 'spare' })) });
  office.service.dockets = [docketWith([entry(1), entry(2)])];
  expect((await check(office)).map((line) => line.split(' ').slice(0, 2).join(' '))).toEqual([
    'brand: entry.new',
    'counsel: entry.new',
  ]);
});

it('watches of two queries that move together go on, each with its own', async () => {
  const rival = { id: 'rival', dockets: { companyName: 'Rival' }, notify: ['brand'] };
  const office = await openOffice({ services, watches: [widget, rival] });
  office.service.dockets = [docketWith([entry(1)])];
  await check(office);
  await office.configure({ services, watches: [widget, rival].map((one) => ({ ...one, service: 'spare' })) });
  office.service.dockets = [docketWith([entry(1)]), other(9)];
  const lines = (await check(office)).map((line) => line.split(' ').slice(0, 2).join(' '));
  expect(lines.filter((line) => line.includes('baseline'))).toEqual([]);
  expect(lines).toContain('counsel: docket.new');
});

it('a watch that joins others who ask the same with that key takes a new baseline, and they miss nothing', async () => {
  const office = await openOffice({ services, watches: [widget, { ...same, service: 'brand' }] });
  office.service.dockets = [docketWith([entry(1)])];
  await check(office);
  await office.configure({ services, watches: [widget, same].map((one) => ({ ...one, service: 'brand' })) });
  office.service.dockets = [docketWith([entry(1)]), other(9)];
  expect((await check(office)).map((line) => line.split(' ').slice(0, 2).join(' ')).sort()).toEqual([
    'brand: docket.new',
    expect.stringMatching(/^counsel: .*baseline/),
  ]);
});

it('a search that changes along with the service takes a new baseline', async () => {
  const office = await openOffice({ services, watches: [widget] });
  office.service.dockets = [docketWith([entry(1)])];
  await check(office);
  await office.configure({
    services,
    watches: [{ ...widget, service: 'brand', dockets: { patentNumber: '7,000,000' } }],
  });
  expect(await check(office)).toContain('counsel: baseline widget 0');
});
