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

/** A timer of the same pace beside it: resolves when it has fired so often. */
async function beside(times: number): Promise<void> {
  for (let fired = 0; fired < times; fired += 1) await pause(everySeconds * 1000);
}

it.each([30, -30])('a wall clock set by %d days neither stops the seconds nor has any made up for', async (days) => {
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
  // The wall clock alone: the timers stay the real ones.
  const then = new Date('2026-11-20T12:00:00Z').getTime() + days * 86_400_000;
  vi.useFakeTimers({ toFake: ['Date'], now: then });
  while (ticks - before < 5 || fired < 5) await pause(everySeconds * 1000);
  expect(ticks - before).toBeLessThan(2 * fired + 5);
});

it('never two at a time, and none made up for when one took long', async () => {
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
  // Twenty would come at once.
  await new Promise(setImmediate);
  expect(ticks).toBeLessThanOrEqual(2);
  await eventually(() => expect(ticks).toBeGreaterThan(2));
});

it('an error is logged, and the next tick comes; after a stop none does', async () => {
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
