import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { previewWatch } from '../../src/check/previewFigures.ts';
import type { WatchConfig } from '../../src/config/config.ts';
import { creditsPerRun } from '../../src/schedule/costs.ts';
import { putHold } from '../../src/schedule/holds/holdsTable.ts';
import { checkBody } from '../../src/schedule/ownWatches.ts';
import { queriesOf } from '../../src/schedule/syncWatches.ts';
import { keepQueries } from '../../src/schedule/watchesTable.ts';
import { aHold } from '../schedule/holds/aHold.ts';
import { designHit, docketWith, entryHit } from './hits.ts';
import { type Office, openOffice } from './office.ts';
import { refusal } from './service.ts';

const never = new AbortController().signal;

function watchOf(office: Office, body: object): WatchConfig {
  const { watch, mistakes } = checkBody(office.parts().config, { id: 'tried', ...body }, 'it');
  if (watch === undefined) throw new Error(mistakes.map((one) => one.text).join('; '));
  return watch;
}

const preview = (office: Office, body: object) => previewWatch(office.parts(), watchOf(office, body), never);

/** Counts the rows of everything that a check would write. */
async function stored({ store }: Office): Promise<number[]> {
  const tables = ['records', 'changes', 'alerts', 'checks', 'watches', 'watchQueries', 'memberships'] as const;
  const counts = tables.map((table) =>
    store.db
      .selectFrom(table)
      .select((eb) => eb.fn.countAll<number>().as('rows'))
      .executeTakeFirstOrThrow(),
  );
  return (await Promise.all(counts)).map(({ rows }) => Number(rows));
}

const credits = async ({ store }: Office) =>
  (
    await store.db.selectFrom('ledger').where('account', '=', 'everything').select(['requests', 'credits']).execute()
  ).map((row) => [row.requests, row.credits]);

// The clock of the office is set to 2026-11-20, a Friday.
const entries = [
  entryHit(1, { dateFiled: 'Feb 3, 2020' }),
  entryHit(2, { dateFiled: 'Oct 5, 2026' }),
  entryHit(3, { dateFiled: 'Oct 5, 2026' }),
  entryHit(4, { dateFiled: 'Oct 6, 2026', description: 'TRANSCRIPT of proceedings' }),
  entryHit(5, { dateFiled: 'Nov 10, 2026' }),
];

