import { describe, expect, it } from 'vitest';
import { syncWatches } from '../../src/schedule/syncWatches.ts';
import { docketWith, entryHit } from '../check/hits.ts';
import { type Office, openOffice } from '../check/office.ts';

const patent = { id: 'patent', dockets: { patentNumber: '6834603' }, schedule: 'adaptive', atLeastEvery: '24h' };

async function openWith(watch: object) {
  const office = await openOffice({ watches: [watch] });
  office.service.dockets = [docketWith([entryHit(1)])];
  await office.daemonCheck('patent');
  return office;
}

const rowOf = ({ store }: Office) =>
  store.db.selectFrom('watchQueries').select(['schedule', 'nextDueAt as dueAt']).executeTakeFirstOrThrow();

const hoursToDue = async (office: Office) =>
  (Date.parse((await rowOf(office)).dueAt ?? '') - office.now.getTime()) / 3_600_000;

describe('the checks of an adaptive watch', () => {
  it('are scheduled in the transaction that ends the check before', async () => {
    const office = await openWith(patent);
    const { dueReason: reason } = await office.store.db
      .selectFrom('queries')
      .select('dueReason')
      .executeTakeFirstOrThrow();
    expect(await rowOf(office)).toMatchObject({ dueAt: JSON.parse(reason ?? '{}').at });
    expect(await hoursToDue(office)).toBeLessThanOrEqual(24);
  });

  it("begin, if the watch joins a known query, with a baseline, and then follow the query's next check", async () => {
    const office = await openWith(patent);
    await office.configure({ watches: [patent, { ...patent, id: 'fresh' }] });
    await syncWatches(office.store, office.parts().config, office.now);
    const rows = () =>
      office.store.db
        .selectFrom('watchQueries')
        .select(['watchId as id', 'nextDueAt as dueAt', 'baselineAt'])
        .orderBy('watchId')
        .execute();
    expect(await rows()).toMatchObject([{ id: 'fresh', dueAt: office.now.toISOString(), baselineAt: null }, {}]);
    office.pass(0, 1);
    await office.daemonCheck('patent');
    const [fresh, other] = await rows();
    expect(fresh).toEqual({ id: 'fresh', dueAt: other?.dueAt, baselineAt: office.now.toISOString() });
  });

  it('are planned by the entries that have a date, and made although the case has no date of filing', async () => {
    const office = await openOffice({ watches: [patent] });
    const entries = [entryHit(1, { dateFiled: 'Nov 19, 2026' }), entryHit(2, { dateFiled: 'Undated' })];
    office.service.dockets = [docketWith(entries)];
    await office.daemonCheck('patent');
    const { rhythm } = await office.store.db.selectFrom('queries').select('rhythm').executeTakeFirstOrThrow();
    expect(JSON.parse(rhythm ?? '')).toMatchObject({ slow: { filings: expect.closeTo(1, 0) } });

    await office.configure({ watches: [{ ...patent, dockets: { patentNumber: '1234567' } }] });
    office.service.dockets = [docketWith(entries, { docketId: 2, dateFiled: null, patentNumbers: ['1234567'] })];
    expect(await office.daemonCheck('patent')).toMatchObject({ outcome: 'complete' });
  });

  it('are a month apart if its only case ended long ago, but not if a new case may come', async () => {
    const ended = docketWith([entryHit(1, { dateFiled: 'Feb 3, 2020' })], { dateTerminated: '2020-03-01' });
    for (const [dockets, hours, perWeek] of [
      [{ caseNumber: '1:20-cv-00168' }, 720, 7 / 30],
      [{ companyName: 'Widget' }, 24, 7],
      [{ patentNumber: '6834603' }, 24, 7],
    ] as const) {
      const office = await openOffice({ watches: [{ ...patent, dockets }] });
      office.service.dockets = [ended];
      await office.daemonCheck('patent');
      const query = await office.store.db.selectFrom('queries').select('checksPerWeek').executeTakeFirstOrThrow();
      expect(query.checksPerWeek, JSON.stringify(dockets)).toBeLessThanOrEqual(perWeek);
      expect(await hoursToDue(office)).toBeLessThanOrEqual(hours);
      expect(await hoursToDue(office)).toBeGreaterThan(hours / 3);
    }
  });

  it('are not a month apart after a failed check of ended cases', async () => {
    const office = await openOffice({ watches: [{ ...patent, dockets: { caseNumber: '1:20-cv-00168' } }] });
    office.service.dockets = [
      docketWith([entryHit(1, { dateFiled: 'Feb 3, 2020' })], { dateTerminated: '2020-03-01' }),
    ];
    await office.daemonCheck('patent');
    expect(await hoursToDue(office)).toBe(30 * 24);
    office.pass(30);
    office.service.reply = () => ({ status: 400, body: { code: 400, message: 'what?', data: null } });
    expect(await office.daemonCheck('patent')).toMatchObject({ outcome: 'failed' });
    expect(await hoursToDue(office)).toBeLessThanOrEqual(24);
    office.pass(1);
    office.service.reply = () => undefined;
    expect(await office.daemonCheck('patent')).toMatchObject({ outcome: 'complete' });
    expect(await hoursToDue(office)).toBe(30 * 24);
  });
});
