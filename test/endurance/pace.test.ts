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

describe('several keys', () => {
  const watches = [
    { id: 'first', dockets: { patentNumber: '7000001' } },
    { id: 'second', service: 'other', dockets: { patentNumber: '7000001' } },
  ];
  const services = { other: { token: 'two' } };

  it('are suspended each for itself, in every process', async () => {
    const machine = await machineWith({ watches, services });
    const { service } = machine;
    service.reply = ({ token }) => (token === 'two' ? { status: 401, body: '' } : undefined);
    await machine.run(['check'], own);
    const asked = service.calls.length;
    machine.configure({
      defaults: { notify: [], schedule: '* * * * * *' },
      spreadSeconds: 0,
      http: { port: 0 },
    });
    const { promise: seen, resolve: isSeen } = Promise.withResolvers<void>();
    service.reply = () => {
      if (service.calls.length >= asked + 3) isSeen();
      return undefined;
    };
    await machine.run(['run'], { killWhen: seen });
    const calls = service.calls.slice(asked).map(({ token }) => token);
    expect(calls).not.toContain('two');
  });

  it('do not wait for each other: one whose calls all hang keeps no check of another from being made', async () => {
    const many = ids.map((id, index) => ({ id, dockets: { patentNumber: String(7_000_010 + index) } }));
    const machine = await machineWith({
      watches: [...many, watches[1]],
      services,
      spreadSeconds: 0,
      http: { port: 0 },
    });
    const { promise: seen, resolve: isSeen } = Promise.withResolvers<void>();
    machine.service.reply = (call) => {
      if (call.token !== 'two') return new Promise(() => {});
      isSeen();
      return undefined;
    };
    await machine.run(['run'], { killWhen: seen });
    expect(machine.service.calls.map((call) => call.token)).toContain('two');
  });
});
