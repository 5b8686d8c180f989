import { defineConfig } from 'vitest/config';

// Like the project `promises` (vitest.config.ts), but with the tests of one area only: Stryker runs them for each
// mutant.
export default defineConfig({
  test: {
    environment: 'node',
    testTimeout: 30_000,
    isolate: false,
    unstubEnvs: true,
    setupFiles: ['test/sameEnvironment.ts', 'test/sameStories.ts', 'mutated.ts'],
    include: (process.env.MUTANT_TESTS ?? '').split(','),
  },
});
