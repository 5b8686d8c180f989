import { describe, expect, it } from 'vitest';
import { endDueHolds } from '../../src/check/changeHolds.ts';
import type { Hold } from '../../src/schedule/holds/holds.ts';
import { deferredBy } from '../../src/schedule/holds/holds.ts';
import { heldChanges, putHold, runningHolds } from '../../src/schedule/holds/holdsTable.ts';
import { docketHit, docketWith, entryHit } from './hits.ts';
import { defaultSettings, type Office, officeThatKnows } from './office.ts';
import { dueAt, idOfRecord, newestChanges } from './stored.ts';

const plain = (number: number) => entryHit(number, { description: `NOTICE of Hearing ${number}` });

async function mute(office: Office, subject: Partial<Pick<Hold, 'watchId' | 'recordId'>>, days: number): Promise<void> {
  const until = new Date(office.now.getTime() + days * 86_400_000).toISOString();
  const about = { watchId: null, recordId: null, ...subject };
  const why = { label: 'Widget', author: 'Ada', reason: 'settlement talks', beganAt: office.now.toISOString(), until };
  await putHold(office.store.db, { ...about, ...why, isChecked: true });
}

describe('a mute', () => {
  it('defers the alerts of a watch until the mute ends, and then sends them', async () => {
    const office = await officeThatKnows({ dockets: [docketWith([plain(1)])] });
    await mute(office, { watchId: 'widget' }, 7);
    office.service.dockets = [docketWith([plain(1), plain(2)])];
    await office.check({ after: 1 });
    expect(await office.changes()).toHaveLength(1);
    expect(await office.newAlerts()).toEqual([]);
    office.pass(7);
    expect(await endDueHolds(office.store, office.parts().config, office.now)).toBe(1);
    expect(await office.newAlerts()).toEqual(['counsel: entry.new 1:20-cv-00168 #2 [widget]']);
    expect(await runningHolds(office.store.db)).toEqual([]);
  });

  it('does not send a channel what the channel already got by another watch', async () => {
    const office = await officeThatKnows(
      { dockets: [docketWith([plain(1)])] },
      {
        watches: [
          { id: 'widget', dockets: { patentNumber: '6,834,603' } },
          { id: 'rival', dockets: { companyName: 'Rival' } },
        ],
      },
    );
    await mute(office, { watchId: 'widget' }, 7);
    office.service.dockets = [docketWith([plain(1), plain(2)])];
    expect(await office.alertsOfCheck({ after: 1 })).toEqual(['counsel: entry.new 1:20-cv-00168 #2 [rival]']);
    office.pass(7);
    await endDueHolds(office.store, office.parts().config, office.now);
    expect(await office.newAlerts()).toEqual([]);
  });

  it('that ends leaves deferred what another mute still defers', async () => {
    const office = await officeThatKnows({ dockets: [docketWith([plain(1)])] });
    const { id } = await office.store.db.selectFrom('records').select('id').executeTakeFirstOrThrow();
    await mute(office, { recordId: id }, 3);
    await mute(office, { watchId: 'widget' }, 7);
    office.service.dockets = [docketWith([plain(1), plain(2)])];
    await office.check({ after: 1 });
    office.pass(3);
    expect(await endDueHolds(office.store, office.parts().config, office.now)).toBe(1);
    expect(await office.newAlerts()).toEqual([]);
    office.pass(4);
    expect(await endDueHolds(office.store, office.parts().config, office.now)).toBe(1);
    expect(await office.newAlerts()).toEqual(['counsel: entry.new 1:20-cv-00168 #2 [widget]']);
  });

  it('that ends while the config lacks a channel still creates the alerts for that channel', async () => {
    const both = ['counsel', 'brand'].map((channel) => ({
      id: channel,
      dockets: { patentNumber: '6834603' },
      notify: [channel],
    }));
    const { brand: _, ...fewerChannels } = defaultSettings.channels as Record<string, object>;
    const office = await officeThatKnows({ dockets: [docketWith([plain(1)])] }, { watches: both });
    const { id } = await office.store.db.selectFrom('records').select('id').executeTakeFirstOrThrow();
    await mute(office, { recordId: id }, 7);
    office.service.dockets = [docketWith([plain(1), plain(2)])];
    await office.alertsOfCheck({ after: 1 });
    await office.configure({ watches: both.slice(0, 1), channels: fewerChannels });
    office.pass(7);
    await endDueHolds(office.store, office.parts().config, office.now);
    expect(await office.newAlerts()).toEqual([
      'brand: entry.new 1:20-cv-00168 #2 [brand]',
      'counsel: entry.new 1:20-cv-00168 #2 [counsel]',
    ]);
  });

  it('of a record defers the changes of this record, and of no other record', async () => {
    const office = await officeThatKnows({
      dockets: [docketHit({ docketId: 1 }), docketHit({ docketId: 2, docketNumber: '2:21-cv-00001' })],
    });
    await mute(office, { recordId: await idOfRecord(office.store, '1') }, 7);
    office.service.dockets = [
      docketHit({ docketId: 1, assignedTo: 'Grace H. Other' }),
      docketHit({ docketId: 2, docketNumber: '2:21-cv-00001', assignedTo: 'Grace H. Other' }),
    ];
    expect(await office.alertsOfCheck()).toEqual(['counsel: docket.updated 2:21-cv-00001 assignedTo [widget]']);
    const [running] = await runningHolds(office.store.db);
    expect(await heldChanges(office.store.db, running?.id ?? 0)).toHaveLength(1);
  });

  it('that has run out defers nothing, even before a process ends it', () => {
    const until = '2026-11-20T00:00:00.000Z';
    const running = {
      id: 1,
      watchId: 'widget',
      recordId: null,
      label: '',
      author: '',
      reason: '',
      beganAt: '',
      until,
      isChecked: true,
    };
    const about = { recordId: 7, watchId: 'widget' };
    expect(deferredBy([running], about, new Date('2026-11-19T23:59:59.999Z'))).toBe(running);
    expect(deferredBy([running], about, new Date(until))).toBeUndefined();
  });
});

