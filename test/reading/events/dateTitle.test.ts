import { expect, it } from 'vitest';
import { dateTitle } from '../../../src/reading/events/dateLine.ts';
import { readDateLines } from '../../../src/reading/events/readDateLines.ts';
import { readEntry } from '../../../src/reading/readEntry.ts';

it.each([
  ['Answer due (Rival Inc)', 'SUMMONS Returned Executed. Rival Inc. served on 11/25/2026, answer due 12/16/2026'],
  ['Answer due (Rival Inc)', 'SUMMONS Returned Executed. Rival Inc. , served on 11/25/2026, answer due 12/16/2026'],
  ['Markman hearing', 'ORAL ORDER: a Markman Hearing is set for 1/26/2027 at 10:00 AM'],
  ['Status report due', 'Set/Reset Deadlines: status report due by 12/16/2026.'],
  ['Fact discovery due', 'SCHEDULING ORDER: Fact Discovery completed by 12/16/2026.'],
  ['Schedule b due', 'Notice of deficiency. Schedule B due 12/16/2026.'],
  ['Response due', 'Hearing at Courtroom 621 (REG) Responses due by 12/16/2026'],
  ['Chapter 13 plan due', 'Chapter 13 Plan due by 12/16/2026'],
  ['Response due', 'ORDER: Defendant is directed to respond to the motion by no later than 12/16/2026'],
  ['Objection due', 'NOTICE: Last day to object to confirmation is by 12/16/2026'],
  ['Answer due', 'ORDER: Defendant is directed to respond to the complaint by no later than 12/16/2026'],
  ['Opening brief due', 'ORDER: opening brief due 12/16/2026'],
  ['Opposition due', 'Opposition to the Motion for Summary Judgment is due by 12/16/2026'],
  ['Reply due', 'ORDER: Plaintiff is directed to reply to the opposition brief by no later than 12/16/2026'],
  ['Answer due (Rival GmbH)', 'ORDER: Rival GmbH answer due 12/16/2026'],
  ['Certificate of compliance due', 'ORDER: certificate of compliance due 12/16/2026'],
  ['Filing fee due', 'ORDER: the filing fees are due 12/16/2026'],
  ['Scheduling conference', 'ORDER: Rule 16 Conference set for 12/16/2026 at 10:00 AM'],
  ['Trial', 'ORDER: Jury Trial set for 12/16/2026 at 9:00 AM'],
  ['Markman hearing', 'ORDER on claim construction: Hearing set for 12/16/2026 at 10:00 AM'],
  // The served party is named only for its answer, and only if the text names no other party.
  ['Status report due', 'SUMMONS Returned Executed. Rival Inc. served on 11/25/2026, status report due 12/16/2026'],
  ['Answer due (Copycat LLC)', 'Rival Inc. served on 11/25/2026, Copycat LLC answer due 12/16/2026'],
  // The words before the day are no name.
  ['Deadline', 'ORDER: Rival shall produce the documents named in Exhibits B and C no later than 12/16/2026'],
  ['Deadline', 'ORDER: the parties shall meet and confer by 12/16/2026'],
  ['Deadline', 'ORDER: Defendant has until 12/16/2026'],
  ['Deadline', 'By no later than 12/16/2026'],
])('%s: %s', (title, text) => {
  const filed = '2026-11-21';
  expect(readDateLines(text, readEntry(text, filed), filed).map((line) => dateTitle(line, false))).toEqual([title]);
});

it('a day without a name is a deadline if a court sets it, and a requested date if a party asks for it', () => {
  const line = { what: 'deadline', name: 'defendant has', party: 'rival inc', words: 'Defendant has' } as const;
  expect(dateTitle(line, false)).toBe('Deadline (Rival Inc)');
  expect(dateTitle(line, true)).toBe('Requested date (Rival Inc)');
});
