import { describe, expect, it } from 'vitest';
import { docketEvents } from '../../../src/reading/events/calendarEvent.ts';
import { readDateLines } from '../../../src/reading/events/readDateLines.ts';
import { readEntry } from '../../../src/reading/readEntry.ts';
import type { EntryReading } from '../../../src/records/docket.ts';
import { eventsOf, type Filing, filed, lineOf, widgetCase } from './filings.ts';

function expectDates(filings: readonly Filing[], dates: readonly string[]): void {
  expect(eventsOf(filings).map(lineOf)).toEqual(dates);
}

describe('a hearing', () => {
  const set = '2026-03-01 40: SCHEDULING ORDER: Markman Hearing set for 6/2/2026 at 10:00 AM.';

  it('stays as it was set', () => {
    expectDates([set], ['2026-06-02 10:00 Markman hearing']);
  });

  it('moves when a later entry sets it again, and keeps its UID', () => {
    const moved = '2026-04-01 44: ORAL ORDER: The Claim Construction Hearing is rescheduled to 6/30/2026 at 2:00 PM.';
    expectDates([set, moved], ['2026-06-30 14:00 Markman hearing #1']);
    expect(eventsOf([set, moved])[0]?.uid).toBe(eventsOf([set])[0]?.uid);
  });

  it('moves when an order names it only by its day', () => {
    expectDates(
      [
        '2026-03-01 : MINUTE entry: Status hearing set for 3/20/2026 at 9:30 AM.',
        '2026-03-02 : MINUTE entry: Motion hearing set for 3/25/2026 at 9:30 AM.',
        '2026-03-10 : MINUTE entry: The hearing set for 3/20/2026 is vacated and reset to 4/3/2026 at 9:30 AM.',
      ],
      ['2026-03-25 09:30 Motion hearing', '2026-04-03 09:30 Status hearing #1'],
    );
  });

  it('that is rescheduled by its day alone moves, whatever other dates are ahead', () => {
    expectDates(
      [
        '2026-03-01 : MINUTE entry: Status hearing set for 3/20/2026 at 9:30 AM.',
        '2026-03-02 : MINUTE entry: Motion hearing set for 3/25/2026 at 9:30 AM.',
        '2026-03-10 : MINUTE entry: The hearing set for 3/20/2026 is rescheduled to 4/3/2026 at 9:30 AM.',
      ],
      ['2026-03-25 09:30 Motion hearing', '2026-04-03 09:30 Status hearing #1'],
    );
  });

  it('whose hour comes later is one event, without an earlier day', () => {
    const day = '2026-03-01 7: Status Conference set for 3/20/2026.';
    const hour = '2026-03-05 9: Status Conference set for 3/20/2026 at 9:30 AM.';
    expectDates([day, hour], ['2026-03-20 09:30 Status conference #1']);
    expect(eventsOf([day, hour])[0]).toMatchObject({ note: undefined, record: { type: 'docket', key: '7001' } });
    expect(eventsOf([day, hour])[0]?.earlier).toBeUndefined();
  });

  it('is cancelled by the order that vacates it', () => {
    const vacated = '2026-05-20 50: ORDER: The Markman Hearing set for 6/2/2026 is VACATED.';
    expectDates([set, vacated], ['2026-06-02 10:00 Markman hearing [cancelled] #1']);
    expect(eventsOf([set, vacated])[0]?.sentence).toContain('VACATED');
  });

  it("is cancelled by a notice without a day if it is the only one ahead, whatever the clerk's stamp says", () => {
    const cancelled = '2026-05-20 : Notice Cancelling Hearing (Smith, Jane) (Entered: 05/21/2026)';
    expectDates([set, cancelled], ['2026-06-02 10:00 Markman hearing [cancelled] #1']);
    const another = '2026-03-02 : Status Conference set for 6/9/2026 at 9:30 AM.';
    expectDates([set, another, cancelled], ['2026-06-02 10:00 Markman hearing', '2026-06-09 09:30 Status conference']);
  });

  it('is the only event that is cancelled by an order that names it, whatever else is on its day', () => {
    const both = [
      '2026-03-01 40: ORDER: Markman Hearing set for 6/2/2026 at 10:00 AM.',
      '2026-03-02 41: ORDER: Status Conference set for 6/2/2026 at 2:00 PM.',
    ];
    expectDates(
      [...both, '2026-03-09 44: ORDER: The Status Conference set for 6/2/2026 is VACATED.'],
      ['2026-06-02 10:00 Markman hearing', '2026-06-02 14:00 Status conference [cancelled] #1'],
    );
  });

  it('without a name is cancelled by its day, under any name', () => {
    expectDates(
      [
        '2026-03-01 40: Hearing set for 6/2/2026 at 10:00 AM.',
        '2026-03-09 44: ORDER: The Status Conference set for 6/2/2026 is VACATED.',
      ],
      ['2026-06-02 10:00 Hearing [cancelled] #1'],
    );
  });

  it('that is set again after it was cancelled appears beside the cancelled event', () => {
    const cancelled = '2026-03-09 44: ORDER: The Status Conference set for 6/2/2026 is VACATED.';
    const conference = (day: string) => `${day} : ORDER: Status Conference set for 6/2/2026 at 2:00 PM.`;
    expectDates(
      [conference('2026-03-01'), cancelled, conference('2026-03-12')],
      ['2026-06-02 14:00 Status conference [cancelled] #1', '2026-06-02 14:00 Status conference'],
    );
  });

  it('and a deadline with the same name and day are two events', () => {
    const events = eventsOf([
      '2026-03-01 40: ORDER: Mediation due by 4/20/2026.',
      '2026-03-02 41: NOTICE: Mediation set for 4/20/2026 at 10:00 AM.',
    ]);
    expect(events.map(({ what, date }) => `${what} ${date}`).sort()).toEqual([
      'deadline 2026-04-20',
      'hearing 2026-04-20',
    ]);
  });

  it('states the day from which it was moved, and the number of the entry that had set it', () => {
    const moved = '2026-04-01 44: ORAL ORDER: The Markman Hearing is rescheduled to 6/30/2026 at 2:00 PM.';
    expect(eventsOf([set, moved])[0]?.note).toBe('was 2026-06-02 (D.I. 40)');
    expect(eventsOf([set.replace(' 40:', ' :'), moved])[0]?.note).toBe('was 2026-06-02');
  });

  it('is not cancelled by the request of a party', () => {
    expectDates([set, '2026-05-20 50: MOTION to vacate the Markman Hearing'], ['2026-06-02 10:00 Markman hearing']);
  });

  it('is not moved by a paper that repeats the day of another hearing', () => {
    expectDates(
      [
        '2026-03-01 9: NOTICE of Hearing on Motion to Compel. Hearing set for 4/1/2026 at 10:00 AM.',
        '2026-03-09 12: RESPONSE to 9 Motion. Hearing set for 4/8/2026 at 10:00 AM.',
      ],
      ['2026-04-01 10:00 Hearing on discovery', '2026-04-08 10:00 Hearing'],
    );
  });

  it('and another hearing at the same hour with its own name are two events', () => {
    const other = '2026-04-01 44: Status Conference set for 6/2/2026 at 10:00 AM.';
    expectDates([set, other], ['2026-06-02 10:00 Markman hearing', '2026-06-02 10:00 Status conference']);
  });

  it('with a name is not moved by an order that moves an unnamed hearing', () => {
    const some = '2026-04-01 44: RESET Hearing for 6/30/2026 at 10:00 AM.';
    expectDates([set, some], ['2026-06-02 10:00 Markman hearing', '2026-06-30 10:00 Hearing']);
  });

  it('is not moved by an entry filed on an unknown day', () => {
    const undated = '- 44: Markman Hearing set for 6/30/2026 at 10:00 AM.';
    expect(eventsOf([set, undated]).map(({ date }) => date)).toEqual(['2026-06-02']);
    expect(eventsOf([undated, set]).map(({ date }) => date)).toEqual(['2026-06-02']);
  });

  it('that was held is not moved by the next hearing with its name', () => {
    expectDates(
      [
        '2026-03-01 : Status Conference set for 3/20/2026 at 9:30 AM.',
        '2026-04-01 : Status Conference set for 5/20/2026 at 9:30 AM.',
      ],
      ['2026-03-20 09:30 Status conference', '2026-05-20 09:30 Status conference'],
    );
  });

  it('is cancelled with all other dates when the docket says so', () => {
    expectDates(
      [set, '2026-03-01 41: ORDER: Answer due 4/1/2026.', '2026-03-09 : Terminate Deadlines and Hearings'],
      ['2026-04-01 Answer due [cancelled] #1', '2026-06-02 10:00 Markman hearing [cancelled] #1'],
    );
  });
});

