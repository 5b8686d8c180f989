import { setTimeout as pause } from 'node:timers/promises';
import { pino } from 'pino';
import { afterEach, expect, it, onTestFinished, vi } from 'vitest';
import { startTick } from '../../src/schedule/scheduler.ts';

const dayMs = 86_400_000;

afterEach(() => {
  vi.useRealTimers();
});

function start(work: () => Promise<void>) {
  const lines: string[] = [];
  const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) });
  const stop = startTick('test', work, log);
  onTestFinished(stop);
  return { stop, lines };
}

it.each([30, -30])('a wall clock set by %d days neither stops the seconds nor has any made up for', async (days) => {
  let ticks = 0;
  start(async () => {
    ticks += 1;
  });
  await pause(1200);
  const before = ticks;
  // The wall clock alone: the timers stay the real ones.
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + days * dayMs });
  await pause(2200);
  expect(ticks - before).toBeGreaterThanOrEqual(1);
  expect(ticks - before).toBeLessThanOrEqual(3);
});

it('never two at a time, and none made up for when one took long', async () => {
  let under = 0;
  let most = 0;
  let ticks = 0;
  start(async () => {
    ticks += 1;
    under += 1;
    most = Math.max(most, under);
    await pause(1500);
    under -= 1;
  });
  await pause(3700);
  expect(most).toBe(1);
  expect(ticks).toBeLessThanOrEqual(2);
});

it('an error is logged, and the next tick comes; after a stop none does', async () => {
  let ticks = 0;
  const { stop, lines } = start(async () => {
    ticks += 1;
    throw new Error('out of order');
  });
  await vi.waitFor(() => expect(ticks).toBe(2), 10_000);
  await stop();
  await pause(1300);
  expect(ticks).toBe(2);
  expect(lines).toEqual(Array(2).fill(expect.stringContaining('out of order')));
});
