import { describe, expect, it, onTestFinished } from 'vitest';
import type { SandboxOptions } from '../../sandbox/sandbox.ts';
import { startSandbox } from '../../sandbox/startSandbox.ts';
import { machineWith } from '../check/machineWith.ts';
import type { Machine } from '../e2e/machine.ts';

// Real processes on one database; the service counts.

/** No slot of today is still to come: a first check leaves the day's budget to those. */
const yearly = '0 7 1 1 *';
const ids = Array.from({ length: 12 }, (_, index) => `w${index}`);

async function sandboxAnd(
  options: SandboxOptions,
  settings: Readonly<Record<string, unknown>>,
): Promise<{ machine: Machine; sandbox: Awaited<ReturnType<typeof startSandbox>> }> {
  const sandbox = await startSandbox({ world: 'none', tokens: ['one'], ...options });
  onTestFinished(() => sandbox.close());
  const { service, ...rest } = settings;
  const machine = await machineWith({
    service: {
      baseUrl: sandbox.url,
      token: 'one',
      requestsPerSecond: 1000,
      concurrency: 4,
      retries: 0,
      ...(service as object),
    },
    watches: ids.map((id, index) => ({ id, schedule: yearly, dockets: { patentNumber: String(7_000_000 + index) } })),
    ...rest,
  });
  return { machine, sandbox };
}

/** Two processes, each of which checks one half of the watches. */
function bothCheck({ run }: Machine) {
  return Promise.all([ids.slice(0, 6), ids.slice(6)].map((half) => run(['check', ...half], { asProcess: true })));
}

describe('two processes with one key', () => {
  it('have no more calls under way than each may have, and do not overspend its budget', async () => {
    const { machine, sandbox } = await sandboxAnd(
      { latencyMilliseconds: 200, pace: { concurrency: 2 } },
      { service: { concurrency: 1 }, budget: { perDay: 9 * 12 } },
    );
    await bothCheck(machine);
    expect([sandbox.stats.creditsSpent, sandbox.stats.refused]).toEqual([9 * 12, 0]);
  });
});
