import { describe, expect, it } from 'vitest';
import { designEvents, docketEvents, icsFile, isKept } from '../../../src/reading/events/calendarEvent.ts';
import { type Filing, filed, widgetCase } from './filings.ts';

const hearing = '2026-10-01 40: SCHEDULING ORDER: Markman Hearing set for 2/5/2027 at 10:00 AM.';
const dismissed = '2026-11-09 60: ORDER DISMISSING CASE with prejudice (*** Civil Case Terminated)';
const reopened = '2026-11-20 61: ORDER reopening the case';

function eventsWhen(dateTerminated: string | undefined, filings: readonly Filing[]) {
  return docketEvents({ ...widgetCase, dateTerminated }, filed(filings));
}

describe('the end of a case', () => {
  it('cancels its dates in calendars', () => {
    const [event] = eventsWhen('2026-11-09', [hearing, dismissed]);
    expect(isKept(event ?? expect.fail())).toBe(false);
    expect(icsFile([event ?? expect.fail()], { name: 'x', stamp: new Date(0) })).toContain('STATUS:CANCELLED');
  });

  it('does not cancel a date that a party requests after it, once the case is reopened', () => {
    const asked = '2026-11-12 62: STIPULATION to Extend Time to Answer to 12/17/2026 by Rival Inc.';
    const [request = expect.fail()] = eventsWhen('', [dismissed, asked, reopened]);
    expect(icsFile([request], { name: 'x', stamp: new Date(0) })).toMatch(/SUMMARY:Answer due[^:]* \(requested\):/);
  });

  it('is undone by a reopening: the dates are set again, and their SEQUENCE rises for calendars', () => {
    const states = [
      eventsWhen('', [hearing]),
      eventsWhen('2026-11-09', [hearing, dismissed]),
      eventsWhen('2026-11-09', [hearing, dismissed, reopened]),
      eventsWhen('', [hearing, dismissed, reopened]),
    ].map(([event]) => event ?? expect.fail());
    expect(states.map(({ status }) => status)).toEqual(['set', 'case-ended', 'set', 'set']);
    expect(states.map(({ mayBeCancelled }) => mayBeCancelled)).toEqual([undefined, undefined, undefined, undefined]);
    const sequences = states.map(({ sequence }) => sequence);
    expect(sequences).toEqual(sequences.toSorted((a, b) => a - b));
    expect(new Set(sequences.slice(0, 3)).size).toBe(3);
  });
});

describe('a design', () => {
  const design = { type: 'design', key: 'EUTM.1', source: 'EUTM', expires: '2026-11-02' } as const;
  const statusOf = (status: string | undefined) =>
    designEvents({ ...design, status } as never).map((one) => one.status);

  it('that expired on its day is expired and not cancelled, in calendars too', () => {
    expect(statusOf('EXP')).toEqual(['expired', 'expired']);
    const [, expiry] = designEvents({ ...design, status: 'EXP' } as never);
    expect(icsFile([expiry ?? expect.fail()], { name: 'x', stamp: new Date(0) })).toContain('STATUS:CONFIRMED');
  });

  it.each([
    ['2026-11-02', '2026-05-02'],
    ['2028-08-31', '2028-02-29'],
    ['2027-08-31', '2027-02-28'],
    ['2027-03-31', '2026-09-30'],
  ])('that expires on %s can be renewed from %s', (expires, opens) => {
    const events = designEvents({ ...design, expires } as never).map(({ what, date }) => [what, date]);
    expect(events).toEqual([
      ['renewal', opens],
      ['expiry', expires],
    ]);
  });

  it.each(['USID', 'JPID', 'KRID', 'CNID'])('of %s, which renews no design, only expires', (source) => {
    expect(designEvents({ ...design, source } as never).map(({ what }) => what)).toEqual(['expiry']);
  });

  it('that was deleted has a cancelled expiry', () => expect(statusOf('DEL')).toEqual(['cancelled', 'cancelled']));
  it('in force has its expiry ahead', () => expect(statusOf('ACT')).toEqual(['set', 'set']));
});

it('isKept is true for set, requested and expired dates, and false for dates that were taken back', () => {
  const all = ['set', 'asked', 'expired', 'cancelled', 'superseded', 'case-ended'] as const;
  expect(all.filter((status) => isKept({ status }))).toEqual(['set', 'asked', 'expired']);
});
