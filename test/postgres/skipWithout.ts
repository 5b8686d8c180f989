import { beforeEach, inject } from 'vitest';

// For the project `postgres` (vitest.config.ts), on a machine without Postgres.
beforeEach((context) => context.skip(inject('postgres') === 'none', 'no Postgres'));
