import { describe, expect, it } from 'vitest';
import { openIncidents } from '../../src/alerts/outbox/incidentsTable.ts';
import { noticesOf } from '../alerts/outbox/outbox.ts';
import { lookAt } from './daemonMinutes.ts';
import { daily, minutes, officeOf, watches } from './officeOfTwo.ts';
import { refusal } from './service.ts';

describe('a service that completes no check', () => {
  it('is one incident after an hour of Retry-After, notified once to operators and readers', async () => {
    const office = await officeOf();
    office.service.reply = () => ({ status: 429, headers: { 'retry-after': '3600' }, body: '' });
    // Both watches fall due after an hour, and then daily.
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

  it('is notified to operators once, as a refused key, and to readers within the hour', async () => {
    const office = await officeOf();
    office.service.reply = () => refusal(1004, 'invalid token');
    expect(await minutes(office, 60)).toEqual(['60m ops: token-refused began']);
    expect(await minutes(office, 60)).toEqual(['60m counsel: watch-unwatched began']);
  });

  it('leads to one notice that names up to three watches and how many more there are', async () => {
    const many = Array.from({ length: 5 }, (_, index) => ({
      id: `w${index}`,
      announce: false,
      dockets: { caseNumber: `1:20-cv-0000${index}` },
    }));
    const office = await officeOf({ watches: many });
    office.service.reply = () => ({ status: 503, body: '' });
    await minutes(office, 120);
    const notices = (await noticesOf(office.store)).filter(({ channel }) => channel === 'counsel');
    expect(notices).toMatchObject([{ subject: 'w0, w1, w2 and 2 more', at: '2026-11-20T13:00:00.000Z' }]);
    expect(notices[0]?.detail).toContain(
      'No check of w0, w1, w2, w3 and w4 has succeeded since then (the service failed or could not be reached)',
    );
  });

  it('is an incident that ends as obsolete when no watch is left', async () => {
    const office = await officeOf();
    office.service.reply = () => ({ status: 503, body: '' });
    await minutes(office, 120);
    await office.store.db.deleteFrom('watchQueries').execute();
    await lookAt(office);
    expect(await office.newAlerts()).toEqual(['ops: service-away ended']);
  });
});

describe('a service that completes other checks', () => {
  it('is not away when only one query fails', async () => {
    // The other watch is complete five minutes later.
    const office = await officeOf({ watches: [watches[0], { ...watches[1], schedule: '5 13 * * *' }] });
    office.service.reply = ({ body }) => (body.patentNumber === undefined ? undefined : { status: 500, body: '' });
    expect((await minutes(office, 180)).join('; ')).not.toContain('service-away');
  });

  it('is not away when the budget cannot pay, which is another incident', async () => {
    const office = await officeOf();
    await office.configure({ defaults: daily, watches, budget: { perDay: 24 } });
    expect(await minutes(office, 180)).toEqual(['60m ops: budget-reached began']);
  });
});
