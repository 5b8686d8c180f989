import { afterAll } from 'vitest';

// Runs before each file of tests (vitest.config.ts): the files of one worker share its process, and commands may set
// variables there.
const before = { ...process.env };

afterAll(() => {
  for (const name of Object.keys(process.env)) if (!(name in before)) delete process.env[name];
  Object.assign(process.env, before);
});
