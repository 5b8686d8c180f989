import { describe, expect, it } from 'vitest';
import { entryLabel } from '../../src/reading/entryLabel.ts';
import { editPriority, entryPriority } from '../../src/reading/entryPriority.ts';
import { readEntry } from '../../src/reading/readEntry.ts';

const filed = '2025-11-20';

describe('an entry in a few words, and what it is worth', () => {
  it.each([
    ['read', 'ORDER · extension of time GRANTED', 'ORDER granting 12 Motion for Extension of Time to Answer'],
    ['read', 'ORDER · motion to dismiss DENIED', 'MEMORANDUM OPINION & ORDER denying 12 Motion to Dismiss'],
    ['read', 'OPPOSITION · motion to dismiss', 'ANSWERING BRIEF in Opposition re 14 Motion to Dismiss'],
    ['read', 'ANSWER + COUNTERCLAIM', 'ANSWER to 1 Complaint, with Jury Demand , COUNTERCLAIM against Widget Co.'],
    ['read', 'SCHEDULING ORDER', 'SCHEDULING ORDER: Markman Hearing set for 1/26/2026 at 10:00 AM'],
    ['act', 'SCHEDULING ORDER', 'SCHEDULING ORDER: Joinder due 12/19/2025, Markman Hearing set for 1/26/2026'],
    ['read', 'MOTION for extension of time', 'MOTION for Extension of Time to Answer: answer due 12/16/2025, by Rival'],
    ['act', 'SUMMONS SERVED', 'SUMMONS Returned Executed. Rival served on 11/25/2025, answer due 12/16/2025'],
    ['act', 'MOTION for injunction', 'MOTION for Preliminary Injunction by Widget Co.'],
    ['read', 'MOTION for summary judgment', 'MOTION for Summary Judgment by Rival'],
    ['read', 'COMPLAINT', 'COMPLAINT for patent infringement against Rival'],
    ['read', 'AMENDED COMPLAINT', 'AMENDED COMPLAINT against Rival'],
    ['routine', 'APPEARANCE', 'NOTICE of Appearance by Ada Moss'],
    ['act', 'JUDGMENT', 'JUDGMENT in favor of Widget Co.'],
    ['act', 'ENTRY OF DEFAULT', 'CLERK’S ENTRY OF DEFAULT as to Rival'],
    ['read', 'DISMISSAL', 'STIPULATION of Dismissal with prejudice'],
    ['read', 'NOTICE OF APPEAL', 'NOTICE OF APPEAL to the Federal Circuit'],
    ['read', 'MARKMAN HEARING', 'Minute Entry: Claim Construction Hearing held'],
    ['read', 'REPLY · summary judgment', 'REPLY BRIEF re 20 MOTION for Summary Judgment'],
    [
      'routine',
      'REPORT TO PATENT OFFICE',
      'Report to the Commissioner of Patents and Trademarks for Patent/Trademark Number(s) 6834603 (Widget Co.).',
    ],
    ['routine', 'STATUS REPORT', 'Joint STATUS REPORT by Widget Co., Rival'],
    ['routine', 'LETTER', 'Letter to Judge Stone'],
    ['act', 'VERDICT', 'JURY VERDICT for the plaintiff'],
  ])('%s: %s', (priority, label, text) => {
    const reading = readEntry(text, filed);
    expect([entryPriority(reading, filed), entryLabel(reading, text)]).toEqual([priority, label]);
  });
});

describe('an edit', () => {
  it.each([
    ['routine', 'Modified on 12/09/2025 (rmb).'],
    ['routine', 'Additional attachment(s) added on 12/09/2025.'],
    ['read', 'STRICKEN per order of the court.'],
    ['act', 'Responses due by 12/19/2025.'],
  ])('is %s by what it added: %s', (priority, added) => {
    expect(editPriority(added, readEntry(added, filed), filed)).toBe(priority);
  });
});
