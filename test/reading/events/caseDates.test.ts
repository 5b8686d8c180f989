import { describe, expect, it } from 'vitest';
import { docketEvents } from '../../../src/reading/events/calendarEvent.ts';
import { readDateLines } from '../../../src/reading/events/readDateLines.ts';
import { readEntry } from '../../../src/reading/readEntry.ts';
import type { EntryReading } from '../../../src/records/docket.ts';
import { eventsOf, filed, widgetCase } from './filings.ts';

describe('a deadline', () => {
  it.each([
    ['', '', 1],
    [' at 5:00 PM', ' at 5:00 PM', 1],
    ['', ' at 5:00 PM', 1],
    [' at 5:00 PM', '', 1],
    [' at 12:00 PM', ' at 5:00 PM', 2],
  ])('stated again is one event, unless its hour differs: due 4/1/2026%s, then%s', (one, other, dates) => {
    const due = (hour: string) => `ORDER: Joint Status Report due 4/1/2026${hour}.`;
    const events = eventsOf([`2026-03-01 20: ${due(one)}`, `2026-03-02 21: ${due(other)}`]);
    expect([events.length, new Set(events.map(({ uid }) => uid)).size]).toEqual([dates, dates]);
  });

  it.each([
    'MOTION for Extension of Time to 4/17/2026',
    'STIPULATION to Extend Time to 4/17/2026',
    'LETTER to the Court requesting to extend the time to 4/17/2026',
    'RESPONSE to extend time to 4/17/2026',
    'REPLY to extend time to 4/17/2026',
    'BRIEF to extend time to 4/17/2026',
  ])('that a paper of a party moves is only requested: %s', (paper) => {
    expect(eventsOf([`2026-03-10 9: ${paper} to file the Joint Status Report by Rival Inc.`])).toMatchObject([
      { date: '2026-04-17', status: 'asked' },
    ]);
  });
});

it.each([
  'service',
  'evidence',
  'response',
  'reply',
  'brief',
  'transcript',
  'appearance',
  'letter',
  'disclosure',
] as const)('an entry of type %s repeats dates of other entries, and moves none', (type) => {
  const text = 'Status Conference set for 4/1/2026 at 10:00 AM.';
  const movesOf = (reading: EntryReading) => readDateLines(text, reading, '2026-03-01').map(({ moves }) => moves);
  const reading = readEntry(text, '2026-03-01');
  expect(movesOf({ ...reading, type })).toEqual(['none']);
  expect(movesOf({ ...reading, type: 'order' })).toEqual(['name']);
});

it('a date is moved by the filing that set the day, not by one that repeats it, even if that one is found late', () => {
  const [old, moving, repeating] = [
    '2026-03-01 20: SCHEDULING ORDER: Joinder of Parties due 4/1/2026.',
    '2026-03-08 31: SCHEDULING ORDER: Joinder of Parties due 6/1/2026.',
    '2026-03-09 32: SCHEDULING ORDER: Joinder of Parties due 6/1/2026.',
  ] as const;
  const movedBy = (...texts: readonly string[]) =>
    eventsOf(texts).flatMap(({ status, entry, movedBy: by }) => (status === 'set' ? [[entry, by?.entry]] : []));
  expect(movedBy(old, moving)).toEqual([['31', '31']]);
  expect(movedBy(old, moving, repeating)).toEqual([['32', '31']]);
  expect(movedBy(old, repeating, moving)).toEqual([['32', '32']]);
});

describe('an event links', () => {
  const linkOf = (pdfUrl: string, documentHref: string | null) => {
    const [filing = expect.fail('no filing')] = filed([
      '2026-03-01 20: Status Conference set for 4/1/2026 at 10:00 AM.',
    ]);
    return docketEvents(widgetCase, [{ ...filing, source: { ...filing.source, pdfUrl, documentHref } }])[0]?.link;
  };

  it('to the PDF of its entry, else to the document at the court, else to the case at the court', () => {
    expect(linkOf('https://files.example/20.pdf', '/doc1/4440')).toBe('https://files.example/20.pdf');
    expect(linkOf('', '/doc1/4440')).toBe('https://ecf.ded.uscourts.gov/doc1/4440');
    expect(linkOf('', null)).toBe('https://ecf.ded.uscourts.gov/cgi-bin/DktRpt.pl?7001');
  });
});

it('a case of an unnamed court is named by its number and title', () => {
  const { courtId: _, ...nowhere } = widgetCase;
  const [event] = docketEvents(nowhere, filed(['2026-03-01 40: Status Conference set for 4/1/2026.']));
  expect(event).toMatchObject({
    case: '1:26-cv-00168 Widget Co. v. Rival Inc.',
    record: { type: 'docket', key: '7001' },
  });
});

it('a number of days is kept even if the day of filing is unknown', () => {
  const text = 'ORDER: Plaintiff shall file an amended complaint within 14 days.';
  const [line] = readDateLines(text, readEntry(text, ''), '');
  expect([line?.days, line?.date]).toEqual([14, undefined]);
});
