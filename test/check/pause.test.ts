import { describe, expect, it } from 'vitest';
import type { Notice } from '../../src/alerts/message/facts.ts';
import { gatherCoverage } from '../../src/alerts/message/gatherCoverage.ts';
import { noticeHeading } from '../../src/alerts/message/noticeOutline.ts';
import { openIncidents } from '../../src/alerts/outbox/incidentsTable.ts';
import { beginHold, endDueHolds, endHoldOn } from '../../src/check/changeHolds.ts';
import { loadUnchecked, putHold, runningHolds, uncheckedIn } from '../../src/schedule/holds/holdsTable.ts';
import { slotsAfter } from '../../src/schedule/nextDue.ts';
import { removeWatch, saveWatches } from '../../src/schedule/ownWatches.ts';
import { syncWatches } from '../../src/schedule/syncWatches.ts';
import { listAudit } from '../../src/store/auditTable.ts';
import { dueQueries } from '../../src/store/claims/due.ts';
import { noticesOf } from '../alerts/outbox/outbox.ts';
import { aHold } from '../schedule/holds/aHold.ts';
import { docketWith, entryHit } from './hits.ts';
import { type Office, officeThatKnows, openOffice } from './office.ts';
import { refusal } from './service.ts';
import { dueAt } from './stored.ts';

const plain = (number: number) => entryHit(number, { description: `NOTICE of Hearing ${number}` });
const hour = '0 * * * *';

async function pause(office: Office, watchId: string, days?: number): Promise<void> {
  const beganAt = office.now.toISOString();
  const until = days === undefined ? null : new Date(office.now.getTime() + days * 86_400_000).toISOString();
  const why = { author: 'ann', reason: 'settlement talks' };
  await office.store.transaction((trx) =>
    beginHold(trx, office.parts().config, aHold({ watchId, ...why, beganAt, until })),
  );
}

const resume = (office: Office, watchId: string) =>
  office.store.transaction((trx) =>
    endHoldOn(
      trx,
      office.parts().config,
      { watchId, recordId: null, isChecked: false },
      { who: 'ann', now: office.now },
    ),
  );

/** Checks only the queries that fall due, as the daemon does. */
async function checkDue(office: Office): Promise<number> {
  const due = new Set(await dueQueries(office.store.db, office.now, 100));
  const rows = await office.store.db.selectFrom('watchQueries').select(['watchId', 'queryId']).execute();
  for (const queryId of due) {
    await office.daemonCheck(rows.find((row) => row.queryId === queryId)?.watchId ?? '');
  }
  return due.size;
}

/** Returns the notices in counsel's newest message. */
async function lastNotices({ store }: Office): Promise<Notice[]> {
  const notices = (await noticesOf(store)).filter(({ channel }) => channel === 'counsel');
  return notices.filter(({ alert }) => alert === notices.at(-1)?.alert);
}

