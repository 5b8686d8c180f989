import { defineConfig } from 'vitest/config';

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
          exclude: ['test/real/**', 'test/endurance/**', 'test/browser/**', 'test/standards/**', 'test/postgres/**'],
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
          // What works with a store, once more on Postgres; what is about SQLite's file is left out.
          include: ['test/{store,check,alerts,schedule,evidence,web,postgres}/**/*.test.ts'],
          exclude: ['test/store/sqlite/**', 'test/store/migrate.test.ts', 'test/store/formerVersion.test.ts'],
          globalSetup: 'test/postgres/setup.ts',
          setupFiles: 'test/postgres/skipWithout.ts',
        },
      },
      { test: { ...shared, name: 'browser', include: ['test/browser/**/*.test.ts'] } },
      { test: { ...shared, name: 'standards', include: ['test/standards/**/*.test.ts'], testTimeout: 120_000 } },
      { test: { ...shared, name: 'real', include: ['test/real/**/*.test.ts'], testTimeout: 300_000 } },
    ],
  },
});
