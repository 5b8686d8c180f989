import { describe, expect, it } from 'vitest';
import type { Config, WatchConfig } from '../../src/config/config.ts';
import type { LastCost } from '../../src/records/query.ts';
import { costsAhead, costsWith, isOverBudget, priceOfDay, spendingWords } from '../../src/schedule/costs.ts';
import { describeSchedule } from '../../src/schedule/describeSchedule.ts';
import { runsAhead } from '../../src/schedule/nextDue.ts';
import { queriesOf } from '../../src/schedule/syncWatches.ts';
import { freshStore } from '../store/freshStore.ts';
import { aWatch } from './aWatch.ts';
import { nothingKnown } from './nothingKnown.ts';

const now = new Date('2026-05-04T12:00:00.000Z');
const service = { prices: { pacer: 12, wipo: 2, litigation: 12 } } as Config['service'];
const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);

describe('describeSchedule', () => {
  it.each([
    ['0 7 * * 1-5', 'weekdays at 07:00'],
    ['0 7 * * MON-FRI', 'weekdays at 07:00'],
    ['0 9 * * 5', 'Fridays at 09:00'],
    ['30 8,13 * * *', 'daily at 08:30 and 13:30'],
    ['*/15 * * * *', 'every 15 minutes'],
    ['5 */6 * * 6,0', 'Saturdays and Sundays every 6 hours at :05'],
    ['0 9-17 * * 1-5', 'weekdays hourly from 09:00 to 17:00'],
    ['0 9 1,15 * *', 'day 1 and 15 of the month at 09:00'],
    ['0 0 7 * * 2', 'Tuesdays at 07:00'],
  ])('reads %s as "%s"', (expression, words) => {
    expect(describeSchedule(expression)).toBe(words);
  });

  it.each(['*/10 * * * * *', '0 7 * 1-6 *', '0 7 L * *', '1-5 7 * * *'])('shows %s as it is written', (expression) => {
    expect(describeSchedule(expression)).toBe(expression);
  });
});

describe('a paused watch', () => {
  const daily = { schedule: '0 7 * * *', timezone: 'UTC' };
  const [one, other] = ['one', 'other'].map((id) => aWatch({ id, ...daily }));
  const monthOf = (pauses: ReadonlyMap<string, { until: string | null }>) =>
    costsAhead(
      { service, watches: [one, other] as WatchConfig[] },
      { ...nothingKnown, holds: pauses },
      now,
    ).watches.map((watch) => [watch.watch, watch.creditsPerMonth, watch.next.length]);

  it('costs nothing until its pause ends, and the other watches pay for a shared query', () => {
    const whole = 30 * 12;
    expect(monthOf(new Map())).toEqual([
      ['one', whole / 2, 3],
      ['other', whole / 2, 3],
    ]);
    expect(monthOf(new Map([['one', { until: null }]]))).toEqual([
      ['one', 0, 0],
      ['other', whole, 3],
    ]);
    const both = new Map([
      ['one', { until: null }],
      ['other', { until: '2026-05-25T00:00:00.000Z' }],
    ]);
    expect(sum(monthOf(both).map(([, credits]) => Number(credits)))).toBe(10 * 12);
    const often = { ...daily, schedule: '* * * * *' };
    const runs = runsAhead([{ ...often, hold: { until: '2026-05-25T00:00:00.000Z' } }], now).perDay;
    expect([runs[0], runs[19], runs[20], runs[29]]).toEqual([0, 0, 1440, 1440]);
  });

  it('is quoted to its editor as if it ran, and paused watches of its query pay no share', () => {
    const quoted = (...paused: string[]) => {
      const holds = new Map(paused.map((id) => [id, { until: null }]));
      const config = { service, watches: [one, other] as WatchConfig[] };
      return costsWith(one as WatchConfig, config, { ...nothingKnown, holds }, now).creditsPerMonth;
    };
    expect([quoted(), quoted('one')]).toEqual([15 * 12, 15 * 12]);
    expect([quoted('other'), quoted('one', 'other')]).toEqual([30 * 12, 30 * 12]);
  });
});

