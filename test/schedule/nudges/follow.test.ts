import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { openFollower } from '../../../src/schedule/nudges/followNudges.ts';
import { spentByNudges } from '../../../src/schedule/nudges/nudgesTable.ts';
import type { Store } from '../../../src/store/store.ts';
import { docketWith, entryHit } from '../../check/hits.ts';
import { openDesk } from './desk.ts';

// test/endurance/nudgeDays.test.ts tests the limits over whole days.
describe('a nudge', () => {
  it('causes one check after its settle time, and is confirmed by what the check finds', async () => {
    const desk = await openDesk();
    desk.show(2);
    await desk.say({ document: '2' });
    await desk.minutes(1);
    expect([desk.calls(), await desk.states()]).toEqual([0, ['asked 0']]);
    await desk.minutes(2);
    expect([desk.calls(), await desk.states()]).toEqual([1, ['confirmed 0']]);
    expect(await desk.office.newAlerts()).toEqual(['counsel: entry.new 1:20-cv-00168 #2 [widget]']);
    // The scheduled check still comes at its own time.
    await desk.minutes(22 * 60, 60);
    expect(desk.calls()).toBe(0);
    await desk.minutes(2 * 60, 30);
    expect(desk.calls()).toBe(1);
  });

  it('is confirmed although its first check was refused, or the service was away', async () => {
    for (const reply of [
      { status: 400, body: { code: 400, message: 'what?', data: null } },
      { status: 503, body: '' },
    ]) {
      const desk = await openDesk();
      let left = 1;
      desk.office.service.reply = () => (left-- > 0 ? reply : undefined);
      desk.show(2);
      await desk.say({ document: '2' });
      await desk.minutes(15, 5);
      expect([reply.status, desk.calls(), await desk.states()]).toEqual([reply.status, 2, ['confirmed 0']]);
    }
  });

  it('whose query is refused again and again is retried at growing intervals, not in a loop', async () => {
    const desk = await openDesk();
    desk.office.service.reply = () => ({ status: 400, body: { code: 400, message: 'what?', data: null } });
    await desk.say({ document: '2' });
    await desk.minutes(6 * 60, 10);
    expect(desk.calls()).toBeLessThan(12);
    expect(await desk.states()).toEqual(['asked 0']);
  });

  it('is confirmed by a later check when the service is late, and no further check follows', async () => {
    const desk = await openDesk();
    await desk.say({ document: '2' });
    await desk.minutes(20, 5);
    desk.show(2);
    await desk.minutes(5 * 60, 5);
    expect([desk.calls(), await desk.states()]).toEqual([3, ['confirmed 2']]);
  });

  it('shares one check with the other nudges of a burst', async () => {
    const desk = await openDesk();
    desk.show(4);
    await desk.say({ document: '2' }, { document: '3' });
    await desk.minutes(1);
    await desk.say({ document: '4' });
    await desk.minutes(30, 5);
    expect([desk.calls(), await desk.states()]).toEqual([1, ['confirmed 0', 'confirmed 0', 'confirmed 0']]);
    expect(await spentByNudges(desk.store.db, desk.office.now)).toBe(12);
  });

  it('causes no check if its entry is stored, its case is unknown, or the nudge is a repeat', async () => {
    const desk = await openDesk();
    await desk.say({ document: '1' }, { pacerCaseId: '9' }, { docketNumber: '1:20-cv-00169', pacerCaseId: null });
    await desk.say({ document: '2', key: 'same' }, { document: '2', key: 'same' }, { document: '02' });
    expect(await desk.states()).toEqual(['known 0', 'asked 0']);
    await desk.say({ document: '2', key: 'same' });
    expect(await desk.states()).toEqual(['known 0', 'asked 0']);
  });

  it('is not served for free by a check that has already begun', async () => {
    const desk = await openDesk({ nudgeLimits: { perDay: 12, perRecord: '1m', settle: '5m' } });
    await desk.say({ document: '100' });
    const { id } = await desk.store.db.selectFrom('queries').select('id').executeTakeFirstOrThrow();
    expect(await desk.store.queue.checks.claim(id, desk.office.now)).toBeDefined();
    await desk.say({ document: '101' });
    expect(await desk.states()).toEqual(['asked 0', 'due 0']);
  });

  it('is one of at most a hundred about its case, because one check finds all entries', async () => {
    const desk = await openDesk();
    await desk.say(...Array.from({ length: 150 }, (_, index) => ({ document: String(100 + index) })));
    expect(await desk.states()).toHaveLength(100);
    desk.show(2);
    await desk.say({ document: '1' });
    expect((await desk.states()).at(-1)).toBe('known 0');
  });

  it('about one case is followed although the nudge of another case fails', async () => {
    const { office, store, say, states } = await openDesk();
    const first = docketWith([entryHit(1)]);
    office.service.dockets = [first, { ...first, docketId: 2, pacerCaseId: '7002' }];
    await office.check();
    await say({ document: '100' }, { document: '100', pacerCaseId: '7002' });
    expect(await states()).toEqual(['asked 0', 'asked 0']);
    await store.db.updateTable('nudges').set({ state: 'due', askAt: '2000-01-01T00:00:00.000Z' }).execute();
    let works = 0;
    const transaction: Store['transaction'] = (work) => {
      works += 1;
      return works === 1 ? Promise.reject(new Error('no')) : store.transaction(work);
    };
    const log = pino({ level: 'silent' });
    const parts = { store: { ...store, db: store.db, transaction }, clock: () => office.now, log };
    await expect(openFollower({ ...parts, config: () => office.parts().config })()).rejects.toThrow('no');
    expect(await states()).toEqual(['due 0', 'asked 0']);
  });

  const widget = { id: 'widget', matter: 'M-1', dockets: { patentNumber: '6,834,603' } };
  it.each([
    ['of all watches', { budget: { perDay: 12 } }],
    ['of the matter', { watches: [widget], matters: { 'M-1': { budget: { perDay: 12 } } } }],
    ['of its watch', { watches: [{ ...widget, budget: { perDay: 12 } }] }],
  ])('spends no credits that the slots of the day need under the budget %s', async (_, settings) => {
    const desk = await openDesk(settings);
    await desk.minutes(13 * 60, 60);
    desk.show(2);
    await desk.say({ document: '2' });
    await desk.minutes(9 * 60, 5);
    expect(desk.calls()).toBe(0);
    await desk.minutes(2 * 60, 5);
    expect([desk.calls(), await desk.states()]).toEqual([1, ['confirmed 0']]);
    expect(await desk.office.newAlerts()).toEqual(['counsel: entry.new 1:20-cv-00168 #2 [widget]']);
  });

  it('is not followed while its watch is paused', async () => {
    const desk = await openDesk();
    await desk.store.db.updateTable('watchQueries').set({ nextDueAt: null }).execute();
    await desk.say({ document: '2' });
    await desk.minutes(30, 5);
    expect([desk.calls(), await desk.states()]).toEqual([0, ['due 0']]);
  });
});
