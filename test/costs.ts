import childProcess from 'node:child_process';
import { syncBuiltinESMExports } from 'node:module';
import { afterAll, beforeAll } from 'vitest';
import { forkHere } from './childHere.ts';

// Runs before each file of `npm test` (vitest.config.ts): measures what its tests take, and lets none start a process.

declare module 'vitest' {
  interface TaskMeta {
    /** Processor time of the tests of a file, in seconds of the reference machine on which `sampleWork` takes 45 ms. */
    cost?: number;
  }
}

/** How many times slower this machine is than the reference machine, so that a file costs the same on both. */
const known = globalThis as { slowness?: number };
known.slowness ??= measureSlowness();
const slowness = known.slowness;

function measureSlowness(): number {
  sampleWork();
  const before = process.cpuUsage();
  sampleWork();
  return Math.max(1, secondsSince(before) / 0.045);
}

function sampleWork(): void {
  const rows = Array.from({ length: 4000 }, (_, id) => ({
    id,
    text: `entry ${id} of ${id * 7919}`,
    dates: [id, id * 3],
  }));
  for (let round = 0; round < 8; round += 1) {
    const read = JSON.parse(JSON.stringify(rows)) as typeof rows;
    read.sort((a, b) => (a.text < b.text ? -1 : 1)).filter(({ text }) => /entry (\d+) of \1/.test(text));
  }
}

function secondsSince(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6;
}

const starters = ['spawn', 'spawnSync', 'exec', 'execSync', 'execFile', 'execFileSync', 'fork'] as const;
for (const name of starters) {
  childProcess[name] = ((...args: Parameters<typeof forkHere>) => {
    if (name === 'fork' && String(args[0]).endsWith('/src/base/childMain.ts')) return forkHere(...args);
    throw new Error(
      `child_process.${name}: a test of \`npm test\` starts no process. Run the command in this process (test/runHere.ts), or move the test to test/endurance/.`,
    );
  }) as never;
}
syncBuiltinESMExports();

let before = process.cpuUsage();
beforeAll(() => {
  before = process.cpuUsage();
});
// biome-ignore lint/correctness/noEmptyPattern: vitest hands the suite on only behind a pattern of fixtures.
afterAll(({}, file) => {
  file.meta.cost = secondsSince(before) / slowness;
});
