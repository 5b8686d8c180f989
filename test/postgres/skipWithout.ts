import { beforeEach, inject } from 'vitest';

// Of the project `postgres` (vitest.config.ts), where there is none.
beforeEach((context) => context.skip(inject('postgres') === 'none', 'no Postgres'));
