import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { startSandbox } from '../../sandbox/startSandbox.ts';
import { runDueCheck } from '../../src/check/runCheck.ts';
import type { Budget } from '../../src/config/config.ts';
import { siblingsAmong } from '../../src/schedule/planSync.ts';
import { syncWatches } from '../../src/schedule/syncWatches.ts';
import { runs } from '../runs.ts';
import { type Office, openOffice } from './office.ts';

const limits = (day: readonly number[], month: readonly number[]) =>
  fc.record({ perDay: fc.option(fc.constantFrom(...day)), perMonth: fc.option(fc.constantFrom(...month)) }).map(given);
const given = ({ perDay, perMonth }: { perDay: number | null; perMonth: number | null }): Budget => ({
  ...(perDay !== null && { perDay }),
  ...(perMonth !== null && { perMonth }),
});
const small = limits([1, 6, 12, 25], [10, 30, 70]);
const large = limits([24, 60, 100], [60, 150, 400]);

const searches = [
  { dockets: { companyName: 'Rival' } },
  { dockets: { companyName: 'Rival', court: 'ded' } },
  { dockets: { patentNumber: '6,834,603' } },
  { designs: { source: 'HAGUE', holder: 'Rival' } },
  { designs: { source: 'HAGUE', holder: 'Rival', wholeWord: true } },
  { designs: { source: 'EMID', product: 'bottle', locarno: '09-01' } },
];
const watch = fc.record({
  search: fc.constantFrom(...searches),
  matter: fc.constantFrom(undefined, 'M-1', 'M-2'),
  budget: fc.option(small, { nil: undefined }),
  priority: fc.constantFrom('low', 'normal', 'high'),
  schedule: fc.constantFrom('0 7 * * *', '0 */5 * * *', '30 * * * *', '0 7,18 * * 1-5', 'adaptive'),
});
const fault = fc.record({
  name: fc.constantFrom('http', 'server', 'request', 'http-busy', 'credits'),
  times: fc.integer({ min: 1, max: 3 }),
  skip: fc.nat(2),
});
const turn = fc.record({
  hours: fc.constantFrom(1, 4, 11, 24, 160),
  faults: fc.array(fault, { maxLength: 2 }),
  how: fc.constantFrom('daemon', 'daemon', 'daemon', 'on demand', 'dry run'),
});
const story = fc.record({
  watches: fc.array(watch, { minLength: 1, maxLength: 6 }),
  all: large,
  matters: fc.record({ 'M-1': small, 'M-2': fc.option(large, { nil: undefined }) }),
  turns: fc.array(turn, { minLength: 2, maxLength: 8 }),
});
type Story = typeof story extends fc.Arbitrary<infer S> ? S : never;

function settingsOf({ watches, all, matters }: Story, url: string): Readonly<Record<string, unknown>> {
  return {
    service: { baseUrl: url, pageSizes: { size: 5, entrySize: 50, num: 5 } },
    budget: all,
    matters: Object.fromEntries(Object.entries(matters).map(([name, budget]) => [name, budget ? { budget } : {}])),
    watches: watches.map(({ search, ...rest }, n) => ({
      id: `w${n}`,
      timezone: 'UTC',
      announce: false,
      ...search,
      ...rest,
    })),
  };
}

/** What is due, as many at a time as there are. */
async function daemon(office: Office): Promise<void> {
  const parts = office.parts();
  const { checks } = office.store.queue;
  await syncWatches(office.store, parts.config, office.now);
  const known = { ...parts, siblings: siblingsAmong(parts.config.watches) };
  for (let round = 0; round < 4; round += 1) {
    const claims = await checks.lookForDue({ now: office.now, most: 4, isKnown: () => true });
    await Promise.all(claims.map((claim) => runDueCheck(known, claim, AbortSignal.timeout(60_000))));
  }
}

interface Line {
  readonly day: string;
  readonly credits: number;
}

const sumOf = (lines: readonly Pick<Line, 'credits'>[]) =>
  Math.round(1e6 * lines.reduce((sum, one) => sum + one.credits, 0)) / 1e6;

function expectWithin(lines: readonly Line[], { perDay = Infinity, perMonth = Infinity }: Budget, whose: string): void {
  for (const [day, some] of Map.groupBy(lines, (line) => line.day))
    expect(sumOf(some), `${whose} on ${day}`).toBeLessThanOrEqual(perDay);
  for (const [month, some] of Map.groupBy(lines, (line) => line.day.slice(0, 7)))
    expect(sumOf(some), `${whose} in ${month}`).toBeLessThanOrEqual(perMonth);
}

async function expectSound(office: Office, { watches, all, matters }: Story): Promise<void> {
  const { db } = office.store;
  expectWithin(await db.selectFrom('spending').select(['day', 'credits']).execute(), all, 'all');
  const accounts = await db.selectFrom('account_spending').selectAll().execute();
  const checks = await db.selectFrom('checks').select(['credits', 'shares']).execute();
  const shares = checks.flatMap((check) =>
    check.shares === null ? [] : [{ ...check, shares: JSON.parse(check.shares) }],
  );
  for (const check of shares)
    expect(sumOf(Object.values<number>(check.shares).map((credits) => ({ credits })))).toBe(check.credits);
  const paidBy = (ids: readonly string[]) =>
    sumOf(shares.flatMap((check) => ids.map((id) => ({ credits: Number(check.shares[id] ?? 0) }))));
  const idsOf = (matter: string) => watches.flatMap((one, n) => (one.matter === matter ? [`w${n}`] : []));
  const limited = [
    ...watches.map(({ budget }, n) => ({ account: `watch w${n}`, budget, ids: [`w${n}`] })),
    ...Object.entries(matters).map(([name, budget]) => ({ account: `matter ${name}`, budget, ids: idsOf(name) })),
  ];
  for (const { account, budget, ids } of limited) {
    const lines = accounts.filter((line) => line.account === account);
    expectWithin(lines, budget ?? {}, account);
    if (lines.length > 0) expect(sumOf(lines), account).toBe(paidBy(ids));
  }
}

async function live(told: Story): Promise<void> {
  let now = new Date('2026-11-20T12:00:00.000Z');
  const sandbox = await startSandbox({
    world: { size: 120, seed: 'budgets' },
    tokens: ['secret-token', 'brand-token'],
    clock: () => now,
  });
  const office = await openOffice(settingsOf(told, sandbox.url));
  try {
    for (const { hours, faults, how } of told.turns) {
      now = new Date(now.getTime() + hours * 3_600_000);
      office.now = now;
      sandbox.setFaults(...faults);
      if (how === 'daemon') await daemon(office);
      else await office.check({ dryRun: how === 'dry run' });
      await expectSound(office, told);
      const spent = await office.store.db.selectFrom('spending').select('credits').execute();
      expect(sumOf(spent)).toBe(sandbox.stats.creditsSpent);
    }
  } finally {
    await office.close();
    await sandbox.close();
  }
}

// A story costs a second or two: one that fails is told as it is, with its seed, and not made smaller.
it('whatever the budgets, schedules and failures: the ledger is what was charged, and no budget is exceeded', async () => {
  await fc.assert(fc.asyncProperty(story, live), { numRuns: runs({ few: 1, many: 3 }), endOnFailure: true });
});
