import { describe, expect, it } from 'vitest';
import { retrySkipped } from '../../src/store/claims/due.ts';
import { type Office, openOffice } from './office.ts';
import { refusal } from './service.ts';
import { dueAt } from './stored.ts';

const weekly = { schedule: '0 7 * * 1' };
const two = [
  { id: 'case1', dockets: { caseNumber: '1:20-cv-00168' }, ...weekly },
  { id: 'case2', dockets: { caseNumber: '2:21-cv-00001' }, ...weekly },
];

/** Returns the minutes from now until a watch is due. */
async function minutesToDue(office: Office, watchId: string): Promise<number> {
  return (Date.parse((await dueAt(office.store, watchId)) ?? '') - office.now.getTime()) / 60_000;
}

describe('a weekly watch', () => {
  it('whose check a refused key stopped is due when the key is tried again, not next week', async () => {
    const office = await openOffice({ watches: two });
    office.service.reply = () => refusal(2001, 'no credits');
    await office.daemonCheck('case1');
    await office.daemonCheck('case2');
    expect(await minutesToDue(office, 'case1')).toBe(5);
    expect(await minutesToDue(office, 'case2')).toBe(5);
    office.service.reply = () => undefined;
    office.pass(0, 5 / 60);
    expect(await office.daemonCheck('case1')).toMatchObject({ outcome: 'complete' });
    expect(await minutesToDue(office, 'case1')).toBeGreaterThan(24 * 60);
  });

  it('that the budget could not pay is due when the next day begins', async () => {
    const office = await openOffice({ watches: two, budget: { perDay: 12 } });
    await office.daemonCheck('case1');
    expect(await office.daemonCheck('case2')).toMatchObject({ outcome: 'skipped' });
    expect(await dueAt(office.store, 'case2')).toBe('2026-11-21T00:00:00.000Z');
  });

  it('whose check between slots, which a person started, failed for a passing reason is checked again soon', async () => {
    const office = await openOffice({ watches: two.slice(0, 1) });
    await office.check();
    office.service.reply = () => ({ status: 503, body: '' });
    expect(await office.check()).toMatchObject([{ outcome: 'failed' }]);
    expect(await minutesToDue(office, 'case1')).toBe(1);
    office.service.reply = () => undefined;
    office.pass(0, 1 / 60);
    expect(await office.daemonCheck('case1')).toMatchObject({ outcome: 'complete' });
    expect(await minutesToDue(office, 'case1')).toBeGreaterThan(24 * 60);
  });

  it('whose failed check a person repeated is not checked once more before its slot', async () => {
    const office = await openOffice({ watches: two.slice(0, 1) });
    await office.check();
    const slot = await dueAt(office.store, 'case1');
    office.service.reply = () => ({ status: 503, body: '' });
    await office.check();
    office.service.reply = () => undefined;
    expect(await office.check()).toMatchObject([{ outcome: 'complete' }]);
    expect(await dueAt(office.store, 'case1')).toBe(slot);
  });

  it('is stored as skipped once, however often a suspended key is tried', async () => {
    const office = await openOffice({ watches: two });
    office.service.reply = () => refusal(2001, 'no credits');
    for (let day = 0; day < 3; day += 1) {
      await office.daemonCheck('case1');
      await office.daemonCheck('case2');
      office.pass(1);
    }
    const skipped = await office.store.db.selectFrom('checks').select('id').where('outcome', '=', 'skipped').execute();
    expect(skipped).toHaveLength(1);
  });

  it('is stored as skipped once more when the key is suspended again', async () => {
    const office = await openOffice({ watches: two });
    for (let time = 0; time < 2; time += 1) {
      office.service.reply = () => refusal(2001, 'no credits');
      await office.daemonCheck('case1');
      await office.daemonCheck('case2');
      office.service.reply = () => undefined;
      office.pass(1);
      if (time === 0) await office.daemonCheck('case1');
    }
    const skipped = await office.store.db.selectFrom('checks').select('id').where('outcome', '=', 'skipped').execute();
    expect(skipped).toHaveLength(2);
  });

  it('that was skipped is due at once after a restart that removed the cause', async () => {
    const office = await openOffice({ watches: two, budget: { perDay: 12 } });
    await office.daemonCheck('case1');
    await office.daemonCheck('case2');
    await retrySkipped(office.store.db, office.now);
    expect(await minutesToDue(office, 'case2')).toBe(0);
    expect(await minutesToDue(office, 'case1')).toBeGreaterThan(24 * 60);
  });
});
