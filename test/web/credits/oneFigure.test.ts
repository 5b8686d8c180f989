import { expect, it } from 'vitest';
import { withCommas } from '../../../src/base/words/sentence.ts';
import { previewWatch } from '../../../src/check/previewFigures.ts';
import type { WatchConfig } from '../../../src/config/config.ts';
import { sightOf, type Viewer } from '../../../src/people/sight.ts';
import { loadCosts } from '../../../src/schedule/costs.ts';
import { creditsPage, watchCreditsListing } from '../../../src/web/pages/credits/creditsPage.ts';
import { judgeRows, priceOfRows, priceWords } from '../../../src/web/pages/watches/sheet/judgeRows.ts';
import { docketHit } from '../../check/hits.ts';
import { openOffice } from '../../check/office.ts';

const seesAll: Viewer = { name: undefined, role: 'admin', matters: 'all', confidential: true };
const daily = { schedule: '0 7 * * *', timezone: 'UTC', announce: false };
/** 26 watches in five matters. Five are adaptive, one search has four pages, and two watches share a query. */
const watches = Array.from({ length: 26 }, (_, n) => ({
  id: `w${n}`,
  matter: `M-${n % 5}`,
  ...(n % 5 === 0 && n > 0 ? { schedule: 'adaptive', announce: false } : daily),
  dockets: { companyName: n === 25 ? 'Company 24' : `Company ${n}` },
}));
const budget = { perMonth: 40_000 };

async function openChecked() {
  const office = await openOffice({ watches, budget });
  office.service.cap = 2;
  office.service.dockets = Array.from({ length: 8 }, (_, n) =>
    docketHit({ docketId: n + 1, docketNumber: `1:20-cv-0000${n}`, parties: ['Company 7'] }),
  );
  await office.check();
  return office;
}

it('the plan, the form, an import and the credits page name the same figure, before and after a check', async () => {
  const fresh = await openOffice({ watches, budget });
  const before = await loadCosts(fresh.store.db, fresh.parts().config, fresh.now);
  const office = await openChecked();
  const { config, store } = office.parts();
  const plan = await loadCosts(store.db, config, office.now);
  // Adaptive watches use up the rest of the budget, so the sum is right from the first day on.
  for (const costs of [before, plan]) {
    expect(costs.creditsPerMonth).toBeGreaterThan(38_000);
    expect(costs.creditsPerMonth).toBeLessThanOrEqual(40_000);
    expect(costs.leastPerMonth).toBeLessThan(40_000);
  }

  const sight = sightOf(config, seesAll);
  const visit = {
    viewer: seesAll,
    sight,
    now: office.now,
    timezone: 'UTC',
    url: new URL('http://localhost/credits'),
  } as never;
  const page = String((await creditsPage.draw({ ...office.parts(), config } as never, visit, {}))?.body);
  const listed = (await watchCreditsListing.file?.load({ ...office.parts(), config } as never, visit, {}))?.items;
  expect(page).toContain(`${withCommas(plan.creditsPerMonth)}, at most ${withCommas(plan.mostPerMonth)}`);
  expect(page).not.toContain('will be skipped');
  expect(page).not.toMatch(/>\s*2026-\d\d-\d\d/);
  for (const { watch, creditsPerMonth } of plan.watches) {
    const line = (listed as { id: string; coming30Days: number }[]).find(({ id }) => id === watch);
    expect([watch, line?.coming30Days]).toEqual([watch, creditsPerMonth]);
  }

  for (const id of ['w7', 'w3', 'w10', 'w24', 'w25']) {
    const watch = config.watches.find((one) => one.id === id) as WatchConfig;
    const { cost } = await previewWatch(office.parts(), watch, new AbortController().signal);
    const planned = (await loadCosts(store.db, config, office.now)).watches.find((one) => one.watch === id);
    expect([id, cost.creditsPerMonth]).toEqual([id, planned?.creditsPerMonth]);
  }

  const rows = await judgeRows(
    [
      ['Id', 'Company', 'Schedule'],
      ['new', 'Newcomer', '0 7 * * *'],
    ],
    config,
    seesAll,
  );
  const price = await priceOfRows(store.db, config, rows.rows, office.now);
  const added = [...config.watches, ...rows.rows.flatMap(({ watchConfig }) => watchConfig ?? [])];
  const after = await loadCosts(store.db, { ...config, watches: added }, office.now);
  expect(price.inAll).toBe(after.creditsPerMonth);
  expect(priceWords(price, true)).toMatch(
    new RegExp(`about ${withCommas(after.creditsPerMonth)} in all.*; the budget is 40,000`),
  );
});

it('an import that the budget cannot pay says that checks will be skipped', async () => {
  const office = await openOffice({ watches: [], budget: { perMonth: 1000 } });
  const { config, store } = office.parts();
  const sheet = [['Company', 'Schedule'], ...Array.from({ length: 3 }, (_, n) => [`Company ${n}`, '0 7 * * *'])];
  const { rows } = await judgeRows(sheet, config, seesAll);
  const price = await priceOfRows(store.db, config, rows, office.now);
  expect(priceWords(price, true)).toBe(
    'The first checks cost 36 credits or more, one page counted for each new search. The coming 30 days cost 1,080 ' +
      'more: about 1,080 in all; the budget is 1,000. The budget cannot pay for that: checks will be skipped.',
  );
  expect(priceWords(price, false)).not.toContain('1,000');
  expect(priceWords(price, false)).toContain('checks will be skipped');
});

it('without a budget an adaptive watch costs at most 4 times its schedule, unless atMostEvery is set', async () => {
  const adaptive = { schedule: 'adaptive', announce: false };
  const dockets = (companyName: string) => ({ dockets: { companyName } });
  const most = async (settings: Readonly<Record<string, unknown>>) => {
    const office = await openOffice(settings);
    const { watches: planned } = await loadCosts(office.store.db, office.parts().config, office.now);
    return planned.map(({ mostPerMonth }) => mostPerMonth);
  };
  const capped = { id: 'capped', ...adaptive, ...dockets('A') };
  const slow = { id: 'slow', ...adaptive, atLeastEvery: '3d', ...dockets('B') };
  const open = { id: 'open', ...adaptive, atMostEvery: '1h', ...dockets('C') };
  expect(await most({ watches: [capped, slow, open] })).toEqual([4 * 30 * 12, 4 * 10 * 12, 720 * 12]);
  expect(await most({ watches: [capped], budget })).toEqual([720 * 12]);
});
