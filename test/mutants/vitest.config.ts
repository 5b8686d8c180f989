import { defineConfig } from 'vitest/config';

// As the promises run (vitest.config.ts), but only the tests of one room: Stryker runs them once a mutant.
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
