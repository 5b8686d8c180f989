import { describe, expect, it } from 'vitest';
import { docketEvents } from '../../../src/reading/events/calendarEvent.ts';
import { eventsOf, filed, lineOf, widgetCase } from './filings.ts';

const report = (on: string, day: string) =>
  `${on} : MOTION for Extension of Time to File the Joint Status Report to ${day} by Rival Inc.`;

describe('a hearing that the court set', () => {
  const set = '2026-03-01 40: SCHEDULING ORDER: Markman Hearing set for 6/2/2026 at 10:00 AM.';

  it.each([
    'MOTION to reschedule the Markman Hearing to 6/30/2026 by Rival Inc.',
    'STIPULATION continuing the Markman Hearing to 6/30/2026',
    'STIPULATION to continue Markman Hearing to 6/30/2026',
    'LETTER to the Court requesting that the Markman Hearing be rescheduled to 6/30/2026',
  ])('stays set while a party asks for another day: %s', (paper) => {
    const asked = `2026-03-10 52: ${paper}`;
    expect(eventsOf([set, asked]).map(lineOf)).toEqual([
      '2026-06-02 10:00 Markman hearing',
      '2026-06-30 Markman hearing [asked]',
    ]);
    const granted = '2026-03-12 53: ORDER: The Markman Hearing is rescheduled to 7/7/2026 at 10:00 AM.';
    expect(eventsOf([set, asked, granted]).map(({ date, status }) => `${date} ${status}`)).toEqual([
      '2026-06-30 cancelled',
      '2026-07-07 set',
    ]);
  });

  it.each([
    'MOTION for Markman Hearing on 6/30/2026',
    'LETTER: counsel is available for the Markman Hearing on 6/30/2026',
    'STIPULATION that the Markman Hearing is set for 6/30/2026',
    'NOTICE of Motion by Rival Inc. for presentment of extension of time[41] before Honorable Jane Roe on 6/30/2026 at 09:30 AM',
    'STATUS REPORT: the Markman Hearing is rescheduled to 6/30/2026',
  ])('stays set beside the day that a paper of a party names: %s', (paper) => {
    const days = eventsOf([set, `2026-03-10 52: ${paper}`]).map(({ date, status }) => `${date} ${status}`);
    expect(days).toEqual(['2026-06-02 set', '2026-06-30 set']);
  });

  it('differs from a deposition, which the notice of a party moves', () => {
    const notice = (on: string, day: string) => `${on} : NOTICE of Deposition of John Doe on ${day} by Rival Inc.`;
    const events = eventsOf([notice('2026-03-01', '4/1/2026'), notice('2026-03-05', '4/8/2026')]);
    expect(events.map(({ date }) => date)).toEqual(['2026-04-08']);
  });
});

it('an order that extends a deadline sets it, and does not only ask for it', () => {
  const events = eventsOf(['2026-03-10 9: ORDER extending the time to answer to 4/17/2026.']);
  expect(events.map(({ date, status }) => `${date} ${status}`)).toEqual(['2026-04-17 set']);
});

describe('a day that a party asks for', () => {
  it('replaces the day that the party asked for before, and is still only asked for', () => {
    const events = eventsOf([report('2026-03-10', '4/17/2026'), report('2026-03-20', '4/24/2026')]);
    expect(events.map(lineOf)).toEqual(['2026-04-24 Joint status report due [asked] #1']);
    expect(events[0]?.note).toBe('was 2026-04-17; check whether it was ordered');
  });

  it('does not replace a requested day that has passed', () => {
    const events = eventsOf([report('2026-03-10', '4/17/2026'), report('2026-04-20', '4/30/2026')]);
    expect(events.map(lineOf)).toEqual([
      '2026-04-17 Joint status report due [asked]',
      '2026-04-30 Joint status report due [asked]',
    ]);
  });

  it('remains when the court sets another deadline', () => {
    const answer = '2026-03-12 10: ORDER: Answer due 4/10/2026.';
    expect(eventsOf([report('2026-03-10', '4/17/2026'), answer]).map(({ status }) => status)).toEqual(['set', 'asked']);
  });

  it('remains when the court sets the same deadline for another party', () => {
    const asked = '2026-03-10 9: MOTION for Extension of Time for Rival Inc. to Answer to 4/17/2026.';
    const of = (party: string) => `2026-03-12 10: ORDER: ${party} answer due 4/10/2026.`;
    expect(eventsOf([asked, of('Copycat LLC')]).map(({ status }) => status)).toEqual(['set', 'asked']);
    expect(eventsOf([asked, of('Rival Inc.')]).map(lineOf)).toEqual([
      '2026-04-10 Answer due (Rival Inc)',
      '2026-04-17 Answer due (Rival Inc) [cancelled] #1',
    ]);
  });
});