describe('runsAhead', () => {
  it('counts the coming 30 days of UTC, tomorrow first', () => {
    // May 5, 2026 is a Tuesday.
    const runs = runsAhead([{ schedule: '0 7 * * 1-5', timezone: 'UTC' }], now).perDay;
    expect(runs.slice(0, 7)).toEqual([1, 1, 1, 1, 0, 0, 1]);
    expect(runs).toHaveLength(30);
  });

  it('counts slots that coincide as one run', () => {
    const weekdays = { schedule: '0 7 * * 1-5', timezone: 'UTC' };
    const daily = { schedule: '0 7 * * *', timezone: 'UTC' };
    expect(sum(runsAhead([weekdays, daily], now).perDay)).toBe(30);
  });

  it('treats a schedule that runs more often than every half-hour as even', () => {
    expect(runsAhead([{ schedule: '*/10 * * * * *', timezone: 'UTC' }], now).perDay).toEqual(Array(30).fill(8640));
  });
});

describe('the cost of watches', () => {
  const plan = (watches: WatchConfig[], costs = new Map<string, LastCost>()) =>
    costsAhead({ watches, service }, { ...nothingKnown, lastCosts: costs }, now);

  it('is price times pages times runs', () => {
    const watch = aWatch();
    const [query] = queriesOf(watch);
    const { watches, ...totals } = plan([watch], new Map([[query?.id ?? '', { pages: 3 }]]));
    expect(watches).toMatchObject([
      { words: 'daily at 07:00', creditsPerRun: 36, creditsPerDay: 36, creditsPerMonth: 1080 },
    ]);
    const month = { creditsPerMonth: 1080, mostPerMonth: 1080, leastPerMonth: 1080 };
    const day = { creditsPerDay: 36, creditsOnBusiestDay: 36, leastOnBusiestDay: 36 };
    expect(totals).toEqual({ ...month, ...day });
  });

  it('follows the price that the service charged last, if there is one', () => {
    const watch = aWatch();
    const [query] = queriesOf(watch);
    const { watches } = plan([watch], new Map([[query?.id ?? '', { pages: 2, chargedPerPage: 15 }]]));
    expect(watches).toMatchObject([{ creditsPerRun: 30, creditsPerMonth: 900, queries: [{ pages: 2, credits: 30 }] }]);
  });

  it('counts an equal query once, for both watches in equal parts, and names the first one', () => {
    const { watches, creditsPerMonth } = plan([aWatch(), aWatch({ id: 'same-case', notify: ['brand'] })]);
    expect(watches[1]).toMatchObject({ creditsPerRun: 12, queries: [{ sharedWith: 'widget-case', credits: 12 }] });
    expect(watches.map((watch) => watch.creditsPerMonth)).toEqual([180, 180]);
    expect(creditsPerMonth).toBe(360);
  });

  it.each([
    ['0 19 * * *', 360, 360, 30],
    // May has four of the coming Mondays; at those both are due.
    ['0 7 * * 1', 26 * 12 + 24, 24, 4],
    ['0 9 * * 1', 360, 48, 4],
    ['* * * * *', 0, 1440 * 360, 43_200],
  ])('charges each run to the watches that are due: daily at 07:00 beside %s', (schedule, first, second, runs) => {
    const { watches, creditsPerMonth } = plan([aWatch(), aWatch({ id: 'same-case', schedule })]);
    expect(watches.map((watch) => watch.creditsPerMonth)).toEqual([first, second]);
    expect(creditsPerMonth).toBe(first + second);
    expect(watches[1]?.runsPerMonth).toBe(runs);
  });

  it('is split among three watches without losing a part', () => {
    const three = ['one', 'two', 'three'].map((id) => aWatch({ id, budget: { perMonth: 120 } }));
    const { watches } = plan(three);
    expect(watches).toMatchObject(Array(3).fill({ creditsPerMonth: 120, isOverOwnBudget: false }));
  });

  it('includes the busiest day', () => {
    const fridays = aWatch({
      id: 'fridays',
      schedule: '0 9 * * 5',
      searches: [{ type: 'dockets', companyName: 'Rival' }],
    });
    expect(plan([aWatch(), fridays])).toMatchObject({ creditsOnBusiestDay: 24, leastOnBusiestDay: 24 });
  });

  it('lists the next three slots in order, and assumes one page for a query never checked', () => {
    const [watch] = plan([aWatch()]).watches;
    expect(watch?.next.map((slot) => slot.toISOString())).toEqual([
      '2026-05-05T07:00:00.000Z',
      '2026-05-06T07:00:00.000Z',
      '2026-05-07T07:00:00.000Z',
    ]);
    expect(watch?.queries).toMatchObject([{ pages: undefined, credits: 12 }]);
  });
});