describe('a paused watch', () => {
  it('is not checked until the pause ends, then once, and reports what happened meanwhile', async () => {
    const office = await officeThatKnows(
      { dockets: [docketWith([plain(1)])] },
      { watches: [{ id: 'widget', dockets: { patentNumber: '6,834,603' }, schedule: hour }] },
    );
    await pause(office, 'widget', 3);
    office.service.dockets = [docketWith([plain(1), plain(2)])];
    const calls = office.service.calls.length;
    for (let day = 0; day < 2; day += 1) {
      office.pass(1);
      expect(await checkDue(office)).toBe(0);
      expect(await endDueHolds(office.store, office.parts().config, office.now)).toBe(0);
    }
    // A restart and an edited schedule do not end the pause.
    await office.configure({
      watches: [{ id: 'widget', dockets: { patentNumber: '6,834,603' }, schedule: '30 * * * *' }],
    });
    await syncWatches(office.store, office.parts().config, office.now);
    expect([await dueAt(office.store, 'widget'), await checkDue(office)]).toEqual([null, 0]);
    expect(office.service.calls.length).toBe(calls);
    office.pass(1, 1);
    expect(await endDueHolds(office.store, office.parts().config, office.now)).toBe(1);
    expect(await checkDue(office)).toBe(1);
    expect(await checkDue(office)).toBe(0);
    expect(await office.newAlerts()).toEqual(['counsel: entry.new 1:20-cv-00168 #2 [widget]']);
    const [slot] = slotsAfter('30 * * * *', 'UTC', office.now, 1);
    expect(await dueAt(office.store, 'widget')).toBe(slot?.toISOString());
    expect(await resume(office, 'widget')).toBe(false);
  });

  it('that resumes before it missed a slot is due when it would have been', async () => {
    const office = await officeThatKnows({ dockets: [docketWith([plain(1)])] });
    const before = await dueAt(office.store, 'widget');
    await pause(office, 'widget');
    await pause(office, 'widget', 2);
    expect(await dueAt(office.store, 'widget')).toBeNull();
    expect(await resume(office, 'widget')).toBe(true);
    expect(await dueAt(office.store, 'widget')).toBe(before);
    expect((await listAudit(office.store.db, { subject: 'widget', limit: 9 })).map(({ what }) => what)).toEqual([
      'watch.resume',
      'watch.pause',
      'watch.pause',
    ]);
  });

  it('leaves its query to the watches that share it, and gets what they found when it resumes', async () => {
    const dockets = { patentNumber: '6,834,603' };
    const office = await officeThatKnows(
      { dockets: [docketWith([plain(1)])] },
      {
        watches: [
          { id: 'widget', dockets, schedule: hour, notify: ['counsel'] },
          { id: 'same', dockets, schedule: hour, notify: ['brand'] },
          { id: 'rival', dockets: { companyName: 'Rival' }, schedule: hour, notify: ['brand', 'counsel'] },
        ],
      },
    );
    await pause(office, 'widget');
    await pause(office, 'rival');
    office.pass(1);
    office.service.dockets = [docketWith([plain(1), plain(2)])];
    expect(await checkDue(office)).toBe(1);
    expect(await office.newAlerts()).toEqual(['brand: entry.new 1:20-cv-00168 #2 [same]']);
    await resume(office, 'widget');
    expect(await office.newAlerts()).toEqual(['counsel: entry.new 1:20-cv-00168 #2 [widget]']);
    // Both channels have the entry by now, so nothing is reported twice.
    await resume(office, 'rival');
    expect(await office.newAlerts()).toEqual([]);
    expect(await checkDue(office)).toBe(2);
    expect(await office.newAlerts()).toEqual([]);
  });

  it('gets no baseline from the checks of other watches', async () => {
    const dockets = { patentNumber: '6,834,603' };
    const office = await openOffice({ watches: [{ id: 'same', dockets }] });
    office.service.dockets = [docketWith([plain(1)])];
    await office.configure({
      watches: [
        { id: 'same', dockets },
        { id: 'widget', dockets },
      ],
    });
    await syncWatches(office.store, office.parts().config, office.now);
    await pause(office, 'widget');
    await office.check({ ids: ['same'] });
    const started = office.store.db.selectFrom('watchQueries').selectAll().where('watchId', '=', 'widget');
    expect(await started.executeTakeFirst()).toMatchObject({ baselineAt: null, nextDueAt: null });
    await resume(office, 'widget');
    expect(await dueAt(office.store, 'widget')).toBe(office.now.toISOString());
  });

  it('is no incident, and its readers are notified that it is paused, never that there is nothing new', async () => {
    const office = await officeThatKnows(
      { dockets: [docketWith([plain(1)])] },
      {
        watches: [
          { id: 'widget', dockets: { patentNumber: '6,834,603' }, schedule: hour },
          { id: 'rival', dockets: { companyName: 'Rival' }, schedule: hour },
        ],
      },
    );
    await pause(office, 'widget');
    office.pass(3);
    await checkDue(office);
    const { config } = office.parts();
    expect(await openIncidents(office.store.db)).toEqual([]);
    expect(await gatherCoverage(office.store.db, config.watches, office.now)).toMatchObject({
      watches: 2,
      unwatched: [],
      paused: [{ watch: { id: 'widget' }, author: 'ann', reason: 'settlement talks' }],
    });
    // An incident from before the pause ends for the readers of the paused watch.
    office.service.reply = () => refusal(1001, 'the name is too short');
    for (let tries = 0; tries < 4; tries += 1) {
      office.pass(0, 2);
      await checkDue(office);
    }
    const unwatched = async () =>
      (await openIncidents(office.store.db)).filter((one) => one.kind === 'watch-unwatched').map((one) => one.subject);
    expect(await unwatched()).toEqual(['rival']);
    await office.newAlerts();
    await pause(office, 'rival');
    await pause(office, 'rival', 2);
    expect(await unwatched()).toEqual([]);
    // The readers still waited for the notice that checks work again.
    expect(await office.newAlerts()).toContain('counsel: watch-unwatched ended');
    expect((await lastNotices(office)).map(noticeHeading)).toEqual(['Paused, and not checked: rival']);
  });

  it('ends its incident of a service that is away, and its readers are notified of the pause', async () => {
    const zone = { timezone: 'America/New_York' };
    const rival = { id: 'rival', dockets: { companyName: 'Rival' }, schedule: hour, ...zone };
    const office = await officeThatKnows(
      {},
      { watches: [{ ...rival, id: 'other', dockets: { companyName: 'Acme' } }, rival] },
    );
    office.service.reply = () => ({ status: 503, body: '' });
    office.pass(0, 3);
    await checkDue(office);
    expect(await office.newAlerts()).toEqual(['counsel: watch-unwatched began', 'ops: service-away began']);
    await pause(office, 'rival', 3);
    expect(await office.newAlerts()).toEqual(['counsel: watch-unwatched ended']);
    const notices = await lastNotices(office);
    expect(notices.map(noticeHeading)).toEqual(['Paused, and not checked: rival']);
    expect(notices[0]?.detail).toMatch(/^rival was paused until Nov 23, 2026, 10:00 AM EST, so it is not checked\./);
    office.service.reply = () => undefined;
    office.pass(0, 1);
    await checkDue(office);
    expect(await office.newAlerts()).toEqual(['counsel: watch-unwatched ended', 'ops: service-away ended']);
    expect((await lastNotices(office)).map(noticeHeading)).toEqual(['Checks work again for other']);
  });

  it('ends its watch-failing incident, notified once; a new one begins only after it resumed and failed', async () => {
    const office = await officeThatKnows(
      {},
      {
        watches: [
          { id: 'widget', matter: 'M-1', dockets: { patentNumber: '6,834,603' }, schedule: hour },
          { id: 'shared', dockets: { companyName: 'Rival' }, schedule: hour },
          { id: 'sharing', dockets: { companyName: 'Rival' }, schedule: hour },
          // The service returns this query, so the service is not away.
          { id: 'fine', dockets: { caseNumber: '1:20-cv-00001' }, schedule: hour },
        ],
      },
    );
    const failing = async () =>
      (await openIncidents(office.store.db)).filter((one) => one.kind === 'watch-failing').length;
    office.service.reply = ({ body }) => (body.caseNumber === undefined ? { status: 503, body: '' } : undefined);
    const hours = async (count: number) => {
      for (let tries = 0; tries < count; tries += 1) {
        office.pass(0, 1);
        await checkDue(office);
      }
    };
    await hours(4);
    expect(await failing()).toBe(2);
    await office.newAlerts();
    await pause(office, 'widget', 3);
    await pause(office, 'widget', 4);
    await pause(office, 'shared');
    // The shared query still belongs to a watch that is not paused.
    expect(await failing()).toBe(1);
    expect((await office.newAlerts()).filter((line) => line.startsWith('ops:'))).toEqual(['ops: watch-failing ended']);
    const notices = await noticesOf(office.store);
    const ended = notices.filter(({ alert }) => alert === notices.at(-1)?.alert);
    expect(ended).toMatchObject([{ channel: 'ops', subject: 'widget', matter: 'M-1', obsolete: true }]);
    expect(ended[0]?.detail).toMatch(
      /^widget is paused until .*, by ann, because: settlement talks\. .* When this began: /,
    );
    office.pass(2);
    await resume(office, 'widget');
    await office.newAlerts();
    await checkDue(office);
    await hours(1);
    expect(await failing()).toBe(1);
    await hours(3);
    expect(await failing()).toBe(2);
  });

  it('that is removed on the page leaves no hold to a watch that gets its id before any process looks', async () => {
    const office = await openOffice({});
    const { config } = office.parts();
    const add = () => saveWatches(office.store, config, [acme], { who: 'ann', now: office.now, how: 'add' });
    const acme = { id: 'acme', dockets: { companyName: 'Acme' } };
    await add();
    await pause(office, 'acme');
    await office.store.transaction((trx) => beginHold(trx, config, aHold({ watchId: 'acme', isChecked: true })));
    await removeWatch(office.store, 'acme', { who: 'ann', now: office.now });
    await add();
    expect(await runningHolds(office.store.db)).toEqual([]);
  });

  it('that the config loses leaves no pause to a watch that gets its id later', async () => {
    const rival = { id: 'rival', dockets: { companyName: 'Rival' }, schedule: hour };
    const widget = { id: 'widget', dockets: { patentNumber: '6,834,603' }, schedule: hour };
    const office = await openOffice({ watches: [rival, widget] });
    await office.check();
    await pause(office, 'widget');
    await pause(office, 'rival');
    office.pass(1);
    await office.configure({ watches: [rival] });
    await syncWatches(office.store, office.parts().config, office.now);
    expect([...(await loadUnchecked(office.store.db)).keys()]).toEqual(['rival']);
    const period = { from: '2026-01-01', until: '2027-01-01' };
    expect(await uncheckedIn(office.store.db, ['widget'], period)).toMatchObject([
      { endedAt: office.now.toISOString(), endedBy: 'removal of the watch' },
    ]);
    await office.configure({ watches: [rival, widget] });
    await syncWatches(office.store, office.parts().config, office.now);
    expect(await checkDue(office)).toBe(1);
  });

  it('must exist: a pause that begins as the watch is removed is refused', async () => {
    const office = await openOffice({ watches: [{ id: 'widget', dockets: { patentNumber: '6,834,603' } }] });
    await office.check();
    const opened = office.parts().config;
    await office.configure({ watches: [{ id: 'rival', dockets: { companyName: 'Rival' } }] });
    await syncWatches(office.store, office.parts().config, office.now);
    // The pause comes from a page opened earlier, or from a process with an older config.
    const why = { author: 'ann', reason: 'talks', beganAt: office.now.toISOString(), until: null };
    const late = office.store.transaction((trx) => beginHold(trx, opened, aHold({ watchId: 'widget', ...why })));
    expect(await late).toBe(false);
    expect([...(await loadUnchecked(office.store.db)).keys()]).toEqual([]);
    expect(await listAudit(office.store.db, { subject: 'widget', limit: 9 })).toEqual([]);
  });

  it('may be a watch just added on the page, which no process has seen yet', async () => {
    const office = await openOffice({});
    const { config } = office.parts();
    const body = { id: 'acme', dockets: { companyName: 'Acme' } };
    await saveWatches(office.store, config, [body], { who: 'ann', now: office.now, how: 'add' });
    await pause(office, 'acme');
    await syncWatches(office.store, config, office.now);
    expect([...(await loadUnchecked(office.store.db)).keys()]).toEqual(['acme']);
    expect(await dueAt(office.store, 'acme')).toBeNull();
  });

  it.each([
    'page',
    'file',
  ])('is not paused by a hold that an earlier version left: a watch of the %s', async (origin) => {
    const office = await openOffice({ watches: [{ id: 'widget', dockets: { patentNumber: '6,834,603' } }] });
    await office.check();
    await putHold(office.store.db, aHold({ watchId: 'acme', beganAt: office.now.toISOString() }));
    const body = { id: 'acme', dockets: { companyName: 'Acme' } };
    const edit = { who: 'ann', now: office.now, how: 'add' } as const;
    if (origin === 'page') await saveWatches(office.store, office.parts().config, [body], edit);
    else await office.configure({ watches: [body] });
    await syncWatches(office.store, office.parts().config, office.now);
    expect([...(await loadUnchecked(office.store.db)).keys()]).toEqual([]);
    expect(await dueAt(office.store, 'acme')).toBe(office.now.toISOString());
  });
});
