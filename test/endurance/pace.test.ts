import { describe, expect, it, onTestFinished } from 'vitest';
import type { SandboxOptions } from '../../src/sandbox/sandbox.ts';
import { startSandbox } from '../../src/sandbox/startSandbox.ts';
import { machineWith } from '../check/machineWith.ts';
import type { Machine } from '../e2e/machine.ts';

// Real processes on one database; the service counts.

/** No slot of today is still to come: a first check leaves the day's budget to those. */
const yearly = '0 7 1 1 *';
const own = { asProcess: true };
const perSecond = 5;
const ids = Array.from({ length: 12 }, (_, index) => `w${index}`);
const [ofOne, ofTwo] = [ids.slice(0, 6), ids.slice(6)];

async function sandboxAnd(
  options: SandboxOptions,
  settings: Readonly<Record<string, unknown>>,
): Promise<{ machine: Machine; sandbox: Awaited<ReturnType<typeof startSandbox>> }> {
  const sandbox = await startSandbox({ world: 'none', tokens: ['one', 'two'], ...options });
  onTestFinished(() => sandbox.close());
  const { service, ...rest } = settings;
  const machine = await machineWith({
    service: {
      baseUrl: sandbox.url,
      token: 'one',
      requestsPerSecond: perSecond,
      concurrency: 4,
      retries: 0,
      ...(service as object),
    },
    watches: ids.map((id, index) => ({ id, schedule: yearly, dockets: { patentNumber: String(7_000_000 + index) } })),
    ...rest,
  });
  return { machine, sandbox };
}

describe('two processes with one key', () => {
  it('keep its pace together', async () => {
    const { machine, sandbox } = await sandboxAnd({}, {});
    const begun = Date.now();
    const ran = await Promise.all([machine.run(['check', ...ofOne], own), machine.run(['check', ...ofTwo], own)]);
    expect(ran.map(({ code }) => code)).toEqual([0, 0]);
    const moments = sandbox.requests.map(({ at }) => at - begun).sort((a, b) => a - b);
    expect(moments).toHaveLength(12);
    // Each has a start of its own, and none comes before its start, however slow the machine.
    for (const [index, moment] of moments.entries())
      expect(moment, `call ${index + 1}`).toBeGreaterThanOrEqual((index / perSecond) * 1000 - 5);
  });

  it('have no more calls under way than it may have', async () => {
    const { machine, sandbox } = await sandboxAnd(
      { latencyMilliseconds: 200, pace: { concurrency: 2 } },
      { service: { requestsPerSecond: 1000, concurrency: 2 } },
    );
    const ran = await Promise.all([machine.run(['check', ...ofOne], own), machine.run(['check', ...ofTwo], own)]);
    expect(ran.map(({ code }) => code)).toEqual([0, 0]);
    expect(sandbox.stats.refused).toBe(0);
  });

  it('do not overspend its budget', async () => {
    const { machine, sandbox } = await sandboxAnd(
      {},
      { service: { requestsPerSecond: 1000 }, budget: { perDay: 5 * 12 } },
    );
    await Promise.all([machine.run(['check', ...ofOne], own), machine.run(['check', ...ofTwo], own)]);
    expect(sandbox.stats.creditsSpent).toBe(60);
  });
});