describe('a day that a party requests for its answer', () => {
  const asked = '2026-03-10 9: MOTION for Extension of Time to Answer to 4/17/2026 by Rival Inc.';
  const answered = (text: string, on = '2026-03-20') => eventsOf([asked, `${on} 12: ${text}`]);

  it.each([
    'ANSWER to 1 Complaint by Rival, Inc.. (Moss, Ada) (Entered: 03/20/2026)',
    'ANSWER to 1 Complaint, with Affirmative Defenses & COUNTERCLAIM against Widget Co. by Rival Inc.',
    'Answer to Complaint (Related Doc # 1) filed by Ada Moss on behalf of Rival Inc.. (Moss, Ada)',
    'ANSWER to 1 Complaint by All Defendants.',
  ])('ends when that party has answered: %s', (text) => {
    const [event] = answered(text);
    expect(event).toMatchObject({ date: '2026-04-17', status: 'superseded', sequence: 1, entry: '9' });
    expect(event?.note).toBe('appears to be filed, see D.I. 12');
  });

  it.each([
    'ANSWER to 1 Complaint by Copycat LLC.',
    'ANSWER to 1 Complaint by Rival Holdings Inc.',
    'ANSWER to 1 Complaint',
    'PARTIAL ANSWER to 1 Complaint by Rival Inc.',
    'AMENDED ANSWER to 1 Complaint by Rival Inc.',
    'ANSWER to 8 Crossclaim by Rival Inc.',
    'REPLY to Counterclaim by Rival Inc.',
    'APPEARANCE of counsel by Rival Inc.',
  ])('remains after a paper that may not be its answer: %s', (text) => {
    expect(answered(text).map(({ status }) => status)).toEqual(['asked']);
  });

  it('remains after an answer that was filed before the request', () => {
    expect(answered('ANSWER to 1 Complaint by Rival Inc.', '2026-03-09').map(({ status }) => status)).toEqual([
      'asked',
    ]);
  });

  it('belongs to the party that the paper names, whoever files the paper', () => {
    const stipulation =
      '2026-03-10 9: STIPULATION extending the time for Rival Inc. to answer to 4/17/2026 by Widget Co.';
    const statusAfter = (party: string) =>
      eventsOf([stipulation, `2026-03-20 12: ANSWER to 1 Complaint by ${party}`]).map(({ status }) => status);
    expect([statusAfter('Rival Inc.'), statusAfter('Widget Co.')]).toEqual([['superseded'], ['asked']]);
  });

  describe('for "Defendant", by a stipulation that the plaintiff files', () => {
    const statusAfter = (whom: string, filer: string, parties: readonly string[] = ['Widget Co.', 'Rival Inc.']) => {
      const asked = `2026-03-10 9: STIPULATION TO EXTEND TIME for ${whom} to 4/17/2026 - filed by Plaintiff. (Moss, Ada)`;
      const answer = `2026-03-20 12: ANSWER to 1 Complaint by ${filer}`;
      return docketEvents({ ...widgetCase, parties }, filed([asked, answer])).map(({ status }) => status);
    };

    it.each([
      'Defendant to Respond to the Complaint',
      'Defendants to Answer',
      'the Defendant to answer or move',
    ])('ends when the only defendant has answered: %s', (whom) => {
      expect(statusAfter(whom, 'Rival Inc.')).toEqual(['superseded']);
      expect(statusAfter(whom, 'Copycat LLC')).toEqual(['asked']);
    });

    it('remains after one of several defendants has answered, or one of nobody knows how many', () => {
      const whom = 'Defendant to Respond to the Complaint';
      expect(statusAfter(whom, 'Rival Inc.', ['Widget Co.', 'Rival Inc.', 'Copycat LLC'])).toEqual(['asked']);
      expect(statusAfter(whom, 'Rival Inc.', [])).toEqual(['asked']);
      expect(statusAfter(whom, 'All Defendants', [])).toEqual(['superseded']);
    });

    it.each([
      'Defendant Rival Inc. to Respond to the Complaint',
      'Defendant, Rival, Inc., to answer',
    ])('ends when the defendant whom it names has answered: %s', (whom) => {
      const parties = ['Widget Co.', 'Rival Inc.', 'Copycat LLC'];
      expect(statusAfter(whom, 'Rival Inc.', parties)).toEqual(['superseded']);
      expect(statusAfter(whom, 'Copycat LLC', parties)).toEqual(['asked']);
    });
  });

  it('remains if two parties asked for that day', () => {
    const other = '2026-03-11 10: MOTION for Extension of Time to Answer to 4/17/2026 by Copycat LLC.';
    const events = eventsOf([asked, other, '2026-03-20 12: ANSWER to 1 Complaint by Rival Inc.']);
    expect(events.map(({ status }) => status)).toEqual(['asked']);
  });
});