describe('a preview', () => {
  it('shows what the watch would find and report at the stated price, and stores nothing but that price', async () => {
    const office = await openOffice();
    office.service.dockets = [
      docketWith(entries, { parties: ['Acme Tools Inc.'] }),
      docketWith([entryHit(1)], {
        docketId: 7002,
        docketNumber: '1:26-cv-00002',
        parties: ['Acmeville Ltd.'],
        dateFiled: '2026-10-30',
      }),
    ];
    const body = { dockets: { companyName: 'Acme' }, schedule: '0 7 * * *', timezone: 'UTC' };
    expect(creditsPerRun(watchOf(office, body), new Map(), office.parts().config)).toBe(12);
    const found = await preview(office, body);
    expect(found).toMatchObject({
      credits: 12,
      failures: [],
      total: 2,
      seen: 2,
      inWatch: 2,
      // The entries of Oct 5, 6, 30 and Nov 10 are each found the next morning.
      alerts: [{ channel: 'counsel', count: 4 }],
    });
    expect(found.newest.map((one) => one.key)).toEqual(['7002', '7001']);
    expect(await stored(office)).toEqual([0, 0, 0, 0, 0, 0, 0]);
    expect(await credits(office)).toEqual([[1, 12]]);
    expect(office.service.calls).toHaveLength(1);
  });

  it('counts what remains after wholeWord, report, tell and a digest', async () => {
    const office = await openOffice({
      channels: {
        counsel: { type: 'slack', webhookUrl: 'http://127.0.0.1:9/counsel', digest: '0 9 * * 5', timezone: 'UTC' },
        ops: { type: 'slack', webhookUrl: 'http://127.0.0.1:9/ops' },
      },
    });
    office.service.dockets = [
      docketWith(entries, { parties: ['Acme Tools'] }),
      docketWith([], { docketId: 7002, parties: ['Acmeville'] }),
    ];
    const found = await preview(office, {
      dockets: { companyName: 'Acme', wholeWord: true },
      schedule: '0 7 * * *',
      timezone: 'UTC',
      report: { exclude: ['transcript'] },
      tell: ['entry.new'],
    });
    expect(found).toMatchObject({ seen: 2, inWatch: 1 });
    expect(found.alerts).toEqual([{ channel: 'counsel', count: 2 }]);
  });

  it('requests one page of each query, and includes the other pages in the cost of a month', async () => {
    const office = await openOffice();
    office.service.cap = 2;
    office.service.designs = Array.from({ length: 5 }, (_, index) =>
      designHit(index, { RD: `2026-0${index + 1}-06T23:59:59Z` }),
    );
    const found = await preview(office, {
      designs: { source: ['HAGUE', 'EMID'], holder: 'Rival' },
      schedule: '0 7 * * 1',
    });
    expect(office.service.calls).toHaveLength(2);
    expect(found).toMatchObject({ total: 5, seen: 2, credits: 4 });
    // HAGUE has three pages and EMID one, at two credits each.
    expect(found.cost.creditsPerMonth).toSatisfy((cost: number) => cost === 4 * 8 || cost === 5 * 8);
  });

  it('costs half in a month when another watch runs the same query as often', async () => {
    const office = await openOffice({
      watches: [{ id: 'widget', dockets: { patentNumber: '6,834,603' }, schedule: '0 7 * * *' }],
    });
    const found = await preview(office, { dockets: { patentNumber: '6834603' }, schedule: '0 7 * * *' });
    expect(found.cost).toMatchObject({ creditsPerMonth: 15 * 12 });
    // While the other watch is paused, this one pays alone, as in `plan`.
    await putHold(office.store.db, aHold({ watchId: 'widget', isChecked: false, until: null }));
    const alone = await preview(office, { dockets: { patentNumber: '6834603' }, schedule: '0 7 * * *' });
    expect(alone.cost).toMatchObject({ creditsPerMonth: 30 * 12 });
  });

  it('does not run a query that the budget cannot pay or that is being checked, and says so', async () => {
    const office = await openOffice({ budget: { perDay: 11 } });
    const poor = await preview(office, { dockets: { companyName: 'Acme Tools' } });
    expect(poor.failures).toEqual([{ register: '', why: expect.stringContaining('over budget') }]);
    expect(office.service.calls).toEqual([]);
    await office.configure({});
    const watch = watchOf(office, { dockets: { companyName: 'Acme Tools' } });
    const [query = expect.fail('no query')] = queriesOf(watch);
    await keepQueries(office.store.db, [query]);
    await office.store.queue.checks.claim(query.id, office.now);
    // A minute passes at each look at the clock, so the wait for the other check is over at once.
    let minutes = 0;
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => 60_000 * minutes++);
    onTestFinished(() => clock.mockRestore());
    const busy = await previewWatch(office.parts(), watch, never);
    expect(busy.failures).toEqual([{ register: '', why: expect.stringContaining('it is being checked') }]);
    expect(office.service.calls).toEqual([]);
  });

  it('gives the reason why the service returned nothing, and releases the query', async () => {
    const office = await openOffice();
    office.service.reply = () => refusal(1001, 'Token invalid');
    const found = await preview(office, { dockets: { companyName: 'Acme Tools' } });
    expect(found.failures).toEqual([{ register: '', why: expect.stringMatching(/token/i) }]);
    office.service.reply = () => undefined;
    expect((await preview(office, { dockets: { companyName: 'Acme Tools' } })).failures).toEqual([]);
  });

  it('says what to correct when it finds nothing', async () => {
    const office = await openOffice();
    const found = await preview(office, { dockets: { companyName: 'The Acme Company' } });
    expect(found).toMatchObject({ total: 0, seen: 0, newest: [], alerts: [{ channel: 'counsel', count: 0 }] });
    expect(found.advice.join(' ')).toContain('leave it out');
  });
});
