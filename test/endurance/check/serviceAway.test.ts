import { describe, expect, it } from 'vitest';
import { openIncidents } from '../../../src/alerts/outbox/incidentsTable.ts';
import { minutes, officeOf, watches } from '../../check/officeOfTwo.ts';
import type { Reply } from '../../check/service.ts';
import { byNight } from '../../runs.ts';

const outages: [string, () => Reply][] = [
  [
    'is busy and wants to be left alone for an hour',
    () => ({ status: 429, headers: { 'retry-after': '3600' }, body: '' }),
  ],
  ['wants to be left alone for six hours', () => ({ status: 429, headers: { 'retry-after': '21600' }, body: '' })],
  ['fails', () => ({ status: 503, body: 'down' })],
  ['shows an HTML page', () => ({ body: '<html><body>maintenance</body></html>' })],
];

describe('over days, a service that returns nothing whole', () => {
  it.each(
    outages.slice(0, byNight ? undefined : 1),
  )('is one incident after an hour, told once to operators and readers, where it %s', async (_, reply) => {
    const office = await officeOf();
    office.service.reply = reply;
    // Both fall due after an hour, once a day.
    expect(await minutes(office, 119)).toEqual([]);
    expect(await minutes(office, 1)).toEqual(['1m counsel: watch-unwatched began', '1m ops: service-away began']);
    expect((await openIncidents(office.store.db)).map(({ kind, cause }) => [kind, cause])).toEqual([
      ['service-away', null],
      ['watch-unwatched', 'service-away'],
      ['watch-unwatched', 'service-away'],
    ]);
    office.service.reply = () => undefined;
    const lines = await minutes(office, 6 * 60, 6 * 60);
    expect(lines.map((line) => line.replace(/^\d+m /, ''))).toEqual([
      'counsel: watch-unwatched ended',
      'ops: service-away ended',
    ]);
    expect(await openIncidents(office.store.db)).toEqual([]);
  });

  it('is told once, however many slots fall due meanwhile', async () => {
    const office = await officeOf();
    office.service.reply = () => ({ status: 503, body: 'down' });
    expect(await minutes(office, 120)).toHaveLength(2);
    expect(await minutes(office, 24 * 60, 24 * 60)).toEqual([]);
  });

  it('is notified where nothing is checked on Friday evening, whatever is due on Monday or next week', async () => {
    const weekly = { ...watches[0], schedule: '30 12 * * 5' };
    const office = await officeOf({ watches: [weekly, { ...watches[1], schedule: '0 9 * * 1', notify: ['brand'] }] });
    office.service.reply = () => ({ status: 503, body: '' });
    // The readers of the watch of Monday are not concerned yet.
    expect(await minutes(office, 90)).toEqual(['90m counsel: watch-unwatched began', '90m ops: service-away began']);
    expect(await minutes(office, 3 * 24 * 60, 24 * 60)).toEqual([
      expect.stringContaining('brand: watch-unwatched began'),
    ]);
  });
});

it('a service is not away where one search alone fails: that is an incident of its own', async () => {
  // The other one is complete later, each day.
  const office = await officeOf({ watches: [watches[0], { ...watches[1], schedule: '5 13 * * *' }] });
  office.service.reply = ({ body }) => (body.patentNumber === undefined ? undefined : { status: 500, body: '' });
  const lines = await minutes(office, 3 * 24 * 60, 24 * 60);
  expect(lines.map((line) => line.replace(/^\d+m /, ''))).toEqual([
    'counsel: watch-unwatched began',
    'ops: watch-failing began',
  ]);
});
