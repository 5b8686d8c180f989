import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { startSandbox } from '../../sandbox/startSandbox.ts';
import { runDueCheck } from '../../src/check/runCheck.ts';
import type { Budget } from '../../src/config/config.ts';
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
  /** Which budgets the config has in this turn: an administrator removes and restores some. */
  limits: fc.constantFrom('all', 'all', 'all', 'of all watches', 'none'),
  /** The service charges an absurd price for one page. */
  slips: fc.constantFrom(false, false, false, true),
});
const story = fc.record({
  watches: fc.array(watch, { minLength: 1, maxLength: 6 }),
  all: large,
  matters: fc.record({ 'M-1': small, 'M-2': fc.option(large, { nil: undefined }) }),
  turns: fc.array(turn, { minLength: 2, maxLength: runs({ few: 3, many: 8 }) }),
});
type Story = typeof story extends fc.Arbitrary<infer S> ? S : never;
type Limits = Story['turns'][number]['limits'];

function settingsOf({ watches, all, matters }: Story, url: string, limits: Limits): Readonly<Record<string, unknown>> {
  const isLimited = limits === 'all';
  return {
    service: { baseUrl: url, pageSizes: { size: 5, entrySize: 50, num: 5 } },
    budget: limits === 'none' ? {} : all,
    matters: Object.fromEntries(
      Object.entries(matters).map(([name, budget]) => [name, isLimited && budget ? { budget } : {}]),
    ),
    watches: watches.map(({ search, budget, ...rest }, n) => ({
      ...(isLimited && budget && { budget }),
      id: `w${n}`,
      timezone: 'UTC',
      announce: false,
      ...search,
      ...rest,
    })),
  };
}

/** Runs the checks that are due as the daemon does, at most four at a time. */
async function daemon(office: Office): Promise<void> {
  const parts = office.parts();
  const { checks } = office.store.queue;
  await syncWatches(office.store, parts.config, office.now);
  for (let round = 0; round < 4; round += 1) {
    const claims = await checks.lookForDue({ now: office.now, most: 4, isKnown: () => true });
    await Promise.all(claims.map((claim) => runDueCheck(parts, claim, AbortSignal.timeout(60_000))));
  }
}

const slip = 5000;

type Ledger = readonly { readonly account: string; readonly day: string; readonly credits: number }[];

const sumOf = (lines: readonly { readonly credits: number }[]) =>
  Math.round(1e6 * lines.reduce((sum, one) => sum + one.credits, 0)) / 1e6;

const spentInAll = (ledger: Ledger) => sumOf(ledger.filter(({ account }) => account === 'everything'));

/** Returns what each account spent in each day and month. */
function spentIn(ledger: Ledger): ReadonlyMap<string, number> {
  const periods = ledger.flatMap(({ account, day, credits }) =>
    [day, day.slice(0, 7)].map((period) => ({ key: `${account} in ${period}`, credits })),
  );
  return new Map([...Map.groupBy(periods, ({ key }) => key)].map(([key, some]) => [key, sumOf(some)]));
}

/** Expects no account above its limit, and no further charge to one that exceeded it while unlimited. */
function expectWithin(before: Ledger, after: Ledger, limits: ReadonlyMap<string, Budget>): void {
  const spentBefore = spentIn(before);
  for (const [key, spent] of spentIn(after)) {
    const [account = '', period = ''] = key.split(' in ');
    const { perDay = Infinity, perMonth = Infinity } = limits.get(account) ?? {};
    const limit = period.length === 7 ? perMonth : perDay;
    expect(spent, key).toBeLessThanOrEqual(Math.max(limit, spentBefore.get(key) ?? 0));
  }
}

function limitsOf({ watches, all, matters }: Story, limits: Limits): ReadonlyMap<string, Budget> {
  if (limits === 'none') return new Map();
  if (limits === 'of all watches') return new Map([['everything', all]]);
  return new Map([
    ['everything', all],
    ...Object.entries(matters).map(([name, budget]) => [`matter ${name}`, budget ?? {}] as const),
    ...watches.map(({ budget }, n) => [`watch w${n}`, budget ?? {}] as const),
  ]);
}

/** Expects the total to be the watches' charges plus dry runs, and a matter's to be those of its watches. */
function expectSums(ledger: Ledger, { watches, matters }: Story, rehearsed: number): void {
  const paidBy = (isIt: (account: string) => boolean) => sumOf(ledger.filter(({ account }) => isIt(account)));
  expect(paidBy((account) => account.startsWith('watch '))).toBe(spentInAll(ledger) - rehearsed);
  for (const name of Object.keys(matters)) {
    const ids = new Set(watches.flatMap((one, n) => (one.matter === name ? [`watch w${n}`] : [])));
    expect(
      paidBy((account) => account === `matter ${name}`),
      name,
    ).toBe(paidBy((account) => ids.has(account)));
  }
}

async function live(told: Story): Promise<void> {
  let now = new Date('2026-11-20T12:00:00.000Z');
  const sandbox = await startSandbox({
    world: { size: 120, seed: 'budgets' },
    tokens: ['secret-token', 'brand-token'],
    clock: () => now,
  });
  const office = await openOffice(settingsOf(told, sandbox.url, 'all'));
  const ledgerNow = (): Promise<Ledger> =>
    office.store.db.selectFrom('ledger').select(['account', 'day', 'credits']).execute();
  let ledger: Ledger = [];
  let [rehearsed, slipped] = [0, 0];
  try {
    for (const { hours, faults, how, limits, slips } of told.turns) {
      now = new Date(now.getTime() + hours * 3_600_000);
      office.now = now;
      await office.configure(settingsOf(told, sandbox.url, limits));
      sandbox.setFaults(...(slips ? [{ name: 'point-cost', value: slip, times: 1 }] : faults));
      if (how === 'daemon') await daemon(office);
      else await office.check({ dryRun: how === 'dry run' });
      const before = ledger;
      ledger = await ledgerNow();
      if (how === 'dry run') rehearsed += spentInAll(ledger) - spentInAll(before);
      if (!slips) expectWithin(before, ledger, limitsOf(told, limits));
      expectSums(ledger, told, rehearsed);
      // The sandbox counts a page at its list price, whatever price the response states.
      const beyond = spentInAll(ledger) - sandbox.stats.creditsSpent;
      if (slips && beyond !== slipped) expect(beyond - slipped).toBeGreaterThan(slip - 100);
      else expect(beyond).toBe(slipped);
      slipped = beyond;
    }
    await expectNothingEnded(office, told, sandbox.url);
  } finally {
    await office.close();
    await sandbox.close();
  }
}

/** Expects that one absurd price does not make a check of a later month be refused. */
async function expectNothingEnded(office: Office, told: Story, url: string): Promise<void> {
  office.now = new Date('2027-03-01T23:00:00.000Z');
  await office.configure(settingsOf(told, url, 'all'));
  for (const { reason } of await office.check()) expect(reason ?? '').not.toMatch(/about \d{4}/);
}

// A story takes a second or two, so a failing story is reported with its seed and not shrunk.
it('the ledger equals what was charged, and no budget is exceeded, whatever budgets and faults there are', async () => {
  await fc.assert(fc.asyncProperty(story, live), { numRuns: runs({ few: 1, many: 2 }), endOnFailure: true });
});
