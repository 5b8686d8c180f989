import { describe, expect, it } from 'vitest';
import { docketEvents } from '../../../src/reading/events/calendarEvent.ts';
import { eventsOf, filed, lineOf, widgetCase } from './filings.ts';

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
});

describe('a day in a paper of a party', () => {
  const datesIn = (text: string) => eventsOf([`2026-11-20 52: ${text}`]).map(lineOf);

  it.each([
    ['MOTION for Extension of the December 1, 2026 Expert Report Deadline to December 15', 'Expert report due'],
    ['LETTER requesting extension of the December 1, 2026 expert report deadline to December 15', 'Expert report due'],
    [
      'STIPULATION AND [PROPOSED] ORDER extending the deadline to serve opening expert reports to December 15, 2026',
      'Opening expert report due',
    ],
    ['PROPOSED ORDER extending the deadline for answering briefs to December 15', 'Answering brief due'],
    ['Joint MOTION to Amend Scheduling Order: fact discovery deadline to December 15, 2026', 'Fact discovery due'],
    ['PROPOSED SCHEDULING ORDER: Fact discovery closes December 15', 'Requested date'],
    ['STIPULATION to extend deadlines: opening expert reports due December 15, 2026', 'Opening expert report due'],
    ['Joint STATUS REPORT: the parties propose that fact discovery close December 15, 2026', 'Requested date'],
    ['MOTION to Continue the December 7, 2026 trial to December 15, 2026', 'Trial'],
    ['LETTER requesting that trial be set for December 15, 2026', 'Trial'],
  ])('is requested, and the day that it replaces is not: %s', (text, title) =>
    expect(datesIn(text)).toEqual([`2026-12-15 ${title} [asked]`]));

  it.each([
    ['MOTION to Amend/Correct 40 Scheduling Order by Rival Inc. Responses due by 12/15/2026', 'Response due'],
    ['MOTION to Extend Time by Rival Inc. Response deadline 12/15/2026', 'Response due'],
    ['MOTION to Continue Trial by Rival Inc. Hearing set for 12/15/2026', 'Hearing'],
    ['STIPULATION Extending Time to Answer the complaint, answer now due 12/15/2026', 'Answer due'],
  ])('is set if the clerk notes it: %s', (text, title) => expect(datesIn(text)).toEqual([`2026-12-15 ${title}`]));
});

describe('a day that an order replaces', () => {
  it.each([
    'ORDER granting 40 Motion to extend the December 1, 2026 expert report deadline to December 15',
    'ORDER extending the 12/1/2026 deadline to serve expert reports to 12/15/2026',
    'ORDER granting 40 Motion to extend the expert report deadline of December 1, 2026 to December 15, 2026',
  ])('is no date, even if the order names it first: %s', (text) =>
    expect(eventsOf([`2026-11-20 52: ${text}`]).map(({ date, status }) => `${date} ${status}`)).toEqual([
      '2026-12-15 set',
    ]));

  it.each([
    [
      'ORDER extending fact discovery to 12/1/2026 and expert discovery deadline to 12/15/2026',
      '2026-12-01,2026-12-15',
    ],
    ['ORDER denying 40 Motion to extend the 12/1/2026 expert report deadline to 12/15/2026', '2026-12-01'],
  ])('is not one that the order sets or keeps: %s', (text, days) =>
    expect(
      eventsOf([`2026-11-20 52: ${text}`])
        .map(({ date }) => date)
        .join(),
    ).toBe(days));
});

describe('a day that a party requests for its answer', () => {
  const asked = '2026-03-10 9: MOTION for Extension of Time to Answer to 4/17/2026 by Rival Inc.';
  const answered = (text: string) => eventsOf([asked, `2026-03-20 12: ${text}`]);

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

    it('names those of several defendants who have answered, only if they are parties of the case', () => {
      const asked = '2026-03-10 9: STIPULATION TO EXTEND TIME for Defendant to Respond to the Complaint to 4/17/2026';
      const parties = ['Widget Co.', 'Rival Inc.', 'Copycat LLC', 'Third AG'];
      const noteAfter = (...filers: readonly string[]) => {
        const answers = filers.map((filer, index) => `2026-03-2${index} 1${index}: ANSWER to 1 Complaint by ${filer}`);
        const [event] = docketEvents({ ...widgetCase, parties }, filed([asked, ...answers]));
        expect(event?.status).toBe('asked');
        return event?.note;
      };
      const check = 'check whether it was ordered';
      expect(noteAfter('Nobody Corp.')).toBe(check);
      expect(noteAfter('Rival Inc.')).toBe(
        `${check}; may apply to another defendant: Rival Inc. answered 2026-03-20 (D.I. 10)`,
      );
      expect(noteAfter('Rival Inc.', 'Copycat LLC')).toBe(
        `${check}; may apply to another defendant: Rival Inc. answered 2026-03-20 (D.I. 10) and Copycat LLC answered ` +
          '2026-03-21 (D.I. 11)',
      );
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
});
