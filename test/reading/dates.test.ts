import { describe, expect, it } from 'vitest';
import { readEntry } from '../../src/reading/readEntry.ts';

/** Returns the dates of an entry, such as `2026-12-01 10:00 hearing` or `+14 deadline`. */
function daysOf(text: string, filed?: string): string[] {
  return readEntry(text, filed).dates.map((date) =>
    ['date' in date ? date.date : `+${date.days}`, date.time, date.what].filter(Boolean).join(' '),
  );
}

describe('the dates that an entry filed on November 21, 2026 sets', () => {
  it.each([
    ['Hearing set for 12/1/2026 at 10:00 AM', '2026-12-01 10:00 hearing'],
    ['Hearing set for 12/1/26 02:30 PM before Judge A. B.', '2026-12-01 14:30 hearing'],
    ['Status Conference set for December 1, 2026, at 9:30 a.m. in Courtroom 4', '2026-12-01 09:30 hearing'],
    ['Bench trial set for Tuesday, Dec. 1, 2026 @ 9:00', '2026-12-01 09:00 hearing'],
    ['The parties will appear at 2:00 pm on December 1, 2026 for a conference', '2026-12-01 14:00 hearing'],
    ['Conference to be held on the 5th of January, 2027', '2027-01-05 hearing'],
    ['Notice of Hearing on January 5 at 11:00 AM', '2027-01-05 11:00 hearing'],
    ['Responses due by 12/7/2026', '2026-12-07 deadline'],
    ['ORDER: the answer is due on or before December 7, 2026', '2026-12-07 deadline'],
    ['ORDER: file a status report by noon on December 7, 2026', '2026-12-07 12:00 deadline'],
    ['ORDER: discovery to be completed no later than 2027-03-01', '2027-03-01 deadline'],
    ['Set/Reset Deadlines: status report due by 12/7/2026.', '2026-12-07 deadline'],
    ['Set/Reset Deadlines: Pretrial Conference Statement due by 12/7/2026 at 5:00 PM.', '2026-12-07 17:00 deadline'],
    ['Hearing on 12 Motion reset by agreement to 12/7/2026 at 10:00 AM.', '2026-12-07 10:00 hearing'],
    ['The action is stayed until December 7, 2026', '2026-12-07 deadline'],
    ['Unopposed MOTION for Extension of Time to 12/7/2026 to answer', '2026-12-07 deadline'],
    ['ORDER: the defendant shall respond within 21 days of this order', '+21 deadline'],
    ['ORDER: objections are due within fourteen (14) days of service', '+14 deadline'],
    ['The status hearing set for 12/8/2026 is advanced to 8:15 AM on that date.', '2026-12-08 08:15 hearing'],
    ['The time for the 12/8/2026 status hearing is changed to 9:30 a.m.', '2026-12-08 09:30 hearing'],
    ['Status hearing previously set for 12/8/2026 at 9:00 a.m. shall remain.', '2026-12-08 09:00 hearing'],
    [
      'Motion to Vacate (related documents 28 Order). Hearing scheduled for 12/8/2026 at 9:00 AM',
      '2026-12-08 09:00 hearing',
    ],
    ['ORDER VACATING 12 Order: Show Cause Response due by 12/8/2026', '2026-12-08 deadline'],
    ['Bench Trial set for 12/8/2026 through 12/11/2026', '2026-12-08 hearing'],
    ['Hearing set for 12/8/2026 at 9:30 a.m. The motion is continued.', '2026-12-08 09:30 hearing'],
    ['Notice of Hearing on 12/8/2026. Hearing set for 12/8/2026 at 10:00 AM.', '2026-12-08 10:00 hearing'],
    ['Hearing set for 11/21/2026 at 2:00 PM', '2026-11-21 14:00 hearing'],
    ['Hearing set for 12/8/2026 at 23:59', '2026-12-08 23:59 hearing'],
    ['Hearing set for 12/8/2026 at 24:00', '2026-12-08 hearing'],
    ['Hearing set for 12/8/2026 at 10:60', '2026-12-08 hearing'],
    ['TRANSCRIPT of Proceedings. Release of Transcript Restriction set for 2/19/2027.', '2027-02-19 deadline'],
    ['ORDER: from 12/1/2026 through 12/8/2026 discovery is due', '2026-12-08 deadline'],
    ['TRANSCRIPT ordered. Acknowledgement is due in 14 days.', '+14 deadline'],
    ['Trial set for 12/8/2026 at 9:00 AM. (Time excluded until 12/8/2026)', '2026-12-08 09:00 hearing'],
    ['MOTION for Forfeiture Noting Date 12/8/2026', '2026-12-08 deadline'],
    ['ORDER: the motion asks for more time to 12/18/2026. The answer is due by 12/8/2026.', '2026-12-08 deadline'],
    ['ORDER: fact discovery closes 3/1/2027.', '2027-03-01 deadline'],
    ['SCHEDULING ORDER: Opening expert reports 3/1/2027', '2027-03-01 deadline'],
    ['SCHEDULING ORDER: dispositive motions: 3/1/27', '2027-03-01 deadline'],
    ["ORDER setting schedule: Widget's opening brief (March 1, 2027)", '2027-03-01 deadline'],
    ['SCHEDULING ORDER: Invalidity Contentions - March 1, 2027', '2027-03-01 deadline'],
    ['ORDER: exchange proposed constructions on March 1', '2027-03-01 deadline'],
    ['ORDER TO EXTEND DEADLINES: close of fact discovery: from 12/15/2026 to 3/1/2027', '2027-03-01 deadline'],
    ['ORDER: the defendant shall answer on December 15, 2026.', '2026-12-15 deadline'],
    ['ORDER: if objections are filed by December 8, 2026, the matter is referred.', '2026-12-08 deadline'],
    ['ORDER: a new complaint shall be filed within two weeks of this order', '+14 deadline'],
    ['ORDER: a response is due within four (4) days', '+4 deadline'],
    ['Hearing on argument on motions 12/8/2026', '2026-12-08 hearing'],
    [
      'ORDER: the hearing of November 26 is cancelled and will be heard December 2, 2026 at 2:00 p.m.',
      '2026-12-02 14:00 hearing',
    ],
    ['Trial VACATED and will be reset at the February 3, 2027 conference at 9:00 a.m.', '2027-02-03 09:00 hearing'],
    ['The January 7, 2027 hearing is restored to the calendar at 10:00 AM.', '2027-01-07 10:00 hearing'],
    ['The zoom hearing on 12/3/26 will begin at 11:30 AM instead of 10:00 AM.', '2026-12-03 11:30 hearing'],
    ["ORDER: the parties' request to vacate the January 20, 2027 trial date is DENIED.", '2027-01-20 hearing'],
    ['Pretrial Conference RESET for 12/9/2026 09:00 AM (was 12/4/2026)', '2026-12-09 09:00 hearing'],
    ['ORDER: trial shall begin 10/5/2026, that is 10/4/2027 rather than September 13, 2027', '2027-10-04 hearing'],
    ['ORDER: the trial is moved to April 20, 2027, not June 8, 2027 as requested.', '2027-04-20 hearing'],
    ['ORDER: the deadline of December 5, 2026 is extended by two weeks, to December 19, 2026.', '2026-12-19 deadline'],
    [
      'ORDER granting 6 Motion. Defendant requested until January 9, 2027; it has until 12/19/2026.',
      '2026-12-19 deadline',
    ],
    ['Trial will begin March 8, 2027 and continue through March 12, 2027.', '2027-03-08 hearing'],
    ['Mediation is scheduled for January 13-14, 2028 beginning at 10:00 AM', '2028-01-13 10:00 hearing'],
    ['Conferences on November 3 and December 8, 2026', '2026-12-08 hearing'],
    ['Trial set for December 29 through January 3, 2028', '2027-12-29 hearing'],
  ])('include one date in: %s', (text, day) => {
    expect(daysOf(text, '2026-11-21')).toEqual([day]);
  });

  it.each([
    'ORDER. Signed by Judge A. B. on 11/23/2026. (Entered: 11/24/2026)',
    'ORDER: all deadlines, including the December 12, 2026 cutoff and the March 2, 2027 trial, are STAYED.',
    'ORDER. The request for an extension of time to December 30, 2026 is DENIED.',
    'NOTICE of Appearance by A. B. effective January 1, 2027',
    'ORDER: responses due by November 20 were not received.',
    '*** CANCELLED - SEE #13 *** TRANSCRIPT ordered. Acknowledgement is due in 14 days.',
    'Status Conference held on 11/20/2026',
    'MOTION to Continue the 12/7/2026 Motion Hearing',
    'The hearing set for 12/7/2026 at 10:00 AM is vacated.',
    'NOTICE: hearing previously scheduled for 12/7/2026 cancelled',
    'Certificate of Service. Service date 11/22/2026',
    'ORDER: trial in January 2027',
    'ORDER: a conference five days before trial',
    'Hearing set for 2/30/2027',
    'Time excluded from 12/1/2026 through 12/19/2026',
    'Judge Stone will be on trial for two weeks starting on 12/1/2026.',
    'Withdrawal of Document (related document: 27 Motion for Relief. Hearing scheduled for 12/1/2026 at 10:00 AM)',
  ])('include no date in: %s', (text) => {
    expect(daysOf(text, '2026-11-21')).toEqual([]);
  });

  it('are the new dates, not the dates before', () => {
    expect(daysOf('Hearing reset from 12/5/2026 to 1/5/2027 at 10:00 AM', '2026-11-21')).toEqual([
      '2027-01-05 10:00 hearing',
    ]);
    expect(
      daysOf('The hearing set for 12/10/2026 is vacated and reset to 1/24/2027 at 9:30 AM.', '2026-11-21'),
    ).toEqual(['2027-01-24 09:30 hearing']);
  });

  it('are two for two deadlines on one day', () => {
    expect(daysOf('Schedule A due 12/7/2026. Schedule B due 12/7/2026.', '2026-11-21')).toEqual([
      '2026-12-07 deadline',
      '2026-12-07 deadline',
    ]);
  });

  it('come with the words that set them', () => {
    expect(readEntry('ORDER. Markman Hearing is set for 01/26/2027 at 10:00 AM.', '2026-11-21').dates).toEqual([
      {
        date: '2027-01-26',
        time: '10:00',
        what: 'hearing',
        words: 'Markman Hearing is set for 01/26/2027 at 10:00 AM',
      },
    ]);
  });
});

describe('the day of filing', () => {
  it.each(['2026-11-21', 'Nov 21, 2026', '11/21/2026'])('may be written %s', (filed) => {
    expect(daysOf('Hearing set for January 5 at 10:00 AM. Reply due 11/20/2026.', filed)).toEqual([
      '2027-01-05 10:00 hearing',
    ]);
  });

  it.each([
    undefined,
    '',
    'some day',
  ])('may be unknown (%s): days with a year are read, and others are left out', (filed) => {
    expect(daysOf('Hearing set for January 5. Reply due 12/20/2026.', filed)).toEqual(['2026-12-20 deadline']);
  });
});
