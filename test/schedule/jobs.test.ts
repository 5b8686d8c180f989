import { pino } from 'pino';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { startJob } from '../../src/schedule/jobs.ts';

const hourMs = 3_600_000;
const log = pino({ level: 'silent' });

beforeEach(() => {
  vi.useFakeTimers({ now: new Date(2026, 10, 21, 12, 0, 0) });
});
afterEach(() => {
  vi.useRealTimers();
});

function daily(work: () => Promise<void>, atStart = false) {
  return startJob({ name: 'test', when: '40 4 * * *', atStart, work }, log).stop;
}

it('a job runs every day at its hour, and at the start if `atStart` is set', async () => {
  const runs: string[] = [];
  const stop = daily(async () => {
    runs.push(new Date().toString().slice(4, 21));
  }, true);
  await vi.advanceTimersByTimeAsync(48 * hourMs);
  expect(runs).toEqual(['Nov 21 2026 12:00', 'Nov 22 2026 04:40', 'Nov 23 2026 04:40']);
  await stop();
  await vi.advanceTimersByTimeAsync(48 * hourMs);
  expect(runs).toHaveLength(3);
});

it('a run that is hours late after a sleep of the machine runs once', async () => {
  let runs = 0;
  const stop = daily(async () => {
    runs += 1;
  });
  vi.setSystemTime(new Date(2026, 10, 25, 3, 0, 0));
  await vi.advanceTimersByTimeAsync(24 * hourMs);
  // The run of the 24th, late, or of the 25th, but not one run for each day of the sleep.
  expect(runs).toBeGreaterThanOrEqual(1);
  expect(runs).toBeLessThanOrEqual(2);
  await stop();
});

it('a job that is woken during a run works exactly once more, and never after a stop', async () => {
  let runs = 0;
  const first = Promise.withResolvers<void>();
  const work = async () => {
    runs += 1;
    if (runs === 1) await first.promise;
  };
  const { wake, stop } = startJob({ name: 'test', work }, log);
  for (let times = 0; times < 3; times += 1) wake();
  expect(runs).toBe(1);
  first.resolve();
  await vi.advanceTimersByTimeAsync(0);
  expect(runs).toBe(2);
  wake();
  await stop();
  wake();
  await vi.advanceTimersByTimeAsync(hourMs);
  expect(runs).toBe(3);
});

it('a job that failed runs again the next day, and a stop waits for the run under way', async () => {
  let runs = 0;
  let ended = false;
  const stop = daily(async () => {
    runs += 1;
    if (runs === 1) throw new Error('out of order');
    await new Promise((resolve) => setTimeout(resolve, hourMs));
    ended = true;
  });
  await vi.advanceTimersByTimeAsync(41 * hourMs);
  expect({ runs, ended }).toEqual({ runs: 2, ended: false });
  const stopped = stop();
  await vi.advanceTimersByTimeAsync(hourMs);
  await stopped;
  expect(ended).toBe(true);
});