describe('an adaptive watch', () => {
  const adaptive = (id: string, more: Partial<WatchConfig> = {}) =>
    aWatch({ id, schedule: 'adaptive 1h..24h', searches: [{ type: 'dockets', companyName: id }], ...more });
  const daily = aWatch({ id: 'daily', searches: [{ type: 'dockets', companyName: 'daily' }] });
  const planOf = (watches: WatchConfig[], budget: Config['budget'], more: Partial<typeof nothingKnown> = {}) =>
    costsAhead({ watches, service, budget }, { ...nothingKnown, ...more }, now);

  it('is planned with the rest of the budget after fixed schedules, and with the most that it may spend', () => {
    const { watches, ...total } = planOf([daily, adaptive('one'), adaptive('two')], { perMonth: 6000 });
    const [fixed, one, two] = watches.map(({ creditsPerMonth, mostPerMonth }) => [creditsPerMonth, mostPerMonth]);
    expect(total.creditsPerMonth).toBeGreaterThan(5900);
    expect(total.creditsPerMonth).toBeLessThanOrEqual(6000);
    expect(total.creditsOnBusiestDay).toBeGreaterThan(190);
    expect(total.creditsOnBusiestDay).toBeLessThanOrEqual(200);
    expect(fixed).toEqual([360, 360]);
    expect(one).toEqual(two);
    expect(one?.[1]).toBeGreaterThan(5000);
    expect(total.mostPerMonth).toBe(6000);
    expect(isOverBudget({ ...total }, { perMonth: 6000 })).toBe(false);
  });

  it('spends no more than atMostEvery allows, however much budget is left', () => {
    const [one] = planOf([adaptive('one')], { perMonth: 40_000 }).watches;
    expect(one).toMatchObject({ creditsPerMonth: 720 * 12, mostPerMonth: 720 * 12 });
  });

  it('costs a check each atLeastEvery even if the budget cannot pay for it, and exceeds the budget', () => {
    const { watches, ...total } = planOf([adaptive('one')], { perMonth: 100 });
    expect(watches).toMatchObject([{ creditsPerMonth: 360, mostPerMonth: 360 }]);
    expect(isOverBudget(total, { perMonth: 100 })).toBe(true);
  });

  it('is planned without a budget by its past pace, at most at four times its fixed equivalent', () => {
    const usual = adaptive('one', { schedule: 'adaptive 6h..24h' });
    const [query] = queriesOf(usual);
    const news = (checksPerWeek: number) => new Map([[query?.id ?? '', { perHour: 1, checksPerWeek, isEnded: false }]]);
    const monthAt = (checksPerWeek: number) => planOf([usual], {}, { news: news(checksPerWeek) }).watches[0];
    expect(monthAt(14)).toMatchObject({ creditsPerMonth: 60 * 12, mostPerMonth: 4 * 360 });
    expect(monthAt(168)).toMatchObject({ creditsPerMonth: 4 * 360, mostPerMonth: 4 * 360 });
    expect(monthAt(1)).toMatchObject({ creditsPerMonth: 360, mostPerMonth: 4 * 360 });
    const fridays = aWatch({ id: 'fridays', schedule: '0 9 * * 5' });
    const { creditsOnBusiestDay } = planOf([fridays, usual], {}, { news: news(168) });
    expect(creditsOnBusiestDay).toBe(12 + 48);
  });

  it('gets less the more this month has cost, and at most the budget of its matter', () => {
    const left = (spentThisMonth: number) =>
      planOf([adaptive('one')], { perMonth: 3100 }, { spentThisMonth }).creditsPerMonth;
    expect(left(3100)).toBeLessThan(left(0));
    const matters = { 'M-1': { budget: { perMonth: 600 } } };
    const config = { watches: [adaptive('one', { matter: 'M-1' })], service, matters, budget: { perMonth: 40_000 } };
    expect(costsAhead(config, nothingKnown, now).watches).toMatchObject([{ creditsPerMonth: 600, mostPerMonth: 600 }]);
  });

  it('must save more waiting time per credit the less the budget leaves', async () => {
    const { store } = await freshStore();
    const config = { service } as Config;
    const priceAt = (perMonth: number) =>
      priceOfDay(store.db, { ...config, watches: [adaptive('one')], budget: { perMonth } }, now);
    expect(await priceAt(400)).toBeGreaterThan(await priceAt(4000));
  });

  it('is not blamed for the checks of a watch with fixed slots that shares its query', () => {
    const hourly = aWatch({ id: 'hourly', schedule: '0 * * * *', searches: adaptive('one').searches });
    const { watches } = planOf([adaptive('one'), hourly], {});
    expect(watches.map(({ runsPerMonth }) => runsPerMonth)).toEqual([30, 720]);
    expect(watches[0]?.creditsPerMonth).toBeLessThanOrEqual(360);
  });

  it('shows the next check that its last check scheduled', () => {
    const at = '2026-05-04T18:30:00.000Z';
    const [one] = planOf([adaptive('one')], {}, { dueAt: new Map([['one', at]]) }).watches;
    expect(one?.next).toEqual([new Date(at)]);
    const holds = new Map([['one', { until: null }]]);
    expect(planOf([adaptive('one')], {}, { dueAt: new Map([['one', at]]), holds }).watches[0]?.next).toEqual([]);
  });
});

