import { describe, expect, it } from 'vitest';
import { docketEvents } from '../../../src/reading/events/calendarEvent.ts';
import { readDateLines } from '../../../src/reading/events/readDateLines.ts';
import { readEntry } from '../../../src/reading/readEntry.ts';
import { eventsOf, filed, lineOf, widgetCase } from './filings.ts';

describe('on one day,', () => {
  const markman = 'ORDER: Markman Hearing set for 6/2/2026 at 10:00 AM.';
  const some = 'NOTICE: Hearing set for 6/2/2026 at 10:00 AM.';

  it.each([
    [markman, some],
    [some, markman],
  ])('a hearing with a name and one without are one event: %s %s', (one, other) => {
    const events = eventsOf([`2026-03-01 40: ${one}`, `2026-03-02 41: ${other}`]);
    expect(events.map(({ date, status }) => `${date} ${status}`)).toEqual(['2026-06-02 set']);
  });

  it('a deadline with a name and one without are two events', () => {
    const events = eventsOf([
      '2026-03-01 40: ORDER: Fact Discovery due 6/2/2026.',
      '2026-03-02 41: ORDER: The deadline is 6/2/2026.',
    ]);
    expect(events.map(({ title }) => title).sort()).toEqual(['Deadline', 'Fact discovery due']);
  });

  it('the later of two entries counts, in whatever order they are stored', () => {
    const filings = filed([`2026-03-01 40: ${markman}`, '2026-03-01 41: ORDER: The Markman Hearing is VACATED.']);
    for (const list of [filings, filings.toReversed()]) {
      expect(docketEvents(widgetCase, list).map(({ status }) => status)).toEqual(['cancelled']);
    }
  });
});

it('a deadline that one entry states with and without its party is one event', () => {
  const text =
    'SO ORDERED, re 203 Stipulation Extending Time to Answer the Complaint to 12/03/2026. ' +
    '***Reset Answer Deadlines: Rival, Inc. answer due 12/3/2026. Signed by Judge A. B. on 11/12/2026.';
  const lines = readDateLines(text, readEntry(text, '2026-11-12'), '2026-11-12');
  expect(lines.map(({ name, party, date }) => [name, party, date])).toEqual([['answer', 'rival inc', '2026-12-03']]);
  expect(eventsOf([`2026-11-12 204: ${text}`]).map(lineOf)).toEqual(['2026-12-03 Answer due (Rival Inc)']);
});

it('a day without an appearance is no hearing, and puts a hearing set for that day in doubt', () => {
  const set = '2026-11-02 40: ORDER: Status Conference set for 12/2/2026 at 10:00 AM.';
  const off = '2026-11-12 44: ORDER: A status report is due. No appearance required on 12/2/2026.';
  expect(eventsOf([off])).toEqual([]);
  expect(eventsOf([set, off])).toMatchObject([{ date: '2026-12-02', status: 'set', mayBeCancelled: 'D.I. 44' }]);
});

it('a corrected order moves the date', () => {
  const events = eventsOf([
    '2026-11-02 205: SCHEDULING ORDER: Joinder of Parties due by 12/18/2026.',
    '2026-11-12 209: CORRECTED ORDER: The deadline in 205 Scheduling Order for Joinder is corrected to 1/8/2027.',
  ]);
  expect(events.map(({ date, status }) => `${date} ${status}`)).toEqual(['2027-01-08 set']);
});

it('an order that mentions the hearing of another day does not move that hearing', () => {
  const events = eventsOf([
    '2026-03-01 40: ORDER: Motion hearing set for 3/20/2026 at 9:30 AM.',
    '2026-03-02 41: ORDER: Motion hearing set for 4/3/2026 at 9:30 AM, following that of 3/20/2026.',
  ]);
  expect(events.map(lineOf)).toEqual(['2026-03-20 09:30 Motion hearing', '2026-04-03 09:30 Motion hearing']);
});

it('a hearing that is known by its topic is cancelled by its day, under any name', () => {
  const events = eventsOf([
    '2026-03-01 9: NOTICE of Hearing on Motion to Compel. Hearing set for 4/1/2026 at 10:00 AM.',
    '2026-03-09 12: ORDER: The discovery conference set for 4/1/2026 is VACATED.',
  ]);
  expect(events.map(lineOf)).toEqual(['2026-04-01 10:00 Hearing on discovery [cancelled] #1']);
});

it('a case of an unnamed court is named by its number and title', () => {
  const { courtId: _, ...nowhere } = widgetCase;
  const [event] = docketEvents(nowhere, filed(['2026-03-01 40: Status Conference set for 4/1/2026.']));
  expect(event?.case).toBe('1:26-cv-00168 Widget Co. v. Rival Inc.');
});

it('a number of days is kept even if the day of filing is unknown', () => {
  const text = 'ORDER: Plaintiff shall file an amended complaint within 14 days.';
  const [line] = readDateLines(text, readEntry(text, ''), '');
  expect([line?.days, line?.date]).toEqual([14, undefined]);
});
