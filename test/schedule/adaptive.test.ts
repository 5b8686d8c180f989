import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Config, WatchConfig } from '../../src/config/config.ts';
import {
  courtWeek,
  filingsPerHour,
  freshRhythm,
  hourOfWeek,
  learn,
  nextCheck,
  registerWeek,
  usualOfCases,
} from '../../src/schedule/adaptive/nextCheck.ts';
import { priceWithoutBudget } from '../../src/schedule/adaptive/spending.ts';
import { perDayLeft } from '../../src/schedule/budget.ts';
import { priceAhead } from '../../src/schedule/costs.ts';
import { whyThen } from '../../src/schedule/describeSchedule.ts';
import { aWatch } from './aWatch.ts';
import { nothingKnown } from './nothingKnown.ts';

const hourMs = 3_600_000;
const zone = 'America/New_York';
/** A Monday, 08:00 in New York. */
const monday = new Date('2026-11-23T13:00:00Z');
const inHours = (hours: number, from = monday) => new Date(from.getTime() + hours * hourMs);
const flat = { weights: Array(168).fill(1), zone: 'UTC' };
const rule = {
  lastCheck: monday,
  perHour: 0.05,
  week: flat,
  checkPrice: 0.4,
  atMostEveryHours: 0.5,
  atLeastEveryHours: 168,
};
const hoursTo = (at: Date, from = monday) => (at.getTime() - from.getTime()) / hourMs;
const ofCase = { zone, usual: usualOfCases(1) };

describe('the next check', () => {
  it('comes, at a constant rate of filings, when their expected waiting hours reach the price of a check', () => {
    for (const perHour of [0.02, 0.08, 0.32]) {
      const hours = hoursTo(nextCheck({ ...rule, perHour }).at);
      expect((perHour * hours ** 2) / 2 / rule.checkPrice).toBeCloseTo(1, 0);
    }
  });

  it('comes twice as often for a case with four times as many filings', () => {
    const [slow, busy] = [0.02, 0.08].map((perHour) => hoursTo(nextCheck({ ...rule, perHour }).at));
    expect((slow ?? 0) / (busy ?? 1)).toBeCloseTo(2, 0);
  });

  it('falls in the evening of a court, and not on its weekend', () => {
    const friday = new Date('2026-11-27T18:00:00Z');
    const { at } = nextCheck({ ...rule, lastCheck: friday, week: courtWeek(zone), perHour: 0.03, checkPrice: 3 });
    expect(hourOfWeek(at, zone)).toBeGreaterThan(5 * 24 + 15);
    const after = nextCheck({ ...rule, lastCheck: at, week: courtWeek(zone), perHour: 0.03, checkPrice: 3 });
    expect(hourOfWeek(after.at, zone)).toBeGreaterThan(24);
    expect(hourOfWeek(after.at, zone)).toBeLessThan(2 * 24);
  });

  it('falls on the day of the bulletin of a design register', () => {
    const { at } = nextCheck({ ...rule, week: registerWeek('HAGUE', 'UTC'), perHour: 0.02, checkPrice: 20 });
    expect(at.getUTCDay()).toBe(5);
  });

  it('respects atMostEvery and atLeastEvery, whatever the rates and prices', () => {
    const numbers = fc.record({
      perHour: fc.double({ min: 0, max: 50, noNaN: true }),
      checkPrice: fc.double({ min: 1e-6, max: 1e6, noNaN: true }),
      atMostEveryHours: fc.double({ min: 1 / 12, max: 48, noNaN: true }),
      more: fc.double({ min: 0, max: 700, noNaN: true }),
      hour: fc.integer({ min: 0, max: 400 }),
    });
    fc.assert(
      fc.property(numbers, ({ more, hour, ...given }) => {
        const bounds = { atMostEveryHours: given.atMostEveryHours, atLeastEveryHours: given.atMostEveryHours + more };
        const lastCheck = inHours(hour);
        const hours = hoursTo(nextCheck({ ...given, ...bounds, lastCheck, week: courtWeek(zone) }).at, lastCheck);
        expect(hours).toBeGreaterThanOrEqual(bounds.atMostEveryHours - 1e-6);
        expect(hours).toBeLessThanOrEqual(bounds.atLeastEveryHours + 1e-6);
      }),
    );
  });
});

describe('the learned rate of filings', () => {
  it('begins at the rate that is usual for as many cases', () => {
    expect(filingsPerHour(freshRhythm(monday, ofCase)) * 168).toBeCloseTo(1.2);
    expect(filingsPerHour(freshRhythm(monday, { ...ofCase, usual: usualOfCases(3) })) * 168).toBeCloseTo(3.6);
    expect(usualOfCases(0)).toBeLessThan(usualOfCases(1) / 4);
  });

  it('rises at once with several filings, and falls while there are none', () => {
    const before = learn(freshRhythm(monday, ofCase), [], inHours(24 * 30), 1);
    const flurry = learn(before, [inHours(24 * 31), inHours(24 * 31)], inHours(24 * 31), 2);
    const silence = learn(flurry, [], inHours(24 * 60), 3);
    expect(filingsPerHour(flurry)).toBeGreaterThan(4 * filingsPerHour(before));
    expect(filingsPerHour(silence)).toBeLessThan(filingsPerHour(flurry) / 4);
  });

  it('does not depend on how often a check ran in between', () => {
    const filed = [inHours(3 * 24)];
    const once = learn(freshRhythm(monday, ofCase), filed, inHours(4 * 24), 2);
    const often = learn(learn(freshRhythm(monday, ofCase), [], inHours(24), 1), filed, inHours(4 * 24), 2);
    expect(filingsPerHour(often)).toBeCloseTo(filingsPerHour(once), 12);
  });
});

