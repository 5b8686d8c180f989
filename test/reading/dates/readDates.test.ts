import { describe, expect, it } from 'vitest';
import { readDates } from '../../../src/reading/dates/readDates.ts';
import type { EntryType } from '../../../src/records/docket.ts';

const filed = '2026-11-21';

const read = (text: string, type: EntryType = 'order'): string[] =>
  readDates(text, type, filed).map((date) =>
    ['date' in date ? date.date : `+${date.days}`, date.time, date.what, date.words].filter(Boolean).join(' | '),
  );

describe('the dates of a text', () => {
  it.each<[text: string, days: string[], type?: EntryType]>([
    ['Hearing set for 11/21/2026 at 2:00 PM', ['2026-11-21 | 14:00 | hearing | Hearing set for 11/21/2026 at 2:00 PM']],
    ['Hearing set for 11/21/2026', []],
    ['Reply due by 11/21/2026', []],
    ['Reply due by 11/21/2026 at 2:00 PM', ['2026-11-21 | 14:00 | deadline | Reply due by 11/21/2026 at 2:00 PM']],
    ['Reply due by 11/20/2026', []],
    ['Reply due by 11/22/2026', ['2026-11-22 | deadline | Reply due by 11/22/2026']],
    ['PLEASE DISREGARD. Reply due by 12/1/2026', []],
    ['Entered in error: reply due by 12/1/2026', []],
    ['COURT DELETED INCORRECT ENTRY. Reply due by 12/1/2026', []],
    ['ORDER. An order will be sent within 2 days.', []],
    ['ORDER. Answer within 14 days.', ['+14 | deadline | Answer within 14 days']],
    ['MOTION. Answer within 14 days.', [], 'motion'],
    ['BRIEF. Answer within 14 days.', [], 'brief'],
    ['RESPONSE. Answer within 14 days.', [], 'response'],
    ['REPLY. Answer within 14 days.', [], 'reply'],
    ['COMPLAINT. Answer within 14 days.', [], 'complaint'],
    ['DECLARATION. Answer within 14 days.', [], 'evidence'],
    ['TRANSCRIPT. Redaction within 21 days.', ['+21 | deadline | Redaction within 21 days'], 'transcript'],
    [
      'TRANSCRIPT. Redaction within 21 days. Release set for 2/1/2027.',
      ['2027-02-01 | deadline | Release set for 2/1/2027'],
      'transcript',
    ],
    ['SUMMONS (21 days) issued', ['+21 | deadline | SUMMONS (21 days)'], 'service'],
    ['NOTICE (21 days) issued', [], 'notice'],
    ['The government requests that the hearing be held by 12/1/2026', []],
    [
      'The government requests that the hearing be held by 12/1/2026',
      ['2026-12-01 | hearing | The government requests that the hearing be held by 12/1/2026'],
      'letter',
    ],
    ['The motion asks the Court to extend; extended to 12/1/2026', ['2026-12-01 | deadline | extended to 12/1/2026']],
    ['Schedule A due 12/7/2026. Schedule A due 12/7/2026.', ['2026-12-07 | deadline | Schedule A due 12/7/2026']],
    [
      'Trial set for 12/7/2026. Trial set for 12/7/2026 at 9:00 AM.',
      ['2026-12-07 | 09:00 | hearing | Trial set for 12/7/2026 at 9:00 AM'],
    ],
    [
      'Trial set for 12/7/2026 at 9:00 AM. Hearing set for 12/7/2026 at 2:00 PM.',
      [
        '2026-12-07 | 09:00 | hearing | Trial set for 12/7/2026 at 9:00 AM',
        '2026-12-07 | 14:00 | hearing | Hearing set for 12/7/2026 at 2:00 PM',
      ],
    ],
    [
      'Time excluded until 12/7/2026. Trial set for 12/7/2026 at 9:00 AM.',
      ['2026-12-07 | 09:00 | hearing | Trial set for 12/7/2026 at 9:00 AM'],
    ],
    [
      'Time excluded until 12/7/2026. Trial set for 12/8/2026 at 9:00 AM.',
      [
        '2026-12-07 | deadline | Time excluded until 12/7/2026',
        '2026-12-08 | 09:00 | hearing | Trial set for 12/8/2026 at 9:00 AM',
      ],
    ],
    [
      'Appear at 2:00 pm on 12/7/2026 for a conference',
      ['2026-12-07 | 14:00 | hearing | Appear at 2:00 pm on 12/7/2026'],
    ],
    [
      'Hearing set for 12/7/2026 at 9:30 a.m. The motion is continued.',
      ['2026-12-07 | 09:30 | hearing | Hearing set for 12/7/2026 at 9:30 a.m.'],
    ],
    ['Hearing set for 12/7/2026. Trial set for 12/7/2026.', ['2026-12-07 | hearing | Hearing set for 12/7/2026']],
    [
      'Hearing set for 12/7/2026. Reply due by 12/7/2026 at 5:00 PM.',
      [
        '2026-12-07 | hearing | Hearing set for 12/7/2026',
        '2026-12-07 | 17:00 | deadline | Reply due by 12/7/2026 at 5:00 PM',
      ],
    ],
    ['ORDER re 7 Motion: answer now due 12/7/2026', ['2026-12-07 | deadline | answer now due 12/7/2026']],
    ['Withdrawal of Document (related document(s) 27 Motion. Hearing set for 12/7/2026)', [], 'notice'],
    [
      'Motion (related document(s) 27 Motion. Hearing set for 12/7/2026)',
      ['2026-12-07 | hearing | Hearing set for 12/7/2026'],
      'notice',
    ],
    [
      'The status hearing set for 12/8/2026 is advanced to 8:15 AM on that date.',
      ['2026-12-08 | 08:15 | hearing | The status hearing set for 12/8/2026 is advanced to 8:15 AM'],
    ],
  ])('%s', (text, days, type) => {
    expect(read(text, type)).toEqual(days);
  });

  it('include past dates if the day of filing is unknown', () => {
    expect(readDates('Reply due by 11/20/2026', 'order', undefined)).toHaveLength(1);
  });

  it('come with at most the last two hundred letters of a long sentence', () => {
    const [date] = readDates(`The parties ${'shall certainly '.repeat(14)}reply by 12/7/2026`, 'order', filed);
    expect(date?.words.length).toBeLessThanOrEqual(200);
    expect(date?.words).toMatch(/^(?:shall|certainly) .* reply by 12\/7\/2026$/);
  });

  it('come with the words of their own sentence', () => {
    expect(read('Hearing set for 12/7/2026; briefs due 12/1/2026. See No. 5 and 12/2/2026.').slice(0, 2)).toEqual([
      '2026-12-07 | hearing | Hearing set for 12/7/2026',
      '2026-12-01 | deadline | briefs due 12/1/2026',
    ]);
  });
});
