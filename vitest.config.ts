import { defineConfig } from 'vitest/config';
import { suitesWithStore } from './test/postgres/suites.ts';

const shared = { environment: 'node' as const, testTimeout: 30_000, hookTimeout: 30_000 };

export default defineConfig({
  test: {
    // Most tests wait for sockets and clocks: more of them than cores.
    maxWorkers: 3,
    projects: [
      {
        test: {
          ...shared,
          name: 'promises',
          include: ['test/**/*.test.ts'],
          exclude: [
            'test/real/**',
            'test/endurance/**',
            'test/browser/**',
            'test/standards/**',
            'test/postgres/**',
            'test/machines/**',
          ],
        },
      },
      {
        test: {
          ...shared,
          name: 'endurance',
          include: ['test/endurance/**/*.test.ts'],
          testTimeout: 600_000,
          hookTimeout: 600_000,
        },
      },
      {
        test: {
          ...shared,
          name: 'postgres',
          include: suitesWithStore(),
          globalSetup: 'test/postgres/setup.ts',
          setupFiles: 'test/postgres/skipWithout.ts',
        },
      },
      { test: { ...shared, name: 'machines', include: ['test/machines/**/*.test.ts'], testTimeout: 300_000 } },
      { test: { ...shared, name: 'browser', include: ['test/browser/**/*.test.ts'] } },
      { test: { ...shared, name: 'standards', include: ['test/standards/**/*.test.ts'], testTimeout: 120_000 } },
      { test: { ...shared, name: 'real', include: ['test/real/**/*.test.ts'], testTimeout: 300_000 } },
    ],
  },
});
