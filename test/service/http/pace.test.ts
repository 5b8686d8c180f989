import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type Asked,
  askToStart,
  endTurns,
  type Pace,
  type PaceLimits,
  slowDown,
  speedUp,
} from '../../../src/service/http/pace.ts';

const fresh: Pace = { nextStartMs: 0, notBeforeMs: 0, slowdown: 1, wentWell: 0, turns: [] };
const noonMs = Date.parse('2026-11-22T12:00:00Z');

/** Callers that come one after the other, ask again as soon as they may, and, unless they stay, end at once. @returns when each started. */
function startsOf(from: Pace, limits: PaceLimits, arrivesMs: readonly number[], stay = false) {
  const starts: number[] = [];
  let pace = from;
  let nowMs = 0;
  for (const arriveMs of arrivesMs) {
    nowMs = Math.max(nowMs, arriveMs);
    const holder = `caller ${starts.length}`;
    let asked = askToStart(pace, limits, holder, nowMs);
    while (asked.kind === 'early') {
      nowMs += asked.waitMs;
      asked = askToStart(pace, limits, holder, nowMs);
    }
    if (asked.kind !== 'started') break;
    pace = stay ? asked.pace : endTurns(asked.pace, (one) => one === holder);
    starts.push(nowMs);
  }
  return { starts, pace };
}

const times = (count: number, atMs: number) => Array.from({ length: count }, () => atMs);

function waitOf(asked: Asked): number {
  if (asked.kind === 'early') return asked.waitMs;
  if (asked.kind === 'started') return 0;
  throw new Error(asked.kind);
}

describe('the pace of a key', () => {
  it('lets calls start evenly spaced', () => {
    const { starts } = startsOf(fresh, { requestsPerSecond: 2, concurrency: 2 }, times(5, noonMs));
    expect(starts).toEqual([0, 500, 1000, 1500, 2000].map((ms) => noonMs + ms));
  });

  it('does not make up for idle time with a burst', () => {
    const limits = { requestsPerSecond: 2, concurrency: 9 };
    const { pace } = startsOf(fresh, limits, [noonMs]);
    const { starts } = startsOf(pace, limits, times(3, noonMs + 60_000));
    expect(starts).toEqual([60_000, 60_500, 61_000].map((ms) => noonMs + ms));
  });

  it('lets no more run at a time than allowed', () => {
    const limits = { requestsPerSecond: 10, concurrency: 2 };
    const { starts, pace } = startsOf(fresh, limits, times(4, noonMs), true);
    expect(starts).toHaveLength(2);
    const laterMs = noonMs + 10_000;
    expect(askToStart(pace, limits, 'other', laterMs).kind).toBe('full');
    expect(
      askToStart(
        endTurns(pace, (one) => one === 'caller 0'),
        limits,
        'other',
        laterMs,
      ).kind,
    ).toBe('started');
  });

  it('slows down after busy responses, up to eight times, and recovers step by step', () => {
    const limits = { requestsPerSecond: 10, concurrency: 9 };
    let pace = fresh;
    for (let busy = 0; busy < 6; busy += 1) pace = slowDown(pace, limits, 0, noonMs);
    const slow = startsOf(pace, limits, times(3, noonMs));
    expect(slow.starts).toEqual([800, 1600, 2400].map((ms) => noonMs + ms));
    pace = slow.pace;
    for (let good = 0; good < 15; good += 1) pace = speedUp(pace);
    const fast = startsOf(pace, limits, times(3, noonMs + 10_000));
    expect(fast.starts).toEqual([10_000, 10_100, 10_200].map((ms) => noonMs + ms));
  });

  it('lets nobody start within the time that the service asked for, those who waited already included', () => {
    const limits = { requestsPerSecond: 10, concurrency: 9 };
    const { pace } = startsOf(fresh, limits, [noonMs]);
    expect(waitOf(askToStart(pace, limits, 'waiting', noonMs))).toBe(100);
    const held = slowDown(pace, limits, 30_000, noonMs);
    expect(waitOf(askToStart(held, limits, 'waiting', noonMs + 100))).toBe(29_900);
    expect(askToStart(held, limits, 'waiting', noonMs + 30_000).kind).toBe('started');
  });

  it('keeps the longest time that the service asked for', () => {
    const limits = { requestsPerSecond: 10, concurrency: 9 };
    const pace = slowDown(slowDown(fresh, limits, 30_000, noonMs), limits, 1000, noonMs + 1000);
    expect(waitOf(askToStart(pace, limits, 'one', noonMs + 2000))).toBe(28_000);
  });

  it('never lets more start in a second than allowed, whatever comes and goes', () => {
    const arrivals = fc.array(fc.integer({ min: 0, max: 400 }), { maxLength: 30 });
    fc.assert(
      fc.property(arrivals, fc.constantFrom(1, 2, 3, 5), (pauses, requestsPerSecond) => {
        let atMs = noonMs;
        const arrivesMs = pauses.map((pauseMs) => {
          atMs += pauseMs;
          return atMs;
        });
        const { starts } = startsOf(fresh, { requestsPerSecond, concurrency: 2 }, arrivesMs);
        expect(starts).toHaveLength(pauses.length);
        for (const [index, startMs] of starts.entries()) {
          const within = starts.slice(index).filter((other) => other < startMs + 999);
          expect(within.length).toBeLessThanOrEqual(requestsPerSecond);
        }
      }),
    );
  });
});
