import { describe, expect, it } from 'vitest';
import { jsonLines, token } from '../e2e/machine.ts';
import { machineWith } from './machineWith.ts';

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
});
