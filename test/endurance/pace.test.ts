import { expect, it, onTestFinished } from 'vitest';
import { startSandbox } from '../../sandbox/startSandbox.ts';
import { openMachine } from '../e2e/machine.ts';
import { dropDatabase, newDatabase } from '../store/database.ts';

const ids = Array.from({ length: 12 }, (_, index) => `w${index}`);

// Real processes on one database, on Postgres in that project. The service counts the calls.
it('two processes with one key stay within the pace of the key, and do not overspend its budget', async () => {
  const sandbox = await startSandbox({
    world: 'none',
    tokens: ['one'],
    latencyMilliseconds: 200,
    pace: { concurrency: 2 },
  });
  onTestFinished(() => sandbox.close());
  const machine = await openMachine();
  const database = await newDatabase(machine.folder);
  onTestFinished(() => dropDatabase(database));
  machine.configure({
    database,
    operators: [],
    channels: {},
    defaults: { notify: [] },
    service: { baseUrl: sandbox.url, token: 'one', requestsPerSecond: 1000, concurrency: 1, retries: 0 },
    budget: { perDay: 9 * 12 },
    watches: ids.map((id, index) => ({
      id,
      // Today has no further slot, for which a first check would save some of the day's budget.
      schedule: '0 7 1 1 *',
      dockets: { patentNumber: String(7_000_000 + index) },
    })),
  });
  const halves = [ids.slice(0, 6), ids.slice(6)];
  await Promise.all(halves.map((half) => machine.run(['check', ...half], { asProcess: true })));
  expect([sandbox.stats.creditsSpent, sandbox.stats.refused]).toEqual([9 * 12, 0]);
});