describe('an urgent watch on a digest channel', () => {
  const settings = {
    channels: {
      counsel: { type: 'slack', webhookUrl: 'http://127.0.0.1:9/counsel', digest: '0 9 * * 5', timezone: 'UTC' },
    },
    operators: [],
    watches: [{ id: 'widget', dockets: { patentNumber: '6,834,603' }, urgent: true }],
  };

  it('sends important changes at once, and the rest with the digest', async () => {
    const office = await officeThatKnows({ dockets: [docketWith([plain(1)])] }, settings);
    const order = entryHit(3, { description: 'ORDER granting preliminary injunction' });
    office.service.dockets = [docketWith([plain(1), plain(2), order])];
    await office.check();
    const alerts = await office.store.db
      .selectFrom('alerts')
      .innerJoin('alertChanges', 'alertId', 'alerts.id')
      .innerJoin('changes', 'changes.id', 'changeId')
      .select(['dueAt', 'entry'])
      .orderBy('dueAt')
      .execute();
    const reported = alerts.map((row) => [row.dueAt, JSON.parse(row.entry ?? '{}').documentNumber]);
    expect(reported).toEqual([
      [office.now.toISOString(), '3'],
      ['2026-11-27T09:00:00.000Z', '2'],
    ]);
  });

  it('sends one alert with both if the digest of the channel is empty', async () => {
    const office = await officeThatKnows(
      { dockets: [docketWith([plain(1)])] },
      { ...settings, channels: { counsel: { ...settings.channels.counsel, digest: '' } } },
    );
    const order = entryHit(3, { description: 'ORDER granting preliminary injunction' });
    office.service.dockets = [docketWith([plain(1), plain(2), order])];
    await office.check();
    const alerts = await office.store.db.selectFrom('alerts').select('kind').orderBy('id').execute();
    expect(alerts).toEqual([{ kind: 'baseline' }, { kind: 'changes' }]);
  });
});

