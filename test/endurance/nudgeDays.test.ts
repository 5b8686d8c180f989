import { describe, expect, it } from 'vitest';
import { openDesk } from '../schedule/nudges/desk.ts';

describe('nudges', () => {
  it('leave ten minutes between two checks of a record, even after the clock was ahead', async () => {
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
