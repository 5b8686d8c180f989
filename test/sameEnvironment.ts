import { afterAll } from 'vitest';

// Before each file of tests (vitest.config.ts): files of one worker share its process, and a command that runs in it may set variables.
const before = { ...process.env };

afterAll(() => {
  for (const name of Object.keys(process.env)) if (!(name in before)) delete process.env[name];
  Object.assign(process.env, before);
});