it('a deadline that the court set remains after the answer', () => {
  const set = '2026-03-01 5: ORDER: Rival Inc. answer due 4/17/2026.';
  expect(eventsOf([set, '2026-03-20 12: ANSWER to 1 Complaint by Rival Inc.']).map(({ status }) => status)).toEqual([
    'set',
  ]);
});

it('a date that is cancelled and set again, twice, is three events with a UID each', () => {
  const conference = (on: string) => `${on} : ORDER: Status Conference set for 6/2/2026 at 2:00 PM.`;
  const vacated = (on: string) => `${on} : ORDER: The Status Conference set for 6/2/2026 is VACATED.`;
  const events = eventsOf([
    conference('2026-03-01'),
    vacated('2026-03-02'),
    conference('2026-03-03'),
    vacated('2026-03-04'),
    conference('2026-03-05'),
  ]);
  expect(events.map(({ status }) => status)).toEqual(['cancelled', 'cancelled', 'set']);
  expect(new Set(events.map(({ uid }) => uid)).size).toBe(3);
});

it('a paper that repeats a hearing with another day does not move the hearing', () => {
  const set = '2026-03-01 9: NOTICE: Status Conference set for 4/1/2026 at 10:00 AM.';
  const repeated = '2026-03-09 12: RESPONSE to 9 Motion. Status Conference set for 4/8/2026 at 10:00 AM.';
  expect(eventsOf([set, repeated]).map(({ date }) => date)).toEqual(['2026-04-01', '2026-04-08']);
});

it('a hearing that is moved to a day without an hour has no hour', () => {
  const set = '2026-03-01 40: ORDER: Markman Hearing set for 6/2/2026 at 10:00 AM.';
  const moved = '2026-04-01 44: ORDER: The Markman Hearing is rescheduled to 6/30/2026.';
  expect(eventsOf([set, moved]).map(lineOf)).toEqual(['2026-06-30 Markman hearing #1']);
});

it('a date in doubt that is then cancelled is no longer in doubt', () => {
  const set = '2026-03-01 40: ORDER: Markman Hearing set for 6/2/2026 at 10:00 AM.';
  const doubt = '2026-04-01 44: ORDER: The Markman Hearing set for 6/2/2026 may be vacated.';
  const vacated = '2026-04-09 45: ORDER: The Markman Hearing set for 6/2/2026 is VACATED.';
  const events = eventsOf([set, doubt, vacated]);
  expect(events.map(lineOf)).toEqual(['2026-06-02 10:00 Markman hearing [cancelled] #2']);
  expect(events[0]).toMatchObject({ note: undefined, entry: '45' });
});