describe('the price of a credit', () => {
  const adaptive = ['one', 'two'].map((id) =>
    aWatch({ id, schedule: 'adaptive 0.5h..168h', searches: [{ type: 'dockets', companyName: id }] }),
  );
  const service = { prices: { pacer: 12, wipo: 2, litigation: 12 } } as Config['service'];
  const priceAt = (budget: Config['budget'], spentThisMonth = 0, watches: readonly WatchConfig[] = adaptive) =>
    priceAhead({ watches, service, budget }, { ...nothingKnown, spentThisMonth }, monday);

  it('is four times as high with half the budget', () => {
    expect(priceAt({ perDay: 120 }) / priceAt({ perDay: 240 })).toBeCloseTo(4, 0);
  });

  it("rises when too much of the month's budget is spent, and falls when too little is", () => {
    const even = priceAt({ perMonth: 3600 }, 3600 * (22 / 30));
    expect(priceAt({ perMonth: 3600 }, 3000)).toBeGreaterThan(1.5 * even);
    expect(priceAt({ perMonth: 3600 }, 1800)).toBeLessThan(even / 1.5);
  });

  it('reserves for fixed schedules what they need', () => {
    const hourly = aWatch({ id: 'hourly', schedule: '0 * * * *' });
    expect(priceAt({ perDay: 24 * 12 + 120 }, 0, [...adaptive, hourly])).toBeCloseTo(priceAt({ perDay: 120 }), 6);
  });

  it('stays within its bounds, however large or small the budget', () => {
    expect(priceAt({ perDay: 1e9 })).toBeCloseTo(1e-5, 6);
    expect(priceAt({ perDay: 0 })).toBeCloseTo(1e4, 0);
    expect(priceAt({})).toBe(priceWithoutBudget);
  });

  it('follows from what is left of the month, and from the budget of the day', () => {
    expect(perDayLeft({}, 0, 30)).toBeUndefined();
    expect(perDayLeft({ perMonth: 3000 }, 1500, 15)).toBe(100);
    expect(perDayLeft({ perMonth: 3000, perDay: 50 }, 1500, 15)).toBe(50);
    expect(perDayLeft({ perMonth: 3000 }, 4000, 15)).toBe(0);
  });
});

describe('the reason for the time of the next check', () => {
  const reason = {
    by: 'news',
    at: '2026-11-23T22:30:00.000Z',
    expected: 0.8,
    filingsPerWeek: 3.2,
    worthMinutes: 40,
  } as const;
  const facts = {
    schedule: 'adaptive 1h..24h',
    nextDueAt: reason.at,
    baselineAt: '2026-01-01',
    wasComplete: true,
    reason,
    nudge: undefined,
  };
  const why = (over: object) => whyThen({ ...facts, ...over }, monday, (iso) => iso.slice(11, 16));

  it('is one sentence', () => {
    expect(why({})).toBe(
      'because 0.8 filings are expected by then (3.2 a week), and with this budget a check must save 40 minutes of waiting',
    );
    expect(why({ schedule: '0 7 * * 1-5' })).toBe('because its schedule is fixed: weekdays at 07:00');
    expect(why({ reason: { ...reason, by: 'atMostEvery', expected: 0.001 } })).toBe(
      'because atMostEvery is 1 hour, although an earlier check would be worth its credits: hardly any filings are expected by then (3.2 a week)',
    );
    expect(why({ reason: { ...reason, by: 'atLeastEvery' } })).toContain('because atLeastEvery is 24 hours');
    expect(why({ reason: { ...reason, by: 'ended' } })).toContain('monthly');
    expect(why({ nextDueAt: null })).toBe('because it is paused');
    expect(why({ wasComplete: false })).toContain('its last check was not complete');
    expect(why({ baselineAt: null, wasComplete: null })).toContain('never been checked');
    expect(why({ reason: undefined })).toContain('atLeastEvery is 24 hours');
  });

  it('names the nudge that moved the check', () => {
    const nudge = {
      source: 'court-feeds (nysd)',
      seenAt: '2026-11-23T14:03:00.000Z',
      expectedFilings: 1,
      dueAt: '2026-11-23T14:05:00.000Z',
    };
    expect(why({ nudge, nextDueAt: nudge.dueAt })).toBe(
      'because court-feeds (nysd) said at 14:03 that something was filed',
    );
  });
});
