import { describe, expect, it } from 'vitest';
import { designEvents, docketEvents, icsFile, isKept } from '../../../src/reading/events/calendarEvent.ts';
import { eventsOf, type Filing, filed, lineOf, widgetCase } from './filings.ts';

const hearing = '2026-10-01 40: SCHEDULING ORDER: Markman Hearing set for 2/5/2027 at 10:00 AM.';
const dismissed = '2026-11-09 60: ORDER DISMISSING CASE with prejudice (*** Civil Case Terminated)';
const reopened = '2026-11-20 61: ORDER reopening the case';

function eventsWhen(dateTerminated: string | undefined, filings: readonly Filing[]) {
  return docketEvents({ ...widgetCase, dateTerminated }, filed(filings));
}

describe('the end of a case', () => {
  it('ends its dates, and states its day', () => {
    const [event] = eventsWhen('2026-11-09', [hearing, dismissed]);
    expect(event).toMatchObject({ status: 'case-ended', date: '2027-02-05', note: 'case ended 2026-11-09' });
    expect(isKept(event ?? expect.fail())).toBe(false);
    expect(icsFile([event ?? expect.fail()], { name: 'x', stamp: new Date(0) })).toContain('STATUS:CANCELLED');
  });

  it('keeps dates that were set on its day or later, and a hearing on fees', () => {
    const after = '2026-11-12 62: ORDER: Hearing on Motion for Attorney Fees set for 12/20/2026 at 10:00 AM.';
    const sameDay = '2026-11-09 60: ORDER DISMISSING CASE. Any motion to reopen is due within 60 days.';
    const dates = eventsWhen('2026-11-09', [hearing, sameDay, after]).map(({ date, status }) => `${date} ${status}`);
    expect(dates).toEqual(['2026-12-20 set', '2027-01-08 set', '2027-02-05 case-ended']);
    const before = '2026-11-09 59: ORDER: Hearing on Motion for Attorney Fees set for 12/20/2026 at 10:00 AM.';
    expect(eventsWhen('2026-11-09', [before, dismissed])[0]).toMatchObject({ status: 'set', note: undefined });
  });

  it('ends dates that were set on an unknown day', () => {
    const undated = [hearing, reopened].map((filing) => filing.replace(/^\S+/, '-'));
    expect(eventsWhen('2026-11-09', undated.slice(0, 1))[0]?.status).toBe('case-ended');
    // With unknown days, a reopening may have come before the end.
    expect(eventsWhen('2026-11-09', undated)[0]?.status).toBe('case-ended');
  });

  it('keeps dates before it or on its day', () => {
    expect(eventsWhen('2027-03-01', [hearing])[0]?.status).toBe('set');
    expect(eventsWhen('2027-02-05', [hearing])[0]?.status).toBe('set');
  });

  it('in an entry alone does not put in doubt a date that is set after it', () => {
    const after = '2026-11-12 62: ORDER: Hearing on Motion for Attorney Fees set for 12/20/2026 at 10:00 AM.';
    expect(eventsWhen('', [dismissed, after])[0]).toMatchObject({ status: 'set', note: undefined });
    expect(eventsWhen('', [hearing, dismissed, after])[0]).toMatchObject({ date: '2026-12-20', note: undefined });
  });

  it('in an entry alone leaves earlier dates set, but in doubt', () => {
    const [event] = eventsWhen('', [hearing, dismissed]);
    expect(event).toMatchObject({ status: 'set', mayBeCancelled: 'D.I. 60' });
  });

  it('in an entry alone puts in doubt only dates on its day or later', () => {
    const on = (day: string) => `2026-10-01 40: SCHEDULING ORDER: Markman Hearing set for ${day} at 10:00 AM.`;
    const doubtOf = (day: string) => eventsWhen(undefined, [on(day), dismissed])[0]?.mayBeCancelled;
    expect(['11/8/2026', '11/9/2026', '11/10/2026'].map(doubtOf)).toEqual([undefined, 'D.I. 60', 'D.I. 60']);
  });

  it('on an unknown day puts nothing in doubt', () => {
    const [one, other] = [hearing, dismissed].map((filing) => filing.replace(/^\S+/, '-'));
    const [event] = eventsWhen(undefined, [one ?? expect.fail(), other ?? expect.fail()]);
    expect(event).toMatchObject({ status: 'set', note: undefined });
  });

  it('leaves cancelled and superseded dates as they were', () => {
    const vacated = '2026-10-20 50: ORDER: The Markman Hearing set for 2/5/2027 is VACATED.';
    for (const terminated of ['2026-11-09', undefined]) {
      expect(eventsWhen(terminated, [hearing, vacated, dismissed])).toMatchObject([
        { status: 'cancelled', note: undefined },
      ]);
    }
    const first = '2026-03-01 40: SCHEDULING ORDER: Fact Discovery due 11/27/2026.';
    const second = '2026-06-01 80: SCHEDULING ORDER: Fact Discovery due 2/5/2027.';
    expect(eventsWhen('2026-11-09', [first, second, dismissed])).toMatchObject([
      { status: 'superseded', note: 'a later order sets another day' },
      { status: 'case-ended', note: 'case ended 2026-11-09; was 2026-11-27 (D.I. 40)' },
    ]);
  });

  it('ends requested dates, or puts them in doubt', () => {
    const asked = '2026-11-02 9: MOTION for Extension of Time to Answer to 12/17/2026 by Rival Inc.';
    expect(eventsWhen('2026-11-09', [asked, dismissed])[0]?.status).toBe('case-ended');
    expect(eventsWhen('', [asked, dismissed])[0]).toMatchObject({ status: 'asked', mayBeCancelled: 'D.I. 60' });
  });

  it('also ends dates that a party requests after it, until the case is reopened', () => {
    const asked = '2026-11-12 62: STIPULATION to Extend Time to Answer to 12/17/2026 by Rival Inc.';
    expect(eventsWhen('2026-11-09', [dismissed, asked])[0]).toMatchObject({ status: 'case-ended' });
    expect(eventsWhen('', [dismissed, asked])[0]).toMatchObject({ status: 'asked', mayBeCancelled: 'D.I. 60' });
    const [request = expect.fail()] = eventsWhen('', [dismissed, asked, reopened]);
    expect(request).toMatchObject({ status: 'asked' });
    expect(icsFile([request], { name: 'x', stamp: new Date(0) })).toMatch(/SUMMARY:Answer due[^:]* \(requested\):/);
    expect(eventsWhen('2026-11-09', [dismissed, asked])[0]?.note).toMatch(/requested by a party/);
    const granted =
      '2026-11-10 61: ORDER granting Motion of Widget Co. to Reopen Case. The Clerk shall reopen this case.';
    expect(eventsWhen('', [dismissed, granted, asked])[0]?.mayBeCancelled).toBeUndefined();
  });

  it.each([
    'SO ORDERED, re 208 Stipulation of Dismissal of Count II only',
    'NOTICE of Voluntary Dismissal by Widget Co. as to Defendant Kelmont Devices LLC only',
  ])('is not read from the dismissal of a part: %s', (part) => {
    const [event] = eventsWhen('', [hearing, `2026-11-09 60: ${part}`]);
    expect(event).toMatchObject({ status: 'set' });
    expect(event?.mayBeCancelled).toBeUndefined();
  });

  it('is not the dismissal of one party', () => {
    const part = '2026-11-09 60: ORDER DISMISSING claims as to Rival Europe only';
    expect(eventsWhen('', [hearing, part])[0]).toMatchObject({ status: 'set' });
    expect(eventsWhen('', [hearing, part])[0]?.mayBeCancelled).toBeUndefined();
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

  it('is undone by a reopening on its day or later, but not before it or on an unknown day', () => {
    const reopenedOn = (day: string) =>
      eventsWhen('2026-11-09', [hearing, reopened.replace(/^\S+/, day)])[0]?.status ?? expect.fail();
    expect(['2026-11-08', '2026-11-09', '2026-11-10', '-'].map(reopenedOn)).toEqual([
      'case-ended',
      'set',
      'set',
      'case-ended',
    ]);
  });

  it('that follows a reopening ends the dates again', () => {
    const again = '2026-12-01 70: ORDER DISMISSING CASE with prejudice (*** Civil Case Terminated)';
    const [event] = eventsWhen('2026-12-01', [hearing, dismissed, reopened, again]);
    expect(event).toMatchObject({ status: 'case-ended', note: 'case ended 2026-12-01' });
  });

  it('is undone by an order that vacates the dismissal', () => {
    const vacated = '2026-11-20 61: ORDER vacating the order of dismissal. The case proceeds.';
    expect(eventsWhen('2026-11-09', [hearing, dismissed, vacated])[0]?.status).toBe('set');
  });
});

describe('a schedule that is set again', () => {
  const first = '2026-03-01 40: SCHEDULING ORDER: Fact Discovery due 11/27/2026. Joinder of Parties due 4/1/2026.';
  const second = '2026-06-01 80: SCHEDULING ORDER: Fact Discovery due 2/5/2027.';

  it('supersedes the deadline with the same name, and states its earlier day', () => {
    const events = eventsOf([first, second]);
    expect(events.map(lineOf)).toEqual([
      '2026-04-01 Joinder due',
      '2026-11-27 Fact discovery due [superseded] #1',
      '2027-02-05 Fact discovery due',
    ]);
    expect(events[2]).toMatchObject({
      earlier: [{ date: '2026-11-27', entry: '40' }],
      note: 'was 2026-11-27 (D.I. 40)',
    });
    expect(events.filter(isKept).map(({ date }) => date)).toEqual(['2026-04-01', '2027-02-05']);
  });

  it('keeps a deadline that has passed by then, and supersedes one on its own day', () => {
    const past = '2026-03-01 40: SCHEDULING ORDER: Fact Discovery due 5/31/2026.';
    const sameDay = '2026-03-01 40: SCHEDULING ORDER: Fact Discovery due 6/1/2026.';
    expect(eventsOf([past, second]).map(({ status }) => status)).toEqual(['set', 'set']);
    expect(eventsOf([sameDay, second]).map(({ status }) => status)).toEqual(['superseded', 'set']);
  });

  it('does not supersede several hearings with its name', () => {
    const both = '2026-03-01 40: SCHEDULING ORDER: Deposition set for 6/20/2026. Deposition set for 6/21/2026.';
    const events = eventsOf([both, '2026-04-01 50: SCHEDULING ORDER: Deposition set for 6/24/2026.']);
    expect(events.map(({ status }) => status)).toEqual(['set', 'set', 'set']);
  });

  it('does not supersede a hearing with the name of its deadline', () => {
    const mediation = '2026-03-01 40: NOTICE: Mediation set for 6/20/2026 at 10:00 AM.';
    const events = eventsOf([mediation, '2026-06-01 80: SCHEDULING ORDER: Mediation due by 6/30/2026.']);
    expect(events.map(({ status }) => status)).toEqual(['set', 'set']);
  });

  it('with another hour of the same day has no earlier day', () => {
    const at = (hour: string) => `SCHEDULING ORDER: Fact Discovery due 11/27/2026 at ${hour}.`;
    const events = eventsOf([`2026-03-01 40: ${at('12:00 PM')}`, `2026-06-01 80: ${at('5:00 PM')}`]);
    expect(events.map(({ status, earlier }) => [status, earlier])).toEqual([
      ['superseded', undefined],
      ['set', undefined],
    ]);
  });

  it('on an unknown day supersedes nothing', () => {
    const [one, other] = [first, second].map((filing) => filing.replace(/^\S+/, '-'));
    const events = eventsOf([one ?? expect.fail(), other ?? expect.fail()]);
    expect(events.filter(({ title }) => title.startsWith('Fact')).map(({ status }) => status)).toEqual(['set', 'set']);
  });

  it('twice states both earlier days, the latest first', () => {
    const third = '2026-08-01 95: SCHEDULING ORDER: Fact Discovery due 6/5/2027.';
    const events = eventsOf([first, second, third]);
    expect(events.at(-1)?.earlier?.map(({ date }) => date)).toEqual(['2027-02-05', '2026-11-27']);
  });

  it.each([
    [
      'another party’s',
      'ORDER SETTING SCHEDULE: Rival Inc. answer due 2/5/2027.',
      'SCHEDULING ORDER: Copycat LLC answer due 3/5/2027.',
    ],
    [
      'the next report',
      'SCHEDULING ORDER: Joint Status Report due 2/5/2027.',
      'SCHEDULING ORDER: Joint Status Report due 3/5/2027.',
    ],
    [
      'what only the same party has until another day',
      'SCHEDULING ORDER: Defendant has until 2/5/2027 to amend its pleadings.',
      'SCHEDULING ORDER: Defendant has until 3/5/2027 to serve expert reports.',
    ],
  ])('does not supersede %s', (_, one, other) => {
    const events = eventsOf([`2026-03-01 40: ${one}`, `2026-06-01 80: ${other}`]);
    expect(events.map(({ status }) => status)).toEqual(['set', 'set']);
  });

  it('in a paper of a party supersedes nothing', () => {
    const paper = '2026-06-01 80: MOTION to amend the SCHEDULING ORDER: Fact Discovery due 2/5/2027.';
    expect(eventsOf([first, paper]).find(({ date }) => date === '2026-11-27')?.status).toBe('set');
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
