import { defineConfig } from 'vitest/config';

const shared = { environment: 'node' as const, testTimeout: 30_000, hookTimeout: 30_000 };

export default defineConfig({
  test: {
    projects: [
      { test: { ...shared, name: 'promises', include: ['test/**/*.test.ts'], exclude: ['test/real/**'] } },
      { test: { ...shared, name: 'real', include: ['test/real/**/*.test.ts'], testTimeout: 300_000 } },
    ],
  },
});
