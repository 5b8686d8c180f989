import { describe, expect, it, onTestFinished } from 'vitest';
import type { SandboxOptions } from '../../src/sandbox/sandbox.ts';
import { startSandbox } from '../../src/sandbox/startSandbox.ts';
import { dropDatabase, newDatabase } from '../database/database.ts';
import { jsonLines, type Machine, openMachine, token } from '../e2e/machine.ts';

// Real processes on one database; the service counts.

/** A machine whose database is a file, or in the project `postgres` one of that server. */
async function machineWith(settings: Readonly<Record<string, unknown>>): Promise<Machine> {
  const machine = await openMachine();
  const database = await newDatabase(machine.folder);
  onTestFinished(() => dropDatabase(database));
  const quiet = { operators: [], channels: {}, defaults: { notify: [] } };
  const configure = (changed: Readonly<Record<string, unknown>> = {}) =>
    machine.configure({ ...quiet, database, ...settings, ...changed });
  configure();
  return { ...machine, configure };
}

/** No slot of today is still to come: a first check leaves the day's budget to those. */
const yearly = '0 7 1 1 *';
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

function mostInASecond(moments: readonly number[]): number {
  return Math.max(...moments.map((from) => moments.filter((at) => at >= from && at < from + 1000).length));
}

describe('two processes with one key', () => {
  it('keep its pace together', async () => {
    const { machine, sandbox } = await sandboxAnd({}, {});
    const ran = await Promise.all([machine.run(['check', ...ofOne]), machine.run(['check', ...ofTwo])]);
    expect(ran.map(({ code }) => code)).toEqual([0, 0]);
    const moments = sandbox.requests.map(({ at }) => at);
    expect(moments).toHaveLength(12);
    // One more for the edges: a call is a few milliseconds under way.
    expect(mostInASecond(moments)).toBeLessThanOrEqual(perSecond + 1);
    expect(Math.max(...moments) - Math.min(...moments)).toBeGreaterThan((11 / perSecond) * 1000 - 200);
  });

  it('have no more calls under way than it may have', async () => {
    const { machine, sandbox } = await sandboxAnd(
      { latencyMilliseconds: 200, pace: { concurrency: 2 } },
      { service: { requestsPerSecond: 1000, concurrency: 2 } },
    );
    const ran = await Promise.all([machine.run(['check', ...ofOne]), machine.run(['check', ...ofTwo])]);
    expect(ran.map(({ code }) => code)).toEqual([0, 0]);
    expect(sandbox.stats.refused).toBe(0);
  });

  it('do not overspend its budget', async () => {
    const { machine, sandbox } = await sandboxAnd(
      {},
      { service: { requestsPerSecond: 1000 }, budget: { perDay: 5 * 12 } },
    );
    await Promise.all([machine.run(['check', ...ofOne]), machine.run(['check', ...ofTwo])]);
    expect(sandbox.stats.creditsSpent).toBe(60);
  });
});

describe('several keys', () => {
  const watches = [
    { id: 'first', dockets: { patentNumber: '7000001' } },
    { id: 'second', service: 'other', dockets: { patentNumber: '7000001' } },
  ];
  const services = { other: { token: 'two' } };

  it('have an hour of Retry-After kept by every process, while another key goes on', async () => {
    const machine = await machineWith({ watches, services });
    const { service } = machine;
    service.reply = ({ token }) =>
      token === 'two' ? { status: 429, headers: { 'retry-after': '3600' }, body: '' } : undefined;
    expect(jsonLines((await machine.run(['check', '--json'])).stdout)).toMatchObject([
      { watch: 'first', outcome: 'complete' },
      { watch: 'second', outcome: 'failed' },
    ]);
    service.reply = () => undefined;
    const asked = service.calls.length;
    const again = jsonLines((await machine.run(['check', '--json'])).stdout);
    expect(again).toMatchObject([
      { watch: 'first', outcome: 'complete' },
      { watch: 'second', outcome: 'failed', requests: 0, reason: expect.stringContaining('left alone until') },
    ]);
    expect(service.calls.slice(asked).map(({ token }) => token)).not.toContain('two');
  });

  it('are suspended each for itself, in every process, and the incident names the service', async () => {
    const machine = await machineWith({ watches, services });
    const { service } = machine;
    service.reply = ({ token }) => (token === 'two' ? { status: 401, body: '' } : undefined);
    await machine.run(['check']);
    const status = jsonLines((await machine.run(['status', '--json'])).stdout);
    expect(status).toContainEqual(
      expect.objectContaining({
        incident: 'token-refused',
        subject: 'the key of service other',
        detail: expect.stringContaining('services.other.token'),
        service: 'other',
      }),
    );
    expect(status).toMatchObject([
      { watch: 'first', service: 'default' },
      { watch: 'second', service: 'other' },
      { service: 'default', today: 12, suspended: null },
      { service: 'other', suspended: { errorClass: 'account' } },
      {},
    ]);
    expect((await machine.run(['status'])).stdout).toMatch(/^! service other: its key is suspended since /m);
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
    expect(calls.length).toBeGreaterThan(2);
    expect(calls).not.toContain('two');
  });

  it('do not share a query, and each has its budget and its line in what was spent', async () => {
    const machine = await machineWith({
      watches,
      services: { other: { token: 'two', prices: { pacer: 7 }, budget: { perDay: 10 } } },
    });
    await machine.run(['check']);
    expect(machine.service.calls.map(({ token }) => token).sort()).toEqual([token, 'two']);
    const again = jsonLines((await machine.run(['check', '--json'])).stdout);
    expect(again).toMatchObject([
      { watch: 'first', outcome: 'complete' },
      { watch: 'second', outcome: 'skipped', reason: expect.stringContaining('services.other.budget.perDay') },
    ]);
    const credits = jsonLines((await machine.run(['credits', '--json'])).stdout);
    expect(credits).toContainEqual({ service: 'other', today: 7, thisMonth: 7, budget: { perDay: 10 } });
    expect(credits).toContainEqual({ service: 'default', today: 24, thisMonth: 24, budget: {} });
    expect(credits).toContainEqual(expect.objectContaining({ service: 'default', operation: 'pacer', credits: 24 }));
    expect(credits.at(-1)).toMatchObject({ total: true, today: 31 });
    const plan = jsonLines((await machine.run(['plan', '--json'])).stdout);
    expect(plan).toContainEqual(expect.objectContaining({ service: 'other', budget: { perDay: 10 } }));
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
    await machine.run(['run'], { killWhen: seen, killAfterMs: 40_000 });
    expect(machine.service.calls.map((call) => call.token)).toContain('two');
  });
});
