import { expect, it, onTestFinished } from 'vitest';
import { runDueCheck } from '../../src/check/runCheck.ts';
import { Scheduler } from '../../src/schedule/scheduler.ts';
import { countDue } from '../../src/store/claims/due.ts';
import { eventually } from '../eventually.ts';
import { openOffice } from './office.ts';
import { refusal } from './service.ts';

const ids = ['first', 'second'];
const caseOf = (id: string) => `1:20-cv-0000${ids.indexOf(id) + 1}`;
const monday = '0 9 * * 1';

it('a refused key is probed at its probe times, although no watch is due, and then the schedules apply', async () => {
  const watches = ids.map((id) => ({ id, dockets: { caseNumber: caseOf(id) }, schedule: monday }));
  const office = await openOffice({ watches });
  const { store } = office;
  await office.check();
  const dueTimes = () => store.db.selectFrom('watchQueries').select(['watchId', 'nextDueAt']).execute();
  const bySchedule = await dueTimes();
  const begin = office.now.getTime();
  const calls: string[] = [];
  office.service.reply = ({ body }) => {
    const minute = (office.now.getTime() - begin) / 60_000;
    calls.push(`${minute}: ${body.caseNumber}`);
    return minute < 15 ? refusal(1004, 'invalid token') : undefined;
  };
  expect((await office.check()).map(({ outcome }) => outcome)).toEqual(['failed', 'skipped']);
  const scheduler = new Scheduler({
    ...{ store, clock: () => office.now, log: office.parts().log, concurrency: 1, isKnown: () => true },
    runCheck: (claim, signal) => runDueCheck(office.parts(), claim, signal),
  });
  onTestFinished(() => scheduler.stop());
  for (const minute of [4, 5, 6, 14, 15, 16, 20, 60]) {
    office.now = new Date(begin + minute * 60_000);
    scheduler.wake();
    await eventually(async () => expect(await countDue(store.db, ids, office.now)).toBe(0));
  }
  await scheduler.finish();
  expect(calls).toEqual([
    `0: ${caseOf('first')}`,
    `5: ${caseOf('first')}`,
    `15: ${caseOf('first')}`,
    `15: ${caseOf('second')}`,
  ]);
  expect(await dueTimes()).toEqual(bySchedule);
});

it('the notice of a refused key says what to do, and a watch with two skipped queries gives one reason', async () => {
  const two = { id: 'two', dockets: { caseNumber: ['1:20-cv-00003', '1:20-cv-00004'] } };
  const office = await openOffice({ watches: [{ id: 'first', dockets: { caseNumber: caseOf('first') } }, two] });
  office.service.reply = () => refusal(1004, 'invalid token');
  const [, skipped] = await office.check();
  const notice = await office.store.db.selectFrom('alerts').select('payload').executeTakeFirstOrThrow();
  expect(notice.payload).toContain('service.token, or into the file that TIPSTAFF_TOKEN_FILE names');
  expect(skipped?.outcome).toBe('skipped');
  expect(skipped?.reason?.match(/token refused since [\d-]+T[\d:.]+Z: Docket search/g)).toHaveLength(1);
});