describe('a deadline', () => {
  const served =
    '2026-03-01 5: SUMMONS Returned Executed by Widget Co.. Rival Inc. served on 2/25/2026, answer due 3/18/2026.';

  it('belongs to the party that was served', () => {
    expectDates(
      [served, '2026-03-02 6: SUMMONS Returned Executed. Copycat LLC served on 2/27/2026, answer due 3/20/2026.'],
      ['2026-03-18 Answer due (Rival Inc)', '2026-03-20 Answer due (Copycat LLC)'],
    );
  });

  it('of a party that is stated again is still one event', () => {
    const unnamed = '2026-03-01 4: ORDER: the answer is due 3/18/2026.';
    expect(eventsOf([unnamed, served])).toHaveLength(1);
    expect(eventsOf([served, unnamed.replace('03-01 4', '03-02 6')])).toHaveLength(1);
    expectDates([served, served.replace('03-01 5', '03-02 6')], ['2026-03-18 Answer due (Rival Inc)']);
  });

  it('that a party asks to move has a requested day until the court decides', () => {
    const asked = '2026-03-10 9: MOTION for Extension of Time to Answer to 4/17/2026 by Rival Inc.';
    const granted = '2026-03-12 10: ORDER granting 9 Motion for Extension of Time to Answer. Answer due 4/10/2026.';
    const before = eventsOf([served, asked]).map(({ date, status }) => [date, status]);
    expect(before).toEqual([
      ['2026-03-18', 'set'],
      ['2026-04-17', 'asked'],
    ]);
    expect(eventsOf([served, asked]).map(({ note }) => note)).toEqual([undefined, 'check whether it was ordered']);
    const after = eventsOf([served, asked, granted]);
    expect(after.filter(({ status }) => status === 'set').map(({ date }) => date)).toEqual(['2026-04-10']);
    expect(after.filter(({ status }) => status === 'asked')).toEqual([]);
  });

  it('that a party requested and the court then set is one event', () => {
    const asked = '2026-03-10 9: MOTION for Extension of Time to Answer to 4/17/2026 by Rival Inc.';
    const granted = '2026-03-12 10: ORDER granting 9 Motion for Extension of Time to Answer. Answer due 4/17/2026.';
    expect(eventsOf([asked]).map(({ status }) => status)).toEqual(['asked']);
    expectDates([asked, granted], ['2026-04-17 Answer due #1']);
  });

  it('moves if one of the papers that the order names is its own', () => {
    expectDates(
      [
        '2026-03-01 12: MOTION to Dismiss by Rival Inc. Responses due by 3/15/2026.',
        '2026-03-03 15: MOTION to Transfer by Rival Inc. Responses due by 3/17/2026.',
        '2026-03-05 18: ORDER granting extension of time re 12 Motion, 16 Letter. Responses due by 3/29/2026.',
      ],
      ['2026-03-17 Response due', '2026-03-29 Response due #1'],
    );
  });

  it('for a response belongs to its motion, and an order on another motion does not move it', () => {
    expectDates(
      [
        '2026-03-01 12: MOTION to Dismiss by Rival Inc. Responses due by 3/15/2026.',
        '2026-03-03 15: MOTION to Transfer by Rival Inc. Responses due by 3/17/2026.',
        '2026-03-05 18: ORDER granting extension of time re 12 Motion. Responses due by 3/29/2026.',
      ],
      ['2026-03-17 Response due', '2026-03-29 Response due #1'],
    );
  });

  it('in days is counted from the filing', () => {
    const [event] = eventsOf(['2026-03-01 30: ORDER: Plaintiff shall file an amended complaint within 14 days.']);
    expect(event).toMatchObject({ date: '2026-03-15', note: 'counted from the filing: 14 days', status: 'set' });
  });

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

  it('that a party requested appears beside a hearing with the same name', () => {
    const asked = '2026-03-10 9: MOTION to Extend Time for Mediation to 4/17/2026 by Rival Inc.';
    const mediation = '2026-03-12 10: ORDER: Mediation set for 5/4/2026 at 10:00 AM.';
    expectDates([asked, mediation], ['2026-04-17 Mediation due [asked]', '2026-05-04 10:00 Mediation']);
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

  it('does not move when one order names two motions that have one each', () => {
    expectDates(
      [
        '2026-03-01 12: MOTION to Dismiss by Rival Inc. Responses due by 3/15/2026.',
        '2026-03-03 15: MOTION to Transfer by Rival Inc. Responses due by 3/17/2026.',
        '2026-03-05 18: ORDER granting extension of time re 12 Motion, 15 Motion. Responses due by 3/29/2026.',
      ],
      ['2026-03-15 Response due', '2026-03-17 Response due', '2026-03-29 Response due'],
    );
  });

  it('in days without a known day of filing is no event', () => {
    expect(eventsOf(['- 30: ORDER: Plaintiff shall file an amended complaint within 14 days.'])).toEqual([]);
  });
});

it('events of one day begin with those that have no hour', () => {
  const filings = [
    '2026-03-01 20: Status Conference set for 4/1/2026 at 10:00 AM.',
    '2026-03-01 21: ORDER: Joint Status Report due 4/1/2026.',
  ];
  const dates = ['2026-04-01 Joint status report due', '2026-04-01 10:00 Status conference'];
  expectDates(filings, dates);
  expectDates(filings.toReversed(), dates);
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

it('dates that cannot be distinguished all appear, so that none is lost', () => {
  expect(
    eventsOf([
      '2026-03-01 20: Hearing set for 4/1/2026 at 10:00 AM.',
      '2026-03-02 21: Hearing set for 4/2/2026 at 10:00 AM.',
      '2026-03-03 : RESET Hearing for 4/9/2026 at 10:00 AM.',
    ]).map(({ date }) => date),
  ).toEqual(['2026-04-01', '2026-04-02', '2026-04-09']);
});

it('another day that an order mentions beside the day that it sets moves nothing', () => {
  const order = 'ORDER: Hearing set for 7/7/2026 at 10:00 AM, not before the transcript of 6/2/2026 is filed.';
  const set = '2026-03-01 40: ORDER: Hearing set for 6/2/2026 at 10:00 AM.';
  expect(eventsOf([set, `2026-03-10 52: ${order}`]).map(lineOf)).toEqual([
    '2026-06-02 10:00 Hearing',
    '2026-07-07 10:00 Hearing',
  ]);
});
