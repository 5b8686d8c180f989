import { afterEach, describe, expect, it } from 'vitest';
import type { Sandbox, SandboxOptions } from '../../sandbox/sandbox.ts';
import { startSandbox } from '../../sandbox/startSandbox.ts';
import { ask, control, design, docket } from './asking.ts';

const open: Sandbox[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((sandbox) => sandbox.close()));
});

async function start(options: SandboxOptions): Promise<Sandbox> {
  const sandbox = await startSandbox({ world: 'none', ...options });
  open.push(sandbox);
  sandbox.put(docket(1, { patentNumbers: ['7000001', 'DM/1'] }));
  sandbox.put(design('DM/1'));
  return sandbox;
}

const CASE = { patentNumber: '7000001' };
const DESIGN = { source: 'HAGUE', irn: 'DM/1' };

describe('bearer tokens', () => {
  it('are required, and a call without a token is refused by a code inside HTTP 200', async () => {
    const { status, body } = await ask(await start({}), 'pacer', CASE, null);
    expect([status, body.code, body.data]).toEqual([200, 3000, null]);
  });

  it('must be known', async () => {
    const { body } = await ask(await start({ tokens: ['mine'] }), 'wipo', DESIGN, 'yours');
    expect(body.code).toBe(3001);
  });

  it('can be refused with HTTP 401 instead', async () => {
    const { status } = await ask(await start({ accountErrors: 'http' }), 'pacer', CASE, 'yours');
    expect(status).toBe(401);
  });

  it('of several accounts are all accepted', async () => {
    const sandbox = await start({ tokens: ['one', 'two'] });
    const responses = await Promise.all(['one', 'two'].map((token) => ask(sandbox, 'pacer', CASE, token)));
    expect(responses.map(({ body }) => body.code)).toEqual([0, 0]);
  });
});

describe('credits', () => {
  it.each([
    ['12 for a docket call', 'pacer', CASE, 12],
    ['12 for a docket call that finds nothing', 'pacer', { patentNumber: 'none' }, 12],
    ['2 for a design call', 'wipo', DESIGN, 2],
    ['12 more with litigation where a design is found', 'wipo', { ...DESIGN, enable_litigation: true }, 14],
    [
      'no more with litigation where none is found',
      'wipo',
      { source: 'HAGUE', irn: 'none', enable_litigation: true },
      2,
    ],
    ['nothing for a call that is refused', 'wipo', { source: 'HAGUE' }, 0],
  ] as const)('are %s', async (_what, operation, request, credits) => {
    const sandbox = await start({ tokens: { sandbox: 100 } });
    await ask(sandbox, operation, request);
    expect(sandbox.stats.creditsLeft.sandbox).toBe(100 - credits);
  });

  it('run out: a call that they cannot pay is refused for free, and a cheaper call succeeds', async () => {
    const sandbox = await start({ tokens: { sandbox: 15 } });
    expect((await ask(sandbox, 'pacer', CASE)).body.code).toBe(0);
    expect((await ask(sandbox, 'pacer', CASE)).body).toMatchObject({ code: 2001, data: null });
    expect((await ask(sandbox, 'wipo', DESIGN)).body.total).toBe(1);
    expect(sandbox.stats).toMatchObject({
      creditsLeft: { sandbox: 1 },
      creditsSpent: 14,
      refused: 1,
      requests: { pacer: 2, wipo: 1 },
    });
  });

  it('can be set over HTTP', async () => {
    const sandbox = await start({ tokens: { sandbox: 0 } });
    await control(sandbox, 'POST', 'credits', { token: 'sandbox', credits: 12 });
    expect((await ask(sandbox, 'pacer', CASE)).body.code).toBe(0);
    expect(sandbox.stats.creditsLeft).toEqual({ sandbox: 0 });
  });

  it('are stated as pointCost if that is configured', async () => {
    const sandbox = await start({ pointCost: true, prices: { pacer: 13 } });
    expect((await ask(sandbox, 'pacer', CASE)).body.pointCost).toBe(13);
    expect((await ask(sandbox, 'wipo', { ...DESIGN, enable_litigation: true })).body.pointCost).toBe(14);
  });
});

describe('the pace', () => {
  it('is not enforced by default', async () => {
    const sandbox = await start({});
    const responses = await Promise.all(Array.from({ length: 8 }, () => ask(sandbox, 'pacer', CASE)));
    expect(new Set(responses.map(({ body }) => body.code))).toEqual(new Set([0]));
  });

  it('of two calls a second refuses the third call, and accepts a call a second later', async () => {
    let now = new Date('2026-03-02T10:00:00Z');
    const sandbox = await start({ pace: { requestsPerSecond: 2 }, clock: () => now });
    const codes = async () => (await ask(sandbox, 'pacer', CASE)).body.code;
    expect([await codes(), await codes(), await codes()]).toEqual([0, 0, 4029]);
    now = new Date('2026-03-02T10:00:01.001Z');
    expect(await codes()).toBe(0);
  });

  it('of two calls at a time refuses the third call with Retry-After', async () => {
    const sandbox = await start({ pace: { concurrency: 2 }, latencyMilliseconds: 100 });
    const responses = await Promise.all(Array.from({ length: 3 }, () => ask(sandbox, 'pacer', CASE)));
    expect(responses.map(({ body }) => body.code).sort()).toEqual([0, 0, 4029]);
    expect(responses.find(({ body }) => body.code === 4029)?.headers.get('retry-after')).toBe('1');
  });
});

describe('litigation', () => {
  it('adds the cases that name the registration, however it is written', async () => {
    const { body } = await ask(await start({}), 'wipo', { ...DESIGN, enable_litigation: true });
    expect(body.litigationNote).not.toBe('');
    expect(body.hits[0]).toMatchObject({ litigationStatus: 'success', caseTotal: 1 });
    expect(Object.keys(body.hits[0].cases[0]).sort()).toEqual([
      'caseId',
      'caseName',
      'court',
      'dateFiled',
      'docketNumber',
      'entries',
      'parties',
      'patentNumbers',
      'status',
    ]);
  });

  it('reports a design without cases as a success with none', async () => {
    const sandbox = await start({});
    sandbox.put(design('DM/2'));
    const { body } = await ask(sandbox, 'wipo', { source: 'HAGUE', irn: 'DM/2', enable_litigation: true });
    expect(body.hits[0]).toMatchObject({ litigationStatus: 'success', caseTotal: 0, cases: [] });
  });

  it('is absent if the request did not ask for it', async () => {
    const { body } = await ask(await start({}), 'wipo', DESIGN);
    expect(Object.keys(body.hits[0])).not.toContain('cases');
  });
});
