import { setTimeout as pause } from 'node:timers/promises';
import { pino } from 'pino';
import { afterEach, expect, it, onTestFinished, vi } from 'vitest';
import { startJob } from '../../src/schedule/jobs.ts';
import { eventually } from '../eventually.ts';

const everySeconds = 0.01;

afterEach(() => {
  vi.useRealTimers();
});

function start(work: () => Promise<void>) {
  const lines: string[] = [];
  const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) });
  const { stop } = startJob({ name: 'test', when: everySeconds, work }, log);
  onTestFinished(stop);
  return { stop, lines };
}

/** Resolves when a timer of the same interval has fired so often. */
async function beside(times: number): Promise<void> {
  for (let fired = 0; fired < times; fired += 1) await pause(everySeconds * 1000);
}

it.each([30, -30])('a wall clock set by %d days neither stops the ticks nor causes extra ones', async (days) => {
  let ticks = 0;
  start(async () => {
    ticks += 1;
  });
  await eventually(() => expect(ticks).toBeGreaterThan(0));
  let fired = 0;
  const timer = setInterval(() => {
    fired += 1;
  }, everySeconds * 1000);
  onTestFinished(() => clearInterval(timer));
  const before = ticks;
  // This moves only the wall clock. The timers stay real.
  const then = new Date('2026-11-20T12:00:00Z').getTime() + days * 86_400_000;
  vi.useFakeTimers({ toFake: ['Date'], now: then });
  while (ticks - before < 5 || fired < 5) await pause(everySeconds * 1000);
  expect(ticks - before).toBeLessThan(2 * fired + 5);
});

it('a job does not run twice at a time, and a long run causes no extra runs', async () => {
  const work = Promise.withResolvers<void>();
  let ticks = 0;
  start(async () => {
    ticks += 1;
    if (ticks === 1) await work.promise;
  });
  await eventually(() => expect(ticks).toBe(1));
  await beside(20);
  expect(ticks).toBe(1);
  work.resolve();
  await work.promise;
  // Otherwise twenty runs would begin at once.
  await new Promise(setImmediate);
  expect(ticks).toBeLessThanOrEqual(2);
  await eventually(() => expect(ticks).toBeGreaterThan(2));
});

it('a failed run is logged, and the next run follows, but none after a stop', async () => {
  let ticks = 0;
  const { stop, lines } = start(async () => {
    ticks += 1;
    throw new Error('out of order');
  });
  await eventually(() => expect(ticks).toBeGreaterThanOrEqual(2));
  await stop();
  const before = ticks;
  await beside(5);
  expect(ticks).toBe(before);
  expect(lines).toEqual(Array(before).fill(expect.stringContaining('out of order')));
});
