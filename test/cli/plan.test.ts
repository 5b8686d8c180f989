import { describe, expect, it } from 'vitest';
import { utcDay } from '../../src/base/time.ts';
import { suspendKey } from '../../src/check/admission/serviceKey.ts';
import type { Config } from '../../src/config/config.ts';
import { SearchError } from '../../src/service/http/searchError.ts';
import { openStore } from '../../src/store/openStore.ts';
import { book } from '../../src/store/snapshot/ledgerTable.ts';
import { jsonLines } from '../e2e/machine.ts';
import { newFile } from '../store/database.ts';
import { tempFolder } from '../tempFolder.ts';
import { commandsOn } from './commandsOn.ts';

/** Writes a config of two watches with one query. @returns a function that runs the program on it */
async function install({ timing = {}, perDay = 10, own = {} } = {}) {
  const database = await newFile(tempFolder());
  const { run } = commandsOn(database, {
    budget: { perDay, perMonth: 40_000 },
    channels: { counsel: { type: 'slack', webhookUrl: 'http://127.0.0.1:9/slack' } },
    operators: ['counsel'],
    defaults: { schedule: '0 7 * * *', ...timing, announce: false, timezone: 'UTC', notify: ['counsel'] },
    watches: [
      { id: 'widget-patent', name: 'Widget patent', dockets: { patentNumber: '6834603' }, ...own },
      { id: 'same-patent', name: 'The same patent', dockets: { patentNumber: '6,834,603' } },
    ],
  });
  const call = async (...words: string[]) => {
    const { code, stdout, stderr } = await run(...words);
    if (code !== 0) throw Object.assign(new Error(stderr), { code });
    return stdout;
  };
  return { call, database };
}

describe('tipstaff plan', () => {
  it('says when each watch runs, counts an equal query once, and names the watch that shares it', async () => {
    const { call } = await install();
    const [first, second, totals] = jsonLines(await call('plan', '--json'));
    expect(first).toMatchObject({ watch: 'widget-patent', words: 'daily at 07:00', creditsPerMonth: 180 });
    expect(first?.next).toHaveLength(3);
    expect(second).toMatchObject({ creditsPerMonth: 180, queries: [{ sharedWith: 'widget-patent' }] });
    expect(totals).toMatchObject({ total: true, creditsPerMonth: 360, creditsOnBusiestDay: 12, sandbox: true });
  });

  it('--why says why the next check of a watch comes then and not earlier', async () => {
    const { call } = await install({ perDay: 100 });
    await call('check');
    expect(await call('plan', 'widget-patent', '--why')).toMatch(
      /^widget-patent: next check \d{4}-\d\d-\d\d \d\d:\d\d UTC, because its schedule is fixed: daily at 07:00\.\n$/,
    );
  });

  it('--why says that the token is suspended, and when it is tried again', async () => {
    const { call, database } = await install();
    const store = await openStore(database);
    const refused = new SearchError('account', 'The service refused the token');
    const service = { baseUrl: 'sandbox', token: 'sandbox' } as Config['service'];
    const at = new Date('2026-11-20T12:00:00.000Z');
    await suspendKey(store.db, service, refused, { startedAt: at, now: at });
    await store.close();
    const why = / The token is suspended \(The service refused the token\); next try at 2026-11-20 12:05 UTC\.$/m;
    expect(await call('plan', 'widget-patent', '--why')).toMatch(why);
  });

  it('--why says that the budget cannot pay for every check, or for none', async () => {
    const { call } = await install();
    expect(await call('plan', 'widget-patent', '--why')).toContain(
      'widget-patent: never checked, because the check needs about 12 credits, more than the 10 of a whole day ' +
        '(budget.perDay): raise the budget.',
    );
    const { call: callWithRoom } = await install({ own: { budget: { perMonth: 30 } }, perDay: 100 });
    expect(await callWithRoom('plan', 'widget-patent', '--why')).toContain(
      'because it was not checked yet. The budget cannot pay for every check, so it may be skipped.',
    );
  });

  it('--why explains the next check of an adaptive watch, which its last check chose', async () => {
    const { call } = await install({
      timing: { schedule: 'adaptive', atLeastEvery: '2d', atMostEvery: '30m' },
      perDay: 100,
    });
    const [before] = jsonLines(await call('plan', '--json'));
    expect(before).toMatchObject({ schedule: 'adaptive', atLeastEvery: '48h', atMostEvery: '0.5h' });
    expect(await call('plan')).toMatch(/adaptive: every 30 minutes to 2 days, UTC +at once, then at the latest \d/);
    await call('check');
    const [said = {}] = jsonLines(await call('plan', 'widget-patent', '--why', '--json'));
    expect(said).toMatchObject({ watch: 'widget-patent', at: said.nextDueAt });
    expect(said.why).toMatch(/^because .*filings are expected by then.*\.$/);
    expect(Date.parse(String(said.nextDueAt))).toBeLessThan(Date.now() + 48.1 * 3_600_000);
    // The plan lists the same moment.
    expect(jsonLines(await call('plan', '--json'))[0]).toMatchObject({ next: [said.nextDueAt] });
  });

  it('says on the terminal that the budget is too small', async () => {
    const { call } = await install();
    const text = await call('plan');
    expect(text).toContain('shares checks with widget-patent; new: one page assumed');
    expect(text).toMatch(/daily at 07:00, UTC +at once, then \d/);
    expect(text).toContain('Per month (30 days): 360 credits of 40,000 in the budget');
    expect(text).toContain('The busiest day: 12 credits of 10: OVER BUDGET');
    expect(text).toContain('this uses the built-in sandbox: made-up records');
    expect(text).not.toContain('OWN BUDGET');
  });

  it('says that the own budget of a watch is too small', async () => {
    const { call } = await install({ own: { budget: { perMonth: 30 } }, perDay: 100 });
    expect(await call('plan', 'widget-patent')).toContain('OVER ITS OWN BUDGET, checks will be skipped');
    const { call: callPoor } = await install();
    expect(await callPoor('plan', 'widget-patent')).toContain('NEVER CHECKED: the check needs about 12 credits');
  });
});

describe('tipstaff credits', () => {
  it('lists the ledger and the state of the budget', async () => {
    const { call, database } = await install();
    const store = await openStore(database);
    const day = utcDay(new Date());
    await store.transaction((trx) =>
      book(trx, [{ account: 'everything', day, operation: 'pacer', requests: 1, credits: 7 }]),
    );
    await store.close();
    expect(jsonLines(await call('credits', '--json'))).toEqual([
      { day, operation: 'pacer', requests: 1, credits: 7 },
      { total: true, today: 7, thisMonth: 7, budget: { perDay: 10, perMonth: 40000 } },
    ]);
    expect(await call('credits')).toContain('Today (UTC): 7 of 10 credits');
  });

  it('refuses days that are not a number with exit code 2', async () => {
    const { call } = await install();
    await expect(call('credits', '--days', 'soon')).rejects.toMatchObject({ code: 2 });
  });
});
