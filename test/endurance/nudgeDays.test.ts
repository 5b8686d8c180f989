import { describe, expect, it } from 'vitest';
import { openDesk } from '../schedule/nudges/desk.ts';

describe('a nudge', () => {
  it('never spends more than nudgeLimits on a day, and leaves the schedule alone then', async () => {
    const desk = await openDesk({ nudgeLimits: { perDay: 24, perRecord: '1m' } });
    for (let round = 0; round < 40; round += 1) {
      await desk.say({ document: String(100 + round) }, {});
      await desk.minutes(15, 5);
    }
    expect(desk.calls()).toBe(2);
    await desk.minutes(13 * 60, 60);
    expect((await desk.states()).some((state) => state.startsWith('due'))).toBe(true);
    // The next UTC day has its own limit; the slot of 11 o'clock comes on top.
    await desk.minutes(60, 5);
    expect(desk.calls()).toBeLessThanOrEqual(3);
  });

  it('leaves ten minutes between two checks of a record, also after the clock was ahead', async () => {
    const desk = await openDesk();
    const { now } = desk.office;
    desk.office.pass(300);
    await desk.say({ document: '100' });
    desk.office.now = now;
    for (let round = 0; round < 20; round += 1) {
      await desk.say({ document: String(101 + round) });
      await desk.minutes(3, 1);
    }
    expect(desk.calls()).toBeLessThanOrEqual(6);
  });
});
