import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createPacing, type PacingClock } from '../../../src/search/http/pacing.ts';

/** A clock that stands still until it is told to run. */
function handClock() {
  let time = 0;
  let timers: { at: number; callback: () => void }[] = [];
  const clock: PacingClock = {
    now: () => time,
    after(ms, callback) {
      const timer = { at: time + ms, callback };
      timers.push(timer);
      return () => {
        timers = timers.filter((one) => one !== timer);
      };
    },
  };
  async function runTo(end: number): Promise<void> {
    for (;;) {
      await settle();
      const next = timers.filter((timer) => timer.at <= end).sort((a, b) => a.at - b.at)[0];
      if (next === undefined) break;
      timers = timers.filter((one) => one !== next);
      time = Math.max(time, next.at);
      next.callback();
    }
    time = end;
  }
  return { clock, runTo, timers: () => timers.length };
}

async function settle(): Promise<void> {
  for (let turn = 0; turn < 5; turn += 1) await Promise.resolve();
}

/** Callers that note when they start and, unless they stay, leave at once. */
function callers(pacing: ReturnType<typeof createPacing>, clock: PacingClock, count: number, stay = false) {
  const starts: { who: number; at: number }[] = [];
  const leaves: (() => void)[] = [];
  for (let who = 0; who < count; who += 1) {
    void pacing.enter().then((leave) => {
      starts.push({ who, at: clock.now() });
      leaves.push(leave);
      if (!stay) leave();
    });
  }
  return { starts, leaves };
}

describe('the pace of a key', () => {
  it('lets calls start evenly spaced, first come first served', async () => {
    const { clock, runTo } = handClock();
    const { starts } = callers(createPacing({ requestsPerSecond: 2, concurrency: 2 }, clock), clock, 5);
    await runTo(10_000);
    expect(starts).toEqual([0, 500, 1000, 1500, 2000].map((at, who) => ({ who, at })));
  });

  it('does not make up for idle time with a burst', async () => {
    const { clock, runTo } = handClock();
    const pacing = createPacing({ requestsPerSecond: 2, concurrency: 9 }, clock);
    await runTo(60_000);
    const { starts } = callers(pacing, clock, 3);
    await runTo(70_000);
    expect(starts.map(({ at }) => at)).toEqual([60_000, 60_500, 61_000]);
  });

  it('lets no more run at a time than allowed', async () => {
    const { clock, runTo } = handClock();
    const { starts, leaves } = callers(createPacing({ requestsPerSecond: 10, concurrency: 2 }, clock), clock, 4, true);
    await runTo(5000);
    expect(starts).toHaveLength(2);
    leaves[0]?.();
    leaves[0]?.();
    await runTo(10_000);
    expect(starts).toHaveLength(3);
  });

  it('passes over those who left, and gives them no turn', async () => {
    const { clock, runTo } = handClock();
    const pacing = createPacing({ requestsPerSecond: 1, concurrency: 1 }, clock);
    const leave = await pacing.enter();
    const controller = new AbortController();
    const gone = pacing.enter(controller.signal);
    const { starts } = callers(pacing, clock, 1);
    controller.abort(new Error('gone'));
    await expect(gone).rejects.toThrow('gone');
    await expect(pacing.enter(controller.signal)).rejects.toThrow('gone');
    leave();
    await runTo(1000);
    expect(starts).toEqual([{ who: 0, at: 1000 }]);
  });

  it('slows down after busy answers, up to eight times, and recovers step by step', async () => {
    const { clock, runTo } = handClock();
    const pacing = createPacing({ requestsPerSecond: 10, concurrency: 9 }, clock);
    for (let busy = 0; busy < 6; busy += 1) pacing.slowDown();
    const slow = callers(pacing, clock, 3);
    await runTo(10_000);
    expect(slow.starts.map(({ at }) => at)).toEqual([800, 1600, 2400]);
    for (let good = 0; good < 15; good += 1) pacing.speedUp();
    const fast = callers(pacing, clock, 3);
    await runTo(20_000);
    expect(fast.starts.map(({ at }) => at)).toEqual([10_000, 10_100, 10_200]);
  });

  it('lets nobody start within the time that the service asked for, those in line included', async () => {
    const { clock, runTo } = handClock();
    const pacing = createPacing({ requestsPerSecond: 10, concurrency: 9 }, clock);
    const { starts } = callers(pacing, clock, 2);
    await settle();
    pacing.slowDown(30_000);
    await runTo(60_000);
    expect(starts.map(({ at }) => at)).toEqual([0, 30_000]);
  });

  it('never lets more start in a second than allowed, whatever comes and goes', async () => {
    const arrivals = fc.array(fc.tuple(fc.integer({ min: 0, max: 400 }), fc.boolean()), { maxLength: 30 });
    await fc.assert(
      fc.asyncProperty(arrivals, fc.constantFrom(1, 2, 3, 5), async (plan, requestsPerSecond) => {
        const { clock, runTo } = handClock();
        const pacing = createPacing({ requestsPerSecond, concurrency: 2 }, clock);
        const starts: number[] = [];
        for (const [pauseMs, leavesEarly] of plan) {
          const controller = new AbortController();
          pacing.enter(controller.signal).then(
            (leave) => {
              starts.push(clock.now());
              leave();
            },
            () => {},
          );
          await runTo(clock.now() + pauseMs);
          if (leavesEarly) controller.abort(new Error('gone'));
        }
        await runTo(1_000_000);
        for (const [index, at] of starts.entries()) {
          const within = starts.slice(index).filter((other) => other < at + 999);
          expect(within.length).toBeLessThanOrEqual(requestsPerSecond);
        }
      }),
      { numRuns: 60 },
    );
  });

  it('has ten thousand wait with one timer', async () => {
    const { clock, runTo, timers } = handClock();
    const { starts } = callers(createPacing({ requestsPerSecond: 1000, concurrency: 2 }, clock), clock, 10_000);
    await settle();
    expect(timers()).toBe(1);
    await runTo(20_000);
    expect(starts.map(({ who }) => who)).toEqual(Array.from({ length: 10_000 }, (_, who) => who));
  });
});
