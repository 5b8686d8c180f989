import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { suitesOnPostgres } from './test/postgres/suites.ts';

const shared = {
  environment: 'node' as const,
  // These only end what hangs. No test measures how long something takes.
  testTimeout: 600_000,
  hookTimeout: 600_000,
  // Files share their worker and loaded modules, which saves half of the time. So modules keep no state, only caches.
  isolate: false,
  unstubEnvs: true,
  globalSetup: 'test/inMemory.ts',
  setupFiles: ['test/sameEnvironment.ts', 'test/sameStories.ts'],
  // For the processes that tests start: Node's compile cache, where `tipstaff` itself keeps its compiled code.
  env: { NODE_COMPILE_CACHE: join(tmpdir(), 'node-compile-cache') },
};

const oneBundle = 'test/oneBundle.ts';

export default defineConfig({
  test: {
    // Most tests wait for sockets and clocks, so more of them run than there are cores.
    maxWorkers: 3,
    reporters: ['default', './test/costReporter.ts'],
    projects: [
      {
        test: {
          ...shared,
          name: 'promises',
          setupFiles: [...shared.setupFiles, 'test/costs.ts'],
          include: ['test/**/*.test.ts'],
          exclude: [
            'test/real/**',
            'test/endurance/**',
            'test/browser/**',
            'test/standards/**',
            'test/postgres/**',
            'test/machines/**',
            'test/soak/**',
          ],
        },
      },
      {
        test: {
          ...shared,
          name: 'endurance',
          include: ['test/endurance/**/*.test.ts', 'test/**/*.property.test.ts'],
          globalSetup: [shared.globalSetup, oneBundle],
          env: { ...shared.env, TIPSTAFF_CASES: 'many' },
          testTimeout: 3_600_000,
          hookTimeout: 3_600_000,
        },
      },
      {
        test: {
          ...shared,
          name: 'postgres',
          include: suitesOnPostgres(),
          globalSetup: [shared.globalSetup, oneBundle, 'test/postgres/setup.ts'],
          setupFiles: [...shared.setupFiles, 'test/postgres/skipWithout.ts'],
        },
      },
      {
        test: {
          ...shared,
          name: 'machines',
          include: ['test/machines/**/*.test.ts'],
          globalSetup: [shared.globalSetup, oneBundle],
        },
      },
      { test: { ...shared, name: 'soak', include: ['test/soak/**/*.test.ts'], testTimeout: 10_800_000 } },
      {
        test: {
          ...shared,
          name: 'browser',
          include: ['test/browser/**/*.test.ts'],
          globalSetup: [shared.globalSetup, 'test/browser/oneBrowser.ts'],
          testTimeout: 3_600_000,
        },
      },
      { test: { ...shared, name: 'standards', include: ['test/standards/**/*.test.ts'] } },
      { test: { ...shared, name: 'real', include: ['test/real/**/*.test.ts'], testTimeout: 300_000 } },
    ],
  },
});