describe('a weekly digest at the time of a weekly check', () => {
  const friday = '0 9 * * 5';
  const settings = {
    channels: { counsel: { type: 'slack', webhookUrl: 'http://127.0.0.1:9/counsel', digest: friday, timezone: 'UTC' } },
    operators: [],
    watches: [{ id: 'widget', dockets: { patentNumber: '6,834,603' }, schedule: friday, timezone: 'UTC' }],
  };

  /** Returns when the alert of a filing is due that is found so many seconds after nine o'clock. */
  async function dueAfter(seconds: number, howDue: 'due' | 'not due', spreadSeconds = 60): Promise<string> {
    const office = await officeThatKnows({ dockets: [docketWith([plain(1)])] }, { ...settings, spreadSeconds });
    expect(await dueAt(office.store, 'widget')).toMatch(/^2026-11-27T09:00:/);
    office.now = new Date(Date.parse('2026-11-27T09:00:00Z') + seconds * 1000);
    if (howDue === 'not due') await setNextDue(office, '2026-12-04T09:00:00.000Z');
    office.service.dockets = [docketWith([plain(1), plain(2)])];
    await office.daemonCheck('widget');
    return (await newestChanges(office.store)).dueAt;
  }

  const setNextDue = (office: Office, at: string) =>
    office.store.db.updateTable('watchQueries').set({ nextDueAt: at }).execute();

  it('does not keep for a week what this check finds, when nothing else waits for the digest', async () => {
    expect(await dueAfter(70, 'due')).toBe('2026-11-27T09:02:10.000Z');
    expect(await dueAfter(3 * 3600, 'due')).toBe('2026-11-27T12:01:00.000Z');
    expect(await dueAfter(4, 'due', 0)).toBe('2026-11-27T09:01:04.000Z');
  });

  it('does not keep what a check finds after the service was away at that time', async () => {
    const office = await officeThatKnows({ dockets: [docketWith([plain(1)])] }, settings);
    office.now = new Date('2026-11-27T09:00:30Z');
    office.service.reply = () => ({ status: 503, body: '' });
    expect(await office.daemonCheck('widget')).toMatchObject({ outcome: 'failed' });
    office.now = new Date('2026-11-27T13:00:00Z');
    office.service.reply = () => undefined;
    office.service.dockets = [docketWith([plain(1), plain(2)])];
    await office.daemonCheck('widget');
    expect((await newestChanges(office.store)).dueAt).toBe('2026-11-27T13:01:00.000Z');
  });

  it('still gets what the checks of a week find, if each of them reads only a part of the result', async () => {
    const [watch] = settings.watches;
    const daily = { ...settings, watches: [{ ...watch, schedule: '0 7 * * *' }] };
    const office = await officeThatKnows({ dockets: [docketWith([plain(1)])] }, daily);
    const unreadable = { docketId: 'none' } as never;
    for (let day = 21; day <= 30; day += 1) {
      office.now = new Date(`2026-11-${day}T07:00:10Z`);
      office.service.dockets = [docketWith([plain(1), ...(day < 30 ? [] : [plain(2)])]), unreadable];
      office.service.reply = () => ({ body: { code: 0, data: { total: 2, hits: office.service.dockets } } });
      expect(await office.daemonCheck('widget')).toMatchObject({ outcome: 'partial' });
    }
    expect((await newestChanges(office.store)).dueAt).toBe('2026-12-04T09:00:00.000Z');
  });

  it('keeps for the next one what a check that was not due finds', async () => {
    expect(await dueAfter(70, 'not due')).toBe('2026-12-04T09:00:00.000Z');
  });
});

describe('quiet hours', () => {
  it('also defer the announcement of a baseline', async () => {
    const counsel = { type: 'slack', webhookUrl: 'http://127.0.0.1:9/counsel', quiet: '11:00-13:30', timezone: 'UTC' };
    const office = await officeThatKnows(
      { dockets: [docketWith([plain(1)])] },
      { channels: { counsel }, operators: [] },
    );
    const alerts = await office.store.db.selectFrom('alerts').select(['kind', 'dueAt']).execute();
    expect(alerts).toEqual([{ kind: 'baseline', dueAt: '2026-11-20T13:30:00.000Z' }]);
  });
});
