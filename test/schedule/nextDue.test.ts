import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nextDue, slotsAfter, slotsBetween, spreadMs } from '../../src/schedule/nextDue.ts';

function slots(schedule: string, timezone: string, after: string, count: number): string[] {
  return slotsAfter(schedule, timezone, new Date(after), count).map((slot) => slot.toISOString().slice(0, 16));
}

describe('the slots of a schedule', () => {
  it('are the same whatever slots were requested before', () => {
    const schedules = ['30 2 * * *', '0,30 1-3 * * *', '*/7 * * * *', '0 7 * * 1-5', '0 0 29 2 *'];
    const zones = ['America/New_York', 'Europe/Berlin', 'UTC'];
    const around = (day: string) =>
      fc.integer({ min: -48 * 60, max: 48 * 60 }).map((minute) => minutesFrom(day, minute));
    const moment = fc.oneof(...['2026-03-08', '2026-03-29', '2026-10-25', '2026-11-01'].map(around));
    const asked = fc.array(moment, { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(fc.constantFrom(...schedules), fc.constantFrom(...zones), asked, (schedule, timezone, moments) => {
        for (const after of moments) {
          const afresh = slotsBetween({ schedule, timezone }, after, new Date('2040-01-01'), 2);
          expect(slotsAfter(schedule, timezone, after, 2)).toEqual(afresh);
        }
      }),
    );
  });
});

function minutesFrom(day: string, minutes: number): Date {
  return new Date(Date.parse(day) + minutes * 60_000);
}

describe('the slots of a schedule on the days when clocks change', () => {
  it.each([
    [
      'New York, spring: a skipped 02:30 happens at 03:00',
      '30 2 * * *',
      'America/New_York',
      '2026-03-08T00:00Z',
      ['2026-03-08T07:00', '2026-03-09T06:30'],
    ],
    [
      'Berlin, spring: a skipped 02:30 happens at 03:00',
      '30 2 * * *',
      'Europe/Berlin',
      '2026-03-28T23:00Z',
      ['2026-03-29T01:00', '2026-03-30T00:30'],
    ],
    [
      'Berlin, spring: a list of skipped times happens once',
      '0,30 2 * * *',
      'Europe/Berlin',
      '2026-03-28T23:00Z',
      ['2026-03-29T01:00', '2026-03-30T00:00'],
    ],
    [
      'New York, spring: half-hours go on without a gap',
      '*/30 * * * *',
      'America/New_York',
      '2026-03-08T06:00Z',
      ['2026-03-08T06:30', '2026-03-08T07:00', '2026-03-08T07:30'],
    ],
    [
      'New York, autumn: a repeated 01:30 happens once, the first time',
      '30 1 * * *',
      'America/New_York',
      '2026-11-01T04:00Z',
      ['2026-11-01T05:30', '2026-11-02T06:30'],
    ],
    [
      'Berlin, autumn: a repeated 02:30 happens once, the first time',
      '30 2 * * *',
      'Europe/Berlin',
      '2026-10-24T23:00Z',
      ['2026-10-25T00:30', '2026-10-26T01:30'],
    ],
    [
      'New York, autumn: half-hours run through both hours',
      '*/30 * * * *',
      'America/New_York',
      '2026-11-01T05:00Z',
      ['2026-11-01T05:30', '2026-11-01T06:00', '2026-11-01T06:30', '2026-11-01T07:00'],
    ],
    [
      'New York, over autumn: seven on the wall stays seven',
      '0 7 * * 1-5',
      'America/New_York',
      '2026-10-30T12:00Z',
      ['2026-11-02T12:00', '2026-11-03T12:00'],
    ],
    [
      'Berlin, over spring: nine on the wall stays nine',
      '0 9 * * 5',
      'Europe/Berlin',
      '2026-03-27T09:00Z',
      ['2026-04-03T07:00', '2026-04-10T07:00'],
    ],
  ])('%s', (_promise, schedule, timezone, after, expected) => {
    expect(slots(schedule, timezone, after, expected.length)).toEqual(expected);
  });

  it('do not include a time of the hour that the clock repeats a second time', () => {
    expect(slots('30 1 * * *', 'America/New_York', '2026-11-01T06:00Z', 1)).toEqual(['2026-11-02T06:30']);
  });
});

describe('nextDue', () => {
  const daily = { schedule: '0 7 * * *', timezone: 'UTC', spreadKey: 'q1', spreadSeconds: 0 };

  it('is the next slot after the moment, never the moment itself', () => {
    expect(nextDue({ ...daily, after: new Date('2026-05-04T07:00:00.000Z') })).toEqual(
      new Date('2026-05-05T07:00:00.000Z'),
    );
    expect(nextDue({ ...daily, after: new Date('2026-05-04T06:59:59.999Z') })).toEqual(
      new Date('2026-05-04T07:00:00.000Z'),
    );
  });

  it('is the next slot from now after downtime, without one for each missed slot', () => {
    const afterAWeekDown = new Date('2026-05-11T12:00:00.000Z');
    expect(nextDue({ ...daily, after: afterAWeekDown })).toEqual(new Date('2026-05-12T07:00:00.000Z'));
  });

  it('supports schedules with seconds', () => {
    const due = nextDue({ ...daily, schedule: '*/10 * * * * *', after: new Date('2026-05-04T07:00:03.000Z') });
    expect(due).toEqual(new Date('2026-05-04T07:00:10.000Z'));
  });

  it('is null when the schedule has no further slot', () => {
    expect(nextDue({ ...daily, schedule: '0 0 30 2 *', after: new Date('2026-05-04T00:00:00Z') })).toBeNull();
  });

  it('has one delay per key every day, and is the same for watches of one query', () => {
    const rule = { ...daily, spreadSeconds: 300 };
    const monday = nextDue({ ...rule, after: new Date('2026-05-04T00:00:00Z') });
    const tuesday = nextDue({ ...rule, after: new Date('2026-05-05T00:00:00Z') });
    const weekday = nextDue({ ...rule, schedule: '0 7 * * 1-5', after: new Date('2026-05-04T00:00:00Z') });
    expect((tuesday?.getTime() ?? 0) - (monday?.getTime() ?? 0)).toBe(24 * 3600 * 1000);
    expect(weekday).toEqual(monday);
  });

  it('is delayed by less than the spread, and by less than a tenth of the time to the following slot', () => {
    for (let n = 0; n < 200; n++) {
      const after = new Date('2026-05-04T06:59:30.000Z');
      const minutely = nextDue({ ...daily, schedule: '* * * * *', spreadSeconds: 300, spreadKey: `q${n}`, after });
      const once = nextDue({ ...daily, spreadSeconds: 300, spreadKey: `q${n}`, after });
      expect((minutely?.getTime() ?? 0) - Date.parse('2026-05-04T07:00:00Z')).toBeLessThan(6_000);
      expect((once?.getTime() ?? 0) - Date.parse('2026-05-04T07:00:00Z')).toBeLessThan(300_000);
    }
  });

  it('spreads 10,000 queries so that no second gets much more than its fair share', () => {
    const perSecond = new Map<number, number>();
    for (let n = 0; n < 10_000; n++) {
      const second = Math.floor(spreadMs(`query-${n}`, 300_000) / 1000);
      perSecond.set(second, (perSecond.get(second) ?? 0) + 1);
    }
    // A fair share is 33. By chance alone, hardly any of 300 seconds gets twice that.
    expect(Math.max(...perSecond.values())).toBeLessThan(67);
    expect(perSecond.size).toBe(300);
  });

  const schedule = fc.constantFrom(
    '0 7 * * 1-5',
    '*/30 * * * *',
    '30 2 * * *',
    '30 1 * * *',
    '0 9 1 * *',
    '*/7 * * * * *',
  );
  const timezone = fc.constantFrom('America/New_York', 'Europe/Berlin', 'UTC', 'Australia/Lord_Howe', 'Asia/Kolkata');
  const moment = fc.date({ min: new Date('2025-01-01'), max: new Date('2028-01-01'), noInvalidDate: true });
  const aDay = 24 * 3600 * 1000;

  it('is always later than the requested moment, and never moves back as time passes', () => {
    fc.assert(
      fc.property(
        schedule,
        timezone,
        moment,
        fc.integer({ min: 0, max: aDay }),
        fc.string(),
        (s, tz, from, laterMs, key) => {
          const rule = { schedule: s, timezone: tz, spreadKey: key, spreadSeconds: 300 };
          const first = nextDue({ ...rule, after: from })?.getTime() ?? 0;
          const second = nextDue({ ...rule, after: new Date(from.getTime() + laterMs) })?.getTime() ?? 0;
          expect(first).toBeGreaterThan(from.getTime());
          expect(second).toBeGreaterThanOrEqual(first);
        },
      ),
      { numRuns: 500 },
    );
  });
});