it('a watch is quoted its share of a query that another watch has', () => {
  const [alpha, beta] = [
    { type: 'dockets', companyName: 'Alpha' } as const,
    { type: 'dockets', companyName: 'Beta' } as const,
  ];
  const [both, one] = [aWatch({ id: 'both', searches: [alpha, beta] }), aWatch({ id: 'one', searches: [alpha] })];
  const config = { service, watches: [both, one] };
  const quoted = [one, both].map((watch) => costsWith(watch, config, nothingKnown, now).creditsPerMonth);
  expect(quoted).toEqual([180, 540]);
});

it.each([
  [360, 360, '360'],
  [1440, 8640, '1,440, at most 8,640'],
])('a month of %i expected and at most %i credits is written as %s', (creditsPerMonth, mostPerMonth, words) => {
  expect(spendingWords({ creditsPerMonth, mostPerMonth })).toBe(words);
});

it.each([
  [{ perMonth: 300, perDay: 10 }, false],
  [{ perMonth: 299, perDay: 10 }, true],
  [{ perMonth: 300, perDay: 9 }, true],
])('300 credits a month and 10 a day exceed a budget of %o: %s', (budget, isOver) => {
  expect(isOverBudget({ leastPerMonth: 300, leastOnBusiestDay: 10 }, budget)).toBe(isOver);
});

it.each([
  [{ perMonth: 360, perDay: 12 }, false],
  [{ perMonth: 359 }, true],
  [{ perDay: 11 }, true],
])('a daily check of 12 credits exceeds the own budget %o of its watch: %s', (budget, isOver) => {
  const overOf = (...watches: WatchConfig[]) =>
    costsAhead({ service, watches }, nothingKnown, now).watches.map(({ isOverOwnBudget }) => isOverOwnBudget);
  const daily = { schedule: '0 7 * * *', timezone: 'UTC' };
  const one = aWatch({ id: 'one', ...daily, budget });
  expect(overOf(one)).toEqual([isOver]);
  // Two watches with one query pay half of it each.
  expect(overOf(one, aWatch({ id: 'other', ...daily }))).toEqual([false, false]);
});

it('a filter by court costs what the pages of the shared request cost, though its watch was never checked', () => {
  const seltec = { type: 'dockets', companyName: 'Seltec' } as const;
  const [all, some] = [aWatch({ searches: [seltec] }), aWatch({ id: 'some', searches: [seltec], courts: ['ded'] })];
  const [query] = queriesOf(all);
  const lastCosts = new Map([[query?.id ?? '', { pages: 3 }]]);
  const { watches } = costsAhead({ watches: [some, all], service }, { ...nothingKnown, lastCosts }, now);
  expect(watches).toMatchObject(Array(2).fill({ creditsPerRun: 36, creditsPerMonth: 540 }));
});
